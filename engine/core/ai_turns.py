"""The part of a table in which computers answer: at once, or with what they have thought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.deliberation import Deliberation, Thought, Vantage, mark
from engine.core.record import Checkpoint, Entry, Record
from engine.core.runner import Runner

S = TypeVar("S")
MOST_UNASKED: Final = 200  # about a second's worth


class Computers(Runner[S]):
    """Rules that run with computers in some seats, and what is recorded of that."""

    record: Record
    _npcs: bool
    _restless: bool  # whether the NPC may have more to answer
    _marks: list[Checkpoint]  # boundaries since the one that the record begins with

    @property
    def is_unfinished(self) -> bool:
        """Return whether the NPC still has answers to give, so that nobody else is asked; see `go_on`."""
        return self._npcs and self._restless and self._npc_ask() is not None

    def go_on(self, thoughts: Sequence[Thought] | None = None) -> None:
        """Let the NPC give its next answers, at most `MOST_UNASKED`; does nothing unless the table is unfinished.

        With `thoughts`, only those that fit the present record answer what needs thinking, and it stops if there is
        none; without, it thinks here and now.
        """
        ready = None if thoughts is None else {thought.mark: thought for thought in thoughts}
        self._go_on(lambda ask: self._thought(ask, ready))

    @property
    def thinker(self) -> Seat | None:
        """Return the seat whose computer must think before the table continues."""
        ask = self._npc_ask() if self.is_unfinished else None
        return ask.seat if ask is not None and self._thinks(ask) else None

    def think(self) -> Thought | None:
        """Return what the thinking computer decides, if there is one. It changes nothing and may take a while."""
        seat = self.thinker
        ask = None if seat is None else self.ask_of(seat)
        return None if ask is None else self._thought(ask, None)

    def fits(self, thoughts: Sequence[Thought]) -> bool:
        """Return whether one of these belongs to the present record."""
        here = mark(self.record)
        return any(thought.mark == here for thought in thoughts)

    def _thought(self, ask: Ask, ready: Mapping[str, Thought] | None) -> Thought | None:
        """Return what that seat's computer has decided, or decides now; None if the decision no longer fits."""
        here, how = mark(self.record), self._deliberation()
        if ready is None and how is not None:
            return Thought(here, ask.seat, how.answer(self._vantage(ask.seat)))
        found = (ready or {}).get(here)
        return found if found is not None and found.seat == ask.seat and ask.refusal(found.picks) is None else None

    def _vantage(self, seat: Seat) -> Vantage:
        """Return the point from which that seat decides, without others' answers to the open question."""
        last: Checkpoint | Record = self._marks[-1] if self._marks else self.record
        since = self.record.entries[last.first - self.record.first :]
        return Vantage(self.game, last.step, bytes(last.state), tuple(since), self.place_of(seat))

    def _deliberation(self) -> Deliberation | None:
        how: Deliberation | None = getattr(self.game, "deliberation", None)
        return how

    def _thinks(self, ask: Ask) -> bool:
        """Return whether the computer of that seat thinks about its question.

        Never if several are asked at once: persons must not wait for it, and the question may tell of what others hold.
        """
        asked, how = self.pending, self._deliberation()
        return how is not None and asked is not None and not asked.is_shared and how.is_wanted(self.state, asked, ask)

    def _go_on(self, thought: Callable[[Ask], Thought | None] | None = None) -> None:
        """Let the NPC answer for its seats, then move the checkpoint up as far as undo allows.

        It stops after `MOST_UNASKED` answers, since a game among NPCs may last long while others wait; but never in a
        question that persons are asked too. It also stops where a computer has to think and there is no `thought` yet.
        """
        left, ask = MOST_UNASKED, None
        while self._npcs and self.pending and (ask := self._npc_ask()) and (left > 0 or self._asks_persons()):
            asked = self.pending.to(ask.seat) if self.pending.own else self.pending
            picks = self._given_by_npc(asked, ask, thought)
            if picks is None:
                break
            self._take(Entry(asked.key, ask.seat, picks, auto=True))
            self._settle()
            left -= 1
        self._restless = not self._npcs or ask is not None
        self._settle()

    def _given_by_npc(self, asked: Request, ask: Ask, thought: Callable[[Ask], Thought | None] | None) -> Picks | None:
        """Return the NPC's answer for a seat; None if it has to think first."""
        if not self._thinks(ask):
            return self.game.npc(self.state, asked, ask)
        found = None if thought is None else thought(ask)
        return None if found is None else found.picks

    def _asks_persons(self) -> bool:
        return any(self.game.controller(self.state, ask.seat) != "npc" for ask in self._asks_left())

    def _npc_ask(self) -> Ask | None:
        controller, s = self.game.controller, self.state
        for ask in self._left.values():
            if controller(s, ask.seat) == "npc":
                return ask
        return None

    def _take(self, entry: Entry) -> None:
        """Apply an entry that fits."""
        raise NotImplementedError

    def _settle(self) -> None:
        """Make the last boundary that undo cannot cross the new checkpoint."""
        raise NotImplementedError
