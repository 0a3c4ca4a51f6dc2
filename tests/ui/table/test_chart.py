"""The points after every turn: for everybody where they lie open, for all once the game is over, in words as well."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.contract.records import TurnEnd
from bot.delivery.drawing import draw_recipe
from bot.ui.lookup.points_chart import drawn_from
from bot.ui.parts import Gallery, Screen
from bot.ui.words.presentations import summary_of
from engine.core.text import speaking
from tests.render.civ_views import early
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, said
from tests.ui.table.test_digest import answer_first
from tests.ui.table.test_endings import rounds_played


@pytest.mark.soak
async def test_a_game_that_goes_on_is_drawn_where_points_lie_open(room: Room) -> None:
    info = await rounds_played(room, 3)
    screen = await room.press(CHO, "chart")
    assert isinstance(screen, Screen)
    picture = next(part for part in screen.parts if isinstance(part, Gallery)).pictures[0]
    course = await room.service.course(info.id, CHO)
    view = (await room.service.standing(info.id)).view
    assert {slug: values[-1] for slug, values in picture.recipe["options"]["points"].items()} == {
        slug: len(summary_of(info.game).sites(view, slug)) for slug in course.turns[-1].points
    }, "as everybody can count"
    assert draw_recipe(picture.recipe).alt
    assert picture.alt.count(", ") == 2 * (len(course.turns) - 1)
    assert "Chart" in labels(await room.press(CHO, "replay"))
    with speaking("de"):
        assert "Siedlungen bis Runde" in said(await room.press(CHO, "chart"))


async def test_before_two_turns_are_over_there_is_no_chart(room: Room) -> None:
    await room.begun(ANA, BEN)
    assert "needs two finished turns" in await room.say(ANA, "chart")


@pytest.mark.soak
async def test_points_that_hang_on_hands_are_drawn_after_the_end_alone(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "civ")
    for person in (BEN, CHO):
        await room.service.join(info.id, person)
    await room.service.start(info.id, ANA)
    for _ in range(10):
        await answer_first(room, info.id)
    summary, view = summary_of("civ"), (await room.service.standing(info.id)).view
    assert not summary.open_scores(view)
    assert "Chart" not in labels(await room.press(BEN, "replay"))
    assert "depend on hidden cards" in await room.say(BEN, "chart")
    await stop(room.service, info.id)
    assert "Chart" in labels(await room.press(BEN, "replay"))


@pytest.mark.parametrize(("track", "told"), [("classic", False), ("basic", True), ("expert", False)])
def test_the_track_decides_whether_points_lie_open(track: str, told: bool) -> None:
    view = early("2p", 2)
    shown = replace(view, options=replace(view.options, track=track))
    assert summary_of("civ").open_scores(shown) is told


def test_a_course_says_how_many_turns_each_era_had() -> None:
    turns = (TurnEnd(1, 1, {"x": 0}), TurnEnd(1, 1, {"x": 2}), TurnEnd(1, 2, {"x": 3}), TurnEnd(2, 1, {"x": 3, "y": 1}))
    assert drawn_from(turns) == {"eras": [2, 1], "points": {"x": [0, 2, 3, 3], "y": [0, 0, 0, 1]}, "first": 1}
