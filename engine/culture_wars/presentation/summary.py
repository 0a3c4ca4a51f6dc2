"""What a public view of Culture Wars says in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.game import Event, Outcome, View
from engine.core.said import listed
from engine.core.summary import Summary
from engine.core.text import known
from engine.culture_wars.presentation.board import culture, holdings, squares
from engine.culture_wars.presentation.condensing import condensed
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several

PLAYED: Final = ("order", "expansion", "movement")
TELLING: Final = ("conflict.", "settle.", "abandon.", "victory.")
NEW_ROUND: Final = "phase.order"


class CultureSummary(Summary):
    """The summary of Culture Wars."""

    titles = ("phase.", "setup.order")
    closing_step = "order"
    charted = "chart"
    headed = ("order.revealed", "expansion.grown", "excess.removed", "victory.rounds", "victory.nobody")

    def open_scores(self, _view: View) -> bool:
        """Settlements stand on the map."""
        return True

    def moment(self, view: View) -> str:
        """`Round 7` until everybody has moved, then `Round 7 ends`; the steps of the setup one by one."""
        turn, phase = int(view.get("turn", 0)), str(view.get("phase", ""))
        if phase.startswith("setup") or phase == "over":
            return self.chapter(0, turn, phase)
        return said("round" if phase in PLAYED else "round_ends", n=turn)

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """`Round 7 · Movement`."""
        key = f"phase.{phase}" if known(f"culture_wars.face.phase.{phase}") else "phase.begin"
        if phase.startswith("setup") or phase in {"", "over"}:
            return said(key)
        return said("chapter", n=turn, phase=said(key)) if turn > 0 else said("phase.begin")

    def standing(self, view: View, slug: str) -> str:
        """`22 tokens · 14 in supply · 1 settlement · Ace · 2 hidden coins`."""
        own = culture(view, slug)
        return " · ".join([several("token", own["tokens"]), *holdings(own)]) if own else ""

    def notes(self, view: View) -> Sequence[str]:
        """Who wins if nothing changes, and where a number of rounds ends the game."""
        goal = view.get("victory") or {}
        holding = goal.get("holding", ())
        near = [self._near(view, c, goal["target"]) for c in holding]
        rounds = goal.get("rounds") or 0
        return [*near, *([said("rounds_left", n=rounds - view["turn"] + 1)] if rounds and view["turn"] else [])]

    def _near(self, view: View, slug: str, target: int) -> str:
        """Enough at the end of the last round: what it wins with at the end of this one."""
        held = len(culture(view, slug)["settlements"])
        holds = said("holds_n", culture=NAMES.name("civ", slug), settlements=several("settlement", held))
        return said("near" if held >= target else "near_again", culture=holds, n=view["turn"], target=target)

    def piles(self, view: View) -> str:
        """How many settlements win."""
        goal = view.get("victory") or {}
        return said("target", n=goal["target"]) if goal else ""

    def undone(self, then: View, now: View) -> Sequence[str]:
        """What each culture has won or lost."""
        found = [text for slug in now.get("cultures", {}) if (text := between(then, now, slug))]
        return [f"{'; '.join(found) or said('no_counts')}."]

    def balance(self, then: View, now: View, slug: str) -> str:
        """`+2 tokens, −1 settlement`."""
        return balance(then, now, slug)

    def visible(self, view: View, slug: str) -> object:
        """A culture's holdings and its tokens by square."""
        own = {key: value for key, value in culture(view, slug).items() if key not in {"by", "player"}}
        return own, {name: square["tokens"].get(slug, 0) for name, square in squares(view).items()}

    def telling(self, events: Sequence[Event]) -> bool:
        """Conflicts, settlements and victory are told at once."""
        return any(e.key.startswith(TELLING) for e in events)

    def condensed(self, events: Sequence[Event]) -> Sequence[Event]:
        """Growth, the moves of one culture, and what is lost as excess in a line each."""
        return condensed(events)

    def closing(self, before: View, events: Sequence[Event]) -> tuple[str, int]:
        """What was told before the Null coins of a new round were turned over ends the round before."""
        last = next((i for i in reversed(range(len(events))) if events[i].key == NEW_ROUND), 0)
        phase = str(before.get("phase", ""))
        if not last or phase.startswith("setup"):
            return "", 0
        return said("round_ends", n=before["turn"]) if phase in PLAYED else "", last

    def sites(self, view: View, slug: str) -> Sequence[str]:
        """The settlements of a culture."""
        return list(culture(view, slug).get("settlements", ()))

    def final(self, view: View, slug: str, score: int) -> str:
        """`3 settlements · 22 tokens`."""
        return f"{several('settlement', score)} · {several('token', culture(view, slug).get('tokens', 0))}"

    def turn(self, _era: int, turn: int) -> str:
        """`round 7`."""
        return said("over.at", n=turn)

    def origins(self, view: View, slug: str) -> str:
        """`Settlements: e9, h3 and c7`."""
        squares = [NAMES.name("area", square) for square in self.sites(view, slug)]
        return said("over.settled", squares=listed(squares)) if squares else ""

    def reason(self, outcome: Outcome) -> str:
        """Why the game has ended."""
        return said(f"reason.{outcome.reason}")

    def points(self, n: int) -> str:
        """`3 settlements`."""
        return several("settlement", n)

    def ends(self, view: View) -> str:
        """How many settlements win, and a number of rounds if one was agreed on."""
        goal = view.get("victory") or {}
        text = said("ends", n=goal.get("target", 0))
        return f"{text} {said('ends_after', n=goal['rounds'])}" if goal.get("rounds") else text

    def length(self, view: View) -> str:
        """`12 rounds`."""
        return several("round_count", max(1, int(view.get("turn", 1))))

    def board(self, view: View) -> bool:
        """Always, once there is a map."""
        return "squares" in view


def between(then: View, now: View, slug: str) -> str:
    """`Suns +2 tokens, −1 settlement`; empty if nothing that is counted has changed."""
    told = balance(then, now, slug)
    return f"{NAMES.name('civ', slug)} {told}" if told else ""


def balance(then: View, now: View, slug: str) -> str:
    """`+2 tokens, −1 settlement`; empty if nothing that is counted has changed."""
    old, new = culture(then, slug), culture(now, slug)
    counts: list[tuple[str, Any]] = [
        ("token", new.get("tokens", 0) - old.get("tokens", 0)),
        ("settlement", len(new.get("settlements", ())) - len(old.get("settlements", ()))),
        ("hidden_coin", new.get("hidden", 0) - old.get("hidden", 0)),
    ]
    return ", ".join(f"{'+' if n > 0 else '−'}{several(key, abs(n))}" for key, n in counts if n)
