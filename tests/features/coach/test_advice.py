"""What would you do?: the computer's answer to every question, ready to be sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Person, Refused, Sheet
from bot.features.coach.hints import AdviceHandlers
from bot.games.questions import verbs
from bot.store.models import EntryRow
from bot.ui.parts import Button, Screen, controls
from bot.ui.questions.frame import may_ask
from engine.civ.presentation.lines import move_text
from engine.games import GAMES, PRESENTATIONS
from tests.ui.table.room import ANA, BEN, HERE, Room, labels, opened_room, said, words

ASKED = 60
SENDING = {"go", "stop", "join_go", "let_pass", "f_go"}


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        made.handlers |= verbs(made.all_handlers.play)
        yield made


async def alone(room: Room, game: str, number: int = 2) -> str:
    """A game of Ana against computers that has begun."""
    info = await room.service.open_table(ANA, HERE, game, npcs=number, begun=True, seed="advice")
    return info.id


def sends(screen: Screen) -> list[Button]:
    """The buttons that send what the screen shows."""
    shown = [one for one in controls(screen) if isinstance(one, Button) and not one.disabled]
    return [one for one in shown if one.verb in SENDING]


async def pressed(room: Room, table: str, screen: Screen, button: Button, person: Any = ANA) -> Screen:
    answer = await room.press(person, button.verb, button.option, table=table, ask=screen.ask, seat=screen.seat)
    assert isinstance(answer, Screen), answer
    return answer


def advise_of(screen: Screen) -> Button | None:
    return next((one for one in controls(screen) if isinstance(one, Button) and one.verb == "advise"), None)


@pytest.mark.parametrize("game", GAMES)
async def test_a_lone_player_can_ask_it_at_every_question_and_send_its_answer(room: Room, game: str) -> None:
    table = await alone(room, game)
    seen = set()
    screen = await room.press(ANA, "seat", table=table)
    for _ in range(ASKED):
        sheet: Sheet = await room.service.sheet(table, ANA)
        if sheet.request is None or not isinstance(screen, Screen):
            break
        button = advise_of(screen)
        assert button is not None, (sheet.request.key, labels(screen))
        seen.add(sheet.request.key)
        advice = await pressed(room, table, screen, button)
        assert "the computer would" in said(advice).lower(), said(advice)
        ways = sends(advice)
        assert ways, (sheet.request.key, said(advice), labels(advice))
        before = sheet.ask_no
        screen = await pressed(room, table, advice, ways[0])
        if (await room.service.sheet(table, ANA)).ask_no == before and (more := sends(screen)):
            screen = await pressed(room, table, screen, more[0])
        assert (await room.service.sheet(table, ANA)).ask_no != before, (sheet.request.key, said(screen))
    assert len(seen) >= 3


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_sent_is_what_was_advised(room: Room, game: str) -> None:
    table = await alone(room, game)
    screen = await room.press(ANA, "seat", table=table)
    for _ in range(12):
        there = await room.service.seat(table, ANA)
        if there.sheet.request is None:
            break
        told = await AdviceHandlers(room.all_handlers.play)._given(there)
        again = await AdviceHandlers(room.all_handlers.play)._given(await room.service.seat(table, ANA))
        assert told == again
        assert isinstance(screen, Screen)
        before = len(await entries(room))
        screen = await pressed(room, table, screen, Button("", "advise"))
        screen = await pressed(room, table, screen, sends(screen)[0])
        given = [entry for entry in (await entries(room))[before:] if entry.seat == there.sheet.seat.seat]
        later = "" if told.key == "movement.tokens" else "movement.tokens"  # lodged, and made when the turn comes
        now = [picks for key, picks in told.answers if key != later]
        assert [tuple(json.loads(one.picks)) for one in given][: len(now)] == now


async def entries(room: Room) -> list[EntryRow]:
    """All answers that are stored, in order."""
    return list(await room.database.read(select(EntryRow).order_by(col(EntryRow.seq))))


async def with_ben(room: Room, **settings: Any) -> str:
    info = await room.service.open_table(ANA, HERE, "acme", differing=settings)
    await room.service.join(info.id, BEN)
    await room.service.start(info.id, ANA)
    return info.id


async def asked_first(room: Room, table: str) -> tuple[Person, Screen]:
    """Who is asked first, with their screen."""
    for person in (ANA, BEN):
        if (await room.service.sheet(table, person)).request is not None:
            screen = await room.press(person, "seat", table=table)
            assert isinstance(screen, Screen)
            return person, screen
    raise AssertionError("nobody is asked")


async def test_with_other_people_there_is_none_unless_the_lobby_said_so(room: Room) -> None:
    table = await with_ben(room)
    person, screen = await asked_first(room, table)
    assert advise_of(screen) is None
    told = await room.press(person, "advise", table=table, ask=screen.ask, seat=screen.seat)
    assert "The host can allow it in the lobby" in said(told)
    assert (await room.service.sheet(table, person)).draft is None


async def test_with_advice_in_the_lobby_everyone_may_ask(room: Room) -> None:
    table = await with_ben(room, advice="on")
    person, screen = await asked_first(room, table)
    assert advise_of(screen) is not None
    told = await pressed(room, table, screen, Button("", "advise"), person)
    assert "This is what the computer would do" in said(told)
    posts = await room.posts()
    assert any("What would you do?" in words(post) for post in posts if post.kind == "start")


async def test_everyone_sees_in_the_lobby_whether_there_is_advice(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "acme")
    await room.service.change_settings(info.id, ANA, advice="on")
    assert "advice from the computer" in words((await room.posts())[-1])


async def test_it_stays_as_it_was_once_the_game_has_begun(room: Room) -> None:
    table = await with_ben(room)
    with pytest.raises(Refused) as refused:
        await room.service.change_settings(table, ANA, advice="on")
    assert refused.value.code == "advice_fixed"


async def test_a_vacation_of_the_other_gives_nobody_advice(room: Room) -> None:
    """The computer plays Ben's seat for a while, which is still his."""
    table = await with_ben(room)
    await room.service.control(table, BEN, 2, "npc")
    sheet = await room.service.sheet(table, ANA)
    assert sheet.info.alone
    assert not may_ask(sheet)


