"""Whole tables in another language: posts in the table's, screens and messages in the reader's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.service.lobby import options
from bot.ui import errors
from bot.ui.lookup.help_screen import help_screen
from bot.ui.parts import Form, Screen
from bot.ui.router import Visit, own_language
from bot.values import Preferences, Refused, Settings, TableInfo
from engine.core import text
from engine.core.game import SeatPlan, SetupError
from engine.core.text import speaking
from engine.culture_wars.game import GAME
from tests.ui.play.culture import asked, fresh
from tests.ui.table.room import ANA, BEN, HERE, Room, fits, labels, said, words

PSEUDO = "xx"
SHOWN = {"text", "label", "hint", "placeholder", "title", "alt"}
OPEN, CLOSE = "⟦", "⟧"
NAMES = r"Culture Wars|Nisaba|Ana|Ben|standard"
PLAIN = re.compile(rf"`[^`]*`|<[^>]*>|\b[A-Za-z]\d+\b|\b[0-9A-Z]{{2,4}}\b|https?://\S+|{NAMES}|\b[nesw]\b")


async def table(room: Room, language: str = "de") -> TableInfo:
    """A running game of Culture Wars between Ana and Ben whose posts speak that language."""
    info = await room.service.open_table(ANA, HERE, "culture_wars", settings=Settings(language=language))
    await room.service.join(info.id, BEN)
    return (await room.service.start(info.id, ANA)).info


async def some_answers(room: Room, info: TableInfo, n: int) -> None:
    """The first options, so many times."""
    for _ in range(n):
        standing = await room.service.standing(info.id)
        assert standing.ask is not None
        owner = standing.ask.asked[0].person
        assert owner is not None
        sheet = await room.service.sheet(info.id, owner)
        assert sheet.ask is not None
        await room.service.answer(info.id, owner, sheet.ask_no, [sheet.ask.options[: max(1, sheet.ask.least)]])


async def test_posts_are_in_the_language_of_their_table(room: Room) -> None:
    info = await table(room)
    await some_answers(room, info, 4)
    told = "\n".join(words(post) for post in await room.posts())
    assert "## Tisch" in told
    assert "verschoben Plättchen" in told
    assert "moved tile" not in told


async def test_a_scenario_is_named_in_the_language_of_its_post(room: Room) -> None:
    info = await room.service.open_table(ANA, HERE, "culture_wars", settings=Settings(language="de"))
    lobby = room.service.deps.post_maker.lobby
    assert "Standardspiel" in words(lobby(info))
    with speaking("de"):
        assert "Standard game" in words(lobby(replace(info, settings=Settings(language="en"))))


async def test_the_host_changes_the_language_of_the_posts_at_any_time(room: Room) -> None:
    info = await table(room, "en")
    await room.press(ANA, "set", "language", "de")
    assert (await room.service.info(info.id)).settings.language == "de"
    assert "Sprache Deutsch" in words((await room.posts())[-1])


async def test_a_private_screen_is_in_the_language_of_its_reader(room: Room) -> None:
    await table(room, "en")
    visit = Visit(ANA.id, HERE.channel, locale="de")
    with speaking(own_language(visit)):
        assert "Einstellungen von Tisch" in await room.say(ANA, "settings")
        assert "Status" not in labels(await room.press(ANA, "settings"))
    assert "Settings of table" in await room.say(ANA, "settings")


async def test_who_has_asked_for_a_language_is_spoken_to_in_it_whatever_discord_says(room: Room) -> None:
    assert room.service.language(ANA.id, "en-GB") == "en"
    assert room.service.language(ANA.id, "de") == "de"
    await room.service.set_preferences(ANA, Preferences(language="de"))
    assert room.service.language(ANA.id, "en-GB") == "de"
    room.service._languages.clear()
    await room.service.learn_languages()
    assert room.service.language(ANA.id, "en-GB") == "de", "it is known again after a restart"
    await room.service.set_preferences(ANA, Preferences())
    assert room.service.language(ANA.id, "en-GB") == "en"


async def test_a_message_is_in_the_language_of_its_reader_and_a_post_in_that_of_the_table(room: Room) -> None:
    await room.service.set_preferences(BEN, Preferences(language="de", turn_notices="dm"))
    info = await table(room, "en")
    await some_answers(room, info, 2)
    direct = [post for post in await room.posts() if post.user == BEN.id]
    assert direct
    assert all("Tisch" in words(post) for post in direct)
    assert all("Tisch" not in words(post) for post in await room.posts() if post.user is None)


def unbracketed(shown: str) -> str:
    """What of a text no catalogue has made: what stands outside brackets, but for names, numbers and signs."""
    rest, depth = [], 0
    for letter in shown:
        depth += letter == OPEN
        rest += [letter] if depth == 0 else []
        depth -= letter == CLOSE
    return " ".join(re.findall(r"[A-Za-z]{3,}", PLAIN.sub("", "".join(rest))))


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language that says everything in English between brackets."""
    real = text._catalogue

    def catalogue(language: str) -> dict[str, str]:
        if language != PSEUDO:
            return dict(real(language))
        names = {**real("en"), "table.settings.language_xx": "Pseudo"}
        return {k: v if re.fullmatch(r"\{\w+\}", v) else f"{OPEN}{v}{CLOSE}" for k, v in names.items()}

    monkeypatch.setattr(text, "_catalogue", catalogue)
    monkeypatch.setattr(text, "languages", lambda: ("en", PSEUDO))
    monkeypatch.setattr(options, "languages", lambda: ("en", PSEUDO))
    monkeypatch.setitem(text.LOCALES, PSEUDO, "en_GB")
    yield PSEUDO
    text._pattern.cache_clear()


