"""Whole tables in another language: posts in the table's, screens and messages in the reader's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import msgspec
import pytest
from PIL import ImageDraw

import render
from bot.__main__ import arguments
from bot.contract.preferences import Preferences
from bot.contract.table_settings import SETTINGS, Setting, Settings
from bot.contract.tables import Refused, TableInfo
from bot.delivery.painter import Painter
from bot.settings import language_of_shell
from bot.store.database import NewerDatabase
from bot.ui.lookup import errors
from bot.ui.lookup.help import TOPICS, help_screen
from bot.ui.message_faults import faults
from bot.ui.parts import DESIGN, DISCORD, Form, Screen
from bot.ui.questions.guide import learn_buttons
from bot.ui.visit import Visit, own_language
from bot.ui.words.permissions import NEEDED, are
from bot.ui.words.presentations import names_of, presentation_of
from bot.ui.words.wording import name_tokens
from bot.ui.words.wording import several as counted
from engine.core import notation, text
from engine.core.game import SeatPlan, SetupError
from engine.core.message import Message, list_of
from engine.core.text import sentence, speaking
from engine.culture_wars.game import GAME
from engine.culture_wars.presentation.said import several
from engine.games import GAMES, PRESENTATIONS
from render.paint import plates
from render.paint.wording import join
from tests.lacking import lacking
from tests.translated import OTHERS
from tests.ui.play import civilization, hittites
from tests.ui.play.culture import asked, fresh
from tests.ui.play.fake_service import FakeService, Presser
from tests.ui.table.room import ANA, BEN, CHO, DEE, HERE, Room, fits, labels, said, words

PSEUDO = "xx"
NAMED = ("area", "civ", "deity", "card", "advance", "money", "calamity", "region", "sea")
SHOWN = {"text", "label", "hint", "placeholder", "title", "alt"}
OPEN, CLOSE = "⟦", "⟧"
NAMES = r"Culture Wars|Nisaba|Ana|Ben|Cho|standard"
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


async def test_a_table_begins_in_the_language_of_who_opens_it(room: Room) -> None:
    with speaking("de"):
        german = await room.service.open_table(ANA, HERE, "culture_wars")
    assert german.settings.language == "de"
    assert "Offen für alle" in words((await room.posts())[-1])


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


async def test_requests_offers_and_words_to_the_host_are_in_the_language_of_who_reads_them_alone(
    room: Room,
) -> None:
    for person, language in ((BEN, "de"), (DEE, "fr"), (ANA, "fr")):
        await room.service.set_preferences(person, Preferences(language=language))
    info = await room.begun(ANA, BEN, CHO)
    await room.service.ask_seat(info.id, CHO, 2, None, gone=True)
    await room.service.give_seat(info.id, ANA, 1, DEE)
    asked = [post for post in await room.posts() if post.kind in {"petition", "offer"}]
    assert [(post.user, post.language) for post in asked] == [
        (None, "en"),
        (BEN.id, "de"),
        (None, "en"),
        (DEE.id, "fr"),
    ]
    assert "Tisch" in words(asked[1])
    assert "Ana offre" in words(asked[3])
    facts = {"seat": (await room.service.info(info.id)).seats[1], "reader": ANA.id}
    (told,) = room.service.deps.post_maker.matter(await room.service.info(info.id), "late_host", facts)
    assert told.language == "fr"
    lost = room.service.deps.post_maker.mishap(await room.service.info(info.id), "channel_gone", {"reader": BEN.id})
    assert lost.language == "de"


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
    english = {**real("en"), "table.settings.language_xx": "Pseudo"}
    made = {k: v if re.fullmatch(r"\{\w+\}", v) else f"{OPEN}{v}{CLOSE}" for k, v in english.items()}

    def catalogue(language: str) -> dict[str, str]:
        return made if language == PSEUDO else dict(real(language))

    monkeypatch.setattr(text, "_catalogue", catalogue)
    monkeypatch.setattr(text, "languages", lambda: ("en", PSEUDO))
    language = replace(SETTINGS["language"], values=("en", PSEUDO))
    monkeypatch.setitem(cast("dict[str, Setting]", SETTINGS), "language", language)
    monkeypatch.setitem(text.LOCALES, PSEUDO, "en_GB")
    yield PSEUDO
    text._pattern.cache_clear()
    text._teller.cache_clear()


@pytest.mark.sample(1)
@pytest.mark.parametrize("verb", ["settings", "status", "log", "rules", "how", "help"])
async def test_every_word_of_a_screen_comes_from_the_catalogue(room: Room, pseudo: str, verb: str) -> None:
    await table(room, "en")
    with speaking(pseudo):
        if verb == "help":
            assert [unbracketed(said(help_screen(topic=topic))) for topic in ("", *TOPICS)] == [""] * (1 + len(TOPICS))
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
    assert wrong in text.sentence(error.value.message, "de")


def test_a_refusal_names_who_it_is_about() -> None:
    with pytest.raises(SetupError) as error:
        GAME.setup("standard", [SeatPlan("suns"), SeatPlan("moons")], {"handicap": ["arms"]}, "x")
    refused = Refused("setup", game="culture_wars", table="1", at=error.value.at, reason=error.value.why)
    assert "Arms isn't in this game" in said(errors.screen(refused))
    with speaking("de"):
        assert "Wappen spielen nicht mit" in said(errors.screen(refused))


def test_what_is_no_file_of_a_game_is_told_in_the_language_of_who_sent_it() -> None:
    with pytest.raises(SetupError) as error:
        notation.load(GAME, "game = ")
    assert text.sentence(error.value.message, "de").startswith("Das ist kein TOML: ")


def last_answer(fake: FakeService) -> None:
    """Whoever is asked takes the last options."""
    seat = fake.table.waiting()[0]
    ask = fake.table.ask_of(seat)
    assert ask is not None
    fake.table.submit(seat, *ask.options[-max(1, ask.least) :])


@pytest.mark.soak
async def test_every_word_of_a_question_comes_from_the_catalogue(pseudo: str) -> None:
    fake, keys = fresh(), set()
    with speaking(pseudo):
        for _ in range(60):
            if fake.table.pending is not None:
                keys.add(fake.table.pending.key)
            assert untranslated(await asked(fake).open()) == set()
            last_answer(fake)
    assert len(keys) > 4


def beginnings(game: str) -> set[str]:
    """How the words of names begin: those of the data files stand in no catalogue, and groups are named by letters."""
    names = PRESENTATIONS[game].names
    called = [called for kind in NAMED for one in names.things(kind) for called in (one.name, *one.aliases)]
    return {word[:3] for called in called for word in re.findall(r"[A-Za-z]{3,}", called)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "position"), [("acme", hittites.POSITION), ("civ", civilization.POSITION)])
async def test_every_word_of_a_question_of_another_game_comes_from_the_catalogue(
    pseudo: str, game: str, position: str
) -> None:
    fake, known, left = FakeService(notation.load(GAMES[game], position)), beginnings(game), set()
    with speaking(pseudo):
        for _ in range(8):
            screen = await Presser.of(fake, presentation_of(game), fake.person(fake.table.waiting()[0])).open()
            left |= {word for rest in untranslated(screen) for word in rest.split() if word[:3] not in known}
            last_answer(fake)
    assert left == set()


async def test_every_word_of_a_post_comes_from_the_catalogue(room: Room, pseudo: str) -> None:
    info = await table(room, "en")
    await room.service.change_settings(info.id, ANA, language=pseudo)
    before = len(await room.posts())
    await some_answers(room, info, 12)
    made = [words(post) for post in (await room.posts())[before:]]
    lobby = words(room.service.deps.post_maker.lobby(replace(info, settings=Settings(language=pseudo))))
    assert len(made) > 3
    assert [unbracketed(post) for post in (*made, lobby)] == [""] * (len(made) + 1)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is written into a picture from now on."""
    seen: list[str] = []
    write = ImageDraw.ImageDraw.text

    def text_written(self: ImageDraw.ImageDraw, xy: Any, text: str, *more: Any, **how: Any) -> None:
        seen.append(text)
        write(self, xy, text, *more, **how)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text_written)
    plates.write_line.cache_clear()
    return seen


