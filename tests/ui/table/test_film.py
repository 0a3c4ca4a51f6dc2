"""The whole game as a film: offered once it is over, made of what everybody could see."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.contract.preferences import Preferences
from bot.contract.records import Course, TurnEnd
from bot.delivery.films import pictures_of
from bot.features.replay.screens import SPEEDS, Frame, alt, frames, shown_in
from bot.ui.parts import Gallery, Screen, ScreenPicture
from bot.ui.words.presentations import names_of
from engine.core.text import speaking
from render.film import MOST
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, Room, labels, said
from tests.ui.table.test_digest import GAMES
from tests.ui.table.test_replay import option, played


def picture(screen: object) -> ScreenPicture:
    """The one picture of a screen."""
    assert isinstance(screen, Screen)
    return next(part for part in screen.parts if isinstance(part, Gallery)).pictures[0]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_is_over_is_shown_frame_by_frame_from_what_everybody_saw(room: Room, game: str) -> None:
    info = await played(room, game, 14 if game == "acme" else 8)
    there = frames(await room.service.checkpoints(info.id))
    seen = [await room.service.history(info.id, frame.point, None) for frame in there[:-1]]
    await stop(room.service, info.id)
    offer = await room.press(BEN, "film")
    assert f"{len(there)} pictures" in said(offer)
    shown = await room.press(BEN, "film", option(offer, "Slow"))
    drawn = picture(shown)
    assert drawn.recipe["views"][:-1] == seen
    assert drawn.recipe["each"] == SPEEDS["slow"]
    assert len(drawn.recipe["views"]) == len(there)
    assert drawn.name.endswith(f"{info.id.lower()}.webp")
    assert f"in {len(there)} pictures, one after another, from " in drawn.alt
    assert labels(shown) == ["Normal", "Fast", "Replay"]


@pytest.mark.soak
async def test_while_a_game_goes_on_there_is_no_film_of_it(room: Room) -> None:
    await played(room, "acme", 12)
    assert "Animation" not in labels(await room.press(ANA, "replay"))
    for speed in ("", "fast"):
        assert "when it's over" in await room.say(ANA, "film", speed)


async def test_the_replay_leads_to_the_film(room: Room) -> None:
    info = await played(room, "acme", 12)
    await stop(room.service, info.id)
    assert "Animation" in labels(await room.press(CHO, "replay"))
    assert picture(await room.press(CHO, "film", "fast")).recipe["each"] == SPEEDS["fast"]
    with speaking("de"):
        assert "nacheinander" in picture(await room.press(CHO, "film", "normal")).alt


async def test_whoever_wants_no_pictures_gets_the_replay_in_words(room: Room) -> None:
    info = await played(room, "acme", 12)
    await stop(room.service, info.id)
    await room.service.set_preferences(ANA, Preferences(pictures=False))
    screen = await room.press(ANA, "film", "fast")
    assert isinstance(screen, Screen)
    assert not any(isinstance(part, Gallery) for part in screen.parts)
    assert "Animation" not in labels(screen)
    assert "Next" in labels(screen)


async def test_the_alternative_text_tells_the_points_of_a_game_that_has_a_chart(room: Room) -> None:
    info = await played(room, "acme", 3)
    view = (await room.service.standing(info.id)).view
    turns = [TurnEnd(1, n, {"egypt": 3 * n, "hittites": (0, 4, 5, 6)[n], "babylon": n}) for n in range(4)]
    told = alt(info, [view, view], Course(info, view, tuple(turns)), names_of(info.game))
    assert "Egypt: 0, 3, 6, 9" in told
    assert "The lead changed in these turns: 2." in told
    assert len(told) <= 1000


def test_of_more_frames_than_a_film_has_those_at_even_distances_are_shown() -> None:
    there = [Frame(n, f"1.{n}.a") for n in range(1, 3 * MOST)]
    shown = [frame.point for frame in shown_in(there)]
    assert (shown[0], shown[-1], len(shown)) == (1, 3 * MOST - 1, MOST)
    assert {b - a for a, b in pairwise(shown)} <= {3, 4}
    assert shown_in(there[:5]) == there[:5]


def test_each_picture_marks_what_has_changed_since_the_one_before() -> None:
    views: list[dict[str, Any]] = [{"n": 1}, {"n": 2}, {"n": 3}]
    made = pictures_of({"game": "acme", "views": views, "style": {"palette": "tritan"}})
    assert [one["options"].get("since") for one in made] == [None, *views[:2]]
    assert {one["style"]["palette"] for one in made} == {"tritan"}
