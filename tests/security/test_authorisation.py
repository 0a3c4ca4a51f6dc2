"""The matrix of `docs/authorisation.md`, walked: every action as every role, and every control as a stranger."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.contract.snapshot import QueueWish
from bot.contract.tables import Draft, Offer, Person, Petition, Place, Refused, TableInfo
from bot.features.api import programs, views
from bot.features.auto_answers import service as auto_answers
from bot.features.clocks import more_time, overdue
from bot.features.coach import reviews
from bot.features.digest import service as digest
from bot.features.files import export_import, verification
from bot.features.find import service as vacancies
from bot.features.following import service as following
from bot.features.guides.screens import FirstGames
from bot.features.host import faults, server_setup
from bot.features.notes import service as notes
from bot.features.reminders import service as reminders
from bot.features.rooms import service as rooms
from bot.features.rooms.screens import RoomHandlers
from bot.features.sharing import service as shared_board
from bot.features.sharing import service as showing
from bot.features.start_times import idle_lobby, schedule
from bot.features.statistics import figures
from bot.features.webhooks import service as webhooks
from bot.games.questions import questions
from bot.tables.game_service import GameService
from bot.tables.history import since
from bot.tables.work.operations import OFFERED
from bot.ui.parts import Screen
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from tests.features.rooms.sitting import Threads as Discord
from tests.security import matrix
from tests.security.matrix import EVE, ROLES, STRANGER_BY_DM, TABLE, Line, States, version
from tests.service.databases import ready
from tests.service.tables import BEN, HERE, Room
from tests.ui.play.verbs import handlers as play_handlers
from tests.ui.table import room as tables

Act = Callable[[Room, Person], Awaitable[object]]
LOBBY, GAME, ASKED, OVER = (
    "In a lobby", "In a running game", "Requests and offers", "After the end",
)  # fmt: skip
SEAT: Final = 2
LEFT: Final = 4  # the seat that the former has given up
AUTHORITY: Final = frozenset(
    {
        "no_table", "host_only", "owner_only", "no_seat", "replaced", "petition_free", "petition_own", "offer_other",
        "export_sealed", "seat_own", "host_own", "late_own", "late_other", "seat_seen",
        "follow_seated",
    }
)  # fmt: skip
EXCUSED: Final[Mapping[str, str]] = {
    "reasons": "no_reason",
    "npc_hand": "secret",
    "verification.verify_game": "seed_secret",
    "follow": "not_an_option",
    "sharing.show": "no_showing",
    "sharing.show_draft": "not_an_option",
    "last_good_position": "not_damaged",
    "auto_answers.lodge": "no_auto_answers",
    "auto_answers.carry_out": "no_auto_answers",
    "auto_answers.queue": "no_auto_answers",
    "auto_answers.set_answer": "no_auto_answers",
    "reminders.snooze": "not_asked",
    "course": "chart_none",
    "programs.seat": "program_gone",
    "programs.take_out": "program_gone",
    "mend": "not_damaged",
    "resume": "not_paused",
    "schedule.fill": "start_settled",
    "schedule.wait": "start_settled",
    "schedule.close": "start_settled",
}
NAMES_TABLE: Final = frozenset({"open", "seat_at", "find_join", "find_seat"})
CHANGES_NOTHING: Final = frozenset({"stay", "done", "pause"})


async def twice(act: Callable[[str], Awaitable[object]]) -> object:
    """What needs a second word is said twice."""
    try:
        return await act("")
    except Refused as asked:
        if "confirm" not in asked.said:
            raise
        return await act(str(asked.said["confirm"]))


async def voting(made: Room, person: Person) -> object:
    return await made.service.vote_back(TABLE, person, await matrix.number(made), agrees=True)


async def first_point(made: Room, person: Person) -> object:
    point = (await made.service.checkpoints(TABLE))[-1].no
    return await made.service.go_back(TABLE, person, point)


async def asking(made: Room, person: Person) -> object:
    return await made.service.ask_back(TABLE, person, await matrix.before(made))


async def drafting(made: Room, person: Person) -> object:
    number = (await made.service.info(TABLE)).ask_no
    return await made.service.save_draft(TABLE, person, number, Draft(("walk",)), seat=SEAT)


async def petition(made: Room, person: Person) -> object:
    return await made.service.petition(TABLE, await matrix.number(made), person)


async def finding(made: Room, person: Person) -> object:
    """The lobby, where it is found; None where it is not."""
    if person.guild is None:
        return None
    return next(iter((await vacancies.find(made.service.deps, person)).shown), None)


async def reviewed(made: Room, who: Person) -> None:
    """Ask for a review; whoever may is told that this game has none."""
    with pytest.raises(Refused) as refusal:
        await reviews.review(made.service, TABLE, who, number=SEAT)
    if refusal.value.code != "no_review":
        raise refusal.value


ACTS: Final[Mapping[str, Act]] = {
    "join": lambda made, who: made.service.join(TABLE, who, again=True),
    "give_back": lambda made, who: made.service.give_back(TABLE, who, SEAT),
    "choose_team": lambda made, who: made.service.choose_team(TABLE, who, SEAT, ""),
    "leave": lambda made, who: twice(lambda word: made.service.leave(TABLE, who, confirm=word)),
    "remove": lambda made, who: made.service.remove(TABLE, who, BEN),
    "set_options": lambda made, who: made.service.set_options(TABLE, who, options={"goal": 20}),
    "change_settings": lambda made, who: made.service.change_settings(TABLE, who, pace="slow"),
    "start": lambda made, who: made.service.start(TABLE, who),
    "schedule.set_start": lambda made, who: schedule.set_start(made.service, TABLE, who, made.clock.now + 3600),
    "schedule.fill": lambda made, who: schedule.fill(made.service, TABLE, who, int(made.clock.now) - 1),
    "schedule.wait": lambda made, who: schedule.wait(made.service, TABLE, who, int(made.clock.now) - 1),
    "idle_lobby.keep": lambda made, who: idle_lobby.keep(made.service, TABLE, who),
    "schedule.close": lambda made, who: schedule.close(made.service, TABLE, who, int(made.clock.now) - 1),
    "give_host": lambda made, who: made.service.give_host(TABLE, who, EVE),
    "end": lambda made, who: twice(lambda word: made.service.end(TABLE, who, confirm=word)),
    "move": lambda made, who: made.service.move(TABLE, who, Place(HERE.guild, 99)),
    "info": lambda made, who: made.service.info(TABLE, who),
    "find.find": finding,
    "faults.report_problem": lambda made, who: faults.report_problem(
        made.service.deps, TABLE, who, "The map is upside down"
    ),
    "table_in": lambda made, who: made.service.table_in(HERE.channel, who),
    "standing": lambda made, who: made.service.standing(TABLE, who),
    "log": lambda made, who: made.service.log(TABLE, who),
    "story": lambda made, who: made.service.story(TABLE, who, 1, 3),
    "reminders.snooze": lambda made, who: reminders.snooze(made.service, TABLE, who),
    "digest.catch_up": lambda made, who: digest.catch_up(made.service, TABLE, who),
    "reasons": lambda made, who: made.service.reasons(TABLE, 1, who),
    "course": lambda made, who: made.service.course(TABLE, who),
    "reviews.review": reviewed,
    "figures.of_seats": lambda made, who: figures.of_seats(made.service, TABLE, who, number=SEAT),
    "public_views": lambda made, who: made.service.public_views(TABLE, [1], who),
    "since.board_since": lambda made, who: since.board_since(made.service, TABLE, who),
    "checkpoints": lambda made, who: made.service.checkpoints(TABLE, who),
    "history": lambda made, who: made.service.history(TABLE, 1, who),
    "npc_hand": lambda made, who: made.service.npc_hand(TABLE, "seat_1", who),
    "verification.verify_game": lambda made, who: verification.verify_game(made.service, TABLE, None, who),
    "open_again": lambda made, who: made.service.open_again(TABLE, who),
    "seat": lambda made, who: made.service.seat(TABLE, who, SEAT),
    "sheet": lambda made, who: made.service.sheet(TABLE, who, SEAT),
    "answer": lambda made, who: made.service.answer(TABLE, who, None, [["walk"]], seat=SEAT),
    "follow": lambda made, who: made.service.follow(TABLE, who, None, {}, seat=SEAT),
    "auto_answers.lodge": lambda made, who: auto_answers.lodge(made.service, TABLE, who, ("walk",), seat=SEAT),
    "auto_answers.carry_out": lambda made, who: auto_answers.carry_out(made.service, TABLE, who, seat=SEAT),
    "auto_answers.queue": lambda made, who: auto_answers.queue(made.service, TABLE, who, QueueWish(), seat=SEAT),
    "auto_answers.set_answer": lambda made, who: auto_answers.set_answer(
        made.service, TABLE, who, "walk", "on", seat=SEAT
    ),
    "views.look": lambda made, who: views.look(made.service, TABLE, who),
    "views.lines": lambda made, who: views.lines(made.service, TABLE, who),
    "views.undone_lines": lambda made, who: views.undone_lines(made.service, TABLE, who),
    "views.look seat": lambda made, who: views.look(made.service, TABLE, who, SEAT),
    "views.lines seat": lambda made, who: views.lines(made.service, TABLE, who, "0", SEAT),
    "views.undone_lines seat": lambda made, who: views.undone_lines(made.service, TABLE, who, SEAT),
    "views.position": lambda made, who: views.position(made.service, TABLE, who),
    "programs.at_table": lambda made, who: programs.at_table(made.service, TABLE, who),
    "programs.seat": lambda made, who: programs.seat(made.service, TABLE, who, 1),
    "programs.take_out": lambda made, who: programs.take_out(made.service, TABLE, who, 1),
    "webhooks.of_game": lambda made, who: webhooks.of_game(made.service, TABLE, who),
    "webhooks.name_for_game": lambda made, who: webhooks.name_for_game(made.service, TABLE, who, "https://a.test/"),
    "webhooks.end_for_game": lambda made, who: webhooks.end_for_game(made.service, TABLE, who, 1),
    "sharing.post": lambda made, who: shared_board.post(made.service, TABLE, who, "board"),
    "sharing.show_draft": lambda made, who: shared_board.show_draft(
        made.service, TABLE, who, None, [["walk"]], seat=SEAT
    ),
    "following.toggle": lambda made, who: following.toggle(made.service, TABLE, who),
    "notes.notes": lambda made, who: notes.notes(made.service, TABLE, who, number=SEAT),
    "notes.write": lambda made, who: notes.write(made.service, TABLE, who, "Watch Cho.", number=SEAT),
    "sharing.show": lambda made, who: showing.show(made.service, TABLE, who, 2, [], number=SEAT),
    "rooms.rooms": lambda made, who: rooms.rooms(made.service, TABLE, who, number=SEAT),
    "rooms.open_room": lambda made, who: rooms.open_room(made.service, TABLE, who, [3], number=SEAT),
    "notes.remove": lambda made, who: notes.remove(made.service, TABLE, who, 1, number=SEAT),
    "unseal": lambda made, who: made.service.unseal(TABLE, who, None, seat=SEAT),
    "save_draft": drafting,
    "undo": lambda made, who: made.service.undo(TABLE, who, seat=SEAT),
    "control": lambda made, who: made.service.control(TABLE, who, SEAT, "npc"),
    "give_seat": lambda made, who: made.service.give_seat(TABLE, who, SEAT, EVE),
    "go_back": first_point,
    "back_points": lambda made, who: made.service.back_points(TABLE, who),
    "ask_back": asking,
    "export_import.export": lambda made, who: export_import.export(made.service, TABLE, who),
    "last_good_position": lambda made, who: made.service.last_good_position(TABLE, who),
    "mend": lambda made, who: made.service.mend(TABLE, who),
    "petition": petition,
    "vote_back": voting,
    "vote_back away": voting,
    "ask_seat": lambda made, who: made.service.ask_seat(TABLE, who, SEAT, None),
    "ask_host": lambda made, who: made.service.ask_host(TABLE, who, EVE),
    "more_time.extend": lambda made, who: more_time.extend(made.service, TABLE, who, 2, number=SEAT),
    "pause": lambda made, who: made.service.pause(TABLE, who, 2),
    "ask_times": lambda made, who: made.service.ask_times(TABLE, who, late="wait"),
    "resume": lambda made, who: made.service.resume(TABLE, who),
    "overdue.vote": lambda made, who: overdue.vote(made.service, TABLE, who, SEAT, "wait"),
    "overdue.back": lambda made, who: overdue.back(made.service, TABLE, who, SEAT),
    "overdue.ask_for_seat": lambda made, who: overdue.ask_for_seat(made.service, TABLE, who, SEAT),
    "overdue.accept_volunteer": lambda made, who: overdue.accept_volunteer(
        made.service, TABLE, who, SEAT, ROLES["spectator"].id
    ),
    "reclaim_seat": lambda made, who: made.service.reclaim_seat(TABLE, who, LEFT),
    "return_seat": lambda made, who: made.service.return_seat(TABLE, who, LEFT, ROLES["former"].id),
    "answer_offer": lambda made, who: made.service.answer_offer(TABLE, who, 2, accepts=True),
    "answer_offer back": lambda made, who: made.service.answer_offer(TABLE, who, 2, accepts=False),
}


def state_of(line: Line, method: str) -> matrix.Build:
    """The state of the table in which that is done."""
    if line.section == ASKED:
        away = {"ask_seat": matrix.away, "ask_host": matrix.away, "vote_back away": matrix.without}
        away |= {"overdue.vote": matrix.overdue, "overdue.back": matrix.overdue}
        away |= {"overdue.ask_for_seat": matrix.sought, "overdue.accept_volunteer": matrix.volunteered}
        return matrix.offered if method.startswith("answer_offer") else away.get(method, matrix.request)
    if method.startswith("rooms."):
        return matrix.with_rooms
    if line.section == GAME:
        return matrix.stepped if method in {"undo", "go_back", "ask_back"} else matrix.running
    return {LOBBY: matrix.lobby, OVER: matrix.over}[line.section]


async def outcome(made: Room, method: str, person: Person) -> str:
    """`yes`, `asks`, `no` or `ends`, or what else came of it."""
    before = await version(made)
    try:
        result = await ACTS[method](made, person)
    except Refused as refusal:
        if await version(made) != before:
            return f"changed something, but {refusal.code}"
        if refusal.code in AUTHORITY:
            return "no"
        return "yes" if EXCUSED.get(method) == refusal.code else f"refused: {refusal.code}"
    if method == "vote_back away" and isinstance(result, Petition) and result.result == "returned":
        return "ends"
    if isinstance(result, Petition | Offer):
        return "asks" if result.result == "open" and method not in {"petition", "vote_back away"} else "yes"
    if method == "end" and isinstance(result, TableInfo):
        return "yes" if result.state == "over" else "asks"
    if method == "pause" and isinstance(result, TableInfo):
        return "yes" if result.paused_until else "asks"
    return "no" if result is None and method in {"table_in", "find.find"} else "yes"


async def walked(states: States, line: Line, method: str) -> list[tuple[str, str]]:
    """Roles and what came of it for each."""
    people = [(role, ROLES[role]) for role in sorted(ROLES, key=lambda role: line.cells[role] != "no")]
    found: list[tuple[str, str]] = []
    for role, person in [("stranger", STRANGER_BY_DM), *people]:
        made = await states.table(state_of(line, method))
        found.append((role, await outcome(made, method, person)))
    return found


@pytest.mark.soak
async def test_every_action_comes_out_for_every_role_as_the_matrix_says(tmp_path: Path) -> None:
    states, wrong, count = States(tmp_path), [], 0
    for line in matrix.lines():
        for method in line.methods if line.cells else ():
            assert list(line.cells) == list(ROLES), f"the columns of {line.section}"
            for role, found in await walked(states, line, method):
                count += 1
                if found != line.cells[role]:
                    wrong.append(f"{line.section}: {line.action} by {role} is {found}, not {line.cells[role]}")
    await states.close()
    assert wrong == []
    assert count > 9 * 50


def test_every_method_of_the_service_is_in_the_matrix() -> None:
    named = {method.partition(" ")[0] for line in matrix.lines() for method in line.methods}
    methods = {name for name, _ in inspect.getmembers(GameService, inspect.isfunction) if not name.startswith("_")}
    methods |= {*OFFERED} - {"digest.digest", "verification.verify"}  # what `catch_up` and `verify_game` do at a table
    methods -= {"at"}
    assert methods - named == set()
    assert named - methods == set()
    assert {method for line in matrix.lines() if line.cells for method in line.methods} == set(ACTS)


@pytest.fixture
async def played(tmp_path: Path) -> tables.Room:
    """A game of ACME of two."""
    made = tables.Room(tmp_path / "acme.db")
    await ready(made.database)
    await made.begun(tables.ANA, tables.BEN)
    return made


@pytest.mark.soak
@pytest.mark.parametrize("person", [ROLES["stranger"], ROLES["moderator elsewhere"], STRANGER_BY_DM])
async def test_every_control_is_in_the_matrix_and_none_gives_a_stranger_anything(
    played: tables.Room, person: Person
) -> None:
    """Pressed with the table's id, in their own server or a DM, with whatever option: there is no such table."""
    controls = {
        **play_handlers(played.service),
        **played.handlers,
        **PreferenceHandlers(played.service, lambda: 0.0).handlers(),
        **FirstGames(played.service, names_of, played.places, questions(played.service)).handlers(),
        **RoomHandlers(played.service, names_of, played.places, Discord()).handlers(),
    }
    named = [verb for line in matrix.lines() for verb in line.verbs]
    assert sorted(set(named)) == sorted(controls)
    free = {verb for line in matrix.lines() if not line.cells for verb in line.verbs}
    before = await played.posts()
    told: list[str] = []
    for verb in controls.keys() - free:
        for option in (
            ("", "1", f"end-{TABLE}-0~~x")
            if verb not in NAMES_TABLE
            else (f"{TABLE}.2" if verb == "find_seat" else TABLE,)
        ):
            visit = Visit(
                person.id, 4711, TABLE, None, verb, option, None, ("1",), {}, private=True, name=person.name,
                guild=person.guild, moderator=person.moderator,
            )  # fmt: skip
            answer = await played.ask(visit, controls[verb], dm=True)
            if not isinstance(answer, Screen) or "I can't find table 100 here." not in tables.said(answer):
                told.append(f"{verb} {option} {person.name}: {answer}"[:300])
    assert told == []
    assert await played.posts() == before
    await played.database.close()