@pytest.mark.parametrize("verb", ["settings", "status", "log", "rules", "how", "help"])
async def test_every_word_of_a_screen_comes_from_the_catalogue(room: Room, pseudo: str, verb: str) -> None:
    await table(room, "en")
    with speaking(pseudo):
        if verb == "help":
            assert unbracketed(said(help_screen())) == ""
            return
        if verb not in room.handlers:
            pytest.fail(f"no screen {verb}")
        assert unbracketed(await room.say(ANA, verb)) == ""


def shown(value: Any, key: str = "") -> Iterator[str]:
    """Every text of a screen or form that is read: also labels, hints and what a picture is said to show."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from () if name == "recipe" else shown(one, name)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from shown(one, key)
    elif isinstance(value, str) and key in SHOWN:
        yield value


def untranslated(answer: Screen | Form) -> set[str]:
    """The texts of a screen or form of which no catalogue has made a part."""
    texts = [*shown(msgspec.to_builtins(answer))]
    assert texts
    return {rest for text in texts if (rest := unbracketed(text))}


@pytest.mark.parametrize("verb", ["options", "opt_more", "opt_page", "opt_npcs", "opt_civs", "settings", "start"])
async def test_every_word_of_a_lobby_comes_from_the_catalogue(room: Room, pseudo: str, verb: str) -> None:
    await room.service.open_table(ANA, HERE, "culture_wars")
    with speaking(pseudo):
        assert untranslated(await room.press(ANA, verb, "end" if verb == "opt_page" else "")) == set()


@pytest.mark.parametrize(
    ("options", "wrong"),
    [({"rounds": 999}, "0 bis 99"), ({"handicap": ["suns", "x"]}, "Liste von Farben"), ({"tea": 1}, "es gibt")],
)
def test_why_a_table_cannot_begin_comes_from_the_catalogue(pseudo: str, options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(SetupError) as error:
        GAME.setup("standard", [SeatPlan(), SeatPlan()], options, "x")
    refused = Refused("setup", game="culture_wars", table="1", at=error.value.at, reason=error.value.why)
    with speaking(pseudo):
        assert untranslated(errors.screen(refused)) - {error.value.at} == set()
    assert wrong in text.sentence(error.value.said, "de")


async def test_every_word_of_a_question_comes_from_the_catalogue(pseudo: str) -> None:
    fake, keys = fresh(), set()
    with speaking(pseudo):
        for _ in range(60):
            seat, ask = fake.table.waiting()[0], fake.table.ask_of(fake.table.waiting()[0])
            assert ask is not None
            if fake.table.pending is not None:
                keys.add(fake.table.pending.key)
            assert untranslated(await asked(fake).open()) == set()
            fake.table.submit(seat, *ask.options[-max(1, ask.least) :])
    assert len(keys) > 4


async def test_every_word_of_a_post_comes_from_the_catalogue(room: Room, pseudo: str) -> None:
    info = await table(room, "en")
    await room.service.change_settings(info.id, ANA, language=pseudo)
    before = len(await room.posts())
    await some_answers(room, info, 12)
    made = [words(post) for post in (await room.posts())[before:]]
    lobby = words(room.service.deps.post_maker.lobby(replace(info, settings=Settings(language=pseudo))))
    assert len(made) > 3
    assert [unbracketed(post) for post in (*made, lobby)] == [""] * (len(made) + 1)


async def test_german_posts_keep_their_limits(room: Room) -> None:
    info = await table(room)
    await some_answers(room, info, 8)
    posts = await room.posts()
    assert posts
    for post in posts:
        fits(post)
