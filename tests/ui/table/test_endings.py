"""The end of a game: where the points came from, how it went, what was held, and the way to the next game."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.contract.posts import Post, PostPicture, PostRow
from bot.contract.records import Ending, TurnEnd
from bot.contract.tables import TableInfo
from bot.delivery.drawing import draw_recipe
from bot.ui.lobby.settings import more_screen
from bot.ui.lookup.points_chart import drawn_from
from bot.ui.parts import Menu, Screen
from bot.ui.posts.end_post import chart, hands, head, lead_line
from bot.ui.words.presentations import names_of, summary_of
from engine.core.game import Outcome
from engine.core.text import speaking
from tests.culture_wars.story import Story
from tests.service.tables import stop
from tests.ui.table.places import news, table
from tests.ui.table.played import played, step
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, fits, labels, said

NAMES, SUMMARY = names_of("acme"), summary_of("acme")
SEATS = tuple(seat.seat for seat in table(2).seats)


def course(*points: tuple[int, int]) -> tuple[TurnEnd, ...]:
    """Points of two seats before the first turn and after each: two Epochs of two turns."""
    turns = [(0, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    return tuple(TurnEnd(*at, dict(zip(SEATS, both, strict=True))) for at, both in zip(turns, points, strict=False))


def told(*points: tuple[int, int]) -> list[str]:
    won = Outcome(dict(zip(SEATS, points[-1], strict=True)), (SEATS[0],), "")
    return lead_line(replace(news(table(2, state="over"), outcome=won), ending=Ending(course(*points))), NAMES, SUMMARY)


def ending(posts: list[Post]) -> Post:
    return next(post for post in posts if post.kind == "end")


@pytest.mark.parametrize(
    ("points", "turn"),
    [
        (((0, 0), (1, 2), (4, 4), (8, 5), (9, 8)), "Epoch II, turn 1"),
        (((0, 0), (3, 2), (3, 4), (4, 5), (9, 8)), "Epoch II, turn 2"),
        (((0, 0), (3, 2), (5, 4), (6, 5), (9, 8)), "Epoch I, turn 1"),
    ],
)
def test_the_turn_that_decided_is_the_one_after_which_the_winner_stayed_ahead(
    points: tuple[tuple[int, int], ...], turn: str
) -> None:
    (line,) = told(*points)
    assert line.startswith(f"**Decided** in {turn}. From then on, ")
    assert " led everyone else" in line  # "the Scythians was ahead" stood there


def test_the_title_of_the_end_declines_no_points() -> None:
    """In German “mit 74 Punkte” was said."""
    won = Outcome(dict(zip(SEATS, (74, 59), strict=True)), (SEATS[0],), "")
    with speaking("de"):
        title = head(table(2, state="over"), {}, won, NAMES, summary_of("civ"))
    assert title.endswith(", 74 Punkte")
    assert " mit " not in title


def test_a_tie_in_the_end_was_decided_by_no_turn() -> None:
    assert told((0, 0), (3, 2), (5, 4), (6, 5), (9, 9)) == []


def test_hands_are_told_of_all_seats_unless_nobody_held_anything() -> None:
    over = table(2, state="over")
    head, *lines = hands(over, {SEATS[0]: ("42",), SEATS[1]: ()}, NAMES)
    assert head == "**Hands at the end**"
    assert [line.rpartition(") ")[2] for line in lines] == ["Trade Fleet", "no cards"]
    assert hands(over, {SEATS[0]: ()}, NAMES) == []


@pytest.mark.soak
async def test_the_end_shows_how_the_game_went_and_opens_the_next(room: Room) -> None:
    number = await played(room, ANA, turns=2)
    post = ending(await room.posts())
    fits(post)
    told = said(await room.press(ANA, "result", table=number))
    assert "**Hands at the end**" in told
    assert told.startswith(f"### Result of table {number}")
    chart = next(part for part in post.parts if isinstance(part, PostPicture) and part.draw == "chart")
    points = chart.options["points"]
    assert {len(values) for values in points.values()} == {sum(chart.options["eras"]) + 1} == {3}
    view = (await room.service.standing(number)).view
    assert {slug: values[-1] for slug, values in points.items()} == {s: c.vp for s, c in view.civs.items()}
    alt = draw_recipe({"draw": "chart", "game": "acme", "view": view, "options": chart.options}).alt
    assert alt.startswith("Victory points over 2 turns: ")
    buttons = [button for part in post.parts if isinstance(part, PostRow) for button in part.buttons]
    assert [(b.verb, b.option) for b in buttons] == [
        ("again", ""),
        ("result", ""),
        ("replay", ""),
        ("figures", ""),
        ("more", ""),
        ("review", ""),
    ]


@pytest.mark.parametrize(
    ("points", "charts"), [([(0, 0), (0, 3), (2, 3)], 1), ([(0, 0), (0, 0), (0, 0)], 0), ([(0, 0), (0, 3)], 0)]
)
def test_points_are_drawn_where_there_are_any_and_two_turns_at_least(
    points: list[tuple[int, int]], charts: int
) -> None:
    over = replace(news(table(2, state="over")), ending=Ending(course(*points)))
    assert len(chart(over, "chart")) == charts


async def rounds_played(room: Room, rounds: int) -> TableInfo:
    """A game of Culture Wars of Ana and Ben, by chance until so many rounds are over."""
    info = await room.service.open_table(ANA, HERE, "culture_wars")
    await room.service.join(info.id, BEN)
    await room.service.start(info.id, ANA)
    dice = random.Random(3)
    while (await room.service.standing(info.id)).view.turn <= rounds:
        await step(room, info.id, (ANA, BEN), dice)
    return await room.service.info(info.id)


@pytest.mark.soak
async def test_a_game_that_is_ended_early_shows_how_it_went_too(room: Room) -> None:
    info = await rounds_played(room, 2)
    await stop(room.service, info.id)
    post = ending(await room.posts())
    fits(post)
    course = await room.service.course(info.id, ANA)
    view = (await room.service.standing(info.id)).view
    held = {suit: len(own.settlements) for suit, own in view.cultures.items()}
    assert course.turns[-1].points == held
    assert not any(held.values())
    assert [part for part in post.parts if isinstance(part, PostPicture) and part.draw == "chart"] == []
    drawing = {"draw": "chart", "game": "culture_wars", "view": view, "options": drawn_from(course.turns)}
    assert draw_recipe(drawing).alt.startswith("Settlements over 3 rounds: ")


async def test_hands_are_told_when_a_game_is_ended_early(room: Room) -> None:
    info = await room.begun(ANA, BEN, turns=2)
    dice = random.Random(3)
    while not (await room.service.sheet(info.id, ANA)).view.civs["egypt"].hand:
        await step(room, info.id, (ANA, BEN), dice)
    assert "**Hands at the end**" not in said(await room.press(ANA, "result", table=info.id))
    await stop(room.service, info.id)
    for person in (ANA, CHO):
        assert "**Hands at the end**" in said(await room.press(person, "result", table=info.id))
    fits(ending(await room.posts()))


def test_settlements_are_told_by_their_squares() -> None:
    coins = {"e9": "suns 3 settlement", "h3": "suns 4 settlement"}
    view = Story("movement", coins=coins, tokens={"c4": "suns 4"}).table.view(None)
    summary = summary_of("culture_wars")
    assert summary.origins(view, "suns") == "Settlements: e9 and h3"
    assert summary.origins(view, "moons") == ""
    assert summary.turn(0, 7) == "round 7"


async def over(room: Room) -> TableInfo:
    """A game of Ana and Ben with an NPC that has been ended."""
    info = await room.begun(ANA, BEN, turns=2)
    await stop(room.service, info.id)
    return await room.service.info(info.id)


async def test_a_rematch_has_the_same_seats_and_options_and_another_number(room: Room) -> None:
    before = await over(room)
    answer = await room.press(BEN, "again", table=before.id)
    assert labels(answer) == ["Start", "Options"]
    after = await room.service.table_in(HERE.channel, BEN)
    assert after is not None
    assert (after.state, after.host) == ("lobby", BEN)
    assert [seat.person for seat in after.seats] == [BEN, ANA]
    assert (after.game, after.scenario, after.options) == (before.game, before.scenario, before.options)
    assert after.id != before.id
    assert "This channel already has table 101, and a channel can only have one." in await room.say(
        ANA, "again", table=before.id
    )


async def test_another_scenario_begins_with_the_options(room: Room) -> None:
    before = await over(room)
    screen = await room.press(ANA, "again", "scenario", table=before.id)
    assert isinstance(screen, Screen)
    menus = [part.option for part in screen.parts if isinstance(part, Menu)]
    assert any(option.startswith("scenario") for option in menus)


@pytest.mark.parametrize(("game", "offered"), [("acme", True), ("civ", True), ("culture_wars", False)])
def test_another_scenario_is_offered_only_where_there_is_one(game: str, offered: bool) -> None:
    assert ("Another scenario" in labels(more_screen(replace(table(2, state="over"), game=game)))) == offered


async def test_only_who_sat_at_a_table_that_is_over_opens_it_again(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    assert "has already started" in await room.say(ANA, "again", table=info.id)
    await stop(room.service, info.id)
    assert "You aren't playing" in await room.say(CHO, "again", table=info.id)
    there = await room.service.table_in(HERE.channel, ANA)
    assert there is not None
    assert (there.id, there.state) == (info.id, "over")
