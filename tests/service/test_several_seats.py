"""One person with several civilizations of a table, from the lobby to the end (ACME-MULTI-01 to 06, ACME-1V2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Refused, TableInfo
from bot.store.models import SeatRow
from bot.tables.lobby.start_game import player_names
from bot.ui.lobby.multi_seat import own_seats, seat_meant
from bot.ui.parts import Form, Pick, Screen
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of, presentation_of
from engine.acme.presentation.commands import COMMANDS
from tests.ui.play.verbs import handlers as play_handlers
from tests.ui.table.room import ANA, BEN, CHO, HERE, Room, labels, opened_room, said, words

NAMES = names_of("acme")
TWIN = Person(ANA.id + 50, "Ana", HERE.guild)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def opened(room: Room, host: Person = ANA, **wanted: Any) -> TableInfo:
    return await room.service.open_table(host, HERE, "acme", **{"options": {"map": "western"}, **wanted})


async def seated(room: Room, *civs: tuple[Person, str], **options: Any) -> TableInfo:
    """A lobby in which each of them has named a civilization for a seat of its own."""
    info = await opened(room, civs[0][0], options={"map": "western", **options})
    for i, (person, civ) in enumerate(civs):
        if i:
            info = await room.service.join(info.id, person, again=True)
        info = await room.service.join(info.id, person, civ=civ, seat=i + 1)
    return info


async def two_each(room: Room, **options: Any) -> TableInfo:
    """Ana plays Egypt and Babylon, Ben the Hittites and Assyria."""
    civs = ((ANA, "egypt"), (BEN, "hittites"), (ANA, "babylon"), (BEN, "assyria"))
    info = await seated(room, *civs, **options)
    return (await room.service.start(info.id, ANA)).info


async def on(room: Room, table: str, *stops: str, most: int = 600) -> None:
    """Play with the first option until one of these questions is asked."""
    for _ in range(most):
        for person in (ANA, BEN, CHO):
            try:
                sheet = await room.service.sheet(table, person)
            except Refused:
                continue
            if sheet.request is None or sheet.ask is None or sheet.sealed is not None:
                continue
            if sheet.request.key in stops:
                return
            wanted = [o for o in ("done", "pass", "none", "no", "stay") if o in sheet.ask.options]
            picks: list[str] = [*wanted[:1]] or list(sheet.ask.options[: max(1, sheet.ask.least)])
            await room.service.answer(table, person, sheet.ask_no, [picks], seat=sheet.seat.number)
            break
        else:
            room.now += 100_000
            await room.service.ring(table, "window", (await room.service.info(table)).ask_no)
    raise AssertionError(f"none of {stops} was asked")


async def screen(room: Room, person: Person, verb: str, option: str = "", **more: Any) -> Screen:
    """The answer to a press on a screen of the game."""
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    visit = Visit(
        person.id, HERE.channel, info.id, verb=verb, option=option, name=person.name, **more, guild=HERE.guild
    )
    answer = await room.ask(visit, play_handlers(room.service)[verb])
    assert isinstance(answer, Screen)
    return answer


class TestLobby:
    async def test_multi_06_a_second_seat_is_offered_and_comes_with_advice(self, room: Room) -> None:
        """ACME-MULTI-06: a notice, and no hindrance; to all in the lobby, and to whoever takes the seat."""
        info = await opened(room)
        first = await room.press(BEN, "join")
        assert labels(first) == ["Choose civilizations", "Add a civilization", "How it works"]
        assert "beginners" not in said(first)
        again = await room.press(BEN, "join")
        assert f"You've already joined table {info.id}." in said(again)
        assert "Add a civilization" in labels(again)
        second = await room.press(BEN, "join_again")
        assert "You play 2 civilizations" in said(second)
        assert "Beginners should take only one" in said(second)
        post = words((await room.posts())[-1])
        assert "Ana (host) · Ben, 2 civilizations" in post
        assert "**Players: 3 (" in post
        assert "Beginners should take only one" in post
        await room.service.start(info.id, ANA)
        assert "beginners" not in words([p for p in await room.posts() if p.kind == "lobby"][-1])

    async def test_the_dm_that_tries_whether_dms_arrive_is_sent_once(self, room: Room) -> None:
        await opened(room)
        for verb in ("join", "join_again", "join_again"):
            await room.press(BEN, verb)
        assert len([post for post in await room.posts() if post.kind == "seated"]) == 1

    async def test_each_seat_names_its_civilization(self, room: Room) -> None:
        """ACME-MULTI-01: a menu for each, without what the other seat has taken."""
        info = await opened(room)
        await room.press(BEN, "join")
        await room.press(BEN, "join_again")
        civs = await room.press(BEN, "opt_civs")
        assert labels(civs) == ["opt_civ", "opt_civ", "Options"]
        assert "Ben: Egypt" in await room.say(BEN, "opt_civ", "2", "egypt")
        assert "Ben: Egypt, Ben: Hittites" in await room.say(BEN, "opt_civ", "3", "hittites")
        assert "Another player has just taken Egypt" in await room.say(BEN, "opt_civ", "3", "egypt")
        assert [s.civ for s in (await room.service.info(info.id)).seats] == ["", "egypt", "hittites"]
        post = words((await room.posts())[-1])
        assert "Ben, 2 civilizations: Egypt, Hittites" in post

    async def test_one_of_several_seats_is_given_back(self, room: Room) -> None:
        info = await opened(room)
        await room.press(ANA, "join_again")
        await room.press(BEN, "join")
        answer = await room.press(ANA, "join")
        assert "Return a civilization" in labels(answer)
        assert "You have a seat at table" in await room.say(ANA, "give_back", "2")
        assert [s.person for s in (await room.service.info(info.id)).seats] == [ANA, BEN]
        assert "You aren't playing at table 100." in await room.say(ANA, "give_back", "2")
        assert "You've left" in await room.say(ANA, "give_back", "1")
        assert (await room.service.info(info.id)).host == BEN
        assert "You've left" in await room.say(BEN, "give_back", "1")
        assert (await room.service.info(info.id)).state == "over"

    async def test_a_full_table_has_no_further_seat(self, room: Room) -> None:
        await opened(room, most=2)
        await room.press(ANA, "join_again")
        assert "Add a civilization" not in labels(await room.press(ANA, "join"))
        assert "All 2 seats" in await room.say(ANA, "join_again")

    async def test_a_game_for_one_seat_each_offers_none(self, room: Room) -> None:
        await room.service.open_table(ANA, HERE, "culture_wars")
        assert "Add a civilization" not in labels(await room.press(BEN, "join"))
        assert "already" in await room.say(BEN, "join")


class TestNames:
    def rows(self, *people: Person | None) -> list[SeatRow]:
        rows = [SeatRow(table_id=1, number=n) for n in range(1, len(people) + 1)]
        for row, person in zip(rows, people, strict=True):
            row.person, row.person_name = (person.id, person.name) if person else (None, "")
        return rows

    def test_different_persons_of_one_name_are_different_players(self) -> None:
        """RUL-001: the name is kept for the first, the others are numbered; a person has one name for all seats."""
        assert player_names(self.rows(ANA, TWIN, ANA, None)) == {1: "Ana", 2: "Ana (2)", 3: "Ana", 4: ""}
        taken = Person(9, "Ana (2)")
        assert player_names(self.rows(taken, ANA, TWIN)) == {1: "Ana (2)", 2: "Ana", 3: "Ana (3)"}

    def test_a_person_who_has_changed_names_is_one_player(self) -> None:
        assert player_names(self.rows(ANA, Person(ANA.id, "Anna"))) == {1: "Ana", 2: "Ana"}

    async def test_their_vp_are_never_added_up(self, room: Room) -> None:
        """ACME-MULTI-05: two Anas with a civ each have no total, and both their names are in the record."""
        info = await seated(room, (ANA, "egypt"), (TWIN, "hittites"))
        info = (await room.service.start(info.id, ANA)).info
        view = (await room.service.standing(info.id)).view
        assert [view.civs[civ].player for civ in ("egypt", "hittites")] == ["Ana", "Ana (2)"]
        assert not view.players


class TestTable:
    async def test_multi_01_each_question_says_for_which_civilization(self, room: Room) -> None:
        """ACME-MULTI-01: the order is of civilizations; the screen that comes next is of the other one if it is."""
        info = await two_each(room)
        await on(room, info.id, "growth.retire")
        sheet = await room.service.sheet(info.id, ANA)
        asked = sheet.public.ask
        assert asked is not None
        civ = asked.asked[0].civ
        owner = ANA if civ in {"egypt", "babylon"} else BEN
        shown = await screen(room, owner, "seat")
        assert NAMES.name("civ", civ) in said(shown).splitlines()[0]
        post = [p for p in await room.posts() if p.user is None and p.kind == "phase"][-1]
        assert f"**{NAMES.name('civ', civ)}**" in words(post)

    async def test_multi_02_hands_are_kept_and_shown_apart(self, room: Room) -> None:
        """ACME-MULTI-02: a DM for each, and a screen for each with a way to the other."""
        info = await two_each(room)
        await on(room, info.id, "growth.retire")
        hands = [p for p in await room.posts() if p.kind == "hand" and p.user == ANA.id]
        assert {p.slot for p in hands} == {f"hand:{info.id}:{n}:{ANA.id}" for n in (1, 3)}
        assert any("Your hand · Egypt" in words(p) for p in hands)
        assert any("Your hand · Babylon" in words(p) for p in hands)
        egypt = await screen(room, ANA, "hand", "1")
        assert "Egypt" in said(egypt)
        assert "Hand of Babylon" in labels(egypt)
        babylon = await screen(room, ANA, "hand", "3")
        assert "Babylon" in said(babylon)
        assert said(babylon) != said(egypt)
        views = [(await room.service.sheet(info.id, ANA, n)).view.civs for n in (1, 3)]
        assert [sorted(civ for civ in view if view[civ].hand is not None) for view in views] == [["egypt"], ["babylon"]]

    @pytest.mark.soak
    async def test_what_only_one_seat_may_know_says_which(self, room: Room) -> None:
        """ACME-MULTI-02: what the other seat has drawn is told with its name, on the screen of whichever has acted."""
        info = await two_each(room)
        await on(room, info.id, "draw.buy")
        sheet = None
        while sheet is None:
            for person in (ANA, BEN):
                found = await room.service.sheet(info.id, person)
                sheet = found if found.request is not None else sheet
        done = await room.service.answer(
            info.id, sheet.seat.person or ANA, sheet.ask_no, [["0"]], seat=sheet.seat.number
        )
        shown = await QuestionHandlers(room.service, presentation_of).after(done)
        drawn = [e for e in done.events if e.to is not None]
        assert drawn
        assert f"{NAMES.name('civ', sheet.seat.civ)}: You drew" in said(shown)

    @pytest.mark.soak
    async def test_commands_work_for_the_seat_asked_first_or_the_one_named(self, room: Room) -> None:
        """ACME-MULTI-01: `/acme deploy` and all others; a seat that is not asked is told so."""
        info = await two_each(room)
        await on(room, info.id, "card.play")
        typed, command = (
            CommandRunner(QuestionHandlers(room.service, presentation_of)),
            next(c for c in COMMANDS if c.name == "pass"),
        )
        asked = (await room.service.standing(info.id)).ask
        assert asked is not None
        seat = asked.asked[0]
        assert seat.person is not None
        other = next(s for s in info.of(seat.person) if s.number != seat.number)
        visit = Visit(seat.person.id, HERE.channel, info.id, name=seat.person.name, guild=HERE.guild)
        info = await room.service.info(info.id)
        number = seat_meant(info, seat.person, NAMES.name("civ", other.civ), NAMES)
        assert number == other.number
        refused = await room.ask(replace(visit, seat=number), partial(typed.run, command=command, given={}))
        name = NAMES.name("civ", other.civ)
        assert f"It isn't your turn to answer that.\n### {name}" in said(refused)
        assert f"{name}: not your turn." in said(refused)
        assert NAMES.name("civ", seat.civ) in labels(refused)
        await room.ask(visit, partial(typed.run, command=command, given={}))
        now = (await room.service.standing(info.id)).ask
        assert now is None or [s.number for s in now.asked] != [seat.number]

    async def test_a_seat_is_named_by_its_civilization(self, room: Room) -> None:
        info = await two_each(room)
        await on(room, info.id, "growth.retire", "setup.home", "setup.deploy")
        info = await room.service.info(info.id)
        assert [seat.name for seat in own_seats(info, ANA, NAMES)] == ["Egypt", "Babylon"]
        assert [seat_meant(info, ANA, typed, NAMES) for typed in ("", "egypt", "Babylon", "3")] == [None, 1, 3, 3]
        with pytest.raises(Refused) as refused:
            seat_meant(info, ANA, "Assyria", NAMES)
        assert (refused.value.code, str(refused.value.said["seats"])) == ("seats_many", "Egypt and Babylon")
        with pytest.raises(Refused) as refused:
            seat_meant(info, CHO, "Egypt", NAMES)
        assert refused.value.code == "no_seat"

    @pytest.mark.soak
    async def test_multi_05_totals_stand_beside_the_scores(self, room: Room) -> None:
        """ACME-MULTI-05: a line for each player with several in status and phase posts."""
        info = await two_each(room)
        await on(room, info.id, "growth.retire")
        status = await room.say(ANA, "status")
        assert "**Ana** 0 VP together (Egypt 0, Babylon 0)" in status
        assert "**Ben** 0 VP together (" in status
        post = [p for p in await room.posts() if p.kind == "phase"][-1]
        assert "\n**Ana** 0 VP\n" in words(post)

    @pytest.mark.soak
    async def test_multi_05_the_end_names_what_the_winner_has_in_all(self, room: Room) -> None:
        """ACME-MULTI-05: places are those of players."""
        info = await two_each(room, turns=1)
        posts = await finished(room, info.id)
        view = (await room.service.standing(info.id)).view
        best = max(int(player.score) for player in view.players)
        assert f"with {best} VP" in words(posts[-1])
        assert "VP together" in words(posts[-1])
        ranked = [line[0] for line in words(posts[-1]).splitlines() if line[1:4] == " **"]
        assert ranked == ["1", "1", "2", "2"]

    @pytest.mark.soak
    async def test_a_seat_handed_on_stays_part_of_what_it_was(self, room: Room) -> None:
        """Babylon goes on counting for Ana's score when Cho plays it; both see their own hand only."""
        info = await two_each(room)
        await on(room, info.id, "growth.retire")
        offered = await room.service.give_seat(info.id, ANA, 3, CHO)
        await room.service.answer_offer(info.id, CHO, offered.no, accepts=True)
        view = (await room.service.standing(info.id)).view
        assert [player.civs for player in view.players] == [("egypt", "babylon"), ("hittites", "assyria")]
        assert (await room.service.sheet(info.id, ANA)).view.civs["babylon"].hand is None
        assert (await room.service.sheet(info.id, CHO)).view.civs["babylon"].hand is not None


