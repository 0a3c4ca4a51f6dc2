"""What a public view of Culture Wars says in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import structs

from engine.core.game import Event, Outcome
from engine.core.said import listed
from engine.core.summary import Summary
from engine.core.text import known
from engine.culture_wars.presentation.board import holdings
from engine.culture_wars.presentation.condensing import condensed
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several
from engine.culture_wars.view import CultureWarsView

PLAYED: Final = ("order", "expansion", "movement")
TELLING: Final = ("conflict.", "settle.", "abandon.", "victory.")
NEW_ROUND: Final = "phase.order"


class CultureSummary(Summary):
    """The summary of Culture Wars."""

    titles = ("phase.", "setup.order")
    closing_step = "order"
    charted = "chart"
    headed = ("order.revealed", "expansion.grown", "excess.removed", "victory.rounds", "victory.nobody")

    def open_scores(self, _view: CultureWarsView) -> bool:
        """Settlements stand on the map."""
        return True

    def moment(self, view: CultureWarsView) -> str:
        """`Round 7` until everybody has moved, then `Round 7 ends`; the steps of the setup one by one."""
        turn, phase = view.turn, view.phase
        if phase.startswith("setup") or phase == "over":
            return self.chapter(0, turn, phase)
        return said("round" if phase in PLAYED else "round_ends", n=turn)

    def turn_number(self, view: CultureWarsView) -> int:
        """The round."""
        return view.turn

    def phase(self, view: CultureWarsView) -> str:
        """The step."""
        return view.phase

    def order(self, view: CultureWarsView) -> Sequence[str]:
        """As the Null coins have shown it; nothing while they are hidden."""
        return view.order

    def areas(self, view: CultureWarsView) -> Collection[str]:
        """The squares of land."""
        return view.squares

    def peoples(self, view: CultureWarsView) -> Collection[str]:
        """The cultures."""
        return view.cultures

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """`Round 7 · Movement`."""
        key = f"phase.{phase}" if known(f"culture_wars.face.phase.{phase}") else "phase.begin"
        if phase.startswith("setup") or phase in {"", "over"}:
            return said(key)
        return said("chapter", n=turn, phase=said(key)) if turn > 0 else said("phase.begin")

    def standing(self, view: CultureWarsView, slug: str) -> str:
        """`22 tokens · 14 in supply · 1 settlement · Ace · 2 hidden coins`."""
        own = view.cultures.get(slug)
        return " · ".join([several("token", own.tokens), *holdings(own)]) if own else ""

    def notes(self, view: CultureWarsView) -> Sequence[str]:
        """Who wins if nothing changes, and where a number of rounds ends the game."""
        goal, rounds = view.victory, view.victory.rounds
        near = [self._near(view, c, goal.target) for c in goal.holding]
        return [*near, *([said("rounds_left", n=rounds - view.turn + 1)] if rounds and view.turn else [])]

    def _near(self, view: CultureWarsView, slug: str, target: int) -> str:
        """Enough at the end of the last round: what it wins with at the end of this one."""
        held = len(view.cultures[slug].settlements)
        holds = said("holds_n", culture=NAMES.name("civ", slug), settlements=several("settlement", held))
        return said("near" if held >= target else "near_again", culture=holds, n=view.turn, target=target)

    def piles(self, view: CultureWarsView) -> str:
        """How many settlements win."""
        return said("target", n=view.victory.target)

    def undone(self, then: CultureWarsView, now: CultureWarsView) -> Sequence[str]:
        """What each culture has won or lost."""
        found = [text for slug in now.cultures if (text := between(then, now, slug))]
        return [f"{'; '.join(found) or said('no_counts')}."]

    def balance(self, then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
        """`+2 tokens, −1 settlement`."""
        return balance(then, now, slug)

    def visible(self, view: CultureWarsView, slug: str) -> object:
        """A culture's holdings and its tokens by square."""
        own = view.cultures.get(slug)
        held = {name: square.tokens.get(slug, 0) for name, square in view.squares.items()}
        return own and structs.replace(own, by="", player=""), held

    def telling(self, events: Sequence[Event]) -> bool:
        """Conflicts, settlements and victory are told at once."""
        return any(e.key.startswith(TELLING) for e in events)

    def condensed(self, events: Sequence[Event]) -> Sequence[Event]:
        """Growth, the moves of one culture, and what is lost as excess in a line each."""
        return condensed(events)

    def closing(self, before: CultureWarsView, events: Sequence[Event]) -> tuple[str, int]:
        """What was told before the Null coins of a new round were turned over ends the round before."""
        last = next((i for i in reversed(range(len(events))) if events[i].key == NEW_ROUND), 0)
        phase = before.phase
        if not last or phase.startswith("setup"):
            return "", 0
        return said("round_ends", n=before.turn) if phase in PLAYED else "", last

    def sites(self, view: CultureWarsView, slug: str) -> Sequence[str]:
        """The settlements of a culture."""
        return view.cultures[slug].settlements if slug in view.cultures else ()

    def final(self, view: CultureWarsView, slug: str, score: int) -> str:
        """`3 settlements · 22 tokens`."""
        return f"{several('settlement', score)} · {several('token', view.cultures[slug].tokens)}"

    def turn(self, _era: int, turn: int) -> str:
        """`round 7`."""
        return said("over.at", n=turn)

    def origins(self, view: CultureWarsView, slug: str) -> str:
        """`Settlements: e9, h3 and c7`."""
        squares = [NAMES.name("area", square) for square in self.sites(view, slug)]
        return said("over.settled", squares=listed(squares)) if squares else ""

    def reason(self, outcome: Outcome) -> str:
        """Why the game has ended."""
        return said(f"reason.{outcome.reason}")

    def points(self, n: int) -> str:
        """`3 settlements`."""
        return several("settlement", n)

    def ends(self, view: CultureWarsView) -> str:
        """How many settlements win, and a number of rounds if one was agreed on."""
        text, rounds = said("ends", n=view.victory.target), view.victory.rounds
        return f"{text} {said('ends_after', n=rounds)}" if rounds else text

    def length(self, view: CultureWarsView) -> str:
        """`12 rounds`."""
        return several("round_count", max(1, view.turn))

    def board(self, _view: CultureWarsView) -> bool:
        """Always."""
        return True


def between(then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
    """`Suns +2 tokens, −1 settlement`; empty if nothing that is counted has changed."""
    told = balance(then, now, slug)
    return f"{NAMES.name('civ', slug)} {told}" if told else ""


def balance(then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
    """`+2 tokens, −1 settlement`; empty if nothing that is counted has changed."""
    old, new = then.cultures[slug], now.cultures[slug]
    counts = (
        ("token", new.tokens - old.tokens),
        ("settlement", len(new.settlements) - len(old.settlements)),
        ("hidden_coin", new.hidden - old.hidden),
    )
    return ", ".join(f"{'+' if n > 0 else '−'}{several(key, abs(n))}" for key, n in counts if n)
