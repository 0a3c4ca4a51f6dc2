"""Puts a public view of Culture Wars into words, and counts for the figures at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import structs

from engine.core.figures import Figure, Figures, lines, losses, numbers
from engine.core.game import Event, Outcome
from engine.core.message import AS_TOLD, Message, list_of, strung
from engine.core.summary import Summary
from engine.core.text import has_text
from engine.culture_wars.presentation.board import holdings
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said, several
from engine.culture_wars.view import CultureWarsView

PLAYED: Final = ("order", "expansion", "movement")
TELLING: Final = ("conflict.", "settle.", "abandon.", "victory.")
NEW_ROUND: Final = "phase.order"
NEAR: Final = "victory.near"


class CultureSummary(Summary):
    """Culture Wars' views put into words."""

    titles = ("phase.", "setup.order")
    closing_step = "order"
    charted = "chart"
    headed = ("order.revealed", "expansion.grown", "excess.removed", "victory.rounds", "victory.nobody")

    def open_scores(self, _view: CultureWarsView) -> bool:
        """Return that the scores are public: settlements are on the map."""
        return True

    def moment(self, view: CultureWarsView) -> str:
        """Return the moment of the game: `Round 7` until all have moved, then `Round 7 ends`; in the setup, each
        step.
        """
        turn, phase = view.turn, view.phase
        if phase.startswith("setup") or phase == "over":
            return self.chapter(0, turn, phase)
        return said("round" if phase in PLAYED else "round_ends", n=turn)

    def turn_number(self, view: CultureWarsView) -> int:
        """Return the round."""
        return view.turn

    def phase(self, view: CultureWarsView) -> str:
        """Return the step."""
        return view.phase

    def order(self, view: CultureWarsView) -> Sequence[str]:
        """Return the order by the Null coins; empty while they are hidden."""
        return view.order

    def areas(self, view: CultureWarsView) -> Collection[str]:
        """Return the squares of land."""
        return view.squares

    def peoples(self, view: CultureWarsView) -> Collection[str]:
        """Return the cultures."""
        return view.cultures

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """Return a moment of the game: `Round 7 · Movement`."""
        key = f"phase.{phase}" if has_text(f"culture_wars.face.phase.{phase}") else "phase.begin"
        if phase.startswith("setup") or phase in {"", "over"}:
            return said(key)
        return said("chapter", n=turn, phase=said(key)) if turn > 0 else said("phase.begin")

    def standing(self, view: CultureWarsView, slug: str) -> str:
        """Return the standing of a culture: `22 tokens · 14 in supply · 1 settlement · Ace · 2 hidden coins`."""
        own = view.cultures.get(slug)
        return " · ".join([several("token", own.tokens), *holdings(own)]) if own else ""

    def score_line(self, view: CultureWarsView, slug: str) -> str:
        """Return the tokens and settlements of a culture: `22 tokens · 1 settlement`."""
        own = view.cultures.get(slug)
        return " · ".join([several("token", own.tokens), several("settlement", len(own.settlements))]) if own else ""

    def notes(self, view: CultureWarsView) -> Sequence[str]:
        """Return who wins if nothing changes, and how many rounds are left if their number is limited."""
        goal, rounds = view.victory, view.victory.rounds
        enough = [c for c in goal.holding if len(view.cultures[c].settlements) >= goal.target]
        short = [c for c in goal.holding if c not in enough]
        near = [(key, some) for key, some in (("near", enough), ("near_again", short)) if some]
        told = [said(key, culture=_held(view, some), n=view.turn, target=goal.target) for key, some in near]
        return [*told, *([said("rounds_left", n=rounds - view.turn + 1)] if rounds and view.turn else [])]

    def piles(self, view: CultureWarsView) -> str:
        """Return how many settlements win."""
        return said("target", n=view.victory.target)

    def differences(self, then: CultureWarsView, now: CultureWarsView) -> Sequence[str]:
        """Return what each culture has won or lost."""
        found = [text for slug in now.cultures if (text := between(then, now, slug))]
        return [f"{'; '.join(found) or said('no_counts')}."]

    def balance(self, then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
        """Return what a culture has won and lost: `+2 tokens, −1 settlement`."""
        return balance(then, now, slug)

    def visible(self, view: CultureWarsView, slug: str) -> object:
        """Return what is public of a culture, and its tokens by square."""
        own = view.cultures.get(slug)
        held = {name: square.tokens.get(slug, 0) for name, square in view.squares.items()}
        return own and structs.replace(own, by="", player=""), held

    def is_told_at_once(self, events: Sequence[Event]) -> bool:
        """Return whether the events are told at once: conflicts, settlements, victory."""
        return any(e.key.startswith(TELLING) for e in events)

    def condense(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events with growth, the moves of one culture, and lost excess in a line each."""
        return condense(events)

    def closing_part(self, before: CultureWarsView, events: Sequence[Event]) -> tuple[str, int]:
        """Return the heading of what was told before the Null coins were turned over for a new round, and its
        length.
        """
        last = next((i for i in reversed(range(len(events))) if events[i].key == NEW_ROUND), 0)
        phase = before.phase
        if not last or phase.startswith("setup"):
            return "", 0
        return said("round_ends", n=before.turn) if phase in PLAYED else "", last

    def sites(self, view: CultureWarsView, slug: str) -> Sequence[str]:
        """Return the settlements of a culture."""
        return view.cultures[slug].settlements if slug in view.cultures else ()

    def final(self, view: CultureWarsView, slug: str, score: int) -> str:
        """Return the final result: `3 settlements · 22 tokens`."""
        return f"{several('settlement', score)} · {several('token', view.cultures[slug].tokens)}"

    def turn(self, _era: int, turn: int) -> str:
        """Return the turn: `round 7`."""
        return said("over.at", n=turn)

    def origins(self, view: CultureWarsView, slug: str) -> str:
        """Return what the points come from: `Settlements: e9, h3 and c7`."""
        squares = [NAMES.name("area", square) for square in self.sites(view, slug)]
        return said("over.settled", squares=list_of(squares)) if squares else ""

    def reason(self, outcome: Outcome) -> str:
        """Return why the game has ended."""
        return said(f"reason.{outcome.reason}")

    def points(self, n: int) -> str:
        """Return points in words: `3 settlements`."""
        return several("settlement", n)

    def ends(self, view: CultureWarsView) -> str:
        """Return how many settlements win, and after how many rounds the game ends if a limit was agreed on."""
        text, rounds = said("ends", n=view.victory.target), view.victory.rounds
        return f"{text} {said('ends_after', n=rounds)}" if rounds else text

    def length(self, view: CultureWarsView) -> str:
        """Return how long the game was: `12 rounds`."""
        return several("round_count", max(1, view.turn))

    def board(self, _view: CultureWarsView) -> bool:
        """Return True: there always is a board."""
        return True


def _held(view: CultureWarsView, cultures: Iterable[str]) -> Message:
    """Return how many settlements these cultures hold."""
    held = {NAMES.name("civ", c): several("settlement", len(view.cultures[c].settlements)) for c in cultures}
    return list_of([said("holds_n", culture=name, settlements=n) for name, n in held.items()])


def between(then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
    """Return what a culture has won and lost, with its name: `Suns +2 tokens, −1 settlement`; empty if nothing has
    changed.
    """
    told = balance(then, now, slug)
    return f"{NAMES.name('civ', slug)} {told}" if told else ""


def balance(then: CultureWarsView, now: CultureWarsView, slug: str) -> str:
    """Return what a culture has won and lost: `+2 tokens, −1 settlement`; empty if nothing has changed."""
    old, new = then.cultures[slug], now.cultures[slug]
    counts = (
        ("token", new.tokens - old.tokens),
        ("settlement", len(new.settlements) - len(old.settlements)),
        ("hidden_coin", new.hidden - old.hidden),
    )
    return ", ".join(f"{'+' if n > 0 else '−'}{several(key, abs(n))}" for key, n in counts if n)


GROWN, LOST, MOVED, SAILED = "expansion.grown", "excess.removed", "movement.moved", "movement.sailed"


def condense(events: Iterable[Event]) -> list[Event]:
    """Return the events, with those of one kind that follow each other joined; movements only of the same culture.
    `CultureSummary.notes` says who is about to win, so that isn't among them.
    """
    told: list[Event] = []
    for (kind, _), group in groupby([event for event in events if event.key != NEAR], key=_kind):
        same = list(group)
        told += [structs.replace(same[0], said=JOINED[kind](same))] if kind in JOINED and len(same) > 1 else same
    return told


def _kind(event: Event) -> tuple[str, str]:
    if event.said.key == AS_TOLD:
        return "", ""
    if event.key in {MOVED, SAILED}:
        return MOVED, value(event, "player")
    return event.key, ""


def value(event: Event, field: str) -> str:
    """Return a token or slug that the event names."""
    return str(event.said.values[field])


def number(event: Event) -> int:
    """Return how many tokens the event is about."""
    n = event.said.values["n"]
    return n if isinstance(n, int) else 0


def growth_line(events: Sequence[Event]) -> Message:
    """Return the growth in one line: `Growth: Crowns +6, Suns +5.`"""
    return _said("grown", list=strung(f"{value(e, 'player')} +{number(e)}" for e in events))


def excess_line(events: Sequence[Event]) -> Message:
    """Return the lost excess in one line: `Excess: Moons 3 (e2 1, c4 2), Suns 1 (h8 1).`"""
    parts = []
    for culture in dict.fromkeys(value(event, "player") for event in events):
        own = [(value(e, "square"), number(e)) for e in events if value(e, "player") == culture]
        where, total = strung(f"{square} {n}" for square, n in own), sum(n for _, n in own)
        parts.append(_said("loser", culture=culture, n=total, list=where))
    return _said("lost", list=strung(parts))


def moves_line(events: Sequence[Event]) -> Message:
    """Return the moves of a culture in one line: `Moons moved 4: c4-c5 3, d2-e2 1.`"""
    going: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        going[event.key, value(event, "start"), value(event, "goal")] += number(event)
    parts = [_move(*way, n) for way, n in going.items()]
    return _said("moved", culture=value(events[0], "player"), n=going.total(), list=strung(parts))


def _move(key: str, start: str, goal: str, n: int) -> Message:
    return _said("sailed" if key == SAILED else "move", n=n, start=start, goal=goal)


def _said(key: str, /, **values: str | int | Message) -> Message:
    return Message(f"culture_wars.face.condensed.{key}", values)


JOINED: Final[Mapping[str, Callable[[Sequence[Event]], Message]]] = {
    GROWN: growth_line,
    LOST: excess_line,
    MOVED: moves_line,
}


TOKENS: Final = numbers("player", "n")

FIGURES: Final = Figures(
    (
        Figure("grown", {"expansion.grown": numbers("player", "n")}),
        Figure("moved", {"movement.moved": TOKENS, "movement.sailed": TOKENS}),
        Figure("lost", {"conflict.fought": losses("before", "after")}),
        Figure("surplus", {"excess.removed": numbers("player", "n")}),
        Figure("settled", {f"settle.{how}": lines("player") for how in ("ace", "own", "replaced", "with_ace")}),
        Figure("abandoned", {"abandon.coin": lines("player"), "abandon.ace": lines("player")}),
    )
)
