"""Languages: whose catalogue says what, what a language lacks, numbers, lists and cases."""

from __future__ import annotations

import string
import tomllib

import pytest

import data
from engine.core import text
from engine.core.naming import told
from engine.core.said import Said, counted, decoded, encoded, lasting, listed, strung
from engine.culture_wars.presentation.names import NAMES

WHOLE = (
    "culture_wars.toml",
    "culture_wars_face.toml",
    "culture_wars_setup.toml",
    "setup.toml",
    "bot/play.toml",
    "bot/prefs.toml",
    "bot/table.toml",
    "bot/topics.toml",
)


def fields(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


def test_a_fact_is_said_in_the_language_spoken() -> None:
    moved = Said("event.movement.moved", {"player": "{civ:moons}", "n": 3, "start": "{area:c4}", "goal": "{area:d5}"})
    assert told(text.sentence(moved), NAMES) == "Moons moved 3: c4 to d5."
    with text.speaking("de"):
        assert told(text.sentence(moved), NAMES) == "Monde bewegten 3: c4 nach d5."
    assert text.spoken() == "en"


def test_a_fact_is_the_same_after_it_was_stored() -> None:
    fact = Said("event.x", {"n": 2, "of": listed(["{civ:a}", counted(2, "disk")]), "tie": strung(["{area:b}", 3])})
    assert decoded(encoded(fact)) == fact


def test_a_culture_has_cases_where_its_language_has_them() -> None:
    entered = Said("event.conflict.entered", {"square": "c4", "owner": "{civ:suns}", "coin": 3, "n": 5})
    with text.speaking("de"):
        assert "Siedlung der Sonnen wurde" in told(text.sentence(entered), NAMES)
    assert "settlement of Suns was" in told(text.sentence(entered), NAMES)


def test_numbers_and_lists_follow_the_language() -> None:
    players = listed(["{civ:suns}", "{civ:moons}", "{civ:arms}"])
    assert [text.sentence(lasting(minutes)) for minutes in (1, 90, 120)] == ["1 minute", "90 minutes", "2 hours"]
    with text.speaking("de"):
        assert told(str(players), NAMES) == "Sonnen, Monde und Wappen"
        assert [text.sentence(lasting(minutes)) for minutes in (1, 90, 2880)] == ["1 Minute", "90 Minuten", "2 Tage"]


def test_what_a_language_lacks_is_said_in_english() -> None:
    passed = Said("event.card.passed", {"civ": "{civ:egypt}"})
    assert text.sentence(passed, "de") == text.sentence(passed, "en")
    with text.speaking("xx"):
        assert text.spoken() == "en"


@pytest.mark.parametrize("file", WHOLE)
def test_german_is_complete_for_culture_wars_and_the_bot(file: str) -> None:
    english = dict(text.flat(tomllib.loads(data.path("text", "en", file).read_text(encoding="utf-8"))))
    assert sorted(english.keys() - text.catalogue("de").keys()) == []


def test_german_fills_in_what_english_does() -> None:
    english, german = text.catalogue("en"), text.catalogue("de")
    strange = {key for key in german if key not in english and not key.startswith("culture_wars.name.")}
    assert strange == set()
    both = [key for key in german if key in english]
    assert [key for key in both if fields(german[key]) - fields(english[key])] == []


def test_labels_of_buttons_fit_in_german_too() -> None:
    labels = {key: label for key, label in text.catalogue("de").items() if key.startswith("table.button.")}
    assert {key: label for key, label in labels.items() if len(label) > 24} == {}


@pytest.mark.parametrize("form", ["", "the", "gen"])
def test_every_form_of_a_name_names_it(form: str) -> None:
    for slug in ("suns", "moons", "crowns", "arms"):
        with text.speaking("de"):
            named = NAMES.phrase("civ", slug, form) if form else NAMES.name("civ", slug)
            assert NAMES.name("civ", slug) in named
