"""A language that says everything in English between brackets, sentences as long as in the longest language, as a
catalogue beside the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

import data
from bot.ui.commands import translation
from engine.core import text
from render.paint import wording

PSEUDO: Final = "fi"  # one that Discord knows and that there is no catalogue of
OPEN, CLOSE = "⟦", "⟧"
MARK: Final = re.compile(r"(#+ |> |-# |- )?(.*)", re.DOTALL)
LONGER: Final = 0.4
SENTENCE: Final = 60  # characters of what is no label any more
BOUNDED: Final = re.compile(
    r".*(\.command\.|\.parameter\.|\.form\.|\.button\.|_hint$|^option\.|\.(send|do|confirm)\.).*"
)
ONLY_A_NAME: Final = re.compile(r"[^A-Za-z]*(?:\{\w+(?::\w+)?\}[^A-Za-z]*)*")


def bracketed(sentence: str, longer: str = "") -> str:
    """The text between brackets, behind what makes it a heading or a line of a list; of a name alone none."""
    found = MARK.fullmatch(sentence)
    if found is None or ONLY_A_NAME.fullmatch(sentence):
        return sentence
    return f"{found[1] or ''}{OPEN}{found[2]}{longer}{CLOSE}"


def lengthened(key: str, sentence: str) -> str:
    """The text between brackets, with as much at its end as a language may be longer than English, unless it has to
    stay within a limit of Discord.
    """
    bounded = len(sentence) < SENTENCE or BOUNDED.fullmatch(key)
    return bracketed(sentence, "" if bounded else "é" * round(len(sentence) * LONGER))


@contextmanager
def catalogued(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language as one of the bot's, while the data are those of `folder`."""
    root = folder / "data"
    (root / "text" / PSEUDO).mkdir(parents=True)
    for part in data.ROOT.iterdir():
        if part.name != "text":
            (root / part.name).symlink_to(part)
    for language in text.languages():
        (root / "text" / language).symlink_to(data.path("text", language))
    english = {**text.catalogue(), f"table.settings.language_{PSEUDO}": "Pseudo"}
    lines = [f"{json.dumps(key)} = {json.dumps(lengthened(key, value))}" for key, value in english.items()]
    (root / "text" / PSEUDO / "all.toml").write_text("\n".join(lines), encoding="utf-8")
    patch.setattr(data, "ROOT", root)
    forget()
    try:
        yield PSEUDO
    finally:
        patch.undo()
        forget()


def forget() -> None:
    """What is remembered of the languages there are."""
    of_texts = (text.languages, text._catalogue, text._pattern, text._teller)
    for remembered in (*of_texts, wording._texts, translation.language_of):
        remembered.cache_clear()


def unbracketed(shown: str) -> str:
    """What of a text stands outside brackets."""
    rest, depth = [], 0
    for letter in shown:
        depth += letter == OPEN
        rest += [letter] if depth == 0 else []
        depth -= letter == CLOSE
    return "".join(rest)
