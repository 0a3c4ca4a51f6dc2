"""**Figures** under the last post: what one's own seats have done in the game, told to their person alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.records import SeatFigures
from bot.contract.tables import TableInfo
from bot.features.statistics.figures import BY_NPC, MEDIAN
from bot.ui.parts import Part, Screen, Text
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import civ, said
from engine.core.figures import Figure
from engine.core.naming import Names
from engine.core.text import cut, words

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MOST: Final = 3200


def figures_screen(info: TableInfo, seats: Sequence[SeatFigures], names: Names) -> Screen:
    """A list for each seat."""
    texts = [said("figures.head", id=info.id), *["\n".join(seat_lines(info.game, one, names)) for one in seats]]
    parts: list[Part] = [Text(cut(text, MOST // len(texts))) for text in texts]
    return Screen(tuple(parts), info.id.lower())


def seat_lines(game: str, one: SeatFigures, names: Names) -> list[str]:
    """What a seat comes to, in the order in which the game declares it, and then its answers."""
    if not one.values:
        return [said("figures.seat", civ=civ(one.seat, names)), said("figures.none")]
    lines = [figure_line(game, figure, one.values) for figure in presentation_of(game).figures.figures]
    lines.append(said("figures.by_npc", n=round(one.values.get(BY_NPC, 0))))
    lines += [said("figures.median", time=spell(one.values[MEDIAN]))] if MEDIAN in one.values else []
    return [said("figures.seat", civ=civ(one.seat, names)), *(said("figures.line", text=line) for line in lines)]


def figure_line(game: str, figure: Figure, values: Mapping[str, float]) -> str:
    """A figure; of one with parts what they come to, and each that there is."""
    told = f"figure.{game}.{figure.name}"
    if not figure.parts:
        return words(told, n=round(values.get(figure.name, 0)))
    parts = {part: round(values.get(f"{figure.name}.{part}", 0)) for part in figure.parts}
    line, there = words(told, n=sum(parts.values())), [words(f"{told}.{part}", n=n) for part, n in parts.items() if n]
    return said("figures.of", line=line, parts=", ".join(there)) if there else line


def spell(seconds: float) -> str:
    """A time in the largest unit of which there are two at least, a minute if it is less."""
    for unit, name in ((DAY, "days"), (HOUR, "hours")):
        if seconds >= 2 * unit:
            return said(f"figures.{name}", n=round(seconds / unit))
    return said("figures.minutes", n=max(1, round(seconds / MINUTE)))