async def test_of_an_old_question_there_is_no_advice(room: Room) -> None:
    table = await alone(room, "acme")
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    advised = await pressed(room, table, screen, Button("", "advise"))
    await pressed(room, table, advised, sends(advised)[0])
    told = await room.press(ANA, "advise", table=table, ask=screen.ask, seat=screen.seat)
    assert "the computer would" not in said(told).lower()


async def test_two_presses_at_once_are_both_answered(room: Room) -> None:
    table = await alone(room, "acme")
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    both = await asyncio.gather(*(pressed(room, table, screen, Button("", "advise")) for _ in range(2)))
    assert [said(one) for one in both] == [said(both[0])] * 2


@pytest.mark.parametrize("game", GAMES)
async def test_a_guided_game_has_hints_of_its_own(room: Room, game: str) -> None:
    screen = await room.press(ANA, "learn", game)
    assert isinstance(screen, Screen)
    assert advise_of(screen) is None


async def advised_at(room: Room, table: str, *keys: str) -> tuple[SeatSnapshot, Screen]:
    """The seat and its advice at the first of these questions; what is asked before is answered as advised."""
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    for _ in range(ASKED):
        there = await room.service.seat(table, ANA)
        screen = await pressed(room, table, screen, Button("", "advise"))
        if there.sheet.request is not None and there.sheet.request.key in keys:
            return there, screen
        screen = await pressed(room, table, screen, sends(screen)[0])
    raise AssertionError(f"never asked {keys}")


