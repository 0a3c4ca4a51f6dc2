"""Habits that make English texts stilted become no more frequent: each has a limit, and a limit only falls.

A pattern finds a habit, not a mistake. Where the plain sentence needs such a word, write the sentence.
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.translated import files

HABITS: Final = {
    "whoever as subject": r"\b[Ww]hoever\b|(?:^|[.;:] )Who (?!is |can |gets |plays )[a-z]+s? ",
    "is told, is said, is asked": r"\b(?:is|are|be|was|were) (?:told|said|asked|named)\b",
    "asked is, is short": r"\bAsked (?:is|now)\b|\bIs [a-z]+ (?:short|left)\b|(?:^|[.;] )Not now\b",
    "not any more": r"\bany more\b",
    "stands for is": r"\bstands?\b",
    "lies for is": r"\blies?\b",
    "is no thing": r"(?<!here )\b(?:is|are) no (?!longer)[a-z]+",
    "take back for undo": r"\btak(?:e|es|en|ing)(?: \w+){0,3} back\b|\btook(?: \w+){0,3} back\b",
    "of one's own": r"\bone's\b|\bof (?:its|their|one's|your) own\b",
    "persons": r"\bpersons?\b",
    "falls, comes out, brings": r"\bcomes? out\b|\bbrings?\b|\bfalls?\b",
    "goes on for continues": r"\bgoes? on\b",
    "as long as": r"\bas long as\b",
    "somebody, everybody": r"\b(?:somebody|everybody|anybody)\b",
    "window for response": r"\b[Ww]indows?\b",
    "may not for cannot": r"\bmay not\b",
    "nothing was done": r"\b[Nn]othing (?:was|is) (?:changed|placed|paid|queued|posted)\b",
    "beside, next to": r"\bbeside\b|\bnext to\b",
    "at most, the least": r"\d\}? at most\b|\bthe least\b",
    "semicolon between sentences": r"\w; (?:it|you|they|he|this|that|the|there|a|an|what|who|if|then|nobody)\b",
    "colon between sentences": r"\w: (?:it|you|they|he|nobody|nothing|there) [a-z]+",
}
PLACES: Final = re.compile(r"\{[^{}]*\}")
LIMITS: Final = {
    "whoever as subject": 2,
    "is told, is said, is asked": 6,
    "asked is, is short": 2,
    "not any more": 0,
    "stands for is": 5,
    "lies for is": 0,
    "is no thing": 0,
    "take back for undo": 16,
    "of one's own": 5,
    "persons": 5,
    "falls, comes out, brings": 24,
    "goes on for continues": 0,
    "as long as": 1,
    "somebody, everybody": 0,
    "window for response": 2,
    "may not for cannot": 1,
    "nothing was done": 0,
    "beside, next to": 4,
    "at most, the least": 0,
    "semicolon between sentences": 5,
    "colon between sentences": 53,
}


def found(habit: str) -> dict[str, str]:
    """The English texts that have a habit, by key."""
    said = {key: PLACES.sub("…", text) for texts in files("en").values() for key, text in texts.items()}
    return {key: text for key, text in said.items() if re.search(HABITS[habit], text)}


@pytest.mark.parametrize("habit", HABITS)
def test_no_habit_of_stilted_english_grows(habit: str) -> None:
    there = found(habit)
    assert len(there) <= LIMITS[habit], f"{len(there)} texts: {sorted(there)}"


def test_the_habits_find_stilted_sentences_and_leave_plain_ones_alone() -> None:
    stilted = "Whoever sits beside the host is told, as long as nothing was changed; it stands there."
    plain = "The host sees nothing that other players don't see. Press **My turn** to continue."
    assert {habit for habit, one in HABITS.items() if re.search(one, stilted)} == {
        "whoever as subject", "is told, is said, is asked", "as long as", "nothing was done", "beside, next to",
        "semicolon between sentences", "stands for is",
    }  # fmt: skip
    assert [habit for habit, one in HABITS.items() if re.search(one, plain)] == []
