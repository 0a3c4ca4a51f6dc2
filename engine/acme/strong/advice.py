"""What the strong computer advises a player to answer, and why."""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.npc.decision import decide
from engine.acme.questions.board import are_friends, disks, stacks
from engine.acme.state import State
from engine.acme.strong.deliberation import think, thinks_about, threatened_area
from engine.core import text
from engine.core.advice import Advised
from engine.core.ask import Ask, Request, Seat
from engine.core.message import NOTHING, Message
from engine.core.table import Table

PLACING = "growth.deploy"


class AcmeAdviser:
    """The strong computer of ACME in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from public facts and the seat's own hand."""
        s: State = table.state
        usual = decide(s, asked, ask)
        if asked.is_shared or not thinks_about(asked, ask):
            return Advised(usual.picks, _as_usual(seat, usual.why))
        picks = think(s, asked, ask)
        if asked.key == PLACING and picks[0] in AREAS:
            return Advised(picks, place_reason(s, asked, ask, picks[0]))
        if picks == usual.picks:
            return Advised(picks, _as_usual(seat, usual.why))
        return Advised(picks, Message(f"advice.acme.{asked.key.replace('.', '_')}"))


def _as_usual(seat: Seat, why: str) -> Message:
    """Return the reason that an NPC would tell."""
    name, _, what = why.partition(":")
    return Message(f"why.{name}", {"civ": text.civ(seat), "what": what}) if name else NOTHING


def place_reason(s: State, asked: Request, ask: Ask, area: str) -> Message:
    """Return what a disk in that area is for: defence, a fight, a City, or growth."""
    return Message(f"advice.acme.place_{_purpose(s, asked, ask, area)}", {"area": text.area(area)})


def _purpose(s: State, asked: Request, ask: Ask, area: str) -> str:
    if threatened_area(s, asked, ask) == area:
        return "guards"
    if any(not are_friends(s, f, ask.seat) for f in stacks(s, area)):
        return "fights"
    n, land = disks(s, ask.seat, area) + 1, AREAS[area]
    if land.is_sea:
        return "sails"
    if land.holds_cities and RULES.settlement_disks < n <= RULES.city_disks:
        return "builds"
    return "grows" if land.terrain in {"fertile", "plains", "mountain"} else "holds"
