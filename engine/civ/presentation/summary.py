"""Puts a public view of Advanced Civilization into words, and counts for the figures at the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from engine.civ.catalog import MAPS
from engine.civ.presentation.board import areas, holdings
from engine.civ.presentation.condensing import condense
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said, several
from engine.civ.presentation.side_pictures import sources
from engine.civ.view import CivView, NationView
from engine.core.figures import Figure, Figures, lines, losses, numbers
from engine.core.game import Event, Outcome
from engine.core.summary import Summary
from engine.core.text import has_text

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("setup.order", "setup.nation"),
    "growth": ("begin", "tax", "revolt", "growth", "census"),
    "moves": ("ships", "movement"),
    "cities": ("conflict.tokens", "conflict.cities", "cities", "surplus", "support"),
    "calamities": ("cards.order", "cards", "calamities.number", "calamity"),
    "abilities": ("abilities", "ability", "unrest.tokens", "unrest.cities", "unrest.support"),
    "advances": ("advances", "track", "end"),
    "over": ("over",),
}
GROUP_OF: Final = {step: group for group, steps in GROUPS.items() for step in steps}
TELLING: Final = (
    "civilization.attack.",
    "civilization.revolt.",
    "civilization.calamity.",
    "civilization.city.",
    "civilization.advance.",
    "civilization.turn.last",
)
EVENT: Final = "civilization."
BUILT: Final = ("built_plain", "built_treasury", "built_neighbours", "built_both")

FIGURES: Final = Figures(
    (
        Figure("grown", {f"{EVENT}growth.grown": numbers("player", "n")}),
        Figure("lost", {f"{EVENT}conflict.fought": losses("before", "after")}),
        Figure("built", {f"{EVENT}city.{how}": lines("player") for how in BUILT}),
        Figure("taken", {f"{EVENT}attack.taken": lines("player")}),
        Figure("cities_lost", {f"{EVENT}attack.taken": lines("victim")}),
        Figure("taxes", {f"{EVENT}tax.paid": numbers("player", "n")}),
        Figure("drawn", {f"{EVENT}cards.drawn": numbers("player", "piles")}),
        Figure(
            "advances",
            {
                f"{EVENT}advance.{how}": numbers("player", "advances")
                for how in ("bought", "bought_plain", "bought_cards", "bought_free")
            },
        ),
        Figure("calamities", {f"{EVENT}calamity.alone": lines("player"), f"{EVENT}calamity.roles": lines("victim")}),
    )
)


class CivSummary(Summary):
    """Civ's views put into words."""

    titles = ("civilization.turn.begins", "civilization.track.turn_over", "civilization.setup.order")
    own_line = ("civilization.calamity.drawn", "civilization.city.", "civilization.advance.bought")
    drawn = frozenset({"civilization.cards.yours"})
    charted = "course"
    headed = (
        "civilization.census.order",
        "civilization.growth.grown",
        "civilization.tax.paid",
        "civilization.surplus.removed",
        "civilization.cards.",
        "civilization.track.moves",
        "civilization.ships.lie",
    )
    shared = ("civilization.census.order", "civilization.growth.grown", "civilization.tax.paid")

    def open_scores(self, view: CivView) -> bool:
        """Return whether the scores are public: they are if neither money cards nor a hidden bonus count."""
        return bool(view.options.track == "basic")

    def moment(self, view: CivView) -> str:
        """Return the moment of the game, `Turn 3 · Moves`, one for each group of phases in which players are asked."""
        turn, group = view.turn, GROUP_OF.get(view.phase, "setup")
        name = said(f"group.{group}")
        return said("chapter", n=turn, phase=name) if turn and group != "over" else name

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """Return a moment of the game: `Turn 3 · Movement`."""
        key = f"phase.{phase}" if has_text(f"civ.face.phase.{phase}") else "phase.begin"
        if turn < 1 or phase.startswith("setup") or phase == "over":
            return said("phase.over" if phase == "over" else "group.setup")
        return said("chapter", n=turn, phase=said(key))

    def standing(self, view: CivView, slug: str) -> str:
        """Return the standing of a nation: `22 tokens · 4 cities · 14 in treasury · 3 money cards · space 4, Early
        Bronze`.
        """
        own = view.nations.get(slug)
        return " · ".join(holdings(own)) if own and (own.tokens or view.turn) else ""

    def score_line(self, view: CivView, slug: str) -> str:
        """Return the marker and the cities of a nation: `space 4 · 4 cities`."""
        own = view.nations.get(slug)
        if own is None or not (own.tokens or view.turn):
            return ""
        return " · ".join([said("space_alone", n=own.space), several("city", len(own.cities))])

    def notes(self, view: CivView) -> Sequence[str]:
        """Return which turn is the last, from the second turn on, and how many calamities are still to come."""
        due, last = view.calamities.due, view.last_turn or view.options.turn_limit
        return [
            *([said("last_turn", n=last)] if last and view.turn > 1 else []),
            *([several("calamity_due", due)] if due else []),
        ]

    def piles(self, view: CivView) -> str:
        """Return how many cards are left in the piles, and which calamities are open."""
        left = ", ".join(f"{NAMES.name('pile', str(pile.number))} {pile.left}" for pile in view.piles)
        calamities = view.calamities
        there = [NAMES.name("calamity", one) for one in (*calamities.shown, *calamities.open)]
        told = [said("piles", piles=left, n=calamities.left)] if left else []
        return " ".join([*told, *([said("open", calamities=", ".join(there))] if there else [])])

    def differences(self, then: CivView, now: CivView) -> Sequence[str]:
        """Return what each nation has won or lost."""
        found = [text for slug in now.nations if (text := between(then, now, slug))]
        return [f"{'; '.join(found) or said('no_counts')}."]

    def balance(self, then: CivView, now: CivView, slug: str) -> str:
        """Return what a nation has won and lost: `+2 tokens, −1 city`."""
        return balance(then, now, slug)

    def base(self, options: Mapping[str, Any]) -> str:
        """Return the map, if one was chosen; else the number of players decides it."""
        chosen = str(options.get("map") or "")
        return chosen if chosen in MAPS else ""

    def ahead(self, view: CivView) -> Sequence[str]:
        """Return the nations that move later but can meet none that moves before (CIV §8.1)."""
        return view.apart

    def cards(self, view: CivView, seat: str) -> tuple[str, ...] | None:
        """Return the money cards of a seat, by pile and value, in its own view; None in others."""
        return tuple(card.card for card in view.hand_of(seat)) if view.seat == seat else None

    def hand(self, card: str) -> str:
        """Return the cards of a pile in words: `Ore 3`."""
        return f"**{NAMES.name('money', card)}**"

    def visible(self, view: CivView, slug: str) -> object:
        """Return what is public of a nation, and what it has in each area."""
        own = view.nations.get(slug)
        there = {name: (area.tokens.get(slug, 0), area.city == slug) for name, area in areas(view).items()}
        return own and structs.replace(own, by="", player=""), there

    def is_told_at_once(self, events: Sequence[Event]) -> bool:
        """Return whether the events are told at once: attacks, revolts, calamities, cities, purchases."""
        return any(event.key.startswith(TELLING) for event in events)

    def condense(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events with growth, taxes, the moves of a nation, cards drawn and markers in a line each."""
        return condense(events)

    def turn_number(self, view: CivView) -> int:
        """Return the turn."""
        return view.turn

    def phase(self, view: CivView) -> str:
        """Return the step."""
        return view.phase

    def areas(self, view: CivView) -> Collection[str]:
        """Return the areas in play."""
        return view.areas

    def peoples(self, view: CivView) -> Collection[str]:
        """Return the nations."""
        return view.nations

    def map_slug(self, view: CivView) -> str:
        """Return the map."""
        return view.map.id

    def order(self, view: CivView) -> Sequence[str]:
        """Return the order of choosing or moving; outside such phases, the order of the A.S.T."""
        return view.order or view.ranking

    def sites(self, view: CivView, slug: str) -> Sequence[str]:
        """Return the cities of a nation."""
        return view.nations[slug].cities if slug in view.nations else ()

    def final(self, view: CivView, slug: str, score: int) -> str:
        """Return the final result: `61 points · 5 cities · 12 advances · space 15`."""
        own = view.nations.get(slug)
        if own is None:
            return self.points(score)
        counts = [several("city", len(own.cities)), several("advance", len(own.advances))]
        return " · ".join([self.points(score), *counts, said("space", n=own.space, epoch=_epoch(own))])

    def origins(self, view: CivView, slug: str) -> str:
        """Return the score by source: `A.S.T. 900, advances 540, cities 250, treasury 12`.

        The most first; empty as long as nothing is counted.
        """
        own, result = view.nations.get(slug), view.result
        if own is None or result is None or slug not in result.scores:
            return ""
        counted = sources(own, view.options.deck, view.options.track)
        hidden = "cards" if view.options.track == "classic" else "bonus"
        counted[hidden] = result.scores[slug] - sum(counted.values())
        ranked = sorted((source for source in counted if counted[source]), key=lambda source: -counted[source])
        return ", ".join(said(f"over.of.{source}", n=counted[source]) for source in ranked)

    def reason(self, outcome: Outcome) -> str:
        """Return why the game has ended."""
        return said(f"reason.{outcome.reason}")

    def points(self, n: int) -> str:
        """Return points in words: `61 points`."""
        return several("point", n)

    def ends(self, view: CivView) -> str:
        """Return what ends the game on its track, and after how many turns if a limit was agreed on."""
        text, limit = said(f"ends.{view.options.track}"), view.options.turn_limit
        return f"{text} {said('ends.limit', n=limit)}" if limit else text

    def length(self, view: CivView) -> str:
        """Return how long the game was: `12 turns`."""
        return several("turn_count", max(1, view.turn))

    def board(self, _view: CivView) -> bool:
        """Return that there always is a board: the map is chosen before the game begins."""
        return True


def _epoch(own: NationView) -> str:
    return said(f"epoch.{own.epoch}")


def between(then: CivView, now: CivView, slug: str) -> str:
    """Return what a nation has won and lost, with its name: `Egypt +2 tokens, −1 city`; empty if nothing has
    changed.
    """
    told = balance(then, now, slug)
    return f"{NAMES.name('civ', slug)} {told}" if told else ""


def balance(then: CivView, now: CivView, slug: str) -> str:
    """Return what a nation has won and lost: `+2 tokens, −1 city`; empty if nothing has changed."""
    old, new = then.nations.get(slug), now.nations.get(slug)
    if old is None or new is None:
        return ""
    counts = [(key, count(new) - count(old)) for key, count in COUNTED.items()]
    return ", ".join(f"{'+' if n > 0 else '−'}{several(key, abs(n))}" for key, n in counts if n)


COUNTED: Final[Mapping[str, Callable[[NationView], int]]] = {
    "token": lambda own: own.tokens,
    "city": lambda own: len(own.cities),
    "ship": lambda own: len(own.ships),
    "card": lambda own: sum(own.hand.values()),
    "advance": lambda own: len(own.advances),
}
