"""Gold that changes its owner, and what is lost with it (Playbook, Alexander: Gold and Victory; AMB-48)."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.alexander.powers import (
    EMPIRE,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    WEST,
    gold_beneath,
    home_of,
    persians,
)
from engine.acme.history.alexander.warpath import DELTA
from engine.acme.phases.reckoning import be_done_with, card_that_counts
from engine.acme.questions.board import by_order, controller, disks, occupied_areas, seas
from engine.acme.state import State
from engine.acme.verbs.basic import lay_gold, lose_gold, remove, tell
from engine.acme.verbs.replacement import fall
from engine.acme.verbs.sequence import proclaim
from engine.core import text
from engine.core.message import list_of

REVOLT: Final = "greece_lost"


async def plunder(s: State) -> None:
    """Give Gold to a civ that has come to Control it, for no VP; Greece may fall with its own Gold.

    Barbarians destroy the Gold they Control, whoever had it (Playbook, Gold City Sacking; N-141).
    """
    looted = s.gold.get(home_of(MACEDON)) == MACEDON
    for area in by_order(s.gold):
        change_hands(s, area)
    if looted and s.gold.get(home_of(MACEDON)) in EMPIRE:
        await test_greece(s)


def change_hands(s: State, area: str) -> None:
    """Change the owner of the Gold there: another civ in play that Controls the area gets it, Barbarians destroy it."""
    owner, holder = s.gold[area], controller(s, area)
    said = {"owner": text.civ(owner), "civ": text.civ(holder or ""), "area": text.area(area)}
    if holder == BARBARIANS:
        lose_gold(s, area)
        tell(s, "gold.lost", focus=(area,), **said)
    elif holder in s.order and holder != owner:
        lay_gold(s, area, holder)
        tell(s, "alexander.gold", focus=(area,), **said)


async def test_greece(s: State) -> None:
    """Test after the Gold of the Greek Homeland is looted: a card with an odd number ends the game in a Persian
    victory.
    """
    card = await card_that_counts(s)
    if card is None:
        return
    lost = card % 2 == 1
    tell(s, f"alexander.{'greece_lost' if lost else 'greece_held'}", card=text.card(card), n=card)
    await be_done_with(s, card)
    if lost:
        proclaim(s, persians(s), REVOLT)


def judge(s: State) -> None:
    """Conquer the West, the Levant and Egypt if no Gold is beneath their disks (AMB-72)."""
    for civ in (WEST, LEVANT, NILE):
        if civ in s.order and not gold_left(s, civ):
            conquer(s, civ)


def gold_left(s: State, civ: str) -> list[str]:
    """Return the Gold that keeps the civ alive: that of Egypt in Memphis and the Nile Delta only (AMB-70)."""
    found = gold_beneath(s, civ)
    return [area for area in found if area in (home_of(NILE), DELTA)] if civ == NILE else found


def conquer(s: State, civ: str) -> None:
    """Remove a conquered civ; the fleet of the Levant leaves the Seas with its last harbour."""
    fleet = seas(occupied_areas(s, civ)) if civ == LEVANT else []
    for area in fleet:
        remove(s, civ, area, disks(s, civ, area))
    tell(s, "alexander.conquered", focus=occupied_areas(s, civ), civ=text.civ(civ))
    if fleet:
        tell(s, "alexander.fleet", focus=fleet, civ=text.civ(civ), areas=list_of([text.area(a) for a in fleet]))
    fall(s, civ)


def heartland_is_lost(s: State) -> bool:
    """Return whether no Gold is beneath a disk of the Heartland."""
    return not gold_beneath(s, HEARTLAND)
