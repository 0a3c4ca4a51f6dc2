"""What stands beside the hints of a guided game: why, skipping them, and stopping the game."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.contract.posts import Post, PostPicture, PostRow
from bot.contract.tables import Person, Refused, TableInfo
from bot.features.files import verification
from bot.features.statistics import results
from bot.ui.parts import Divider, Gallery, Menu, Row, Screen, Section, Text
from engine.core.guide import guide_of
from engine.core.text import speaking
from engine.games import PRESENTATIONS
from tests.conformance.players import answer
from tests.ui.table.follower import Learner, hint_of, named, usable
from tests.ui.table.room import ANA, BEN, HERE, Room, labels, said

ASIDE = ["Why?", "Hide hints", "Quit the tutorial"]


@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_the_board_for_a_phone_is_a_press_away_from_a_post_with_a_picture(room: Room, game: str) -> None:
    learner = Learner(room)
    await learner.press("learn", game)
    public = [post for post in await room.posts() if post.user is None]
    pictured = [post for post in public if any(isinstance(part, PostPicture) for part in post.parts)]
    rows = [part for part in pictured[-1].parts if isinstance(part, PostRow)]
    assert ("Close-up", "map_show", "phone") in [(b.label, b.verb, b.option) for row in rows for b in row.buttons]
    (gallery,) = [part for part in (await learner.press("map_show", "phone")).parts if isinstance(part, Gallery)]
    assert gallery.pictures[0].recipe["options"]["show"] == "phone"


@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_a_hint_says_why_and_the_question_stays(room: Room, game: str) -> None:
    learner = Learner(room)
    first = await learner.press("learn", game)
    why = await learner.press("hint_why")
    assert [label for label in labels(first) if label in ASIDE] == ASIDE
    assert labels(why) == labels(first)
    assert hint_of(why).startswith(hint_of(first))
    assert len(hint_of(why)) > len(hint_of(first)) + 80
    assert said(why).replace(hint_of(why), hint_of(first)) == said(first)


def pressable(screen: Screen) -> list[str]:
    """What stands on the buttons and in the menus of a screen, and beside buttons."""
    return [label for label, _ in usable(screen)]


@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_who_does_what_the_hints_say_wins(room: Room, game: str) -> None:
    learner, guide = Learner(room), guide_of(game)
    last = await learner.follow(await learner.press("learn", game))
    (line,) = await results.best(room.service.deps, ANA) or ("no result",)
    info = await room.service.info("100", ANA)
    outcome = (await room.service.standing("100", ANA)).outcome
    assert outcome is not None
    assert (info.state, outcome.winners, line) == ("over", (guide.civ,), "no result")
    assert "You win!" in said(last)


@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_who_has_not_won_is_not_told_so(room: Room, game: str) -> None:
    learner, rng = Learner(room), random.Random(1)
    screen = await learner.press("learn", game)
    while (sheet := await room.service.sheet("100", ANA)).request is not None and sheet.ask is not None:
        await room.service.answer("100", ANA, sheet.ask_no, [answer(rng, sheet.request.key, sheet.ask)])
        screen = await learner.press("seat")
    outcome = (await room.service.standing("100", ANA)).outcome
    assert outcome is not None
    assert ("You win!" in said(screen)) == (guide_of(game).civ in outcome.winners)


async def test_a_guided_game_that_begins_in_the_middle_is_verified_and_names_its_learner(room: Room) -> None:
    learner = Learner(room)
    first = await learner.press("learn", "civ")
    assert (await room.service.sheet("100", ANA)).view.nations["italy"].player == ANA.name
    await learner.follow(first)
    assert (await verification.verify_game(room.service, "100", None, ANA)).fits


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak), pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_who_plays_another_way_is_told_to_press_nothing_that_is_not_there(
    room: Room, game: str, seed: int
) -> None:
    learner, rng, wrong = Learner(room), random.Random(seed), list[str]()
    screen = await learner.press("learn", game)
    info = await room.service.table_in(HERE.channel)
    assert info is not None
    while (sheet := await room.service.sheet(info.id, ANA)).request is not None and sheet.ask is not None:
        suggested, there = named(screen), [*pressable(screen), *(option.label for option in sheet.options)]
        steps = suggested[:-1] or suggested  # what confirms an answer comes last, and stands there once it is given
        if steps and not any(label.startswith(name) for name in steps for label in there):
            wrong.append(f"{steps} of {there}")
        await room.service.answer(info.id, ANA, sheet.ask_no, [answer(rng, sheet.request.key, sheet.ask)])
        screen = await learner.press("seat")
    assert sheet.info.state == "over"
    assert wrong == []


async def test_hints_are_skipped_until_they_are_wanted_again(room: Room) -> None:
    learner = Learner(room)
    await learner.press("learn", "acme")
    before = len(await room.posts())
    skipped = await learner.press("hint_off")
    later = await learner.press("fill")
    back = await learner.press("hint_on")
    assert [("First game" in said(screen)) for screen in (skipped, later, back)] == [False, False, True]
    assert [("Show hints" in labels(screen)) for screen in (skipped, later, back)] == [True, True, False]
    assert "Why?" not in labels(skipped)
    assert len(await room.posts()) == before


async def test_a_stale_why_shows_what_is_asked_now(room: Room) -> None:
    learner = Learner(room)
    await learner.press("learn", "culture_wars")
    await learner.press("hint_off")
    assert said(await learner.press("hint_why")) == said(await learner.press("seat"))


async def test_a_guided_game_is_stopped_after_a_second_press(room: Room) -> None:
    learner = Learner(room)
    await learner.press("learn", "acme")
    asked = await learner.press("learn_stop")
    assert labels(asked) == ["Quit the tutorial", "Keep playing"]
    still = await room.service.table_in(HERE.channel)
    assert still is not None
    assert still.state == "running"
    stopped = await learner.press("learn_ends")
    assert labels(stopped) == ["Alexander the Great, solo", "Learn Culture Wars", "Learn Advanced Civilization"]
    ended = await room.service.info(still.id, ANA)
    assert ended.state == "over"
    posts: list[Post] = await room.posts()
    assert "end" in [post.kind for post in posts]
    assert await results.best(room.service.deps, ANA) == ()


async def test_the_buttons_speak_german(room: Room) -> None:
    with speaking("de"):
        assert labels(await Learner(room).press("learn", "culture_wars"))[:3] == [
            "Warum?",
            "Hinweise ausblenden",
            "Einführung beenden",
        ]


async def begun_by(room: Room, person: Person, game: str, **there: Any) -> Screen:
    """The first screen of somebody's guided game."""
    answer = await room.press(person, "learn", game, **there)
    assert isinstance(answer, Screen)
    return answer


