"""What somebody has missed: `/since`, told from the reader's side, and nothing that the reader may not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.contract.records import Digest
from bot.contract.tables import Person, Place, TableInfo
from bot.features.digest import service as digest
from bot.features.digest.screens import DigestHandlers, digest_screen
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, Button, Gallery, Screen, controls
from bot.ui.visit import Visit
from bot.ui.words.paragraphs import subject
from bot.ui.words.presentations import names_of
from engine.acme.view import AcmeView
from engine.core.text import speaking
from tests.acme.views import with_area
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, labels, said


async def answer_first(room: Room, table: str, *, until: Callable[[Person], bool] = lambda _: False) -> Person | None:
    """Whoever is asked takes the first options; who it was. Nobody if it is somebody to stop at."""
    standing = await room.service.standing(table)
    for seat in standing.ask.asked if standing.ask else ():
        if seat.person is None or until(seat.person):
            continue
        sheet = await room.service.sheet(table, seat.person)
        if sheet.ask is not None and sheet.sealed is None:
            first = sheet.ask.options[: max(sheet.ask.least, min(1, sheet.ask.most))]
            await room.service.answer(table, seat.person, sheet.ask_no, [first])
            room.now += 60
            return seat.person
    if (window := standing.info.window) is not None:
        room.now = window.closes_at.timestamp()
        await room.service.ring(table, "window", standing.info.ask_no)
    return None


async def until_ben_waits(room: Room, info: TableInfo) -> Digest:
    """Ben has answered, others have since, and nobody but Ben can go on; what he has missed."""
    for _ in range(200):
        while await answer_first(room, info.id, until=lambda person: person == BEN) is not None:
            pass
        missed = await digest.catch_up(room.service, info.id, BEN)
        if missed.answered and missed.awaited and missed.lines:
            return missed
        await answer_first(room, info.id)
    raise AssertionError("Ben has missed nothing")


async def ben_waits(room: Room) -> tuple[TableInfo, Digest]:
    """A game of Ana and Ben who wait for Ben, and what he has missed."""

    async def play(other: Room) -> tuple[TableInfo, Digest]:
        info = await other.begun(ANA, BEN)
        return info, await until_ben_waits(other, info)

    return await room.once(("Ben waits",), play)


async def opened(room: Room, game: str) -> TableInfo:
    """A running game of Ana, Ben and Cho."""
    return await room.once(("opened", game), lambda other: _open(other, game))


async def _open(room: Room, game: str) -> TableInfo:
    if game == "acme":
        return await room.begun(ANA, BEN, CHO)
    info = await room.service.open_table(ANA, HERE, game)
    await room.service.join(info.id, BEN)
    await room.service.join(info.id, CHO)
    return (await room.service.start(info.id, ANA)).info


GAMES = ("acme", "culture_wars", "civ")


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES[::-1])
async def test_the_digest_of_every_game_fits_into_one_message(room: Room, game: str) -> None:
    info = await opened(room, game)
    missed = await until_ben_waits(room, info)
    assert [seat.person for seat in missed.own] == [BEN]
    screen = await room.press(BEN, "since")
    assert isinstance(screen, Screen)
    assert faults(screen, DESIGN) == []
    text = said(screen)
    assert "since your last answer" in text
    assert "**You** " in text
    assert "**Your turn** as " in text
    assert labels(screen)[:2] == ["My turn", "Whole log"]
    with speaking("de"):
        german = said(digest_screen(missed, names_of(info.game, info.scenario), pictures=True))
    assert "seit deiner letzten Antwort" in german
    assert "**Du bist gefragt** als " in german


async def test_what_comes_of_the_own_answer_is_not_told_again(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    person = await answer_first(room, info.id)
    assert person is not None
    assert (await digest.catch_up(room.service, info.id, person)).lines == ()
    assert "Nothing has happened since then." in await room.say(person, "since")


async def test_from_the_beginning_what_is_told_of_the_table_is_not_put_down_to_the_others(room: Room) -> None:
    info = await opened(room, "civ")
    assert (await room.say(CHO, "since")).splitlines()[1] == "**You** unchanged"
    for _ in range(6):
        await answer_first(room, info.id)
    missed = await digest.catch_up(room.service, info.id, CHO)
    assert [line for line in missed.lines if subject(line.said) is None]
    told = said(digest_screen(missed, names_of(info.game, info.scenario), pictures=False))
    assert "**What happened**" in told
    assert "**Others**" not in told


async def test_what_only_others_did_is_told_of_them(room: Room) -> None:
    info, missed = await ben_waits(room)
    alone = [line for line in missed.lines if not line.to and (subject(line.said) or ("",))[0] == "civ"]
    assert alone
    told = said(digest_screen(replace(missed, lines=tuple(alone)), names_of(info.game, info.scenario), pictures=False))
    assert "**Others**" in told


async def test_that_a_table_is_paused_is_told_with_what_one_has_missed(room: Room) -> None:
    info, _ = await ben_waits(room)
    assert "The clocks are paused" not in await room.say(BEN, "since")
    await room.service.pause(info.id, ANA, 3)
    assert "The clocks are paused until <t:" in await room.say(BEN, "since")


@pytest.mark.soak
async def test_a_spectator_is_told_everything_once(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    for _ in range(4):
        await answer_first(room, info.id)
    first = await room.say(CHO, "since")
    assert "since the start" in first
    assert "**You" not in first
    assert first == await room.say(DEE, "since")
    again = await room.say(CHO, "since")
    assert "since you last looked" in again
    assert "Nothing has happened since then." in again
    await until_ben_waits(room, info)
    assert (await digest.catch_up(room.service, info.id, CHO, boards=False)).lines
    assert (await digest.catch_up(room.service, info.id, CHO)).lines, "counting has not been reading"
    assert (await digest.catch_up(room.service, info.id, CHO)).lines == ()


async def test_nothing_that_was_taken_back_is_told(room: Room) -> None:
    info, _ = await ben_waits(room)
    before = await digest.catch_up(room.service, info.id, CHO, boards=False)
    await answer_first(room, info.id)
    undone = [line.no for line in (await digest.catch_up(room.service, info.id, CHO, boards=False)).lines]
    assert (await room.service.undo(info.id, BEN)).info.state == "running"
    after = await digest.catch_up(room.service, info.id, CHO, boards=False)
    assert {line.no for line in after.lines} >= {line.no for line in before.lines}
    assert not {line.no for line in after.lines} & (set(undone) - {line.no for line in before.lines})


async def test_private_lines_are_told_to_their_seat_alone_and_not_to_its_next_owner(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    seats = {seat.person: seat for seat in info.seats}
    secret = [line for line in (await room.service.log(info.id, BEN)).lines if line.to]
    while not secret:
        await answer_first(room, info.id)
        secret = [line for line in (await room.service.log(info.id, BEN)).lines if line.to]
    for person in (ANA, BEN, CHO):
        told = {line.to for line in (await digest.catch_up(room.service, info.id, person, boards=False)).lines}
        own = {seats[person].seat} if person in seats else set()
        assert told <= {"", *own}
    room.now += 3600
    mine = seats[BEN]
    assert mine is not None
    offer = await room.service.give_seat(info.id, BEN, mine.number, DEE)
    await room.service.answer_offer(info.id, DEE, offer.no, accepts=True)
    fresh = await digest.catch_up(room.service, info.id, DEE)
    assert not fresh.answered
    assert {line.to for line in fresh.lines} == {""}


async def test_what_comes_against_the_reader_is_told(room: Room) -> None:
    _, missed = await ben_waits(room)
    view = missed.standing.view
    area = next(name for name, there in view.areas.items() if there.disks.get("hittites"))
    fought = _with(missed, with_area(view, area, disks={"hittites": 2, "egypt": 1}, contested=True))
    text = said(digest_screen(fought, names_of("acme", ""), pictures=False))
    assert "**Threats** " in text
    assert "is contested: Hittites 2 and Egypt 1" in text
    assert "Hittites 2 and Egypt 1; Egypt now adjacent to Arzawa." in text
    due = missed.standing.info.deadlines[missed.own[0].number]
    assert text.endswith(f"Time left: until <t:{int(due.timestamp())}:f>.")


async def test_of_a_question_to_several_only_what_is_asked_of_the_reader_is_told(room: Room) -> None:
    """In a window before the Competitions everybody read three times that they were asked, as each of the others."""
    info, missed = await ben_waits(room)
    waiting = replace(missed.awaited[0], asked=tuple(info.seats))
    names = names_of(info.game, info.scenario)
    told = said(digest_screen(replace(missed, awaited=(waiting,)), names, pictures=False))
    mine = names.name("civ", missed.own[0].civ or missed.own[0].seat)
    assert [line for line in told.splitlines() if "Your turn" in line] == [told.splitlines()[-1]]
    assert f"**Your turn** as {mine}: " in told


def _with(missed: Digest, view: AcmeView) -> Digest:
    return replace(missed, standing=replace(missed.standing, view=view))


@pytest.mark.soak
async def test_a_long_time_away_is_cut_to_one_message_with_the_rest_counted(room: Room) -> None:
    info = await room.begun(ANA, BEN)
    for _ in range(8):
        await answer_first(room, info.id)
    for reader in (BEN, CHO):
        missed = await digest.catch_up(room.service, info.id, reader, boards=False)
        lines = (await room.service.log(info.id, None)).lines
        many = replace(missed, lines=tuple(replace(line, action=i) for i, line in enumerate(lines * 30)))
        screen = digest_screen(many, names_of("acme", info.scenario), pictures=True)
        assert faults(screen, DESIGN) == []
        assert "more in the Log." in said(screen)


async def test_without_pictures_the_digest_is_words_alone(room: Room) -> None:
    info, missed = await ben_waits(room)
    names = names_of(info.game, info.scenario)
    drawn = [part for part in digest_screen(missed, names, pictures=True).parts if isinstance(part, Gallery)]
    assert drawn[0].pictures[0].recipe["options"]["show"] == "changes"
    plain = digest_screen(missed, names, pictures=False)
    assert not any(isinstance(part, Gallery) for part in plain.parts)
    assert any(button.option == "changes" for button in controls(plain) if isinstance(button, Button))


async def test_several_tables_are_a_line_each_and_a_lobby_says_that_it_is_one(room: Room) -> None:
    first = await room.begun(ANA, BEN)
    elsewhere = Place(HERE.guild, HERE.channel + 9)
    second = await room.service.open_table(ANA, elsewhere, "culture_wars")
    assert "lobby" in await room.say(ANA, "since", table=second.id)
    await room.service.join(second.id, CHO)
    await room.service.start(second.id, ANA)
    other = Visit(ANA.id, HERE.channel + 50, name=ANA.name)
    screen = await room.ask(other, partial(DigestHandlers(room.all_handlers.look).catch_up_command))
    lines = said(screen).splitlines()
    assert lines[0] == "### Catch up"
    assert len(lines) == 3
    assert first.id in said(screen)
    assert second.id in said(screen)
    nobody = Visit(DEE.id, HERE.channel + 50, name=DEE.name)
    assert "`/game new`" in said(
        await room.ask(nobody, partial(DigestHandlers(room.all_handlers.look).catch_up_command))
    )


async def test_who_has_lobbies_alone_is_told_of_them(room: Room) -> None:
    first = await room.service.open_table(ANA, HERE, "acme")
    second = await room.service.open_table(ANA, Place(HERE.guild, HERE.channel + 1), "culture_wars")
    elsewhere = Visit(ANA.id, HERE.channel + 9, name=ANA.name)
    told = said(await room.ask(elsewhere, partial(DigestHandlers(room.all_handlers.look).catch_up_command)))
    assert first.id in told
    assert second.id in told
    assert "no table" not in told
