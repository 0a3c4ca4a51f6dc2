"""The stepper: a game phase by phase, public while it goes on, with any hand once it is over."""

from __future__ import annotations

from typing import Any

import pytest

from bot.contract.preferences import Preferences
from bot.contract.tables import Person, TableInfo
from bot.features.replay.screens import Frame, ReplayPlace, frames, place_of, standing_at, turns_menu
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Button, Gallery, Menu, Screen, controls
from tests.service.tables import stop
from tests.ui.table.room import ANA, BEN, CHO, Room, labels, said
from tests.ui.table.test_digest import GAMES, answer_first, opened


async def played(room: Room, game: str, answers: int = 30) -> TableInfo:
    """A game in which so much has been answered."""

    async def play(other: Room) -> TableInfo:
        info = await opened(other, game)
        for _ in range(answers):
            await answer_first(other, info.id)
        return info

    return await room.once(("played on", game, answers), play)


def recipe(screen: object) -> dict[str, Any]:
    """What the picture of a screen is drawn from."""
    assert isinstance(screen, Screen)
    return next(part for part in screen.parts if isinstance(part, Gallery)).pictures[0].recipe


def option(screen: object, label: str) -> str:
    """Where the button of that label leads."""
    assert isinstance(screen, Screen)
    return next(b.option for b in controls(screen) if isinstance(b, Button) and b.label == label)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_every_frame_of_every_game_can_be_stepped_to_and_fro(room: Room, game: str) -> None:
    await played(room, game, 14 if game == "civ" else 30)
    screen = await room.press(CHO, "replay")
    seen = [said(screen).splitlines()[0]]
    while "Next" in labels(screen):
        screen = await room.press(CHO, "replay", option(screen, "Next"))
        seen.append(said(screen).splitlines()[0])
    n = len(seen)
    assert n > 2
    assert [head.rpartition(" · ")[2] for head in seen] == [f"{i} of {n}" for i in range(1, n + 1)]
    back = await room.press(CHO, "replay", option(screen, "Back"))
    assert said(back).splitlines()[0] == seen[-2]
    first = option(back, "First" if "First" in labels(back) else "Back")
    assert said(await room.press(CHO, "replay", first)).splitlines()[0] == seen[0]
    assert said(await room.press(CHO, "replay", option(back, "Next"))).splitlines()[0] == seen[-1]


@pytest.mark.soak
async def test_a_frame_marks_what_its_stretch_has_changed_and_tells_it(room: Room) -> None:
    info = await played(room, "acme")
    points = await room.service.checkpoints(info.id)
    there = frames(points)
    first = await room.press(CHO, "replay", str(ReplayPlace(there[0].point)))
    assert (
        said(first).splitlines()[0].startswith(f"### Table {info.id} · {chapter_name(info.game, there[0].chapter)} · ")
    )
    place = str(ReplayPlace(there[1].point))
    screen = await room.press(ANA, "replay", place)
    drawn = recipe(screen)
    assert drawn["view"] == await room.service.history(info.id, there[1].point, None)
    assert drawn["options"]["since"] == await room.service.history(info.id, there[0].point, None)
    told = [line.text for line in (await room.service.log(info.id, None, chapter=there[1].chapter)).lines]
    assert told
    assert len(said(screen).splitlines()) > 1
    text = await room.press(ANA, "replay", option(screen, "As text"))
    assert not any(isinstance(part, Gallery) for part in text.parts if isinstance(text, Screen))  # type: ignore[union-attr]
    assert "As picture" in labels(text)


@pytest.mark.soak
async def test_nothing_but_the_public_view_is_shown_while_the_game_goes_on(room: Room) -> None:
    info = await played(room, "acme")
    for person in (ANA, BEN, CHO):
        screen = await room.press(person, "replay", "0~1~")
        assert recipe(screen)["view"] == (await room.service.standing(info.id)).view
        assert "held:" not in said(screen)
        assert "replay_of" not in labels(screen)


async def test_after_the_end_any_hand_can_be_looked_at(room: Room) -> None:
    info = await played(room, "acme")
    hand = (await room.service.sheet(info.id, BEN)).view.civs["hittites"].hand
    number = next(seat.number for seat in info.seats if seat.person == BEN)
    await stop(room.service, info.id)
    screen = await room.press(CHO, "replay", "0~0~")
    assert "held:" not in said(screen)
    chosen = await room.press(CHO, "replay_of", "0~0~", str(number))
    assert "**Hittites** had:" in said(chosen)
    assert said(chosen).count(",") >= len(hand) - 1
    assert option(chosen, "Back").split("~")[1] == str(number)
    await stop_seen_without_hands(room, info, CHO)


async def stop_seen_without_hands(room: Room, info: TableInfo, person: Person) -> None:
    """Frames of a finished game show nobody's hand unless it is asked for."""
    first = frames(await room.service.checkpoints(info.id))[2]
    shown = await room.press(person, "replay", str(ReplayPlace(first.point)))
    assert recipe(shown)["view"] == await room.service.history(info.id, first.point, person, seat=0)


@pytest.mark.soak
async def test_the_menu_and_the_command_lead_to_a_turn(room: Room) -> None:
    info = await played(room, "culture_wars", 60)
    screen = await room.press(ANA, "replay")
    assert isinstance(screen, Screen)
    menu = next(part for part in screen.parts if isinstance(part, Menu) and part.verb == "replay_go")
    last = await room.press(ANA, "replay_go", menu.option, menu.choices[-1].value)
    assert said(last).splitlines()[0] != said(screen).splitlines()[0]
    many = [Frame(1 + i, f"0.{1 + i // 2}.{('tax', 'conflict.tokens')[i % 2]}") for i in range(80)]
    for at, first in ((0, 1), (40, 19), (79, 31)):
        (turns,) = turns_menu(info, many, at, ReplayPlace(0))
        assert [choice.value for choice in turns.choices] == [str(n) for n in range(first, first + 50, 2)]


@pytest.mark.soak
async def test_without_pictures_a_frame_is_words(room: Room) -> None:
    await played(room, "acme", 12)
    await room.service.set_preferences(ANA, Preferences(pictures=False))
    screen = await room.press(ANA, "replay")
    assert isinstance(screen, Screen)
    assert not any(isinstance(part, Gallery) for part in screen.parts)


def test_addresses_come_back_as_they_were_and_a_point_that_is_gone_is_the_one_before() -> None:
    for place in (ReplayPlace(), ReplayPlace(41, 3, words=True), ReplayPlace(7)):
        assert place_of(str(place)) == place
    assert place_of("x~y~z") == ReplayPlace()
    there = (Frame(3, "1.1.a"), Frame(9, "1.1.b"), Frame(0, ""))
    assert [standing_at(there, point) for point in (0, 1, 3, 8, 9, 99)] == [2, 0, 0, 0, 1, 1]
