"""The pages for bot owners say what the code does: settings, features, permissions, messages, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.features.registered import ALL
from bot.settings import OF_TESTS, BotSettings, variable
from bot.telemetry import Metrics
from bot.ui.words.permissions import INVITED_WITH, permission_name
from engine.core.text import speaking
from tests.translated import files

ROOT: Final = Path(__file__).parents[2]
LANGUAGES: Final = ("en", "de")
SETTINGS: Final = {variable(field) for field in BotSettings.model_fields}
FIRST_CELL: Final = re.compile(r"^\| (.+?) \|", re.MULTILINE)
CODE: Final = re.compile(r"`([^`]+)`")
LINKED: Final = re.compile(r"\]\((?!http)([^)#]+)")
ANCHOR: Final = re.compile(r"\]\([^)#]*#([^)]*)\)")
QUOTED: Final = re.compile(r"[\"„]([^\"“]+)[\"“]")
FILLED: Final = re.compile(r"\{[^}]*\}")


def page(language: str, name: str) -> str:
    """The text of a page for owners."""
    return (ROOT / "docs" / language / "owners" / f"{name}.md").read_text(encoding="utf-8")


def pages(language: str) -> list[Path]:
    """All of them in a language."""
    return sorted((ROOT / "docs" / language / "owners").glob("*.md"))


def rows(text: str) -> Iterator[str]:
    """What is in the first cells of the tables, heads and rules left out."""
    lines = text.splitlines()
    for line, before in zip(lines[1:], lines, strict=False):
        if before.startswith("|") and not line.startswith("|--") and (cell := FIRST_CELL.match(line)):
            yield cell[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_feature_has_its_row(language: str) -> None:
    told = [name for row in rows(page(language, "settings")) for name in CODE.findall(row)]
    assert sorted(told) == sorted([*SETTINGS, *(feature.name for feature in ALL)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_permission_that_the_bot_needs_is_named(language: str) -> None:
    text = page(language, "index")
    with speaking(language):
        assert [name for name in map(permission_name, INVITED_WITH) if name not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_and_variable_that_is_named_is_there(language: str) -> None:
    numbers = {family.name for family in Metrics().registry.collect()}
    told = "\n".join(file.read_text(encoding="utf-8") for file in pages(language))
    known = {*numbers, *(f"{number}_total" for number in numbers)}
    assert set(re.findall(r"nisaba_\w+", told)) - known == set()
    assert set(re.findall(r"NISABA_\w+", told)) - SETTINGS - {*OF_TESTS} == set()


def said(language: str) -> list[str]:
    """Every text of a language, without what is filled in."""
    return [FILLED.sub("…", text) for texts in files(language).values() for text in texts.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_messages_in_the_table_of_symptoms_are_those_of_the_bot(language: str) -> None:
    quoted = [text for row in rows(page(language, "troubleshooting")) for text in QUOTED.findall(row)]
    known = [text.replace("7F3A", "…") for text in said(language)]
    assert len(quoted) > 8
    assert [text for text in quoted if not any(text.replace("7F3A", "…") in one for one in known)] == []


def test_owners_find_the_same_pages_in_every_language() -> None:
    english, *others = ([file.name for file in pages(language)] for language in LANGUAGES)
    assert len(english) > 5
    assert all(other == english for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_that_are_linked_are_spelled_alike_by_the_site(language: str) -> None:
    linked = [anchor for file in pages(language) for anchor in ANCHOR.findall(file.read_text(encoding="utf-8"))]
    assert len(linked) > 2
    assert [anchor for anchor in linked if not anchor.isascii()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_for_owners_can_be_found_from_the_first_one(language: str) -> None:
    linked = {"index.md", *LINKED.findall(page(language, "index"))}
    assert [file.name for file in pages(language) if file.name not in linked] == []
