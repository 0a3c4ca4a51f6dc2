"""What NPCs give up or pay in the removal rounds (Playbook, Solitaire Competition; RUL-163)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.facts.catalog import AREAS
from engine.acme.fight.stack import CUBE, DISK, WHITE, area_of
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.npc.fights.means import is_all_in, spares_nothing, worth_mina
from engine.acme.npc.fights.outlook import best_of, fight_out
from engine.acme.npc.fights.scene import scene_of
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

MINA = "mina"


@decides("competition.removal")
def give_up_one(s: State, request: Request, ask: Ask) -> Decision:
    """Pay if the Caveat allows it, else give up a unit."""
    del request
    means = payments(s, ask.seat, ask.options)
    area = area_of(s)
    if means and pays(s, ask.seat, area, len(means), turn=ask.seat):
        kind = "all_in" if is_all_in(s, ask.seat, area) else "worth"
        return only(ask, means[0], f"fight.pay.{kind}:{text.area(area)}")
    unit = unit_of(s, ask.seat, ask.options)
    return only(ask, unit, f"fight.give_up:{text.area(area)}" if means else "")


def payments(s: State, npc: str, offered: Sequence[str]) -> list[str]:
    """Return all payments it would make, in order: Investments, mina where disks are worth them, all-in cards too."""
    area = area_of(s)
    laid = [t for t in offered if t.startswith("investment:")]
    invested = [t for t in laid for _ in range(s.civs[npc].investments[t[11:]])]
    mina = [MINA] * (s.civs[npc].mina if MINA in offered and worth_mina(s, npc, area) else 0)
    cards = [int(t[5:]) for t in offered if t.startswith("card:")] if is_all_in(s, npc, area) else []
    return [*invested, *mina, *(f"card:{n}" for n in given_up_first(cards))]


def pays(s: State, npc: str, area: str, most: int, *, turn: str = "") -> bool:
    """Return whether paying achieves the NPC's aim: 3 disks, a win or a tie, with all its payments.

    `turn`: who is asked, if a round is under way.
    """
    scene, found = scene_of(s, npc, area), []
    scene.arena.turn = turn
    for _ in range(most + 1):
        found.append(scene.outlook)
        scene.pay()
    return best_of(area, found, spare_nothing=spares_nothing(s, npc, area)) > 0


def unit_of(s: State, npc: str, offered: Sequence[str]) -> str:
    """Return a white disk; else the Stronghold, unless more disks would be left than the area keeps; else a disk."""
    if WHITE in offered or CUBE not in offered:
        return WHITE if WHITE in offered else DISK
    area = area_of(s)
    arena = scene_of(s, npc, area).arena
    arena.turn = npc
    left = fight_out(arena).get(npc, 0)
    return DISK if DISK in offered and left > AREAS[area].rest_cap else CUBE
