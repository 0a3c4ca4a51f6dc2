"""Texts cut to the room there is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.text import words


def cut(text: str, most: int) -> str:
    """The text, cut at a word if it is too long, with no bold left open."""
    if len(text) <= most:
        return text
    kept = text[: most - 4].rpartition(" ")[0] or text[: most - 4]
    return f"{kept}{'**' if kept.count('**') % 2 else ''} …"


def listing(parts: Sequence[str], most: int, joint: str = ", ") -> str:
    """The parts in a row, as many as fit, and how many more there are."""
    whole = joint.join(parts)
    if len(whole) <= most:
        return whole
    kept: list[str] = []
    for i, part in enumerate(parts):
        more = words("table.name.more_areas", n=len(parts) - i)
        if len(joint.join([*kept, part])) + len(more) + len(joint) > most:
            return joint.join([*kept, more])
        kept.append(part)
    return whole


def packed(paragraphs: Sequence[str], joint: str, page: int) -> list[str]:
    """Paragraphs on as few pages as it takes."""
    made: list[str] = []
    for paragraph in paragraphs:
        if made and len(made[-1]) + len(paragraph) + len(joint) <= page:
            made[-1] += f"{joint}{paragraph}"
        else:
            made.append(paragraph)
    return made
