"""Cups as people meet them: opened by a command, signed up for by a button, drawn into threads, told at each end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import select

from bot.contract.posts import PostButton, PostRow
from bot.contract.servers import Forum, Trial
from bot.contract.tables import Person, Place, Refused
from bot.features.cups import rounds, sign_up
from bot.features.cups.handlers import CupHandlers
from bot.features.cups.screens import cup_screen, decimal
from bot.features.cups.values import MOST_ENTRANTS, CupPlan
from bot.store.models import SlotRow
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Button, Screen, controls
from bot.ui.visit import Visit
from engine.core.text import speaking
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, fits, labels, opened_room, said, words


class ManyThreads:
    """Channels in which threads can be opened, each with a number of its own."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.closed: list[int] = []
        self.in_forum = False

    async def forums(self, guild: int) -> list[Forum]:
        return []

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        place = Place(5, 9000 + len(self.names), post=self.in_forum)
        self.names[place.channel] = name
        return place

    async def rename(self, thread: int, name: str) -> None:
        self.names[thread] = name

    async def close(self, thread: int) -> None:
        self.closed.append(thread)

    async def private(self, channel: int, name: str, person: int, *, anew: bool) -> Place | None:
        return None

    async def dm(self, person: int, line: str) -> Place | None:
        return None

    def invitation(self, guild: int, wanted: Sequence[str]) -> str:
        return ""

    async def try_post(self, channel: int, line: str) -> Trial:
        raise AssertionError((channel, line))

    async def text_channels(self, guild: int) -> list[tuple[int, str]]:
        return []

    async def may_make_events(self, guild: int) -> bool:
        return False

    async def has_left(self, guild: int | None, person: int) -> bool:
        return False


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "cups.db") as made:
        made.places = ManyThreads()  # type: ignore[assignment]
        made.handlers |= made.of(CupHandlers).handlers()
        yield made


def threads(room: Room) -> ManyThreads:
    found: object = room.places
    assert isinstance(found, ManyThreads)
    return found


def visit(person: Person, **more: object) -> Visit:
    return replace(Visit(person.id, HERE.channel, name=person.name, guild=HERE.guild), **more)  # type: ignore[arg-type]


async def opened(room: Room, game: str = "acme", **plan: object) -> Screen:
    cups = room.of(CupHandlers)
    made = replace(CupPlan("Spring *cup*", rounds=1), **plan)  # type: ignore[arg-type]
    answer = await room.ask(visit(ANA), lambda there: cups.open(there, HERE, made, game))
    assert isinstance(answer, Screen)
    return answer


async def test_a_cup_is_opened_signed_up_for_and_drawn_into_threads(room: Room) -> None:
    made = await opened(room)
    assert r"### Cup 1: Spring \*cup\*" in said(made)
    assert labels(made) == ["Sign up", "Start", "End the cup", "Refresh"]
    assert "You've signed up." in await room.say(BEN, "cup_join", "1")
    await room.say(ANA, "cup_join", "1")
    assert labels(await room.press(BEN, "cup", "1")) == ["Leave the cup", "Refresh"]
    assert "the host of this cup" in await room.say(BEN, "cup_draw", "1")
    drawn = await room.press(ANA, "cup_draw", "1")
    assert "Round 1 is drawn" in said(drawn)
    (table,) = (await sign_up.look(room.service.deps, ANA, 1)).tables
    assert threads(room).names == {9000: f"{table.table} · Spring *cup* 1.1 · Ancient Civilizations of the Middle East"}
    assert f"<#9000> ({table.table}): " in said(drawn)
    info = await room.service.info(table.table)
    assert {seat.person for seat in info.seats} == {ANA, BEN}
    again = await room.press(BEN, "cup_draw", "1")
    assert "the host of this cup" not in said(again)
    assert len(threads(room).names) == 1


async def test_a_cup_in_a_forum_has_each_lobby_in_the_first_message_of_its_post(room: Room) -> None:
    threads(room).in_forum = True
    await opened(room)
    await room.say(BEN, "cup_join", "1")
    await room.say(ANA, "cup_join", "1")
    await room.press(ANA, "cup_draw", "1")
    (slot,) = await room.database.read(select(SlotRow))
    assert (slot.channel, slot.message) == (9000, 9000)


