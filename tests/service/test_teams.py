"""A game of teams at a table: choosing in the lobby, cards shown to a team-mate alone (ACME-TEAM-01, 03, 07)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot.contract.tables import Person, Refused, TableInfo
from bot.features.files.verification import seat_plan
from bot.features.sharing import service as showing
from bot.features.statistics import ratings, results
from bot.features.statistics.models import ResultRow
from bot.tables.lobby.start_game import written_plan
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import UnitOfWork
from bot.ui.posts import end_post
from bot.ui.words.presentations import names_of, summary_of
from engine.core.game import Outcome, SeatPlan
from tests.acme.teams.test_victory import over
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
        assert labels(first) == ["Team 1", "Team 2", "Random", "Done"]
        assert "Team 1**: no players yet" in said(first)
        chosen = await room.say(ANA, "team_pick", "1.1")
        assert "**Team 1**: Ana" in chosen
        assert "Random team: Ben, Cho and Dee" in chosen
        post = words((await room.posts())[-1])
        assert "Ana (host) as Egypt, Team 1" in post
        assert "2 teams (the best team wins together)" in post
        assert "**Team 1**: no players yet" in await room.say(ANA, "team_pick", "1.")

    async def test_team_01_nobody_chooses_for_others(self, room: Room) -> None:
        info = await lobby(room)
        with pytest.raises(Refused) as error:
            await room.service.choose_team(info.id, ANA, 2, "1")
        assert error.value.code == "no_seat"
        with pytest.raises(Refused) as error:
            await room.service.choose_team(info.id, ANA, 1, "3")
        assert error.value.code == "bad_option"

    async def test_the_settings_of_a_table_of_teams_open_in_its_lobby(self, room: Room) -> None:
        await lobby(room)
        assert "Settings of table" in said(await room.press(ANA, "settings"))

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
        assert "not agreed yet who wins" in words(post)
        assert "whether the best team wins together" in await room.say(ANA, "start")
        await room.service.set_options(info.id, ANA, options={"team_victory": "individual"})
        assert (await room.service.start(info.id, ANA)).info.state == "running"

    async def test_the_first_post_names_the_people_of_each_team(self, room: Room) -> None:
        """ACME-TEAM-01: before they have a civilization too."""
        info = await room.service.open_table(ANA, HERE, "acme", options=AGREED, npcs=2)
        await room.service.join(info.id, BEN)
        for number, person in enumerate((ANA, BEN), 1):
            await room.service.choose_team(info.id, person, number, "1")
        await room.service.start(info.id, ANA)
        first = next(post for post in await room.posts() if post.kind == "start")
        assert "Team 1: Ana and Ben. Team 2: Seat 3 and Seat 4." in words(first)

    async def test_without_teams_there_is_nothing_to_choose(self, room: Room) -> None:
        """A team chosen before teams were given up is forgotten at the start."""
        info = await lobby(room)
        await room.service.choose_team(info.id, ANA, 1, "1")
        await room.service.set_options(info.id, ANA, options={"teams": 0})
        assert "There are no teams" in said(await room.press(ANA, "teams"))
        assert ", Team 1" not in words((await room.posts())[-1])
        started = (await room.service.start(info.id, ANA)).info
        assert not (await room.service.sheet(started.id, ANA)).view.civs["egypt"].team


class TestResults:
    @pytest.mark.parametrize(
        ("victory", "places"),
        [("combined", [1, 2, 2, 1]), ("individual", [2, 3, 4, 1])],
        ids=["combined", "individual"],
    )
    async def test_team_08_09_results_and_ratings_are_those_of_the_way_to_win(
        self, room: Room, victory: str, places: list[int]
    ) -> None:
        """ACME-TEAM-08, 09: a team shares its place and is rated alike, or its best member alone is first."""
        info = await begun(room)
        found, _ = over(victory, egypt=4, babylon=16, hittites=10, sumer=9)
        here = {"sumer": "assyria"}

        async def ended(work: UnitOfWork) -> None:
            work.row.rated = "yes"
            results.keep(work, renamed(found, here))

        await do(room.service.deps, info.id, ended)
        rows = await room.service.deps.database.read(select(ResultRow).order_by(col(ResultRow.number)))
        assert [row.place for row in rows] == places
        assert [row.score for row in rows] == [4, 10, 9, 16]
        skill = ratings.after(rows, {})
        ana, ben, cho, dee = (skill[person.id].mu for person, _ in CIVS)
        if victory == "combined":
            assert (ana, ben) == pytest.approx((dee, cho))
            assert ana > ben
        else:
            assert dee > ana > ben > cho

    @pytest.mark.parametrize(("victory", "won"), [("combined", "Egypt and Babylon"), ("individual", "Babylon")])
    async def test_team_08_09_the_last_post_names_who_has_won(self, room: Room, victory: str, won: str) -> None:
        """ACME-TEAM-08, 09: the whole team or its best member, then everybody by place with the own VP."""
        info = await begun(room)
        view = (await room.service.standing(info.id, ANA)).view
        found = renamed(over(victory, egypt=4, babylon=16, hittites=10, sumer=9)[0], {"sumer": "assyria"})
        summary, names = summary_of("acme"), names_of("acme")
        assert f"{won} won with" in end_post.head(info, view, found, names, summary).replace("**", "")
        lines = [line for line in end_post.places(info, view, found, names, summary) if "VP" in line]
        first = ["Egypt", "Babylon"] if victory == "combined" else ["Babylon", "Egypt"]
        named = [next(n for n in ("Egypt", "Babylon", "Hittites", "Assyria") if n in line) for line in lines]
        assert named == [*first, "Hittites", "Assyria"]


def renamed(found: Outcome, names: dict[str, str]) -> Outcome:
    """The outcome with other civilizations in some seats."""

    def of(seats: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(seat, seat) for seat in seats)

    scores = {names.get(seat, seat): score for seat, score in found.scores.items()}
    return replace(
        found, scores=scores, winners=of(found.winners), order=of(found.order), teams=tuple(map(of, found.teams))
    )


class TestPlaying:
    async def test_team_01_the_choice_is_what_is_played(self, room: Room) -> None:
        info = await begun(room)
        view = (await room.service.sheet(info.id, BEN)).view
        assert {civ: view.civs[civ].team for _, civ in CIVS} == {
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

    @pytest.mark.soak
    async def test_team_03_cards_are_shown_to_a_team_mate_alone(self, room: Room) -> None:
        """ACME-TEAM-03: by direct message and beside the own hand; nobody else sees or hears of it."""
        info = await begun(room)
        await dealt(room, info.id)
        hand = (await room.service.sheet(info.id, ANA)).view.civs["egypt"].hand
        before = len(await room.posts())
        shown = await screen(room, ANA, "show_to", "4.1", values=(str(hand[0]),))
        assert "show_to" in labels(shown)
        posts = (await room.posts())[before:]
        assert {post.user for post in posts} == {DEE.id}
        assert "Nobody else sees them" in " ".join(words(post) for post in posts)
        assert "shows you" in said(await screen(room, DEE, "hand"))
        for person in (BEN, CHO):
            sheet = await room.service.sheet(info.id, person)
            assert not sheet.view.civs["egypt"].shown
            assert "shows you" not in said(await screen(room, person, "hand"))

    @pytest.mark.soak
    async def test_team_03_not_to_opponents(self, room: Room) -> None:
        info = await begun(room)
        await dealt(room, info.id)
        hand = (await room.service.sheet(info.id, ANA)).view.civs["egypt"].hand
        for to, cards in ((2, [str(hand[0])]), (4, ["999"])):
            with pytest.raises(Refused) as error:
                await showing.show(room.service, info.id, ANA, to, cards)
            assert error.value.code == "not_an_option"


async def dealt(room: Room, table: str) -> None:
    """Place first disks until there are hands."""
    for _ in range(200):
        for person, civ in CIVS:
            sheet = await room.service.sheet(table, person)
            if sheet.view.civs[civ].hand:
                return
            if sheet.ask is not None:
                await room.service.answer(table, person, sheet.ask_no, [[sheet.ask.options[0]]])
    raise AssertionError("no cards were dealt")
