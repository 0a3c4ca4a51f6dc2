"""Answers in words: in a row, equal ones together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.ui.questions.any_question import several
from bot.ui.questions.draft import DraftState, answer_label
from engine.core.ask import Picks


def labels_of(stage: DraftState, answers: Sequence[tuple[str, Picks]]) -> Counter[str]:
    """Return the labels of answers, equal ones counted."""
    return Counter(label for _, picks in answers for pick in picks if (label := answer_label(stage, pick)))


def listed(labels: Mapping[str, int]) -> str:
    """Return answers in a row, equal ones together."""
    return " · ".join(_repeated(label, n) for label, n in labels.items())


def _repeated(label: str, n: int) -> str:
    """Return a label with how often it is meant; apart from a number of its own, as that of a move."""
    return f"{label} (×{n})" if n > 1 and (":" in label or label[-1].isdigit()) else several(label, n)
