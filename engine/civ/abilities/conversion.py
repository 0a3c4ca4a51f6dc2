"""Monotheism with the classic deck (CIV §17.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.civ import verbs
from engine.civ.abilities.registry import ability
from engine.civ.board import areas_of, cities_left, has, in_board_order, land, owners, tokens
from engine.civ.catalog import NEUTRAL
from engine.civ.state import State
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose


def converts(s: State, name: str) -> list[str]:
    """Return adjacent Land areas whose units can all be replaced: no protected owner, no Barbarians.

    One protected owner closes the whole area (CIV-RUL-080); the pieces must be available.
    """
    return [a for a in next_door(s, name) if is_convertible(s, name, a)]


def next_door(s: State, name: str) -> list[str]:
    """Return areas next by land to units of the nation, in the order of the board."""
    borders = land(s).by_land
    return in_board_order(s, {a for own in areas_of(s, name) for a in borders[own]})


def is_convertible(s: State, name: str, where: str) -> bool:
    """Return whether the area has others' units, none of them protected, and the nation has pieces for all."""
    others = [one for one in owners(s, where) if one != name]
    if not others or NEUTRAL in others or any(is_protected(s, one) for one in others):
        return False
    n = sum(tokens(s, where, one) for one in others)
    return n <= s.nations[name].stock and (s.cities.get(where, name) == name or cities_left(s, name) > 0)


def is_protected(s: State, name: str) -> bool:
    """Return whether the owner is immune: it holds Monotheism or Theology."""
    return has(s, name, "monotheism") or has(s, name, "theology")


@ability("classic", "monotheism", usable=lambda s, name: bool(converts(s, name)))
async def monotheism(s: State, name: str) -> None:
    """Make every unit of others in one area the holder's. No card, no pillage."""
    where = await choose(name, "convert.area", converts(s, name))
    annex(s, name, where, [one for one in owners(s, where) if one != name])
    tell(s, "ability.converted", focus=[where], player=nation(name), area=area(where))


def annex(s: State, name: str, where: str, others: Iterable[str]) -> None:
    """Make every unit of these owners in the area the nation's; it has the pieces."""
    for one in others:
        if s.cities.get(where) == one:
            verbs.annex_city(s, where, name)
        verbs.annex_tokens(s, where, one, name, tokens(s, where, one))