@pytest.mark.soak
async def test_every_word_of_a_picture_comes_from_the_catalogue(pseudo: str, written: list[str]) -> None:
    fake, alts = fresh(), []
    with speaking(pseudo):
        for _ in range(8):
            last_answer(fake)
            alts.append(render.draw("culture_wars", fake.table.view(None)).alt)
        board = fake.table.view(None)
        around = render.draw("culture_wars", board, area=next(iter(board.squares)))
        alts += [around.alt, render.culture_wars.legend().alt]
    assert [rest for alt in alts if (rest := unbracketed(alt))] == []
    assert {rest for line in written if (rest := unbracketed(line))} == set()
    assert len(written) > 100


async def test_a_picture_is_drawn_anew_for_another_language() -> None:
    recipe = {"draw": "board", "game": "culture_wars", "view": fresh().table.view(None), "options": {}}
    painter = Painter()
    with speaking("de"):
        german = await painter.draw(recipe)
    assert "Reihenfolge" in german.alt
    assert "Reihenfolge" not in (await painter.draw(recipe)).alt
    with speaking("de"):
        assert await painter.draw(recipe) is german
    painter.close()


def test_what_the_host_reads_comes_from_the_catalogue(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    with speaking(pseudo), pytest.raises(SystemExit):
        arguments(["--help"])
    told = capsys.readouterr().out
    _, _, about = told.partition("\n\n")
    flags = re.sub(r"usage:|show this help message and exit|options:|-\S+|\{[a-z,]+\}|[A-Z_]{3,}", "", about)
    assert unbracketed(flags) == ""
    with speaking(pseudo):
        assert unbracketed(re.sub(r"NISABA_\w+", "", str(NewerDatabase("0099", "0020")))) == ""
        assert unbracketed(are(NEEDED)) == ""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "C"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({}, ""),
    ],
)
def test_the_host_is_spoken_to_in_the_language_of_the_shell(environment: dict[str, str], language: str) -> None:
    assert language_of_shell(environment) == language


