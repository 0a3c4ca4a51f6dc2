"""What the strong computer advises a player to answer, and why."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.decision import decide
from engine.acme.questions.board import are_friends, disks, stacks
from engine.acme.state import State
from engine.acme.strong.deliberation import DEITY, think, thinks_about, threatened
from engine.acme.strong.settling import Settler, best_landing, settler
from engine.core import text
from engine.core.advice import Advised
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.message import NOTHING, Message, list_of
from engine.core.table import Table

PLACING: Final = "growth.deploy"
OWN: Final = frozenset({"setup.civ", "setup.home", "deity.choose", "deity.pay"})
"""Questions that it answers for reasons of its own, even where an NPC would answer the same."""
UNSAID: Final = {"card.negate": "harmless", "competition.removal": "loss.lost", "loss.buy_off": "loss.lost"}
"""The reasons for answers that an NPC gives without one."""


class AcmeAdviser:
    """The strong computer of ACME in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from public facts and the seat's own hand."""
        s = as_strong(table.state, seat)
        usual = decide(s, asked, ask)
        thinks = not asked.is_shared and thinks_about(asked, ask)
        picks = think(s, asked, ask) if thinks else usual.picks
        if thinks and asked.key == PLACING and picks[0] in AREAS:
            return Advised(picks, place_reason(s, asked, ask, picks[0]))
        if thinks and is_own(asked, picks, usual.picks):
            return Advised(picks, Message(f"advice.acme.{asked.key.replace('.', '_')}"))
        return Advised(picks, usual_reason(asked, ask, usual.why))


def as_strong(s: State, seat: Seat) -> State:
    """Return the position as it is when the strong computer plays the seat: its cards go against the leader."""
    return replace(s, civs={**s.civs, seat: replace(s.civs[seat], strong=True)})


def is_own(asked: Request, picks: Picks, usual: Picks) -> bool:
    """Return whether it has another reason for its answer than an NPC has."""
    return asked.key in OWN or (picks == (DEITY,) and picks != usual)


def usual_reason(asked: Request, ask: Ask, why: str) -> Message:
    """Return the reason of an NPC, said to the player who asks; empty if there is nothing else to answer."""
    name, _, what = why.partition(":")
    if not name and len(ask.options) > 1 and asked.key in UNSAID:
        name, what = UNSAID[asked.key], text.area(asked.about[0]) if asked.about else ""
    return Message(f"advice.acme.why.{name}", {"what": what}) if name else NOTHING


def place_reason(s: State, asked: Request, ask: Ask, area: str) -> Message:
    """Return what a disk in that area is for: defence, a fight, a City, or growth."""
    if (guarded := threatened(s, asked, ask)) is not None:
        return Message(f"advice.acme.why.place.{guarded.number}", {"what": text.area(area)})
    who = settler(s, ask.seat, asked.left)
    return Message(f"advice.acme.place_{_purpose(who, area)}", {"areas": list_of([text.area(area)]), "n": 1})


def _purpose(who: Settler, area: str) -> str:
    if any(not are_friends(who.s, f, who.civ) for f in stacks(who.s, area)):
        return "fights"
    landing, own, land = best_landing(who, [area]), disks(who.s, who.civ, area), AREAS[area]
    n = own + (landing.n if landing else 1)
    if land.holds_cities and own < RULES.city_disks <= n:
        return "builds"
    if land.is_sea and who.sea:
        return "sails"
    if who.growth_of(area, n) > who.growth_of(area, own):
        return "grows"
    return "spares" if land.holds_cities and n > RULES.city_disks else "holds"
