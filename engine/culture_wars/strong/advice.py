"""What the strong computer of Culture Wars advises a player to answer, and why."""

from __future__ import annotations

from typing import Any, Final

from engine.core.advice import Advised, vantage_of
from engine.core.ask import PASS, Ask, Request, Seat
from engine.core.message import Message
from engine.core.table import Table
from engine.culture_wars.movement import DONE
from engine.culture_wars.strong.deliberation import CultureDeliberation, usually
from engine.culture_wars.strong.reasons import MOVE

MIND: Final = CultureDeliberation()


class CultureAdviser:
    """The strong computer in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from what everyone may see."""
        if asked.key == MOVE and len(ask.options) > 1:
            picks = MIND.answer(vantage_of(table, seat))
            return Advised(
                picks, Message("advice.culture_wars.stay" if picks == (DONE,) else "advice.culture_wars.move")
            )
        picks = usually(table.state, asked, ask)
        key = asked.key.replace(".", "_")
        return Advised(picks, Message(f"advice.culture_wars.{key}{'_not' if picks == (PASS,) else ''}"))
