"""What a review of ACME needs: which cards a player can't see, and how far ahead a civilization is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.acme.facts.catalog import CARDS
from engine.acme.npc.hooks import answer
from engine.acme.questions.board import disks, occupied_areas
from engine.acme.state import Civ, State
from engine.acme.strong.settling import settler
from engine.core import chance
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.review import FEWEST, ReviewEffort

CARD, COIN = 1.0, 0.5  # what a card of the hand and a mina promise, in VP


class AcmeReviewer:
    """Reviews placements of growth, plays of cards, and commitments."""

    questions: frozenset[str] = frozenset(
        {"growth.retire", "growth.granary", "growth.deploy", "card.play", "competition.commit"}
    )

    unit: str = "vp"
    effort: ReviewEffort = ReviewEffort()

    def can_judge(self, s: State, seat: Seat) -> bool:
        """Return False for teams, and while others' cards lie face down: those were chosen, not drawn."""
        committed: Mapping[str, list[int]] = s.fight.committed if s.fight and not s.fight.revealed else {}
        return not s.options.teams and not any(cards for civ, cards in committed.items() if civ != seat)

    def deal(self, s: State, seat: Seat, seed: str) -> None:
        """Deal the deck and the hidden hands anew; Events stay in the deck, and known cards where they are."""
        s.seed, s.draws = seed, 0
        hands = {name: _known(c, seat) for name, c in s.civs.items() if name != seat and not (c.npc and c.by == "npc")}
        hidden = {name: [n for n in s.civs[name].hand if n not in known] for name, known in hands.items()}
        pool = sorted(n for cards in (*hidden.values(), s.deck) for n in cards if not CARDS[n].is_event)
        chance.shuffle(s, pool)
        for name, known in hands.items():
            s.civs[name].hand[:] = [*known, *(pool.pop() for _ in hidden[name])]
        s.deck[:] = [*pool, *sorted(n for n in s.deck if CARDS[n].is_event)]
        chance.shuffle(s, s.deck)

    def turn(self, s: State) -> int:
        """Return the number of the turn."""
        return s.turns

    def promise(self, s: State, seat: Seat) -> float:
        """Return how many VP it is ahead, with what its areas, cards and mina promise."""
        return _ahead({civ: s.civs[civ].vp + _prospects(s, civ) for civ in s.order}, seat)

    def ahead(self, s: State, seat: Seat) -> float:
        """Return how many VP it is ahead of the mean of the others."""
        return _ahead({civ: c.vp for civ, c in s.civs.items()}, seat)

    def least(self, _s: State, /) -> float:
        """Return how many VP are worth telling."""
        return FEWEST

    def usual(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what a stand-in answers."""
        return answer(s, request, ask)


def _known(c: Civ, seat: Seat) -> list[int]:
    """Return the cards of a hidden hand that the seat knows."""
    known: Final = {*c.safe, *c.shows.get(seat, ())}
    return [n for n in c.hand if n in known]


def _prospects(s: State, civ: str) -> float:
    who, c = settler(s, civ, 0), s.civs[civ]
    return sum(who.worth(a, disks(s, civ, a)) for a in occupied_areas(s, civ)) + CARD * len(c.hand) + COIN * c.mina


def _ahead(points: Mapping[str, float], seat: Seat) -> float:
    others = [vp for civ, vp in points.items() if civ != seat]
    return points.get(seat, 0.0) - (sum(others) / len(others) if others else 0.0)