async def test_two_learn_in_one_channel_which_stays_free_and_nobody_reads_their_posts(room: Room) -> None:
    Learner(room)
    room.places.privately = [501, 502]
    screens = [await begun_by(room, person, "civ") for person in (ANA, BEN)]
    assert await room.service.table_in(HERE.channel) is None
    for person, screen, channel in zip((ANA, BEN), screens, (501, 502), strict=True):
        assert f"Its updates are in <#{channel}>" in said(screen)
        assert [type(part) for part in screen.parts].count(Gallery) == 1
        info = await room.service.table_in(channel, person)
        assert info is not None
        assert info.host == replace(person, moderator=False)
    assert room.places.opened == [f"Advanced Civilization: first game of {name}" for name in ("Ana", "Ben")]


async def test_the_next_guided_game_goes_on_in_the_thread_of_the_last_one_once_that_is_over(room: Room) -> None:
    Learner(room)
    room.places.privately = [501]
    first = await begun_by(room, ANA, "civ")
    room.places.privately = [501]
    await room.press(ANA, "learn_ends", table=first.table)
    await begun_by(room, ANA, "acme", channel=501)
    room.places.privately = [502]
    meanwhile = await begun_by(room, ANA, "culture_wars", channel=501)
    there = [info.place.channel for info in [line.info for line in await room.service.list_tables(ANA)]]
    assert "go to <#501>" not in said(meanwhile)
    assert sorted(there) == [501, 502]


@pytest.mark.parametrize("guild", [HERE.guild, None])
async def test_where_no_private_thread_can_be_a_guided_game_is_played_by_direct_message(
    room: Room, guild: int | None
) -> None:
    Learner(room)
    room.places.dms = True
    screen = await room.press(ANA, "learn", "culture_wars", dm=guild is None)
    assert isinstance(screen, Screen)
    assert "of this game by DM" in said(screen)
    assert await room.service.table_in(HERE.channel) is None
    info = await room.service.table_in(ANA.id, ANA)
    assert info is not None
    assert info.place.guild is None
    assert room.places.lines == ["Culture Wars: the updates of your first game come here."]


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "I'm not a member here, so I can't open a table"),
        ("de", "Hier bin ich kein Mitglied, darum kann ich weder einen Tisch eröffnen"),
        ("fr", "Je ne suis pas membre ici\N{NO-BREAK SPACE}: je ne peux ni ouvrir de table"),
    ],
)
async def test_no_table_is_opened_in_a_place_without_the_bot(room: Room, language: str, why: str) -> None:
    Learner(room)
    for verb in ("learn", "alone"):
        with speaking(language):
            assert why in said(await room.press(ANA, verb, "acme", dm=True, channel=0, elsewhere=True))
    assert room.places.opened == []
    assert await room.service.list_tables(ANA) == ()


async def test_nothing_is_left_of_a_private_thread_in_which_no_game_begins(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: Any, **__: Any) -> TableInfo:
        raise Refused("too_many_tables", whose="host", n=10)

    Learner(room)
    room.places.privately = [501]
    monkeypatch.setattr(room.service, "open_table", full)
    assert "already has" in said(await room.press(ANA, "learn", "acme"))
    assert room.places.closed == [501]


async def test_without_a_game_it_is_asked_which(room: Room) -> None:
    asked = await Learner(room).press("learn")
    assert "Which game do you want to learn?" in said(asked)
    assert labels(asked) == ["Learn ACME", "Learn Culture Wars", "Learn Advanced Civilization"]
    assert await room.service.list_tables(ANA) == ()


@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_a_hint_stands_directly_above_the_controls_on_every_screen(room: Room, game: str) -> None:
    learner, seen = Learner(room), list[Screen]()
    learner.seen = seen.append
    await learner.follow(await learner.press("learn", game))
    shown = [screen for screen in seen if hint_of(screen)]
    assert len(shown) > 5
    for screen in shown:
        kinds = [part for part in screen.parts if not isinstance(part, Text | Divider)]
        at = next(
            n for n, part in enumerate(screen.parts) if isinstance(part, Text) and "> **First game**" in part.text
        )
        first = next(n for n, part in enumerate(screen.parts) if isinstance(part, Row | Menu | Section))
        assert at + 1 == first, said(screen)
        assert screen.live != "asked" or isinstance(kinds[0], Gallery)


async def test_what_is_asked_before_a_growth_is_thrown_away_has_no_hint_about_other_buttons(room: Room) -> None:
    learner = Learner(room)
    await learner.press("learn", "acme")
    asked = await learner.press("stop")
    assert "You won't place any this turn" in said(asked)
    assert labels(asked) == ["Place none, return 7", "Keep choosing"]
    assert hint_of(await learner.press("seat"))
