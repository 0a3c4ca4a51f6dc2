"""Rewrites texts for screen readers and slow readers: words instead of signs, no emoji, one fact a line, no bold."""

from __future__ import annotations

import re
from typing import Final

from bot.contract.preferences import Preferences
from engine.core.text import words

EMOJI: Final = re.compile(
    r" ?(?:<a?:\w{2,32}:\d{1,20}>|[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\uFE0F\u200D\u20E3])+"
)
CODE: Final = re.compile(r"(`[^`\n]*`)")
GROWN: Final = re.compile(r"(?<=[\d)]) ?→ ?(?=\d)")
LED: Final = re.compile(r" ?→ ?")
LESS: Final = re.compile(r"−(?=\d)")
MARK: Final = re.compile(r"[ \u00A0]?†")
# After a number there may be more of a sentence ("der 2. Zug"), and after a single letter ("z. B.").
SENTENCE: Final = re.compile(r"(?:(?<=[^\W\d_][^\W\d_][.!?])|(?<=[)”“][.!?])|(?<=^[.!?])) (?=[A-ZÄÖÜ„“])")
# `Emar: 3. Assur: 2`: behind the number comes what the next one is of.
NUMBERED: Final = re.compile(r"(?<=\d\.) (?=[A-ZÄÖÜÉÈÎ][^.:\n]{0,40} ?: )")
# `**Levant** Aleppo: 3`: what is told of it stands behind a name that only the bold sets apart.
LABEL: Final = re.compile(r"^\*\*([^*\n]*\w)\*\* (?=[A-ZÄÖÜÉÈÎ])", re.MULTILINE)
BETWEEN: Final = " · "


def plain(text: str, wanted: Preferences) -> str:
    """Return the text as the person prefers it, in the current language. Text between backticks stays as it is."""
    if wanted.emoji and wanted.words != "first":
        return text
    pieces = CODE.split(text)
    return "".join(piece if i % 2 else _plain(piece, wanted) for i, piece in enumerate(pieces))


def _plain(text: str, wanted: Preferences) -> str:
    said = text if wanted.emoji else without_signs(text)
    return fact_by_fact(said) if wanted.words == "first" else said


def without_signs(text: str) -> str:
    """Without emoji, and with words for the signs that a voice leaves out."""
    for sign, key in ((GROWN, "grown"), (LED, "led"), (LESS, "less"), (MARK, "mark")):
        text = sign.sub(words(f"plain.{key}"), text)
    return EMOJI.sub("", text)


def fact_by_fact(text: str) -> str:
    """Put each sentence, and each fact of a list, on a line of its own, without bold."""
    labelled = LABEL.sub(r"\1: ", text).replace("**", "").replace(BETWEEN, "\n")
    return NUMBERED.sub("\n", SENTENCE.sub("\n", labelled))
