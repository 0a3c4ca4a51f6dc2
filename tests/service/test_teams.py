"""A game of teams at a table: choosing in the lobby, cards shown to a team-mate alone (ACME-TEAM-01, 03, 07)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.service.files.verification import seat_plan
from bot.service.lobby.lobby import written_plan
from bot.values import Person, Refused, TableInfo
from engine.core.game import SeatPlan
from tests.service.test_several_seats import screen
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, opened_room, said, words

DEE = Person(ANA.id + 70, "Dee", HERE.guild)
AGREED: dict[str, Any] = {"map": "western", "teams": 2, "team_victory": "combined"}
CIVS = ((ANA, "egypt"), (BEN, "hittites"), (CHO, "assyria"), (DEE, "babylon"))


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def lobby(room: Room, **options: Any) -> TableInfo:
    """Ana, Ben, Cho and Dee with their civilizations."""
    info = await room.service.open_table(ANA, HERE, "acme", options={**AGREED, **options})
    for person, civ in CIVS:
        info = await room.service.join(info.id, person, again=person.id != ANA.id, civ=civ)
    return info


async def begun(room: Room) -> TableInfo:
    """Ana and Dee against Ben and Cho."""
    info = await lobby(room)
    for number, (person, team) in enumerate(((ANA, "1"), (BEN, "2"), (CHO, "2"), (DEE, "1")), 1):
        info = await room.service.choose_team(info.id, person, number, team)
    return (await room.service.start(info.id, ANA)).info


class TestLobby:
    async def test_team_01_a_team_is_chosen_and_left_again(self, room: Room) -> None:
        """ACME-TEAM-01: everybody sees who has chosen which, and who is left to the lot."""
        await lobby(room)
        first = await room.press(ANA, "teams")
        assert labels(first) == ["Team 1", "Team 2", "By lot", "Done"]
        assert "Team 1**: nobody has chosen it yet" in said(first)
        chosen = await room.say(ANA, "team_pick", "1.1")
        assert "**Team 1**: Ana" in chosen
        assert "By lot: Ben, Cho and Dee" in chosen
        post = words((await room.posts())[-1])
        assert "Ana (host) as Egypt, Team 1" in post
        assert "2 teams (the best team wins together)" in post
        assert "**Team 1**: nobody" in await room.say(ANA, "team_pick", "1.")

    async def test_team_01_nobody_chooses_for_others(self, room: Room) -> None:
        info = await lobby(room)
        with pytest.raises(Refused) as error:
            await room.service.choose_team(info.id, ANA, 2, "1")
        assert error.value.code == "no_seat"
        with pytest.raises(Refused) as error:
            await room.service.choose_team(info.id, ANA, 1, "3")
        assert error.value.code == "bad_option"

    async def test_team_01_unequal_teams_do_not_begin(self, room: Room) -> None:
        """ACME-TEAM-01: three in a team of two; what to change is said, and nothing has begun."""
        info = await lobby(room)
        for number, person in enumerate((ANA, BEN, CHO), 1):
            await room.service.choose_team(info.id, person, number, "1")
        assert "each team has 2 seats" in await room.say(ANA, "start")
        assert (await room.service.info(info.id)).state == "lobby"

    async def test_team_07_the_way_of_victory_is_agreed_on_first(self, room: Room) -> None:
        """ACME-TEAM-07: the lobby can be without it, the game cannot begin."""
        info = await lobby(room, team_victory="open")
        post = [post for post in await room.posts() if post.kind == "lobby"][-1]
        assert "who wins is not agreed on yet" in words(post)
        assert "how teams win" in await room.say(ANA, "start")
        await room.service.set_options(info.id, ANA, options={"team_victory": "individual"})
        assert (await room.service.start(info.id, ANA)).info.state == "running"

    async def test_without_teams_there_is_nothing_to_choose(self, room: Room) -> None:
        """A team chosen before teams were given up is forgotten at the start."""
        info = await lobby(room)
        await room.service.choose_team(info.id, ANA, 1, "1")
        await room.service.set_options(info.id, ANA, options={"teams": 0})
        assert "is not played in teams" in said(await room.press(ANA, "teams"))
        assert ", Team 1" not in words((await room.posts())[-1])
        started = (await room.service.start(info.id, ANA)).info
        assert "team" not in (await room.service.sheet(started.id, ANA)).view["civs"]["egypt"]


class TestPlaying:
    async def test_team_01_the_choice_is_what_is_played(self, room: Room) -> None:
        info = await begun(room)
        view = (await room.service.sheet(info.id, BEN)).view
        assert {civ: view["civs"][civ]["team"] for _, civ in CIVS} == {
            "egypt": "1",
            "hittites": "2",
            "assyria": "2",
            "babylon": "1",
        }
        assert [(seat.number, seat.team) for seat in info.seats] == [(1, "1"), (2, "2"), (3, "2"), (4, "1")]

    def test_a_chosen_team_is_kept_for_whoever_plays_the_game_again(self) -> None:
        """Without one a seat is written as it always was."""
        for plan in (SeatPlan("egypt", player="Ana", team="2"), SeatPlan("egypt", "npc")):
            assert seat_plan(*written_plan(plan)) == plan
        assert written_plan(SeatPlan("egypt", player="Ana")) == ["egypt", "human", "Ana", ""]

    async def test_team_03_cards_are_shown_to_a_team_mate_alone(self, room: Room) -> None:
        """ACME-TEAM-03: by direct message and beside the own hand; nobody else sees or hears of it."""
        info = await begun(room)
        await dealt(room, info.id)
        hand = (await room.service.sheet(info.id, ANA)).view["civs"]["egypt"]["hand"]
        before = len(await room.posts())
        shown = await screen(room, ANA, "show_to", "4.1", values=(str(hand[0]),))
        assert "show_to" in labels(shown)
        posts = (await room.posts())[before:]
        assert {post.user for post in posts} == {DEE.id}
        assert "Nobody else sees it" in " ".join(words(post) for post in posts)
        assert "shows you" in said(await screen(room, DEE, "hand"))
        for person in (BEN, CHO):
            sheet = await room.service.sheet(info.id, person)
            assert "shown" not in sheet.view["civs"]["egypt"]
            assert "shows you" not in said(await screen(room, person, "hand"))

    async def test_team_03_not_to_opponents(self, room: Room) -> None:
        info = await begun(room)
        await dealt(room, info.id)
        hand = (await room.service.sheet(info.id, ANA)).view["civs"]["egypt"]["hand"]
        for to, cards in ((2, [str(hand[0])]), (4, ["999"])):
            with pytest.raises(Refused) as error:
                await room.service.show_cards(info.id, ANA, to, cards)
            assert error.value.code == "not_an_option"


async def dealt(room: Room, table: str) -> None:
    """Place first disks until there are hands."""
    for _ in range(200):
        for person, civ in CIVS:
            sheet = await room.service.sheet(table, person)
            if sheet.view["civs"][civ].get("hand"):
                return
            if sheet.ask is not None:
                await room.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])
    raise AssertionError("no cards were dealt")