async def test_a_server_is_set_up_by_who_may_manage_that_one_alone(tmp_path: Path) -> None:
    states = States(tmp_path)
    made = await states.table(matrix.running)
    for role, person in ROLES.items():
        for act in (
            server_setup.defaults(made.service.deps, person),
            server_setup.set_defaults(made.service.deps, person, {"pace": "slow"}),
        ):
            try:
                await act
                found = "done"
            except Refused as refusal:
                found = refusal.code
            assert found == ("done" if role in {"moderator", "moderator elsewhere"} else "managers_only"), role
        if role == "moderator elsewhere":
            here = await server_setup.set_defaults(made.service.deps, ROLES["moderator"], {"pace": ""})
            there = await server_setup.defaults(made.service.deps, person)
            assert (here, there) == ({}, {"pace": "slow"})
    for person in (STRANGER_BY_DM, replace(ROLES["moderator"], guild=None)):
        with pytest.raises(Refused, match="setup_where"):
            await server_setup.defaults(made.service.deps, person)
    await states.close()


async def test_a_moderator_who_plays_counts_as_a_player(tmp_path: Path) -> None:
    states = States(tmp_path)
    for role in ("owner", "other", "former"):
        person = replace(ROLES[role], moderator=True)
        assert await outcome(await states.table(matrix.running), "end", person) != "yes", role
    await states.close()
