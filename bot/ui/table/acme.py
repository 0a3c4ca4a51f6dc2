"""What a public view of ACME says in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.names import Names, spelled
from bot.ui.table.acme_between import between
from bot.ui.table.heralds import moment_of, roman
from bot.ui.table.terms import listing, said, several
from engine.acme.catalog import AREAS, CARDS, CIVS, MAPS, RULES, homes
from engine.acme.options import CHOICES
from engine.core.game import Choice, Event, View

CONTESTED_TEXT = 500
TELLING = ("event.drawn", "event.invasion", "epoch.event", "competition.sacked")


class Acme:
    """The herald of ACME."""

    choices: Sequence[Choice] = CHOICES

    def moment(self, view: View) -> str:
        """`Epoch II · turn 3 · Card Phase`; before the first turn and after the last only the phase."""
        return moment_of(int(view.get("epoch", 1)), int(view.get("turn", 1)), str(view.get("phase", "")))

    def standing(self, view: View, slug: str, names: Names) -> str:
        """`14 VP · 4 Cities · 3 mina · 5 cards · God of the Forge`."""
        civ = view.get("civs", {}).get(slug)
        if civ is None:
            return ""
        parts = [
            said("standing.vp", n=civ.get("vp", 0)),
            several("standing.city", "standing.cities", len(self.cities(view, slug))),
            said("standing.mina", n=civ.get("mina", 0)),
            several("standing.card", "standing.cards", civ.get("hand_count", 0)),
            deity_of(civ, names),
        ]
        return " · ".join(part for part in parts if part)

    def notes(self, view: View, names: Names) -> Sequence[str]:
        """The Contested areas with their stacks, in the order in which they are resolved (ACME §9.1)."""
        there = contested(view)
        if not there:
            return ()
        told = [
            said("standing.stacks", area=f"**{names.name('area', a)}**", stacks=stacks(view, a, names)) for a in there
        ]
        return (said("standing.contested", areas=listing(told, CONTESTED_TEXT)),)

    def piles(self, view: View, names: Names) -> str:
        """Deck, discard pile, cards set aside, Barbarians."""
        top = next(iter(self.discard(view)), "")
        pile = said("standing.discard", n=len(self.discard(view)), card=names.name("card", top))
        aside = [names.name("card", str(c)) for c in view.get("set_aside", ())]
        parts = [
            said("standing.deck", n=view.get("deck_count", 0)),
            pile if top else said("standing.no_discard"),
            said("standing.aside", cards=listing(aside, CONTESTED_TEXT)) if aside else "",
            said("standing.barbarians", n=sum(a.get("disks", {}).get("barbarians", 0) for a in areas(view).values())),
        ]
        return " · ".join(part for part in parts if part)

    def undone(self, then: View, now: View, names: Names) -> Sequence[str]:
        """What each civilization has won or lost since, cards that have come out, cards that were drawn."""
        return between(then, now, names)

    def telling(self, events: Sequence[Event]) -> bool:
        """Events, Epoch Events and sacked Cities are told at once (the `brief` channel)."""
        return any(e.key.startswith(TELLING) for e in events)

    def order(self, view: View) -> Sequence[str]:
        """The civilizations in turn order."""
        return tuple(view.get("order", ()))

    def discard(self, view: View) -> Sequence[str]:
        """The discard pile, newest card first."""
        return [str(card) for card in reversed(view.get("discard", ()))]

    def cities(self, view: View, slug: str) -> Sequence[str]:
        """The areas where its stack is a City, largest first."""
        return sorted(
            (a for a, there in areas(view).items() if is_city(a, there.get("disks", {}).get(slug, 0))),
            key=lambda a: (-areas(view)[a]["disks"][slug], AREAS[a].order),
        )

    def ends(self, view: View) -> str:
        """The end agreed on (ACME §15)."""
        goal = view.get("goal", {})
        if goal.get("vp"):
            return said("end.vp", n=goal["vp"])
        if goal.get("turns"):
            return said("end.turns", n=goal["turns"])
        return said("end.epochs", n=roman(int(goal["epochs"]))) if goal.get("epochs") else ""

    def length(self, view: View) -> str:
        """The Epochs and turns that were played, the last of them included."""
        epochs = several("over.epoch", "over.epochs", int(view.get("epoch", 1)))
        return f"{epochs}, {several('over.turn', 'over.turns', int(view.get('turns', 0)))}"

    def pack(self, options: Mapping[str, Any]) -> str:
        """How many of the Fate cards are in the deck."""
        left_out = options.get("without_events") or ()
        gone = sum(c.is_event for c in CARDS.values()) if left_out is True else len(left_out)
        return (
            said("start.cards_some", n=len(CARDS) - gone, all=len(CARDS)) if gone else said("start.cards", n=len(CARDS))
        )

    def board(self, view: View) -> bool:
        """Always, once there is a map."""
        return "areas" in view

    def peoples(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Those with a Home Area on the map."""
        board = MAPS.get(self.base(options))
        return [civ for civ in CIVS if board is not None and homes(civ, board.id, 1)]

    def base(self, options: Mapping[str, Any]) -> str:
        """The map."""
        return str(options.get("map") or next(choice.default for choice in self.choices if choice.name == "map"))


def areas(view: View) -> Mapping[str, Mapping[str, Any]]:
    """The areas of a view by slug."""
    there: Mapping[str, Mapping[str, Any]] = view.get("areas", {})
    return there


def is_city(area: str, disks: int) -> bool:
    """Whether a stack of that size in that area is a City (ACME §1)."""
    return AREAS[area].holds_cities and disks >= RULES.city_disks


def is_settlement(area: str, disks: int) -> bool:
    """Whether a stack of that size in that area is a Settlement (ACME §1)."""
    return AREAS[area].holds_cities and disks == RULES.settlement_disks


def contested(view: View) -> list[str]:
    """The Contested areas in the order of the Competitions (ACME §9.1)."""
    return sorted((a for a, there in areas(view).items() if there.get("contested")), key=lambda a: AREAS[a].order)


def ranked(view: View, area: str) -> list[tuple[str, int]]:
    """The Factions of an area with their disks: the largest first, then by turn order, Barbarians last."""
    rank = {slug: i for i, slug in enumerate(view.get("order", ()))}
    disks = areas(view)[area].get("disks", {})
    there = [(faction, n) for faction, n in disks.items() if n]
    return sorted(there, key=lambda stack: (-stack[1], rank.get(stack[0], len(rank)), stack[0]))


def fighters(view: View) -> list[str]:
    """The Factions of the Competition being resolved; none if there is none."""
    return list((view.get("competition") or {}).get("units", {}))


def stacks(view: View, area: str, names: Names) -> str:
    """`Egypt 4, Babylon 3`."""
    return ", ".join(f"{names.name('civ', faction)} {n}" for faction, n in ranked(view, area))


def deity_of(civ: Mapping[str, Any], names: Names) -> str:
    """Its Deity, with the state of one that is not active."""
    deity, state = civ.get("deity") or "", civ.get("deity_state") or "active"
    if not deity:
        return ""
    name = names.name("deity", str(deity))
    if state == "active":
        return name
    return said("standing.other_deity", deity=name, state=spelled(str(state)).lower())
