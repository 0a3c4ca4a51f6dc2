"""Review: what would have been better, by what the player knew, worked out in the background and kept."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from sqlmodel import select

from bot.contract.tables import Refused
from bot.features.coach import reviews
from bot.features.coach.keeper import ReviewKeeper
from bot.features.coach.models import ReviewRow
from bot.features.coach.review_process import in_process, work_out
from bot.features.coach.reviews import Material
from bot.games.questions import verbs
from engine.acme.strong.review import AcmeReviewer
from engine.civ.strong.review import CivReviewer
from engine.core import review as core
from engine.core.decoding import decoder
from engine.core.game import SeatPlan
from engine.core.record import Checkpoint, Entry
from engine.core.review import ReviewFinding
from engine.core.table import Table
from engine.core.text import speaking
from engine.culture_wars.game import CultureWars
from engine.culture_wars.strong.review import CultureReviewer
from engine.games import GAMES
from tests.civ.test_random_play import shuffled as shuffled_civ
from tests.conformance.players import answer
from tests.conformance.test_culture_wars import shuffled as shuffled_culture
from tests.conformance.test_secrets import shuffled
from tests.ui.table.room import ANA, BEN, HERE, Room, labels, opened_room, said

ELSEWHERE: Mapping[str, Callable[[Any, Any, random.Random], Any]] = {
    "acme": shuffled,
    "civ": shuffled_civ,
    "culture_wars": lambda s, _, rng: shuffled_culture(s, rng),
}
REVIEWED = tuple(ELSEWHERE)

FOUND = ReviewFinding(
    "growth.deploy",
    "1.2.growth",
    (("growth.deploy", ("judah",)), ("growth.deploy", ("judah",))),
    (("growth.deploy", ("tyre",)), ("growth.deploy", ("judah",))),
    4.2,
    1.1,
    7.3,
    20,
)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        made.handlers |= verbs(made.all_handlers.play)
        yield made


async def finished(room: Room) -> str:
    """A short game of ACME that Ana has played to its end against a computer."""
    return await room.once(("reviewed",), play)


async def play(room: Room) -> str:
    info = await room.service.open_table(ANA, HERE, "acme", options={"map": "western", "turns": 1}, npcs=1)
    await room.service.start(info.id, ANA)
    rng = random.Random(7)
    while (await room.service.info(info.id, ANA)).state == "running":
        sheet = await room.service.sheet(info.id, ANA)
        assert sheet.ask is not None
        picks = sheet.ask.silence or tuple(rng.sample(sheet.ask.options, sheet.ask.least))
        await room.service.answer(info.id, ANA, sheet.ask_no, [picks])
    return info.id


class Worker:
    """Works out reviews by saying what was found."""

    def __init__(self, *found: ReviewFinding) -> None:
        self.found, self.asked = found, list[tuple[Material, int]]()

    async def __call__(self, material: Material, place: int) -> tuple[ReviewFinding, ...]:
        self.asked.append((material, place))
        return self.found


def keeper(room: Room, worker: Worker) -> ReviewKeeper:
    return ReviewKeeper(room.service, lambda: room.now, worker)


async def test_it_is_worked_out_once_and_kept(room: Room) -> None:
    table = await finished(room)
    worker = Worker(FOUND)
    kept = keeper(room, worker)
    both = await asyncio.gather(*(room.press(ANA, "review", table=table) for _ in range(2)))
    assert ["is being worked out" in said(one) for one in both] == [True, True]
    assert labels(both[0]) == ["Review"]
    assert await kept.settle()
    told = said(await room.press(ANA, "review", table=table))
    assert "about **4 VP** (1 to 7)" in told
    assert "Judah 2" in told
    assert "Tyre · Judah" in told
    assert await kept.settle()
    assert len(worker.asked) == 1


async def test_after_a_restart_what_was_begun_is_worked_out(room: Room) -> None:
    table = await finished(room)
    await room.press(ANA, "review", table=table)
    worker = Worker()
    assert await keeper(room, worker).settle()
    assert "No clear mistakes found." in said(await room.press(ANA, "review", table=table))
    [(material, place)] = worker.asked
    assert place == 0
    assert len(material.points) > 10
    assert material.entries


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_five_findings_fit_in_every_language(room: Room, language: str) -> None:
    table = await finished(room)
    await room.press(ANA, "review", table=table)
    await keeper(room, Worker(*[FOUND] * 5)).settle()
    with speaking(language):
        told = said(await room.press(ANA, "review", table=table))
    assert told.count("Judah") + told.count("Juda") >= 10


async def test_nobody_else_sees_it(room: Room) -> None:
    table = await finished(room)
    await room.press(ANA, "review", table=table)
    await keeper(room, Worker(FOUND)).settle()
    assert "VP" not in said(await room.press(BEN, "review", table=table))
    with pytest.raises(Refused) as refused:
        await reviews.review(room.service, table, BEN, 1)
    assert refused.value.code == "no_seat"
    assert "Review" not in labels(await room.press(BEN, "more", table=table))


async def test_who_has_the_seat_now_asks_anew(room: Room) -> None:
    table = await finished(room)
    await room.press(ANA, "review", table=table)
    await keeper(room, Worker(FOUND)).settle()
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(update(ReviewRow).values(person=BEN.id))
    assert "is being worked out" in said(await room.press(ANA, "review", table=table))
    assert [row.person for row in await room.database.read(select(ReviewRow))] == [ANA.id]


async def test_before_the_end_there_is_none(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    assert "once the game is over" in said(await room.press(ANA, "review", table=info.id))
    assert await room.database.read(select(ReviewRow)) == []


async def test_a_game_without_a_reviewer_says_so_and_has_no_button(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(CultureWars, "reviewer")
    info = await room.service.open_table(ANA, HERE, "culture_wars", npcs=1, begun=True)
    token = (await refused_end(room, info.id)).said["confirm"]
    await room.service.end(info.id, ANA, confirm=token)
    assert "no review for this game" in said(await room.press(ANA, "review", table=info.id))
    assert "Review" not in labels(await room.press(ANA, "more", table=info.id))


MOVED = tuple(f"{column}{row}>{column}{row + 1}:1" for column in "abcdefgh" for row in (1, 3))


def moves(*tokens: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(("movement.move", (token,)) for token in (*tokens, "done"))


async def test_settlements_are_told_in_tenths_and_of_long_answers_what_differs(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "culture_wars", npcs=1, begun=True)
    await room.service.end(info.id, ANA, confirm=(await refused_end(room, info.id)).said["confirm"])
    await room.press(ANA, "review", table=info.id)
    first = ReviewFinding(
        "movement.move", "0.3.movement", moves("a1>a2:1", "a1>a2:1"), moves("c4>c5:3"), 1.24, 0.56, 1.92, 20
    )
    own, other = moves(*MOVED, "k1>k2:2"), moves(*MOVED, "k1>l1:2")
    second = ReviewFinding("movement.move", "0.4.movement", own, other, 0.8, 0.1, 1.5, 20)
    await keeper(room, Worker(first, second)).settle()
    told = said(await room.press(ANA, "review", table=info.id))
    assert "about **1.2 settlements** (0.6 to 1.9)" in told
    assert "You chose: a1-a2 1 (×2).\nThe computer would have chosen: c4-c5 3." in told
    assert "would not have chosen: k1-k2 2.\nInstead it would have chosen: k1-l1 2." in told
    assert "for 5 rounds" in told


async def refused_end(room: Room, table: str) -> Refused:
    with pytest.raises(Refused) as refused:
        await room.service.end(table, ANA)
    return refused.value


async def test_the_end_and_more_have_the_button(room: Room) -> None:
    table = await finished(room)
    assert "Review" in labels(await room.press(ANA, "more", table=table))
    (end,) = [post for post in await room.posts() if post.kind == "end"]
    assert any(b.verb == "review" for part in end.parts for b in getattr(part, "buttons", ()))


def played(seed: str, game: str = "acme", computers: int = 2, **options: Any) -> Material:
    """A game whose first seat gives random answers; every other time what a computer would, except in ACME."""
    by_chance_in = {"acme": 1.0, "civ": 0.5, "culture_wars": 0.5}
    rules, rng = GAMES[game], random.Random(seed)
    seats = [SeatPlan(), *[SeatPlan(by="npc")] * computers]
    s, step = rules.setup(next(iter(rules.scenarios)), seats, options, seed)
    table, first = Table.open_with_checkpoint(rules, s, step)
    points, entries = [first], list[Entry]()
    while table.pending is not None:
        if table.is_unfinished:
            table.go_on()
        else:
            seat = table.waiting()[0]
            ask, question = table.ask_of(seat), table.question_to(seat)
            assert ask is not None
            assert question is not None
            by_chance = rng.random() < by_chance_in[game]
            picks = answer(rng, question.key, ask) if by_chance else rules.npc(table.state, question, ask)
            table.submit(seat, *picks)
        points += [point for point in table.checkpoints if point is not first]
        entries += table.settled
        table.begin()
    return Material(game, tuple(points), (*entries, *table.record.entries), (0,))


@pytest.fixture(scope="module")
def civ() -> Material:
    """A short game of Advanced Civilization."""
    return played("sixth", "civ", 3, turn_limit=7)


@pytest.fixture(scope="module")
def culture() -> Material:
    """A game of Culture Wars."""
    return played("fifth", "culture_wars", 1, rounds=12)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds, and everything is shown that is better at all."""
    monkeypatch.setattr(core, "SURE", 0.0)
    for reviewer in (AcmeReviewer, CivReviewer, CultureReviewer):
        fewer = replace(reviewer.effort, rough=2, worlds=3, judged=4)
        monkeypatch.setattr(reviewer, "effort", fewer)
        monkeypatch.setattr(reviewer, "least", lambda _self, _s: 0.0)


