"""Every VP of ACME that a civilization gains or loses is told, with its reason beside it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import pytest

from engine.acme.presentation.summary import SCORING
from engine.acme.state import State
from engine.core.game import Event
from engine.core.message import Message
from engine.core.naming import named_by
from engine.core.table import Table
from tests.conformance.every_game import SCENARIOS, TO_THE_END, Case
from tests.conformance.players import acme, answer, finish
from tests.golden.replay import FOLDER, opened

Told = Iterator[tuple[str, int]]
GAMES: Final = ("alone", "crescent", "empires", "explorers", "horses", "kadesh", "scorpions", "turan")


def first(field: str, sign: int = 1) -> Callable[[Message], Told]:
    """The civilization that begins the line, with the number in that field."""

    def read(said: Message) -> Told:
        number = said.values[field]
        assert isinstance(number, int)
        yield slugs(said.values["civ"])[0], sign * number

    return read


def all_of(field: str) -> Callable[[Message], Told]:
    """Everybody named in the line, with the number in that field."""

    def read(said: Message) -> Told:
        number = said.values[field]
        assert isinstance(number, int)
        yield from ((civ, number) for civ in slugs(said.values["civs"]))

    return read


def parts(field: str, number: str) -> Callable[[Message], Told]:
    """The parts of a list, each of which names a civilization and its number."""

    def read(said: Message) -> Told:
        listed = said.values[field]
        assert isinstance(listed, Message)
        each = listed.values["of"]
        assert isinstance(each, tuple)
        for part in each:
            assert isinstance(part, Message)
            n = part.values[number]
            assert isinstance(n, int)
            yield slugs(part.values["civ"])[0], n

    return read


def slugs(value: object) -> list[str]:
    """The civilizations in a value, in order."""
    return [slug for kind, slug in named_by(Message("", {"of": value})) if kind == "civ"]  # type: ignore[dict-item]


READ: Final[Mapping[str, Callable[[Message], Told]]] = {
    "reckoning.sea": first("vp"),
    "reckoning.tally": parts("lines", "n"),
    "npc.bonus": all_of("n"),
    "card.vp_for": first("n"),
    "card.mina_and_vp_by": first("vp"),
    "card.vp_lost_by": first("n", -1),
    "deity.returned": first("n"),
    "deity.captured": first("vp"),
    "deity.driven_out": first("vp"),
    "loot.sacked": first("vp"),
    "loot.clemency": first("vp"),
    "loot.deity": first("vp"),
    "troy.sacked": first("vp"),
    "gold.sacked": first("vp"),
    "gird.done": first("vp", -1),
    "epoch.golden_age_of": all_of("vp"),
    "epoch.most.cities": parts("civs", "vp"),
    "epoch.most.mina": parts("civs", "vp"),
    "epoch.most.seas": parts("civs", "vp"),
    "exploration.rank_of": first("vp"),
    "gilgamesh.out_with": first("vp", -1),
}
REASONS: Final = {
    "reckoning.sea": "Seas",
    "npc.bonus": "NPC bonus",
    "epoch.golden_age_of": "Active Deity",
    "epoch.most.cities": "Most Cities",
    "epoch.most.mina": "Most mina",
    "epoch.most.seas": "Most Seas",
    "exploration.rank_of": "the same as",
    "gilgamesh.out_with": "is out of the game",
    "gird.done": "girded for battle",
    "troy.sacked": "treasures of Troy",
    "loot.clemency": "spared the City's people",
}


def test_posts_that_show_vp_know_every_event_that_explains_them() -> None:
    assert set(READ) == SCORING


def as_told(held: Counter[str], events: Iterable[Event]) -> Counter[str]:
    """What everybody holds after what is told."""
    for event in events:
        if event.key in READ:
            assert_reason(event)
            for civ, n in READ[event.key](event.said):
                held[civ] += n
    return held


def assert_reason(event: Event) -> None:
    """Beside the number stands a card, Deity, area or part of the Tally, or words that say why."""
    if event.key in REASONS:
        assert REASONS[event.key] in event.text
        return
    things = {kind for kind, _ in named_by(event.said)} - {"civ"}
    numbers = sum(n for _, n in READ[event.key](event.said))
    assert things or "Cities" in event.text or "Display" in event.text or not numbers, event.text


def vp_of(table: Table[State]) -> dict[str, int]:
    """The VP of all that are or were in the game."""
    return {civ: c.vp for civ, c in table.state.civs.items()}


def unexplained(table: Table[State], answers: Iterable[list[str]]) -> list[str]:
    """The steps of a game in which VP moved otherwise than what was told."""
    found: list[str] = []
    for n, (seat, *picks) in enumerate(answers):
        asked, before, slots = table.pending.key if table.pending else "", Counter(vp_of(table)), [*table.state.slots]
        table.events.clear()
        table.submit(seat, *picks)
        finish(table)
        expected, held = as_told(before, table.events), vp_of(table)
        for old, new in zip(slots, table.state.slots, strict=False):
            expected[new] += expected.pop(old) if old != new else 0  # the same seat, back as another people
        found += [f"{n} {asked}: {c} {expected[c]} told, {held[c]} held" for c in held if held[c] != expected[c]]
    return found


def recorded(name: str) -> tuple[Table[Any], list[list[str]]]:
    """A recorded game before its first answer, and its answers."""
    recording = json.loads((FOLDER / f"{name}.json").read_text())
    return opened(recording["setup"]), recording["answers"]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_moves_vp_is_told_with_its_reason(name: str) -> None:
    assert unexplained(*recorded(name)) == []


def random_answers(table: Table[Any], rng: random.Random, most: int) -> Iterator[list[str]]:
    """Legal answers by chance, each found when the one before has been given."""
    for _ in range(most):
        if not table.waiting():
            return
        seat = rng.choice(table.waiting())
        ask, question = table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert question is not None
        yield [seat, *answer(rng, question.key, ask)]


CASES: Final = [Case(f"acme-{n}", partial(acme, n, npc_bonus_vp=n % 3), TO_THE_END) for n in range(60, 100)]
SCENARIO_CASES: Final = [case for case in SCENARIOS if case.name.startswith("acme-")]


@pytest.mark.sample(3)
@pytest.mark.parametrize("case", [*SCENARIO_CASES, *CASES], ids=str)
def test_whatever_moves_vp_is_told_in_games_by_chance(case: Case) -> None:
    table, rng = case.table(), random.Random(case.name)
    assert unexplained(table, random_answers(table, rng, 600)) == []