@pytest.mark.sample(3)
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("verb", ["settings", "status", "log", "rules", "how", "map", "more"])
async def test_screens_keep_their_limits_in_every_language(room: Room, language: str, verb: str) -> None:
    """A press looks at them (`Room.ask`)."""
    await table(room, language)
    english = await room.say(ANA, verb)
    with speaking(language):
        assert await room.say(ANA, verb) != english


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("verb", ["options", "opt_more", "opt_page", "opt_npcs", "opt_civs"])
async def test_lobbies_keep_their_limits_in_every_language(room: Room, language: str, verb: str) -> None:
    await room.service.open_table(ANA, HERE, "culture_wars")
    option = "end" if verb == "opt_page" else ""
    english = await room.press(ANA, verb, option)
    with speaking(language):
        assert await room.press(ANA, verb, option) != english


@pytest.mark.parametrize("language", OTHERS)
def test_the_help_keeps_its_limits_in_every_language(language: str) -> None:
    with speaking(language):
        assert [faults(help_screen(topic=topic), DISCORD) for topic in ("", *TOPICS)] == [[]] * (1 + len(TOPICS))


@pytest.mark.parametrize("language", OTHERS)
async def test_questions_keep_their_limits_in_every_language(language: str) -> None:
    fake, keys = fresh(), set()
    with speaking(language):
        for _ in range(60):
            if fake.table.pending is not None:
                keys.add(fake.table.pending.key)
            assert faults(await asked(fake).open(), DESIGN) == []
            last_answer(fake)
    assert len(keys) > 4


@pytest.mark.parametrize("language", OTHERS)
async def test_posts_keep_their_limits_in_every_language(room: Room, language: str) -> None:
    info = await table(room, language)
    await some_answers(room, info, 8)
    posts = await room.posts()
    assert posts
    for post in posts:
        fits(post)


def test_lists_are_joined_in_the_language_of_the_text_they_stand_in() -> None:
    """What a language lacks is told in English: its lists too."""
    groups = [key for key in text.catalogue() if key.startswith("option.advance.credits.")]
    with speaking("fr"), lacking("fr", "acme.face.map.border", "alt.strength", "civ.face.card_price", *groups):
        rules = PRESENTATIONS["civ"].rules
        entry = rules.entry("civcard:mysticism") if rules else None
        assert entry is not None
        assert "Religion and Arts" in entry.text
        assert str(list_of(["a", "b"])) == "a et b"
        assert "egypt and judah" in text.words("acme.face.map.border", areas=list_of(["egypt", "judah"]))
        assert join(["Rome", "Tyre"], "alt.strength") == "Rome and Tyre"
        assert join(["Rome", "Tyre"], "culture_wars_pictures.alt.around") == "Rome et Tyre"
    with speaking("de"):
        assert join(["Rome", "Tyre"], "alt.strength") == "Rome und Tyre"


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("event.placed", "Assyrien (Computer) hat 3 gesetzt: Ur."),
        ("event.peace.offered", "Elam hat Assyrien (NPC) Frieden"),
    ],
)
def test_who_plays_stands_behind_the_name_and_the_verb_behind_that(key: str, told: str) -> None:
    """The verb of a name was lost where who plays stood behind it."""
    assyria = Message("table.name.seat_of", {"civ": "{civ:assyria}", "who": Message("table.name.npc")})
    values: dict[str, str | int | Message] = {"civ": assyria, "n": 3, "areas": "{area:ur}"}
    if key == "event.peace.offered":
        values = {"civ": "{civ:elam}", "npc": "{civ:assyria}"}
    with speaking("de"):
        line = sentence(Message(key, values))
        assert name_tokens(line, names_of("acme"), bold=False).startswith(told)
        name, rest = told.split(maxsplit=1)
        assert name_tokens(line, names_of("acme")).startswith(f"**{name}** {rest}")


def test_french_has_the_singular_with_none_too() -> None:
    with speaking("fr"):
        assert [several("settlement", n) for n in (0, 1, 2)] == ["0 colonie", "1 colonie", "2 colonies"]
        assert [counted("since.action", "since.actions", n) for n in (0, 1, 2)] == ["0 action", "1 action", "2 actions"]
    with speaking("de"):
        assert [several("settlement", n) for n in (0, 1, 2)] == ["0 Siedlungen", "1 Siedlung", "2 Siedlungen"]


def test_french_has_a_space_before_colons_and_semicolons_of_what_is_joined() -> None:
    fake = fresh()
    with speaking("fr"):
        told = render.draw("culture_wars", fake.table.view(None)).alt
    assert "Lunes\u00a0: 0 colonie, 0 pion\u00a0; Soleils\u00a0: 0 colonie, 0 pion" in told
    assert not re.search(r"\w[:;]", told)


def test_a_game_that_a_language_lacks_is_offered_to_be_learned_in_it_all_the_same() -> None:
    with speaking("fr"), lacking("fr", "acme.table.button.learn_game"):
        assert [button.label for button in learn_buttons("acme")] == [f"Apprendre {GAMES['acme'].title}"]
    assert [button.label for button in learn_buttons("acme")] == ["Learn ACME"]
