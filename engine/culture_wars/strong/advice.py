"""What the strong computer of Culture Wars advises a player to answer, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.core.advice import Advised, vantage_of
from engine.core.ask import PASS, Ask, Request, Seat
from engine.core.deliberation import Rehearsal, Vantage
from engine.core.message import Message
from engine.core.table import Table
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.state import State
from engine.culture_wars.strong.deliberation import CultureDeliberation, plan_moves, usually
from engine.culture_wars.strong.reasons import MOVE, advised_reason

MIND: Final = CultureDeliberation()


class CultureAdviser:
    """The strong computer in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from what everyone may see."""
        if asked.key == MOVE and len(ask.options) > 1:
            return movement(vantage_of(table, seat))
        picks = usually(table.state, asked, ask)
        key = asked.key.replace(".", "_")
        return Advised(picks, Message(f"advice.culture_wars.{key}{'_not' if picks == (PASS,) else ''}"))


def movement(vantage: Vantage) -> Advised:
    """Return the next move of the strong computer's plan, with what all of the plan leads to."""
    picks, plan = MIND.answer(vantage), plan_moves(replace(vantage, entries=()))
    if plan == (DONE,):
        return Advised(picks, Message("advice.culture_wars.stay"))
    begun: Rehearsal[State] = Rehearsal(replace(vantage, entries=()))
    seat = begun.game.seats(begun.state)[vantage.place]
    return Advised(
        picks, advised_reason(begun.state, seat, [(start, goal, n) for start, _, goal, n in map(parse, plan[:-1])])
    )