async def test_ships_and_the_moves_on_the_same_screen_are_advised_together(room: Room) -> None:
    """The draft held ships alone, and the moves that the screen shows too stayed empty."""
    table = await alone(room, "civ")
    there, screen = await advised_at(room, table, "ships.keep", "ships.build")
    told = await AdviceHandlers(room.all_handlers.play)._given(there)
    moves = [picks[0] for key, picks in told.answers if key == "movement.tokens" and picks != ("done",)]
    assert moves
    assert all(move_text(move) in said(screen) for move in moves)
    before = len(await entries(room))
    await pressed(room, table, screen, sends(screen)[0])
    given = [entry for entry in (await entries(room))[before:] if entry.seat == there.sheet.seat.seat]
    assert [tuple(json.loads(one.picks)) for one in given][: len(told.batch)] == list(told.batch)


def once_told(screen: Screen, what: str) -> bool:
    """Whether the words of the screen say that a single time."""
    return said(screen).count(what) == 1


async def test_moves_are_told_once_below_the_advice(room: Room) -> None:
    """The advice listed all moves, which the screen shows below it too."""
    table = await alone(room, "culture_wars")
    there, screen = await advised_at(room, table, "movement.move")
    told = await AdviceHandlers(room.all_handlers.play)._given(there)
    moves = [pick for _, (pick,) in told.answers if pick != "done"]
    assert moves
    assert all(once_told(screen, move.replace(">", "-").replace(":", " ")) for move in moves)


async def test_a_tile_goes_beside_tiles_that_the_picture_shows(room: Room) -> None:
    """It went to `S4`, which the picture names only while a place is chosen."""
    table = await alone(room, "culture_wars")
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    there = await room.service.seat(table, ANA)
    told = await AdviceHandlers(room.all_handlers.play)._given(there)
    assert [key for key, _ in told.answers] == ["tile.move", "tile.place"]
    ((tile,), (place,)) = told.batch
    advised = await pressed(room, table, screen, Button("", "advise"))
    assert f"**Tile {tile} touches tile" in said(advised)
    assert place.upper() not in said(advised)


async def test_a_coin_that_is_advised_is_placed_by_a_button_that_says_so(room: Room) -> None:
    """It was `Do this`, below a count of the free squares after it: none."""
    table = await alone(room, "culture_wars")
    there, screen = await advised_at(room, table, "coin.place")
    told = await AdviceHandlers(room.all_handlers.play)._given(there)
    ((square,),) = told.batch
    assert [one.label for one in sends(screen)] == [f"Place on {square}"]
    assert "squares are free" not in said(screen)


async def test_where_no_question_is_shown_no_advice_is_offered(room: Room) -> None:
    """It stood on the screen of auto-answers too."""
    table = await alone(room, "culture_wars")
    for verb in ("auto", "undo"):
        screen = await room.press(ANA, verb, table=table)
        assert isinstance(screen, Screen)
        assert "Suns" in said(screen)
        assert advise_of(screen) is None


async def test_reasons_speak_to_the_player(room: Room) -> None:
    """They told of `Seat 1` and `Italy`, as the log does."""
    table = await alone(room, "civ")
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    for _ in range(12):
        there = await room.service.seat(table, ANA)
        told = await AdviceHandlers(room.all_handlers.play)._given(there)
        assert told.why.key.startswith("advice.")
        assert "player" not in told.why.values
        screen = await pressed(room, table, screen, Button("", "advise"))
        screen = await pressed(room, table, screen, sends(screen)[0])


async def test_a_reason_names_all_that_it_is_the_reason_for(room: Room) -> None:
    """Of six moves it named the first: `Move 1 of your tokens to Cisalpina`."""
    table = await alone(room, "civ", 3)
    screen = await room.press(ANA, "seat", table=table)
    assert isinstance(screen, Screen)
    for _ in range(6):
        there = await room.service.seat(table, ANA)
        told = await AdviceHandlers(room.all_handlers.play)._given(there)
        goals = {picks[0].partition(">")[2].partition(":")[0] for _, picks in told.answers if ">" in picks[0]}
        screen = await pressed(room, table, screen, Button("", "advise"))
        if len(goals) > 1:
            break
        screen = await pressed(room, table, screen, sends(screen)[0])
    assert told.why.key == "advice.civ.spread"
    names = [there_is.name for there_is in PRESENTATIONS["civ"].names.things("area", goals)]
    assert all(name in said(screen).splitlines()[1] for name in names)
