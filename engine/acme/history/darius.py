"""Darius: the Persian force around Susa, and a capital that must be won back first (Playbook, Darius)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.acme.effects.plans import tell_placed
from engine.acme.facts.catalog import distances
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.rules import by_facts
from engine.acme.questions.board import by_order, disks, in_play, is_home_of_another, land
from engine.acme.setup.setup import initial_placement
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import place
from engine.core.ask import choose

DARIUS, PERSIANS, SUSA = "darius", "medes_persians", "susa"
PAIR: Final = 2
REACH: Final = 2


async def deploys(s: State, civ: str, n: int) -> None:
    """Place the Persians in pairs around Susa; all others set up as usual."""
    if civ != PERSIANS:
        await initial_placement(s, civ, n, "setup.deploy")
        return
    placed: list[str] = []
    while len(placed) < n and (free := [area for area in around_susa(s) if area not in placed]):
        area = await choose(civ, "setup.pair", free, about=placed, left=(n - len(placed)) // PAIR)
        placed += [area] * place(s, civ, area, PAIR)
    tell_placed(s, civ, placed)


def around_susa(s: State) -> list[str]:
    """Return Land within two areas of Susa without a black disk, except Susa and other civs' Home Areas."""
    away = distances(s.map, SUSA)
    near = (area for area in land(in_play(s)) if 0 < away[area] <= REACH)
    return by_order(a for a in near if not disks(s, BARBARIANS, a) and not is_home_of_another(s, PERSIANS, a))


def register() -> None:
    """The special rules of the scenario."""
    SPECIAL[DARIUS] = replace(by_facts(DARIUS), deploys=deploys)
