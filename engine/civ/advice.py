"""What the strong computer of Advanced Civilization advises a player to answer, and why."""

from __future__ import annotations

from typing import Any, Final

from engine.civ.npc.decision import because, decide
from engine.civ.npc.hooks import MOVE
from engine.civ.options import STRONG
from engine.civ.strong.deliberation import CivDeliberation
from engine.core.advice import USUAL, Advised, vantage_of
from engine.core.ask import Ask, Request, Seat
from engine.core.message import Message, list_of
from engine.core.table import Table

MIND: Final = CivDeliberation()
LISTED: Final = {"area": "areas", "advance": "advances"}
"""Values of reasons that become lists."""


class CivAdviser:
    """The strong computer in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from what the seat may see."""
        found = USUAL.answer(table, seat, asked, ask)
        if asked.key == MOVE and len(ask.options) > 1 and not asked.is_shared:
            picks = MIND.answer(vantage_of(table, seat))
            if picks != found.picks:
                first = decide(table.state, asked, ask, STRONG)
                why = first.why if first.picks == picks else because("compared")
                return Advised(picks, to_the_player(why))
        return Advised(found.picks, to_the_player(found.why))


def to_the_player(why: Message) -> Message:
    """Return the reason of a decision, said to the player. Areas and advances become lists, so that one sentence can
    tell several reasons of a kind.
    """
    values = {name: value for name, value in why.values.items() if name not in LISTED}
    about = {many: why.values.get(one) for one, many in LISTED.items()}
    listed = {many: list_of([value]) for many, value in about.items() if isinstance(value, str | Message)}
    counted = {"n": 1} if listed else {}
    return Message(f"advice.civ.{why.key.rpartition('.')[2]}", {**values, **listed, **counted}) if why else why