async def finished(room: Room, table: str) -> list[Post]:
    """All posts of a game played to its end."""
    with pytest.raises(AssertionError):
        await on(room, table, "never", most=400)
    assert (await room.service.info(table)).state == "over"
    return [post for post in await room.posts() if post.user is None and post.kind == "end"]


class TestOneVsTwo:
    async def test_1v2_01_10_13_it_is_agreed_on_in_a_form(self, room: Room) -> None:
        """ACME-1V2-01, ACME-1V2-10, ACME-1V2-13: whether, the divisor, and card 97."""
        info = await opened(room)
        form = await room.press(ANA, "opt_page", "one_vs_two")
        assert isinstance(form, Form)
        fields = {field.key: [c.value for c in field.choices] for field in form.fields if isinstance(field, Pick)}
        assert fields == {
            "one_vs_two": ["no", "yes"],
            "divisor": ["3", "4", "5"],
            "time_marches_on": ["removed", "ignored"],
        }
        filled = {"one_vs_two": ("yes",), "divisor": ("5",), "time_marches_on": ("ignored",)}
        await room.press(ANA, "page_sent", "one_vs_two", fields=filled)
        info = await room.service.info(info.id)
        assert info.options == {"map": "western", "one_vs_two": True, "divisor": 5, "time_marches_on": "ignored"}
        post = words((await room.posts())[-1])
        assert "One vs. Two (VP of two civilizations divided by 5; Time Marches On ignored)" in post
        assert "ends with Epoch II" in post
        assert "Only the host, Ana" in await room.say(BEN, "page_sent", "one_vs_two", fields=filled)
        await room.press(ANA, "page_sent", "one_vs_two", fields={"one_vs_two": ("no",), "divisor": ("4",)})
        assert "one_vs_two" not in (await room.service.info(info.id)).options

    async def test_1v2_01_the_start_says_who_has_to_play_how_many(self, room: Room) -> None:
        """ACME-1V2-01: as long as the lobby is open anybody may sit anywhere; NPCs may not."""
        info = await opened(room, options={"map": "western", "one_vs_two": True})
        assert "leave the NPCs out" in await room.say(ANA, "add_npc")
        await room.press(BEN, "join")
        assert "some must have two; now they have: Ana 1, Ben 1" in await room.say(ANA, "start")
        await room.press(BEN, "join_again")
        assert "The game at table 100 has started." in await room.say(ANA, "start")
        assert (await room.service.standing(info.id)).view.goal == {"epochs": 2}

    async def test_1v2_02_the_player_of_one_is_asked_when_to_choose(self, room: Room) -> None:
        """ACME-1V2-02: on an ordinary screen with two buttons."""
        await opened(room, options={"map": "western", "one_vs_two": True})
        await room.press(BEN, "join")
        await room.press(BEN, "join_again")
        await room.press(ANA, "start")
        shown = await screen(room, ANA, "seat")
        assert "Choose a civilization before or after players with two" in said(shown)
        assert {"Before the players with two", "After the players with two"} <= set(labels(shown))

    async def test_1v2_14_both_scores_are_shown(self, room: Room) -> None:
        """ACME-1V2-14: VP of each civ and the divided score of their player."""
        info = await seated(room, (ANA, "egypt"), (BEN, "hittites"), (BEN, "babylon"), one_vs_two=True)
        await room.service.start(info.id, ANA)
        await on(room, info.id, "growth.retire")
        status = await room.say(BEN, "status")
        assert "**Hittites (Ben)**" in status or "**Hittites** (Ben)" in status
        assert "**Ben** 0 VP (" in status
        assert "divided by 4)" in status
        assert "**Ana** 0 VP" not in status


class TestWindows:
    @pytest.mark.soak
    async def test_each_civilization_is_asked_and_answered_apart(self, room: Room) -> None:
        """ACME-MULTI-03: both civs of a player answer a window; the notice and the screens say for which."""
        info = await two_each(room)
        for person in (ANA, BEN):
            await room.service.set_preferences(person, Preferences(window_notices="all"))
        await on(room, info.id, "competition.before", "card.negate", most=900)
        asked = (await room.service.standing(info.id)).ask
        assert asked is not None
        assert asked.sealed
        for person in (ANA, BEN):
            own = [s for s in asked.asked if s.person == person]
            if len(own) < 2:
                continue
            notices = [words(p) for p in await room.posts() if p.kind == "notice" and p.user == person.id]
            assert {f"({NAMES.name('civ', s.civ)})" for s in own} <= {
                n[n.index("(") : n.index(")") + 1] for n in notices
            }
            first = await room.service.sheet(info.id, person)
            assert first.ask is not None
            silence = [list(first.ask.silence or first.ask.options[:1])]
            done = await room.service.answer(info.id, person, first.ask_no, silence, seat=first.seat.number)
            assert done.sheet is not None
            assert done.sheet.seat.number != first.seat.number
            assert done.sheet.request is not None