async def test_the_end_of_a_table_tells_how_the_round_stands_and_the_last_one_who_has_won(room: Room) -> None:
    await opened(room, rounds=2)
    for person in (ANA, BEN, CHO, DEE):
        await room.say(person, "cup_join", "1")
    moderator = replace(DEE, id=DEE.id + 1, name="Mo", moderator=True)
    expected = (
        "One other table is still playing",
        "round 1 of 2 is over",
        "One other table is still playing",
        "is over. **",
    )
    told = iter(expected)
    for _ in range(2):
        await room.press(ANA, "cup_draw", "1")
        for table in (await sign_up.look(room.service.deps, ANA, 1)).tables:
            screen = await room.press(moderator, "cup", "1", moderator=True)
            assert "End the cup" in labels(screen)
            await end(room, table.table, moderator)
            post = [post for post in await room.posts() if post.kind == "matter"][-1]
            fits(post)
            assert next(told) in words(post)
            assert "(points · opponents' points · share of board points)\n1. **" in words(post)
            (button,) = [b for part in post.parts if isinstance(part, PostRow) for b in part.buttons]
            assert isinstance(button, PostButton)
            assert (button.label, button.verb, button.option) == ("Show", "cup", "1"), "true whatever the cup becomes"
    over = await room.press(CHO, "cup", "1")
    assert "` decided the draw" in said(over)
    assert labels(over) == ["Refresh"]


async def test_until_when_a_round_lasts_is_said_while_it_is_played(room: Room) -> None:
    await opened(room, rounds=2, days=3)
    for person in (ANA, BEN, CHO, DEE):
        await room.say(person, "cup_join", "1")
    moderator = replace(DEE, id=DEE.id + 1, moderator=True)
    told = ["This round: until" in await room.say(ANA, "cup", "1")]
    for _ in range(2):
        told.append("This round: until <t:" in said(await room.press(ANA, "cup_draw", "1")))
        for table in (await sign_up.look(room.service.deps, ANA, 1)).tables:
            await end(room, table.table, moderator)
        told.append("This round: until" in await room.say(ANA, "cup", "1"))
    assert told == [False, True, False, True, False]


async def end(room: Room, table: str, moderator: Person) -> None:
    with pytest.raises(Refused) as asked:
        await room.service.end(table, moderator)
    await room.service.end(table, moderator, confirm=str(asked.value.said["confirm"]))


async def test_a_cup_is_ended_after_a_second_word(room: Room) -> None:
    await opened(room)
    asked = await room.press(ANA, "cup_end", "1")
    assert labels(asked) == ["Yes, end it", "Keep the cup"]
    yes = next(c for c in controls_of(asked) if c.label == "Yes, end it")
    assert "The cup is over" in await room.say(ANA, "cup_end", yes.option)


def controls_of(screen: object) -> list[Button]:
    assert isinstance(screen, Screen)
    return [one for one in controls(screen) if isinstance(one, Button)]


async def test_the_cup_meant_is_the_one_named_or_the_only_one(room: Room) -> None:
    cups = room.of(CupHandlers)
    assert "This server has no cups" in said(await room.ask(visit(ANA), cups.table))
    await opened(room)
    assert "Cup 1" in said(await room.ask(visit(BEN), cups.table))
    assert await cups.find_cup(visit(BEN), "") == 1
    await opened(room)
    both = await room.ask(visit(BEN), cups.table)
    assert labels(both) == ["Show", "Show"]
    assert await cups.suggest(visit(BEN), "2:") == [("2: Spring *cup*", "2")]
    assert [await cups.find_cup(visit(BEN), name) for name in ("spring cup", "1", "autumn")] == [2, 1, 0]
    assert "Cup 2" in said(await room.ask(visit(BEN), lambda there: cups.table(there, "spring cup")))
    answer = await room.ask(visit(BEN), lambda there: cups.find_cup(there, ""))
    assert "This server has several cups" in said(answer)


@pytest.mark.parametrize("game", ["acme", "culture_wars", "civ"])
async def test_every_game_can_be_played_for_a_cup(room: Room, game: str) -> None:
    size = 5 if game == "civ" else 3
    await opened(room, game, size=size)
    for n in range(size):
        await room.say(Person(10**16 + n, f"P{n}", 5), "cup_join", "1")
    await room.press(ANA, "cup_draw", "1", moderator=True)
    (table,) = (await sign_up.look(room.service.deps, ANA, 1)).tables
    info = await room.service.info(table.table)
    assert (info.game, info.state, len(info.of(10**16))) == (game, "running", 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_the_largest_cup_fits_its_screen(room: Room, language: str) -> None:
    made = await sign_up.open_cup(room.service, ANA, HERE, CupPlan("*" * 100, size=3, rounds=3, days=9), "culture_wars")
    for n in range(MOST_ENTRANTS):
        await sign_up.join(room.service.deps, Person(10**16 + n, "*" * 32, 5), made.id)
    with speaking(language):
        for _ in range(2):
            there = await sign_up.look(room.service.deps, ANA, made.id)
            assert faults(cup_screen(there, replace(ANA, moderator=True)), DESIGN) == []
            await rounds.draw(room.service.deps, ANA, made.id)


def test_points_are_written_with_as_many_digits_as_they_need() -> None:
    assert [decimal(n) for n in (0, 50, 100, 133, 250)] == ["0", "0.5", "1", "1.33", "2.5"]
