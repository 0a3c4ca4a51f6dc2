"""The pages of the documentation: links lead somewhere, both languages have the same pages, none is long or stale."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import add_commands
from bot.contract.table_settings import Pace
from bot.features.reminders.service import NUDGE
from bot.tables.play.responses import LENGTHS
from bot.tables.work.waking_hours import ANSWER, HOUR, MINUTE
from bot.ui.commands.translation import Translator
from bot.ui.discord_reply import DiscordRouter
from tests.translated import files
from tests.ui.table.room import Threads
from tests.ui.table.test_commands import NOWHERE
from tools.boards import MARKS
from tools.screens import LANGUAGES, kept

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
LINKED: Final = re.compile(r"(!?)\[[^\]]*\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)")
WORD: Final = re.compile(r"[\w’'@.:/-]*\w")
FENCE: Final = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
TYPED: Final = re.compile(r"(?:`|^)/([a-z][^`\n]*)", re.MULTILINE)
OPTION: Final = re.compile(r"([a-z]+):")
STRING: Final = re.compile(r"\"[^\"]*\"")
QUOTED: Final = re.compile(r"\*\*?([^*]+)\*\*?")
PRESSED: Final = re.compile(r"(?im)(?:\bpress|\bdrück\w*|^\|)((?:[^*.|`]*\*\*[^*]+\*\*)+)")
BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
FILLED: Final = re.compile(r"\{[^}]*\}|…")
MOST_WORDS, README_WORDS, PRIVACY_WORDS = 600, 400, 500
HEAVIEST: Final = 150_000
GUIDES: Final = sorted(file.relative_to(ROOT).as_posix() for file in DOCS.rglob("*.md"))


def pages(language: str) -> list[Path]:
    """The pages for players in a language."""
    return sorted((DOCS / language).glob("*.md"))


def pages_below(folder: Path) -> Iterator[str]:
    """The pages in a folder, however deep, as seen from there."""
    return (file.relative_to(folder).as_posix() for file in folder.rglob("*.md"))


def read(file: Path) -> str:
    """The text of a page without samples of code."""
    return FENCE.sub("", file.read_text(encoding="utf-8"))


@cache
def anchors(file: Path) -> frozenset[str]:
    """The headings of a page, as links call them."""
    found = re.findall(r"^#+ (.+)$", read(file), re.MULTILINE)
    plain = (unicodedata.normalize("NFC", heading).lower() for heading in found)
    return frozenset(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain)


def broken(file: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for _, name, anchor in LINKED.findall(read(file)):
        to = (file.parent / name).resolve() if name else file
        if not to.exists() or (anchor and to.suffix == ".md" and anchor not in anchors(to)):
            yield f"{name}#{anchor}"


@pytest.mark.parametrize("guide", ["README.md", "CONTRIBUTING.md", *GUIDES])
def test_every_link_leads_somewhere(guide: str) -> None:
    assert list(broken(ROOT / guide)) == []


def test_both_languages_have_the_same_pages_and_pictures() -> None:
    english, *others = ({*pages_below(DOCS / language)} for language in LANGUAGES)
    assert len(english) >= 30
    assert [names ^ english for names in others] == [set()] * len(others)
    shown, *elsewhere = ({file.name for file in (DOCS / one / "pictures").iterdir()} for one in LANGUAGES)
    assert [names ^ shown for names in elsewhere] == [set()] * len(elsewhere)


def prose(file: Path) -> list[str]:
    """The words of a page beside its tables."""
    return WORD.findall("\n".join(line for line in read(file).splitlines() if not line.startswith("|")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_long(language: str) -> None:
    words = {file.relative_to(DOCS).as_posix(): len(prose(file)) for file in (DOCS / language).rglob("*.md")}
    assert len(words) > 20
    assert {name: n for name, n in words.items() if n > MOST_WORDS} == {}


def test_the_readme_and_what_is_stored_about_people_are_short() -> None:
    assert len(WORD.findall((ROOT / "README.md").read_text(encoding="utf-8"))) <= README_WORDS
    assert len(WORD.findall(read(DOCS / "en" / "privacy.md"))) <= PRIVACY_WORDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_shown_in_words_too_and_is_small(language: str) -> None:
    folder = DOCS / language / "pictures"
    shown = re.findall(r"!\[([^\]]*)\]\(pictures/([^)]+)\)", "\n".join(map(read, pages(language))))
    assert [name for alt, name in shown if len(alt) < 15] == []
    assert {name for _, name in shown} == {file.name for file in folder.glob("*.webp")}
    assert {file.name for file in folder.glob("*.webp") if file.stat().st_size > HEAVIEST} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_a_screen_whose_words_are_kept_or_a_board_with_marks(language: str) -> None:
    there = {file.stem for file in (DOCS / language / "pictures").glob("*.webp")}
    assert there == {*kept(language), *(f"{name}-board" for name in MARKS)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", MARKS)
def test_every_mark_on_a_board_is_explained(language: str, game: str) -> None:
    _, _, after = read(DOCS / language / f"{game}.md").partition(f"(pictures/{game}-board.webp)\n\n")
    told = re.findall(r"^(\d+)\. ", after.partition("\n\n")[0], re.MULTILINE)
    assert told == [str(n) for n in range(1, len(MARKS[game]) + 1)]


@pytest.fixture
async def known() -> AsyncIterator[Mapping[str, frozenset[str]]]:
    """The options of every command."""
    made = commands.Bot(command_prefix=(), intents=discord.Intents.none(), help_command=None)
    await made.tree.set_translator(Translator())
    await add_commands(made, DiscordRouter(), NOWHERE, places=Threads())
    found = (one for one in made.tree.walk_commands() if isinstance(one, app_commands.Command))
    yield {one.qualified_name: frozenset(str(option.display_name) for option in one.parameters) for one in found}
    await made.close()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_and_option_that_a_page_types_is_there(
    language: str, known: Mapping[str, frozenset[str]]
) -> None:
    typed = {code for file in pages(language) for code in TYPED.findall(file.read_text(encoding="utf-8"))}
    named = {code: next((name for name in known if f"{code} ".startswith(f"{name} ")), "") for code in typed}
    assert len(named) > 50
    assert [code for code, name in named.items() if not name] == []
    assert [code for code, name in named.items() if not set(OPTION.findall(STRING.sub("", code))) <= known[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_times_of_each_pace_are_those_of_the_bot(language: str) -> None:
    _, _, after = read(DOCS / language / "reminders.md").partition("(pictures/reminder.webp)\n\n")
    told = [[int(n) for n in re.findall(r"\d+", row)] for row in after.partition("\n\n")[0].splitlines()[2:]]
    paces: tuple[Pace, ...] = get_args(Pace)
    assert told == [[*told_first(pace), *in_words(ANSWER[pace]), *responses(pace)] for pace in paces]


def told_first(pace: Pace) -> list[int]:
    """When the first reminder comes by DM, if it does."""
    return [] if pace == "live" else in_words(NUDGE[pace])


def responses(pace: Pace) -> list[int]:
    """How long people may respond, the longer time first."""
    return [n for kind in ("long", "short") for n in in_words(LENGTHS[pace][kind])]


def in_words(seconds: float) -> list[int]:
    """The number that is said of a time, in hours, minutes or seconds."""
    return [round(seconds / next(unit for unit in (HOUR, MINUTE, 1) if seconds >= unit))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_that_a_page_says_to_press_is_called_so(language: str) -> None:
    texts = {FILLED.sub("", text).strip() for found in files(language).values() for text in found.values()}
    shown = "\n".join(map(read, pages(language)))
    told = {name for named in PRESSED.findall(shown) for name in BOLD.findall(named)}
    assert len(told) > 8
    assert told - texts == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_of_auto_answers_says_to_press_stands_on_the_screens(language: str) -> None:
    known = {FILLED.sub("", text).strip() for texts in files(language).values() for text in texts.values()}
    rows = [line.split("|")[2] for line in read(DOCS / language / "auto-answers.md").splitlines() if "→" in line]
    named = [FILLED.sub("", name).strip() for row in rows for name in QUOTED.findall(row)]
    assert len(named) > 12
    assert [name for name in named if not any(text.startswith(name) for text in known)] == []