@pytest.fixture
def games(civ: Material, culture: Material) -> Mapping[str, Material]:
    """A finished game of each kind."""
    return {"acme": played("first", turns=1), "civ": civ, "culture_wars": culture}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("game", REVIEWED)
def test_it_finds_what_the_computer_would_have_done_better_and_comes_out_the_same(
    game: str, games: Mapping[str, Material]
) -> None:
    material = games[game]
    found = work_out(material, 0)
    assert found
    assert found == work_out(material, 0)
    assert all(one.own != one.other and one.better >= 0 for one in found)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("game", REVIEWED)
def test_what_the_player_could_not_see_changes_nothing(game: str, games: Mapping[str, Material]) -> None:
    """The cards that others held, the piles and the hidden sides of coins are put elsewhere in every position, with
    another seed.
    """
    material, place = games[game], 0
    points = tuple(_elsewhere(game, point, place) for point in material.points)
    moved = Material(game, points, material.entries, (place,))
    assert moved.points != material.points
    own, other = (_judged(one, place) for one in (material, moved))
    assert own
    assert own == other


def _elsewhere(game: str, point: Checkpoint, place: int) -> Checkpoint:
    rules, rng = GAMES[game], random.Random(point.first)
    s = decoder(rules.state_type).json(bytes(point.state))
    seats = rules.seats(s)
    seat = seats[place] if seats else None
    other = ELSEWHERE[game](s, seat, rng)
    return Checkpoint(point.first, point.step, msgspec.Raw(msgspec.json.encode(other)))


def _judged(material: Material, place: int) -> list[tuple[str, float]]:
    """What decisions that begin at a boundary are worth: there nothing hidden has been answered yet."""
    game = GAMES[material.game]
    how = core.reviewer_of(game)
    assert how is not None
    finished = core.FinishedGame(game, material.points, material.entries)
    found = [
        one
        for one in core.decisions(finished, place, how, lambda first, key: first.split(".")[0] == key.split(".")[0])
        if not one.vantage.entries
    ]
    judge = core.ReviewJudge(how)
    return [(one.chapter, sum(judge._differences(one, range(2), turns=1))) for one in found]


async def test_a_process_of_its_own_finds_the_same() -> None:
    nothing = Material("acme", (), (), (0,))
    assert await in_process(nothing, 0) == ()
