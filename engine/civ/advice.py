"""What the computer of Advanced Civilization advises a player to answer, and why."""

from __future__ import annotations

from typing import Any

from engine.core import text
from engine.core.advice import USUAL, Advised
from engine.core.ask import Ask, Request, Seat
from engine.core.message import Message
from engine.core.table import Table


class CivAdviser:
    """The computer in a player's place."""

    def answer(self, table: Table[Any], seat: Seat, asked: Request, ask: Ask) -> Advised:
        """Return its answer from what the seat may see."""
        found = USUAL.answer(table, seat, asked, ask)
        return Advised(found.picks, Message(found.why.key, {"player": text.civ(seat), **found.why.values}))
