"""NPCs decide from open information and their own hand alone, in whole games (RUL-133).

Whatever else is hidden is put elsewhere before each of their questions: the hands of persons, cards committed face
down, the deck, the seed, what others have made up their minds to and what they are offered. Neither the answer nor its
reason may change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs

from engine.acme.facts.catalog import CARDS
from engine.acme.game import GAME
from engine.acme.npc.decision import Decision, decide
from engine.acme.state import Civ, State
from engine.core.ask import Ask, Picks, Request
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.conformance import players
from tests.conformance.npc_games import Unanswered

PEOPLE = 4
PERSON, STAND_IN = 1, 3
SEEN_BY_TEXT = {"card.look", "draw.look"}


def opened(number: int, method: str = "a") -> Table[State]:
    """A game of a person, a person's civ that the NPC plays, and two NPCs, before its first answer."""
    options = {"map": players.ACME_MAPS[number % 5], "epochs": 1 + number % 2, "npc_method": method}
    s, step = GAME.setup("standard", [SeatPlan() for _ in range(PEOPLE)], options, f"secrets {number}")
    for i, c in enumerate(s.civs.values()):
        c.by, c.npc = "human" if i == PERSON else "npc", i not in {PERSON, STAND_IN}
    return Table.start(Unanswered(), s, step)


def open_hand(c: Civ) -> bool:
    return c.npc and c.by == "npc"


def elsewhere(s: State, npc: str, request: Request, rng: random.Random) -> State:
    """The same position with all put elsewhere that the NPC does not know. What a text shows it stays."""
    other: State = msgspec.json.decode(msgspec.json.encode(s), type=State)
    shown = {int(o) for ask in request.asks if ask.seat == npc and request.key == "card.look" for o in ask.options}
    hidden = [c for name, c in other.civs.items() if name != npc and not open_hand(c)]
    piles = [c.hand for c in hidden if not shown or not shown.issubset(c.hand)]
    for c in [c for name, c in other.civs.items() if name != npc]:
        c.decided, c.planned = [], []
    if other.fight and not other.fight.revealed:
        piles += [cards for name, cards in other.fight.committed.items() if name != npc]
    if other.fight:
        other.fight.answers = {}
    other.seed = f"{rng.random()}"
    top = 2 if request.key == "draw.look" else 0
    known, rest = other.deck[:top], other.deck[top:]
    return dealt(other, piles, known, rest, rng)


def dealt(s: State, piles: list[list[int]], known: list[int], rest: list[int], rng: random.Random) -> State:
    """Deal the hidden cards anew; Events stay in the deck."""
    pool = [n for pile in (*piles, rest) for n in pile if not CARDS[n].is_event]
    rng.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() for _ in pile]
    rest = [*pool, *(n for n in rest if CARDS[n].is_event)]
    rng.shuffle(rest)
    s.deck = [*known, *rest]
    return s


def alone(request: Request, npc: str) -> Request:
    """The question without what the others are offered."""
    asks = tuple(ask if ask.seat == npc else Ask(ask.seat, ("unknown",)) for ask in request.asks)
    return structs.replace(request, asks=asks)


def questions(table: Table[State], rng: random.Random) -> Iterator[tuple[State, Request, Ask]]:
    """Play to the end; every question that an NPC is asked, before it is answered. The person answers at random."""
    while table.pending is not None:
        ask = next(ask for ask in table.pending.asks if ask.seat in table.waiting())
        picks: Picks
        if table.state.civs[ask.seat].by == "npc":
            yield table.state, table.pending, ask
            picks = GAME.npc(table.state, table.pending, ask)
        else:
            picks = players.answer(rng, table.pending.key, ask)
        table.submit(ask.seat, *picks)


def shown(found: Decision) -> tuple[object, ...]:
    return found.picks, found.why, found.ties, found.whys, found.then


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(8))
def test_hidden_cards_change_no_decision_and_no_reason(number: int) -> None:
    """RUL-133: the answer, its equals, its plan and its reason are the same for every way the hidden cards may lie."""
    rng, asked = random.Random(number), 0
    for s, request, ask in questions(opened(number, "ab"[number % 4 == 3]), random.Random(number + 100)):
        other = elsewhere(s, ask.seat, request, rng)
        found, twin = decide(s, request, ask), decide(other, alone(request, ask.seat), ask)
        assert shown(found) == shown(twin), f"{request.key} {ask.seat}"
        asked += 1
    assert asked > 100


@pytest.mark.parametrize("method", ["a", "b"])
def test_what_stands_in_for_a_person_gives_no_reasons_and_turns_up_no_cards(method: str) -> None:
    """RUL-133: reasons and cards turned up for equal chances or for a test would tell what the hidden hand holds."""
    answered = 0
    table = opened(3, method)
    stand_in = list(table.state.civs)[STAND_IN]
    for s, _, ask in questions(table, random.Random(3)):
        stand_in = GAME.seats(s)[STAND_IN]
        answered += ask.seat == stand_in
    assert answered > 20
    name = f"{{civ:{stand_in}}}"
    spoken = [e for e in table.events if e.to is None and e.text.startswith(name)]
    assert spoken
    assert not [e for e in spoken if e.key.startswith(("why.", "npc.revealed", "npc.tested"))]
    assert not [e for e in table.events if e.key.startswith("npc.") and e.key != "npc.enemy" and name in e.text]
