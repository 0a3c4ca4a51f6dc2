"""Choices that the player of a card makes when he announces it (RUL-009). Nothing here changes the position.

Where nothing is left to choose, for an Event came while an NPC let the cards decide, they raise Gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from engine.acme.effects.announce import Gone
from engine.acme.questions.board import room, supply
from engine.acme.state import State
from engine.acme.verbs.basic import place, tell
from engine.core import text
from engine.core.ask import choose, choose_or_pass
from engine.core.message import Message, count_noun

DONE = "done"
Fits: TypeAlias = Callable[[list[str]], bool]


async def plan_places(
    s: State, civ: str, card: int, n: int, areas: Sequence[str], *, per_area: int = 0, least: int = 0
) -> list[str]:
    """Ask for up to n areas for disks from Supply, one pick each, an area as often as it has room (RUL-013).

    `per_area`: most disks in one area, beside the cap. `least`: only after so many may the player stop (RUL-011).
    """
    planned: list[str] = []
    most = min(n, supply(s, civ))
    while len(planned) < most:
        free = [a for a in areas if _fits(s, civ, a, planned.count(a), per_area)]
        said = {"card": text.card(card), "left": most - len(planned)}
        area = await pick(civ, "card.place", free, may_stop=len(planned) >= least, about=planned, **said)
        if area is None:
            break
        planned.append(area)
    return planned


async def pick(
    civ: str, key: str, options: Sequence[str], /, *, may_stop: bool, about: Sequence[str] = (), **said: Any
) -> str | None:
    """Ask for one more pick; None if there is nothing to pick or, where he may, the player stops."""
    if may_stop or not options:
        return await choose_or_pass(civ, key, options, stop=DONE, about=about, **said)
    return await choose(civ, key, options, about=about, **said)


def _fits(s: State, civ: str, area: str, planned: int, per_area: int) -> bool:
    return planned < room(s, civ, area) and (not per_area or planned < per_area)


async def plan_areas(
    civ: str,
    card: int,
    most: int,
    first: Iterable[str],
    then: Callable[[list[str]], Iterable[str]] | None = None,
    *,
    least: int = 1,
    fits: Fits | None = None,
) -> list[str]:
    """Ask for up to `most` different areas, one pick each; `then` gives what may follow the areas picked so far.

    All of them are taken unasked where none may be left out. `fits`: whether areas can be all that is picked, where not
    any can; offered is what leads there.
    """
    start = list(first)
    if then is None and len(start) <= min(least, most):
        return start
    leads = _leading(start, then, least, most, fits)
    picked: list[str] = []
    while len(picked) < most:
        offered = start if not picked or then is None else list(then(picked))
        free = [a for a in offered if a not in picked and leads([*picked, a])]
        may_stop = len(picked) >= least and (fits is None or fits(picked))
        said = {"card": text.card(card), "left": most - len(picked)}
        area = await pick(civ, "card.areas", free, may_stop=may_stop, about=picked, **said)
        if area is None:
            break
        picked.append(area)
    return picked


def _leading(
    start: Sequence[str],
    then: Callable[[list[str]], Iterable[str]] | None,
    least: int,
    most: int,
    fits: Fits | None,
) -> Fits:
    """Whether areas picked are, or can be made by further ones, what fits."""
    if fits is None:
        return lambda _: True
    known: dict[frozenset[str], bool] = {}

    def leads(picked: list[str]) -> bool:
        these = frozenset(picked)
        if these not in known:
            enough = len(picked) >= least and fits(picked)
            onward = (start if then is None or not picked else list(then(picked))) if len(picked) < most else ()
            known[these] = enough or any(leads([*picked, a]) for a in onward if a not in these)
        return known[these]

    return leads


def can_fit(areas: Sequence[str], least: int, most: int, fits: Fits) -> bool:
    """Return whether some of the areas, or none where none are enough, fit."""
    return _leading(areas, None, least, most, fits)([])


def still(options: Sequence[str]) -> Sequence[str]:
    """Return the options. Raises Gone if there are none left."""
    if not options:
        raise Gone
    return options


async def plan_area(civ: str, card: int, areas: Sequence[str]) -> str:
    """Ask for one area: the target of a card."""
    return await choose(civ, "card.area", still(areas), card=text.card(card))


async def plan_victim(civ: str, card: int, civs: Sequence[str]) -> str:
    """Ask for one other civ: the target of a card."""
    return await choose(civ, "card.victim", still(civs), card=text.card(card))


async def plan_faction(civ: str, card: int, area: str, factions: Sequence[str]) -> str:
    """Ask for one Faction in an area: whose disks the card takes there."""
    able = still(factions)
    return await choose(civ, "card.faction", able, about=(area,), card=text.card(card), area=text.area(area))


async def plan_option(civ: str, card: int, options: Sequence[str]) -> str:
    """Ask for one of the branches of a card."""
    return await choose(civ, "card.option", options, about=(str(card),), card=text.card(card))


def branch(option: str) -> Message:
    """Return the name of a card's branch, for its announcement."""
    return Message(f"option.card.option.{option}")


def place_all(s: State, faction: str, areas: Sequence[str]) -> list[str]:
    """Place a disk for each entry, as far as Supply and caps allow, and tell it. Return where disks were placed."""
    placed = [a for a in areas if place(s, faction, a)]
    if placed:
        tell_placed(s, faction, placed)
    return placed


def tell_placed(s: State, faction: str, areas: Sequence[str]) -> None:
    """One line for all disks a Faction has placed by one effect."""
    counts = {a: areas.count(a) for a in areas}
    told = ", ".join(f"{text.area(a)} +{n}" for a, n in counts.items())
    tell(s, "placed", focus=tuple(counts), civ=text.civ(faction), n=count_noun(len(areas), "disk"), areas=told)
