"""What a host or player alone can no longer do: end a game of several people, take a seat, or the host's role."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Petition
from tests.service.tables import (
    ANA,
    BEN,
    CHO,
    DEE,
    MODERATOR,
    Room,
    begun,
    give,
    opened_room,
    refused,
    stop,
    without_deadlines,
)

DAY = 86400.0
EVE = replace(DEE, id=DEE.id + 1, name="Eve")


async def ask_end(room: Room, table: str, person: Person = ANA, reason: str = "") -> None:
    confirm = (await refused(room.service.end(table, person, reason=reason))).said["confirm"]
    await room.service.end(table, person, reason=reason, confirm=confirm)


async def state(room: Room, table: str) -> str:
    return (await room.service.info(table)).state


async def close(room: Room, seconds: float = DAY + 1) -> int:
    return await without_deadlines(room, seconds)


async def here(room: Room, table: str, *people: Person) -> None:
    """These people look at the table now."""
    for person in people:
        await room.service.info(table, person)


async def without(room: Room, *people: Person, days: float = 4) -> str:
    """A game in which the first of these people has not been seen for days, and the others are there."""
    table = await begun(room, *people)
    await here(room, table, *people)
    room.clock.now += days * DAY
    await here(room, table, *people[1:])
    return table


async def playing(room: Room, table: str) -> list[tuple[str | None, str]]:
    info = await room.service.info(table)
    return [(seat.person.name if seat.person else None, seat.by) for seat in info.seats]


# -- the end -------------------------------------------------------------------------------------------------------


async def test_a_host_ends_a_game_of_several_only_with_the_yes_of_all_others(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await ask_end(room, table)
    assert await state(room, table) == "running"
    assert (await room.texts())[-1] == "petition open: seat_2, seat_3; "
    no = await number(room, table)
    assert (await refused(room.service.vote_back(table, ANA, no, agrees=True))).code == "petition_own"
    assert (await refused(room.service.vote_back(table, DEE, no, agrees=True))).code == "no_seat"
    assert (await room.service.vote_back(table, BEN, no, agrees=True)).result == "open"
    assert (await room.service.vote_back(table, CHO, no, agrees=True)).result == "agreed"
    assert await state(room, table) == "over"


async def number(room: Room, table: str) -> int:
    """The number of the request that is open."""
    refusal = await refused(room.service.ask_back(table, ANA, 0))
    assert refusal.code == "undo_pending"
    lines = (await room.service.log(table, None)).lines
    return lines[-1].no + 1 if lines else 1


async def test_one_no_keeps_a_game_going_and_so_does_the_silence_of_who_is_there(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await ask_end(room, table)
    no = await number(room, table)
    await room.service.vote_back(table, BEN, no, agrees=False)
    assert (await room.service.vote_back(table, CHO, no, agrees=True)).result == "refused"
    await ask_end(room, table)
    await room.service.vote_back(table, BEN, await number(room, table), agrees=True)
    assert await close(room) == 1
    assert await state(room, table) == "running"


async def test_who_has_not_been_there_for_long_keeps_nobody_from_ending(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    room.clock.now += 4 * DAY
    await here(room, table, ANA, BEN)
    await ask_end(room, table)
    told = await room.service.vote_back(table, BEN, await number(room, table), agrees=True)
    assert told.result == "open", "Cho has the full time to answer"
    assert await close(room) == 1
    assert await state(room, table) == "over"


async def test_a_moderator_who_does_not_sit_there_ends_a_game_and_one_who_does_asks_like_anybody(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    seated_moderator = replace(ANA, moderator=True)
    await ask_end(room, table, seated_moderator)
    assert await state(room, table) == "running"
    await room.service.vote_back(table, ANA, await number(room, table), agrees=False)
    assert (await stop(room.service, table, "spam")).over_reason == "spam"


async def test_solo_games_and_lobbies_end_at_once(room: Room) -> None:
    table = await begun(room, ANA, npcs=1)
    await ask_end(room, table)
    assert await state(room, table) == "over"


# -- the seat of somebody who is away --------------------------------------------------------------------------------


async def test_a_seat_is_only_touched_when_its_owner_has_been_away_for_longer_than_the_pace_allows(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO, days=2.9)
    refusal = await refused(room.service.ask_seat(table, ANA, 1, None))
    assert (refusal.code, refusal.said["person"], refusal.said["seconds"]) == ("not_away", BEN, 3 * DAY)
    room.clock.now += DAY
    assert (await room.service.ask_seat(table, ANA, 1, None)).result == "open"


async def test_who_has_left_the_server_counts_as_away_at_once_but_has_time_to_answer(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    told = await room.service.ask_seat(table, ANA, 2, None, gone=True)
    assert (told.result, told.absent, told.kind) == ("open", BEN, "npc")
    assert (await room.service.vote_back(table, CHO, told.no, agrees=True)).result == "open"
    assert await playing(room, table) == [("Ana", "human"), ("Ben", "human"), ("Cho", "human")]
    assert await close(room) == 1
    assert await playing(room, table) == [("Ana", "human"), ("Ben", "npc"), ("Cho", "human")]


async def test_more_than_half_of_the_others_must_want_it(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO, DEE)
    told = await room.service.ask_seat(table, ANA, 1, None)
    assert [seat.person for seat in told.asked] == [CHO, DEE]
    await close(room)
    assert (await playing(room, table))[0] == ("Ben", "human"), "one of three is not enough"
    told = await room.service.ask_seat(table, ANA, 1, None)
    await room.service.vote_back(table, CHO, told.no, agrees=True)
    await room.service.vote_back(table, DEE, told.no, agrees=False)
    await close(room)
    assert (await playing(room, table))[0] == ("Ben", "npc")


async def test_whoever_is_called_back_by_dm_ends_it_by_doing_anything_at_the_table(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO)
    await room.service.ask_seat(table, ANA, 1, None)
    assert (await room.texts())[-1] == "petition open: seat_3; "
    await here(room, table, replace(BEN, guild=None))
    assert (await room.texts())[-1] == "petition returned: seat_3; "
    assert await close(room) == 0
    assert (await playing(room, table))[0] == ("Ben", "human")


async def test_the_answer_of_who_was_away_ends_it(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await here(room, table, BEN)
    told = await room.service.ask_seat(table, ANA, 2, None, gone=True)
    assert (await room.service.vote_back(table, BEN, told.no, agrees=True)).result == "returned"


async def test_a_vote_after_a_restart_is_the_return_of_who_was_away_and_not_refused(tmp_path: Path) -> None:
    """The new process has not seen anybody yet: looking in ends the request before the vote comes to it."""
    async with opened_room(tmp_path / "a.db") as first:
        table = await begun(first, ANA, BEN, CHO)
        await here(first, table, BEN)
        told = await first.service.ask_seat(table, ANA, 2, None, gone=True)
        clock = first.clock
    async with opened_room(tmp_path / "a.db", clock) as second:
        vote = second.service.vote_back
        assert (await vote(table, BEN, told.no, agrees=False)).result == "returned"
        assert (await second.texts())[-1] == "petition returned: seat_3; "
        assert (await refused(vote(table, BEN, told.no, agrees=False))).code == "petition_over"


async def test_a_seat_goes_first_to_the_npc_and_then_by_consent_to_somebody_who_knows_no_hand(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO)
    assert (await refused(room.service.ask_seat(table, ANA, 1, DEE))).code == "npc_first"
    told = await room.service.ask_seat(table, ANA, 1, None)
    await room.service.vote_back(table, CHO, told.no, agrees=True)
    await close(room)
    assert (await refused(room.service.ask_seat(table, ANA, 1, None))).code == "npc_already"
    assert (await refused(room.service.ask_seat(table, ANA, 1, ANA))).code == "own_receiver"
    assert (await refused(room.service.ask_seat(table, ANA, 1, CHO))).code == "seat_seen"
    assert (await refused(room.service.ask_seat(table, MODERATOR, 1, MODERATOR))).code == "own_receiver"
    told = await room.service.ask_seat(table, ANA, 1, DEE)
    await room.service.vote_back(table, CHO, told.no, agrees=True)
    await close(room)
    assert (await playing(room, table))[0] == ("Ben", "npc"), "Dee has not accepted"
    assert (await refused(room.service.answer_offer(table, ANA, 1, accepts=True))).code == "offer_other"
    await room.service.answer_offer(table, DEE, 1, accepts=True)
    assert (await playing(room, table))[0] == ("Dee", "human")


async def test_what_is_offered_for_somebody_ends_when_he_comes_back(room: Room) -> None:
    table = await without(room, BEN, ANA)
    await room.service.ask_seat(table, ANA, 1, None)
    await close(room)
    await room.service.ask_seat(table, ANA, 1, DEE)
    await close(room)
    room.clock.now += 60
    await here(room, table, BEN)
    assert (await room.texts())[-1] == "offer withdrawn: seat_1 to Dee"
    assert (await refused(room.service.answer_offer(table, DEE, 1, accepts=True))).code == "offer_over"
    await room.service.control(table, BEN, 1, "human")


async def test_a_moderator_decides_alone_but_never_gets_the_seat(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO, DEE)
    told = await room.service.ask_seat(table, MODERATOR, 1, None)
    assert (told.seat, told.by) == (None, MODERATOR)
    await close(room)
    assert (await playing(room, table))[0] == ("Ben", "npc")
    told = await room.service.ask_seat(table, ANA, 1, MODERATOR)
    assert (await room.service.vote_back(table, MODERATOR, told.no, agrees=True)).result == "open"
    await close(room)
    assert (await room.texts())[-1].startswith("petition lapsed")
    assert (await refused(room.service.answer_offer(table, MODERATOR, 1, accepts=True))).code == "offer_over"


async def test_strangers_spectators_and_foreign_moderators_decide_nothing(room: Room) -> None:
    table = await without(room, BEN, ANA, CHO)
    assert (await refused(room.service.ask_seat(table, EVE, 1, None))).code == "no_seat"
    elsewhere = replace(MODERATOR, guild=6)
    assert (await refused(room.service.ask_seat(table, elsewhere, 1, None))).code == "no_table"
    assert (await refused(room.service.ask_host(table, EVE, EVE))).code == "no_seat"
    told = await room.service.ask_seat(table, ANA, 1, None)
    for person, code in ((EVE, "no_seat"), (elsewhere, "no_table")):
        assert (await refused(room.service.vote_back(table, person, told.no, agrees=True))).code == code


async def test_a_seat_that_was_left_goes_to_somebody_new_with_the_yes_of_most_and_at_once_in_a_solo_game(
    room: Room,
) -> None:
    table = await begun(room, ANA, BEN, CHO)
    await leave(room, table, CHO)
    told = await room.service.ask_seat(table, ANA, 3, DEE)
    assert (told.result, told.absent) == ("open", None)
    assert (await room.service.vote_back(table, BEN, told.no, agrees=True)).result == "agreed"
    await room.service.answer_offer(table, DEE, 1, accepts=True)
    assert (await playing(room, table))[2] == ("Dee", "human")
    await leave(room, table, DEE)
    await leave(room, table, BEN)
    assert (await room.service.ask_seat(table, ANA, 3, CHO)).result == "agreed", "nobody else is concerned"
    assert (await room.service.answer_offer(table, CHO, 2, accepts=True)).result == "accepted"


async def leave(room: Room, table: str, person: Person) -> None:
    confirm = (await refused(room.service.leave(table, person))).said["confirm"]
    await room.service.leave(table, person, confirm=confirm)


# -- the host ----------------------------------------------------------------------------------------------------------


async def passed(room: Room, table: str, by: Person, to: Person, *yes: Person) -> Petition:
    told = await room.service.ask_host(table, by, to)
    for person in yes:
        await room.service.vote_back(table, person, told.no, agrees=True)
    await close(room)
    return told


async def test_a_vanished_host_locks_no_table(room: Room) -> None:
    table = await without(room, ANA, BEN, CHO)
    assert (await refused(room.service.end(table, BEN))).code == "host_only"
    told = await passed(room, table, BEN, BEN, CHO)
    assert (told.absent, told.kind) == (ANA, "host")
    assert (await room.service.info(table)).host == BEN
    await room.service.change_settings(table, BEN, pace="slow")


async def test_of_two_people_the_other_is_enough_and_a_third_has_to_accept(room: Room) -> None:
    table = await without(room, ANA, BEN)
    await passed(room, table, BEN, DEE)
    assert (await room.service.info(table)).host == ANA
    await room.service.answer_offer(table, DEE, 1, accepts=True)
    assert (await room.service.info(table)).host == DEE


async def test_a_host_who_is_there_or_comes_back_keeps_the_role(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    assert (await refused(room.service.ask_host(table, BEN, BEN))).code == "not_away"
    assert (await refused(room.service.ask_host(table, ANA, BEN))).code == "host_own"
    room.clock.now += 4 * DAY
    await room.service.ask_host(table, BEN, BEN)
    await give(room, table, ANA, "walk", "done")
    assert await close(room) == 0
    assert (await room.service.info(table)).host == ANA


@pytest.mark.parametrize(("pace", "away"), [("live", 1800.0), ("brisk", DAY), ("daily", 3 * DAY), ("slow", 14 * DAY)])
async def test_the_pace_says_how_long_somebody_may_be_away(room: Room, pace: str, away: float) -> None:
    table = await begun(room, ANA, BEN, settings=Settings(pace=pace))  # type: ignore[arg-type]
    room.clock.now += away
    assert (await refused(room.service.ask_host(table, BEN, BEN))).code == "not_away"
    room.clock.now += 61
    assert (await room.service.ask_host(table, BEN, BEN)).result == "open"


async def test_who_was_there_is_known_after_a_restart(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as first:
        table = await begun(first, ANA, BEN)
        first.clock.now += 2.9 * DAY
        await here(first, table, ANA)
        clock = first.clock
    clock.now += DAY
    async with opened_room(tmp_path / "a.db", clock) as second:
        assert (await refused(second.service.ask_host(table, BEN, BEN))).code == "not_away"
