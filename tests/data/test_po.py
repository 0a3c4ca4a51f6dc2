"""Texts for translators: as gettext files and back."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from engine.core.text import ENGLISH, languages
from tools.po import ROOT, context, taken, texts, written

ENGLISH_TEXTS = """\
# What is asked.

[ask]
name = "How many of {civ:the}?" # short

[ask.more]
_ = "And {n} more."
again = "Again?"
"""
AGAIN = "bot/asked.toml|ask|more|again"


def translate(catalog: Catalog, where: str, text: str) -> None:
    """Translate the entry of that context."""
    (one,) = [one for one in catalog if one.context == where]
    one.string = text


def through(catalog: Catalog) -> Catalog:
    """The catalog as it comes back from a translator's tool."""
    file = BytesIO()
    write_po(file, catalog)
    file.seek(0)
    return read_po(file, locale=catalog.locale)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for language in ("en", "fr"):
        (tmp_path / language / "bot").mkdir(parents=True)
    (tmp_path / "en/bot/asked.toml").write_text(ENGLISH_TEXTS)
    (tmp_path / "fr/bot/asked.toml").write_text('# Ce qui est demandé.\n\n[ask]\nname = "Combien ?" # court\n')
    return tmp_path


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_there_and_back_changes_nothing(tmp_path: Path, language: str) -> None:
    for one in (ENGLISH, language):
        shutil.copytree(ROOT / one, tmp_path / one)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.toml")}
    catalog = through(written(language, tmp_path))
    assert len(catalog) == len([text for _, _, text in texts(tmp_path / ENGLISH) if text])
    assert taken(catalog, tmp_path) == []
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.toml")} == before


def test_what_is_new_is_written_beside_what_was_there(root: Path) -> None:
    catalog = through(written("fr", root))
    for keys, text in {("ask", "name"): "Combien de {civ:the} ?", ("ask", "more", "_"): "Et {n} de plus."}.items():
        translate(catalog, context("bot/asked.toml", keys), text)
    assert taken(through(catalog), root) == []
    assert (root / "fr/bot/asked.toml").read_text() == (
        '# Ce qui est demandé.\n\n[ask]\nname = "Combien de {civ:the} ?" # court\n\n[ask.more]\n_ = "Et {n} de plus."\n'
    )


def test_a_new_language_begins_with_nothing(root: Path) -> None:
    catalog = written("it", root)
    assert not any(one.string for one in catalog if one.id)
    translate(catalog, AGAIN, "Ancora?")
    assert taken(through(catalog), root) == []
    assert list(texts(root / "it")) == [("bot/asked.toml", ("ask", "more", "again"), "Ancora?")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Encore {x}", "fields that the English text lacks: x"),
        ("Encore {", "braces don't match"),
    ],
)
def test_a_translation_that_would_break_a_screen_is_left_out(root: Path, text: str, why: str) -> None:
    catalog = written("fr", root)
    translate(catalog, AGAIN, text)
    (left,) = taken(through(catalog), root)
    assert left.startswith("bot/asked.toml|ask|more|again: ")
    assert why in left
    assert "again" not in (root / "fr/bot/asked.toml").read_text()


def test_one_of_another_text_or_that_is_only_guessed_is_left_out(root: Path) -> None:
    catalog = written("fr", root)
    for key, guess in (("again", True), ("name", False)):
        one = next(one for one in catalog if one.context and one.context.endswith(key))
        one.string = "Encore"
        if guess:
            one.flags.add("fuzzy")
    file = root / "en/bot/asked.toml"
    file.write_text(file.read_text().replace("How many", "How few"))
    assert sorted(line.partition(": ")[2] for line in taken(through(catalog), root)) == [
        "it is marked as fuzzy",
        "the English text has changed",
    ]
