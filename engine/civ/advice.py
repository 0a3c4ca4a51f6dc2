"""What the strong computer of Advanced Civilization advises a player to answer, and why."""

from __future__ import annotations

from typing import Any, Final

from engine.civ.npc.decision import because, decide
from engine.civ.npc.hooks import MOVE
from engine.civ.options import STRONG
from engine.civ.strong.deliberation import CivDeliberation
from engine.core.advice import USUAL, Advised, vantage_of
from engine.core.ask import Ask, Request, Seat
from engine.core.message import Message
from engine.core.table import Table

MIND: Final = CivDeliberation()


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
    """Return the reason of a decision as it is said to whom it is advised."""
    return Message(f"advice.civ.{why.key.rpartition('.')[2]}", why.values) if why else why
