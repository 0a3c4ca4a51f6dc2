"""Paying with resources: disks from the map, mina, cards in hand, in any mix (ACME §12.2, RUL-051)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.acme.effects.losses import payments, told_areas, told_means
from engine.acme.questions.board import disks, loose, occupied_areas, on_map
from engine.acme.state import State
from engine.acme.verbs.basic import discard, pay_mina, remove
from engine.core.ask import choose
from engine.core.message import Message, strung

DISK, CARD, MINA = "disk:", "card:", "mina"


def can_pay(s: State, civ: str, cost: int, least_disks: int = 0, *, without: int = 0) -> bool:
    """Return whether the civ owns so many resources, so many of them disks on the map. `without`: a card that cannot
    pay.
    """
    there, cards = on_map(s, civ), loose(s, civ)
    return there >= least_disks and there + s.civs[civ].mina + len(cards) - (without in cards) >= cost


async def choose_payment(
    s: State, civ: str, key: str, cost: int, /, *, least_disks: int = 0, with_disks: bool = True, **said: Any
) -> list[str]:
    """Ask what the civ pays with, one pick each: exactly the cost, and only picks that can be completed.

    Options: `disk:<area>`, `mina`, `card:<number>`. The caller checks that the civ can pay at all.
    """
    picks: list[str] = []
    while len(picks) < cost:
        missing = least_disks - sum(p.startswith(DISK) for p in picks)
        left = cost - len(picks)
        options = _disks_left(s, civ, picks) if with_disks else []
        if left > missing:
            options += _means_left(s, civ, picks)
        picks.append(await choose(civ, key, options, about=picks, left=left, **said))
    return picks


def _disks_left(s: State, civ: str, picks: Sequence[str]) -> list[str]:
    tokens = [f"{DISK}{a}" for a in occupied_areas(s, civ)]
    return [t for t in tokens if disks(s, civ, t.removeprefix(DISK)) > picks.count(t)]


def _means_left(s: State, civ: str, picks: Sequence[str]) -> list[str]:
    """Mina and cards not yet named."""
    owned = s.civs[civ].mina
    return [p for p in payments(s, civ) if (owned > picks.count(MINA) if p == MINA else p not in picks)]


def pay(s: State, civ: str, picks: Sequence[str]) -> None:
    """Pay what was chosen: disks to Supply, mina to the bank, cards face up onto the discard pile."""
    for pick in picks:
        if pick == MINA:
            pay_mina(s, civ, 1)
        elif pick.startswith(DISK):
            remove(s, civ, pick.removeprefix(DISK))
        else:
            discard(s, civ, int(pick.removeprefix(CARD)))


def told_payment(picks: Sequence[str]) -> Message:
    """Return a text such as `Kaska 2, 1 mina, Corruption`."""
    areas = [p.removeprefix(DISK) for p in picks if p.startswith(DISK)]
    means = [p for p in picks if not p.startswith(DISK)]
    return strung(part for part in (told_areas(areas), told_means(means)) if part)
