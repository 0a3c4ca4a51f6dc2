"""What a public view of Advanced Civilization says in words, and what is counted for the figures at the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.civ.catalog import MAPS
from engine.civ.presentation.board import areas, holdings, nation
from engine.civ.presentation.condensing import condensed
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said, several
from engine.civ.presentation.side_pictures import sources
from engine.core.figures import Figure, Figures, lines, losses, numbers
from engine.core.game import Event, Outcome, View
from engine.core.summary import PlainSummary
from engine.core.text import known

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


class CivSummary(PlainSummary):
    """The summary of Advanced Civilization."""

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

    def open_scores(self, view: View) -> bool:
        """Where neither money cards nor a hidden bonus count."""
        return bool(view["options"]["track"] == "basic")

    def moment(self, view: View) -> str:
        """`Turn 3 · Moves`: a post with the board for each group of phases in which somebody is asked."""
        turn, group = int(view.get("turn", 0)), GROUP_OF.get(str(view.get("phase", "")), "setup")
        name = said(f"group.{group}")
        return said("chapter", n=turn, phase=name) if turn and group != "over" else name

    def chapter(self, _era: int, turn: int, phase: str) -> str:
        """`Turn 3 · Movement`."""
        key = f"phase.{phase}" if known(f"civ.face.phase.{phase}") else "phase.begin"
        if turn < 1 or phase.startswith("setup") or phase == "over":
            return said("phase.over" if phase == "over" else "group.setup")
        return said("chapter", n=turn, phase=said(key))

    def standing(self, view: View, slug: str) -> str:
        """`22 tokens · 4 cities · 14 in treasury · 3 money cards · space 4, Early Bronze`."""
        own = nation(view, slug)
        return " · ".join(holdings(own)) if own.get("tokens") or view.get("turn") else ""

    def notes(self, view: View) -> Sequence[str]:
        """The last turn, which the first is told of as it begins, and how many calamities are still to come."""
        due = view.get("calamities", {}).get("due", 0)
        last = view.get("last_turn") or (view.get("options") or {}).get("turn_limit", 0)
        return [
            *([said("last_turn", n=last)] if last and view.get("turn", 0) > 1 else []),
            *([several("calamity_due", due)] if due else []),
        ]

    def piles(self, view: View) -> str:
        """What is left of the piles, and which calamities lie open."""
        left = ", ".join(f"{NAMES.name('pile', str(pile['number']))} {pile['left']}" for pile in view.get("piles", ()))
        calamities = view.get("calamities", {})
        there = [NAMES.name("calamity", one) for one in (*calamities.get("shown", ()), *calamities.get("open", ()))]
        told = [said("piles", piles=left, n=calamities.get("left", 0))] if left else []
        return " ".join([*told, *([said("open", calamities=", ".join(there))] if there else [])])

    def undone(self, then: View, now: View) -> Sequence[str]:
        """What each nation has won or lost."""
        found = [text for slug in now.get("nations", {}) if (text := between(then, now, slug))]
        return [f"{'; '.join(found) or said('no_counts')}."]

    def balance(self, then: View, now: View, slug: str) -> str:
        """`+2 tokens, −1 city`."""
        return balance(then, now, slug)

    def base(self, options: Mapping[str, Any]) -> str:
        """The map, if one was chosen; else it follows from the number of players."""
        chosen = str(options.get("map") or "")
        return chosen if chosen in MAPS else ""

    def ahead(self, view: View) -> Sequence[str]:
        """Who moves later and can meet nobody that moves before (CIV §8.1)."""
        return tuple(view.get("apart", ()))

    def cards(self, view: View, seat: str) -> tuple[str, ...] | None:
        """The money cards that a seat's own view shows, by pile and value; nothing of anybody else's."""
        if view.get("seat") != seat or "cards" not in view:
            return None
        held = sorted(view["cards"], key=lambda card: (card["pile"], card["value"]))
        return tuple(str(card["card"]) for card in held)

    def hand(self, card: str) -> str:
        """`Ore 3`."""
        return f"**{NAMES.name('money', card)}**"

    def visible(self, view: View, slug: str) -> object:
        """A nation's holdings, and what it has in each area."""
        own = {key: value for key, value in nation(view, slug).items() if key not in {"by", "player"}}
        there = {name: (area["tokens"].get(slug, 0), area["city"] == slug) for name, area in areas(view).items()}
        return own, there

    def telling(self, events: Sequence[Event]) -> bool:
        """Attacks, revolts, calamities, cities and purchases are told at once."""
        return any(event.key.startswith(TELLING) for event in events)

    def condensed(self, events: Sequence[Event]) -> Sequence[Event]:
        """Growth, taxes, the moves of one nation, cards drawn and markers in a line each."""
        return condensed(events)

    def peoples(self, view: View) -> Collection[str]:
        """The nations."""
        there: Mapping[str, Any] = view.get("nations", {})
        return there

    def map_slug(self, view: View) -> str:
        """The map."""
        return str(view.get("map", {}).get("id", ""))

    def order(self, view: View) -> Sequence[str]:
        """Who chooses or moves in which order; elsewhere the order of the A.S.T."""
        return tuple(view.get("order") or view.get("ranking", ()))

    def sites(self, view: View, slug: str) -> Sequence[str]:
        """The cities of a nation."""
        return list(nation(view, slug).get("cities", ()))

    def final(self, view: View, slug: str, score: int) -> str:
        """`61 points · 5 cities · 12 advances · space 15`."""
        own = nation(view, slug)
        if not own:
            return self.points(score)
        counts = [several("city", len(own["cities"])), several("advance", len(own["advances"]))]
        return " · ".join([self.points(score), *counts, said("space", n=own["space"], epoch=_epoch(own))])

    def origins(self, view: View, slug: str) -> str:
        """`A.S.T. 900, advances 540, cities 250, treasury 12`: the most first; empty as long as nothing is counted."""
        own, result = nation(view, slug), view.get("result") or {}
        if not own or slug not in result.get("scores", {}):
            return ""
        counted = sources(own, view["options"]["deck"], view["options"]["track"])
        hidden = "cards" if view["options"]["track"] == "classic" else "bonus"
        counted[hidden] = result["scores"][slug] - sum(counted.values())
        ranked = sorted((source for source in counted if counted[source]), key=lambda source: -counted[source])
        return ", ".join(said(f"over.of.{source}", n=counted[source]) for source in ranked)

    def reason(self, outcome: Outcome) -> str:
        """Why the game has ended."""
        return said(f"reason.{outcome.reason}")

    def points(self, n: int) -> str:
        """`61 points`."""
        return several("point", n)

    def ends(self, view: View) -> str:
        """What ends the game on its track, and a number of turns if one was agreed on."""
        options = view.get("options") or {}
        text = said(f"ends.{options.get('track', 'classic')}")
        limit = options.get("turn_limit", 0)
        return f"{text} {said('ends.limit', n=limit)}" if limit else text

    def length(self, view: View) -> str:
        """`12 turns`."""
        return several("turn_count", max(1, int(view.get("turn", 1))))

    def board(self, view: View) -> bool:
        """Always: the map is settled before anybody sits down to play."""
        return "map" in view


def _epoch(own: Mapping[str, Any]) -> str:
    return said(f"epoch.{own['epoch']}")


def between(then: View, now: View, slug: str) -> str:
    """`Egypt +2 tokens, −1 city`; empty if nothing that is counted has changed."""
    told = balance(then, now, slug)
    return f"{NAMES.name('civ', slug)} {told}" if told else ""


def balance(then: View, now: View, slug: str) -> str:
    """`+2 tokens, −1 city`; empty if nothing that is counted has changed."""
    old, new = nation(then, slug), nation(now, slug)
    if not old or not new:
        return ""
    counts = [(key, _count(new, field) - _count(old, field)) for key, field in COUNTED]
    return ", ".join(f"{'+' if n > 0 else '−'}{several(key, abs(n))}" for key, n in counts if n)


def _count(own: Mapping[str, Any], field: str) -> int:
    there = own[field]
    return there if isinstance(there, int) else sum(there.values()) if isinstance(there, dict) else len(there)


COUNTED: Final = (("token", "tokens"), ("city", "cities"), ("ship", "ships"), ("card", "hand"), ("advance", "advances"))
