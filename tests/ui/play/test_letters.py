"""Letters on private screens and as direct messages: from a menu, by `/tell`, or below a letter; read in pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.beside import LETTERS_A_DAY
from bot.lengths import LENGTHS
from bot.match import read
from bot.posts import Post, PostButton, PostRow
from bot.ui.parts import DESIGN, Address, Form, faults
from bot.ui.play.all_handlers import handlers, questions
from bot.ui.play.letter_screens import LetterHandlers
from bot.ui.posts import direct_messages
from bot.ui.presentations import presentation_of
from bot.ui.visit import Visit
from bot.ui.wording import thing
from bot.values import Letters, Person, Refused, SeatInfo, Settings
from engine.core.text import speaking
from tests.ui.play.fake_service import Presser
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, fits, labels, opened_room, words

MODERATOR = replace(DEE, moderator=True)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "letters.db") as made:
        yield made


async def begun(room: Room, letters: Letters) -> str:
    """A game of Egypt, the Hittites and Babylon with such letters."""
    settings = Settings(letters=letters)
    table = (await room.service.open_table(ANA, HERE, "acme", options={"map": "western"}, settings=settings)).id
    for person, civ in ((ANA, "egypt"), (BEN, "hittites"), (CHO, "babylon")):
        await room.service.join(table, person, civ=civ)
    await room.service.start(table, ANA)
    return table


async def last(room: Room, person: Person | None) -> Post:
    """What that person, or the channel, was told last."""
    return [post for post in await room.posts() if post.user == (person.id if person else None)][-1]


def below(post: Post) -> dict[str, PostButton]:
    """The buttons of a post by their verbs."""
    return {button.verb: button for part in post.parts if isinstance(part, PostRow) for button in part.buttons}


async def test_a_letter_is_chosen_written_answered_and_shown_on_both_seats(room: Room) -> None:
    table = await begun(room, "open")
    ana, ben = (Presser(handlers(room.service), person) for person in (ANA, BEN))
    await ana.go(Address(table, None, "hand"), private=False)
    await ana.press("Letters")
    assert "There are no letters yet" in ana.text()
    await ana.choose("tell_to", "2")
    assert isinstance(ana.at, Form)
    assert "Hittites" in ana.at.title
    await ana.fill(letter="Peace?\n*Until* turn 5")
    assert "on its way" in ana.text()
    assert "> Peace?" in ana.text()
    public = await last(room, None)
    assert words(public) == "A letter has passed: **Egypt** to **Hittites**."
    letter = await last(room, BEN)
    fits(letter)
    assert letter.mentions == (BEN.id,)
    assert words(letter).startswith("**Egypt (Ana)** writes to you (Hittites) at table 100:")
    answer = below(letter)["tell_form"]
    await ben.go(Address(table, None, answer.verb, answer.option), private=False)
    await ben.fill(letter="Until turn 3")
    assert ben.text().index("Peace?") < ben.text().index("Until turn 3"), "an answer stands below, as in a channel"
    assert words(await last(room, ANA)).endswith("> Until turn 3")
    await ben.press("Notes")


async def test_below_a_letter_its_reader_takes_no_more_and_takes_them_again(room: Room) -> None:
    table = await begun(room, "sealed")
    await room.service.write_letter(table, ANA, 2, "x")
    block = below(await last(room, BEN))["tell_stop"]
    ben = Presser(handlers(room.service), BEN)
    await ben.go(Address(table, None, block.verb, block.option), private=False)
    assert "You take no more letters from Egypt" in ben.text()
    await ben.press("Take letters of Egypt")
    assert "You take letters from Egypt again" in ben.text()


async def test_below_a_letter_its_reader_shows_it_to_the_host(room: Room) -> None:
    table = await begun(room, "sealed")
    await room.service.write_letter(table, CHO, 2, "You are <@1>")
    report = below(await last(room, BEN))["tell_host"]
    ben = Presser(handlers(room.service), BEN)
    await ben.go(Address(table, None, report.verb, report.option), private=False)
    assert "The host has been shown this letter" in ben.text()
    told = words(await last(room, ANA))
    assert "**Ben** shows you" in told
    assert r"You are \<\@1\>" in told


async def test_a_letter_of_or_to_the_host_is_not_to_be_shown_to_the_host(room: Room) -> None:
    """The button led to a refusal."""
    table = await begun(room, "sealed")
    await room.service.write_letter(table, ANA, 2, "x")
    assert "tell_host" not in below(await last(room, BEN))
    await room.service.write_letter(table, BEN, 1, "y")
    assert "tell_host" not in below(await last(room, ANA))


def test_a_seat_is_found_by_its_english_name_too() -> None:
    """`/tell civ:Hittites` was refused to who reads German, and every other command takes it."""
    seats = [SeatInfo(1, "hittites", "hittites", None, "human"), SeatInfo(2, "egypt", "egypt", None, "human")]
    with speaking("de"):
        found = read("Hittites", [thing(seat, presentation_of("acme").names) for seat in seats]).one
    assert found is not None
    assert (found.value, found.name) == ("1", "Hethiter")


async def test_who_is_watched_over_the_shoulder_is_told_only_that_there_is_one(room: Room) -> None:
    table = await begun(room, "sealed")
    await room.service.write_letter(table, ANA, 2, "Nobody must see this")
    post = direct_messages.discreet(await last(room, BEN), table)
    assert words(post) == "Somebody has written to you at **table 100**."
    assert set(below(post)) >= {"letters", "tell_form"}


async def test_tell_reads_the_name_of_a_seat_or_its_number_and_offers_them(room: Room) -> None:
    table = await begun(room, "sealed")
    letters = LetterHandlers(questions(room.service))
    visit = Visit(ANA.id, 0, table, name=ANA.name, guild=ANA.guild)
    assert await letters.readers(visit, "ba") == [("Babylon — Cho", "3")]
    for to in ("hittites", "seat 2", "2"):
        await letters.typed(visit, to, f"to {to}")
    assert [one.text for one in (await room.service.letters(table, BEN)).letters] == [
        "to 2",
        "to seat 2",
        "to hittites",
    ]
    for nobody in ("Rome", "hitt", "Ben"):
        with pytest.raises(Refused, match="letter_to"):
            await letters.typed(visit, nobody, "x")


@pytest.mark.soak
async def test_the_longest_letters_fit_their_pages_and_all_are_met(room: Room) -> None:
    table = await begun(room, "sealed")
    for n in range(LETTERS_A_DAY):
        await room.service.write_letter(table, ANA, 2, f"{n:02}" + "*" * (LENGTHS.missive - 2))
    await room.service.block_letters(table, BEN, 1)
    ben, seen = Presser(handlers(room.service), BEN), ""
    await ben.go(Address(table, None, "letters", "2"), private=False)
    for _ in range(LETTERS_A_DAY):
        assert faults(ben.screen, DESIGN) == []
        seen += ben.text()
        if "Older letters" in [button.label for button in ben.buttons()]:
            await ben.press("Older letters")
    assert all(rf"{n:02}\*" in seen for n in range(LETTERS_A_DAY))
    await ben.press("Newest letters")
    assert "> 19" in ben.text()


async def test_the_replay_of_a_game_with_sealed_letters_leads_to_all_of_them(room: Room) -> None:
    table = await begun(room, "sealed")
    await room.service.write_letter(table, ANA, 2, "Sealed till now")
    with pytest.raises(Refused) as asked:
        await room.service.end(table, MODERATOR)
    await room.service.end(table, MODERATOR, confirm=str(asked.value.said["confirm"]))
    assert "Letters" in labels(await room.press(CHO, "replay", table=table))
    told = await all_letters(room, table)
    assert "> Sealed till now" in told
    assert "**Egypt** to **Hittites**" in told


async def all_letters(room: Room, table: str) -> str:
    cho = Presser(handlers(room.service), CHO)
    await cho.go(Address(table, None, "letter_all"), private=False)
    return cho.text()
