"""Who plays which civilization of a historical scenario, by the number of persons (Playbook, Historical Scenarios)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Final, TypeAlias

from engine.acme.history.facts import Cast, Historical
from engine.core.message import Message, strung

Holders: TypeAlias = Mapping[str, str]
NOBODY: Final = ""


def fits(h: Historical, holders: Holders) -> bool:
    """Return whether the civs may be held so: civ -> its player, empty for an NPC. One person may always play
    them all.
    """
    persons = len({player for player in holders.values() if player})
    if persons == 1 and NOBODY not in holders.values():
        return True
    return any(_fits(cast, holders) for cast in h.casts(persons))


def _fits(cast: Cast, holders: Holders) -> bool:
    unplayed = [civ for civ, player in holders.items() if player == NOBODY]
    held = {player: [civ for civ in holders if holders[civ] == player] for player in holders.values() if player}
    return (
        len(unplayed) in cast.npcs
        and all(holders[civ] for civ in cast.played)
        and not any(holders[civ] for civ in cast.unplayed)
        and all(len(civs) <= cast.most for civs in held.values())
        and all(civs == [civ] for civ in cast.alone for civs in held.values() if civ in civs)
        and all(holders[one] == holders[two] for one, two in cast.together)
        and not any(holders[one] and holders[one] == holders[two] for one, two in cast.apart)
    )


def castings(h: Historical, named: Mapping[str, str], players: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield all fitting ways to give civs to the seats, as seat -> civ.

    `named`: seats whose civ is settled. `players`: every seat with its player, empty for an NPC.
    """
    open_seats = [seat for seat in players if seat not in named]
    left = [civ for civ in h.sides if civ not in named.values()]
    for given in permutations(left, len(open_seats)):
        casting = {**named, **dict(zip(open_seats, given, strict=True))}
        if fits(h, {civ: players[seat] for seat, civ in casting.items()}):
            yield casting


def possible(
    h: Historical, seat: str, named: Mapping[str, str], players: Mapping[str, str], *, rather: bool = True
) -> list[str]:
    """Return the civs that the seat may take so that all others can still be cast, in the file's order.

    Civs that should be NPCs are left to them if possible, unless `rather` is off.
    """
    ways = list(castings(h, named, players))
    persons = len({player for player in players.values() if player})
    left = {civ for cast in h.casts(persons) for civ in cast.rather_npcs} if rather else set()
    wanted = [way for way in ways if not any(way[s] in left and players[s] and s not in named for s in way)]
    found = {way[seat] for way in wanted or ways}
    return [civ for civ in h.sides if civ in found]


def advice(h: Historical, persons: int) -> Message:
    """Return what is possible with that many persons, in words."""
    return h.advice(persons) or Message("history.cast.none", {"title": h.title, "persons": persons_text(h)})


def persons_text(h: Historical) -> Message:
    """Return for how many persons it is: `1 to 4`."""
    numbers = sorted({1, *(cast.persons for cast in h.cast)})
    return strung(numbers) if len(numbers) == 1 else Message("history.cast.range", {"least": 1, "most": numbers[-1]})
