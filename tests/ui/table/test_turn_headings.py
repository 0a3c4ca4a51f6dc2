"""A digest that covers several turns has a heading for each: `/since`, the reminder, and that of the channel."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.contract.records import Digest, Reminder
from bot.contract.tables import CheckpointInfo, LogLine, TableInfo
from bot.features.digest import service as digest
from bot.features.digest.screens import digest_screen
from bot.ui.lookup.map import ends
from bot.ui.posts.direct_messages import missed_since
from bot.ui.posts.turn_headings import turn_heading, under_headings
from bot.ui.words.presentations import names_of
from engine.core.game import turn_in
from engine.core.text import speaking
from tests.ui.table.room import CHO, Room, said, words
from tests.ui.table.test_languages import some_answers, table


@pytest.mark.parametrize(
    ("chapter", "language", "headings"),
    [
        ("2.3.card", "en", ("**Epoch II, turn 3**", "**Round 3**", "**Turn 3**")),
        ("2.3.card", "de", ("**Epoche II, Runde 3**", "**Runde 3**", "**Runde 3**")),
        ("1.0.setup", "en", ("**Setup**", "**Setup**", "**Setup**")),
    ],
)
def test_the_heading_of_a_turn_names_it_in_every_game(chapter: str, language: str, headings: tuple[str, ...]) -> None:
    with speaking(language):
        assert tuple(turn_heading(game, chapter) for game in ("acme", "culture_wars", "civ")) == headings


@pytest.mark.parametrize(
    ("game", "here"), [("civ", ("0.6.unrest.support", "0.6.ships")), ("acme", ("2.3.card", "2.3.growth"))]
)
def test_the_steps_of_one_turn_stand_under_no_headings_of_their_own(game: str, here: tuple[str, str]) -> None:
    """Nor does a step of several words, such as the support of cities in unrest, count as a turn of its own."""
    assert len({turn_in(chapter) for chapter in here}) == 1
    points = [CheckpointInfo(n, "", chapter, datetime.now(UTC)) for n, chapter in enumerate(here)]
    assert list(ends(points)) == [here[-1]]
    assert turn_heading(game, here[0]) == turn_heading(game, here[1])


async def missed_by_cho(room: Room, info: TableInfo) -> Digest:
    """What Cho has missed, without having read it."""
    return await digest.catch_up(room.service, info.id, CHO, boards=False)


@pytest.mark.soak
async def test_what_one_has_missed_in_several_rounds_stands_under_the_heading_of_each(room: Room) -> None:
    """None where all of it is of one round."""
    info = await table(room, "en")
    while not any(line.chapter.startswith("0.2.") for line in (await missed_by_cho(room, info)).lines):
        await some_answers(room, info, 2)
    missed, names = await missed_by_cho(room, info), names_of(info.game, info.scenario)
    channel = room.service.deps.post_maker.matter(info, "digest", _daily(missed.lines))[0]
    reminder = Reminder(None, missed.standing.view, None, missed.actions, lines=missed.lines)
    for told in (
        said(digest_screen(missed, names, pictures=False)),
        words(channel),
        missed_since(info, reminder, names),
    ):
        assert told.index("**Round 1**") < told.index("**Round 2**")
        assert told.count("**Round 1**") == 1
    with speaking("fr"):
        assert "**Manche 2**" in said(digest_screen(missed, names, pictures=False))
    early = tuple(line for line in missed.lines if line.chapter.startswith("0.1."))
    assert "Round" not in words(room.service.deps.post_maker.matter(info, "digest", _daily(early))[0])


def _daily(lines: tuple[LogLine, ...], earlier: int = 0) -> dict[str, Any]:
    return {"every": "daily", "lines": lines, "earlier": earlier}


async def test_actions_before_the_lines_that_were_read_are_counted_with_those_that_are_left_out(room: Room) -> None:
    """Also where all that was read fits, and where nothing of it is told."""
    info = await table(room, "en")
    await some_answers(room, info, 2)
    missed, names = await missed_by_cho(room, info), names_of(info.game, info.scenario)
    maker, lines = room.service.deps.post_maker, missed.lines
    for earlier, note in ((0, ""), (34, "… and 34 more in the Log.\n")):
        reminder = Reminder(None, missed.standing.view, None, 0, lines=lines, earlier=earlier)
        many = replace(missed, earlier=earlier)
        for told in (
            said(digest_screen(many, names, pictures=False)),
            said(digest_screen(replace(many, lines=lines[:0]), names, pictures=False)) if earlier else "",
            words(maker.matter(info, "digest", _daily(lines, earlier))[0]),
            missed_since(info, reminder, names),
        ):
            assert note in told
            assert told.count("more in the Log") == bool(note)
        actions = len({line.action for line in lines}) + earlier
        assert f"{actions} actions" in said(digest_screen(many, names, pictures=False))


def test_where_there_is_too_much_the_newest_keep_the_heading_of_their_turn() -> None:
    told = [("**A**", "a" * 40), ("**B**", "b" * 40), ("**B**", "c" * 40), ("**C**", "d" * 40)]
    assert under_headings("Head", told, 300).count("**") == 6
    cut = under_headings("Head", told, 130).split("\n")
    assert cut == ["Head", "… and 2 more in the Log.", "**B**", "c" * 40, "**C**", "d" * 40]
    assert len(under_headings("Head", told, 130)) <= 130
