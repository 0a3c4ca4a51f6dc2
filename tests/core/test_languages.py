"""Languages: whose catalogue says what, what a language lacks, numbers, lists and cases."""

from __future__ import annotations

import re
from typing import cast

import pytest

from engine.acme.presentation.names import NAMES as ACME
from engine.acme.presentation.said import several
from engine.civ.presentation.names import NAMES as CIV
from engine.core import text
from engine.core.message import Message, count_noun, duration, from_json, list_of, strung, to_json
from engine.core.naming import name_tokens
from engine.culture_wars.presentation.names import NAMES


def test_a_fact_is_said_in_the_language_spoken() -> None:
    moved = Message(
        "event.movement.moved", {"player": "{civ:moons}", "n": 3, "start": "{area:c4}", "goal": "{area:d5}"}
    )
    assert name_tokens(text.sentence(moved), NAMES) == "Moons moved 3: c4 to d5."
    with text.speaking("de"):
        assert name_tokens(text.sentence(moved), NAMES) == "Monde bewegten 3: c4 nach d5."
    assert text.current_language() == "en"


def test_a_fact_is_the_same_after_it_was_stored() -> None:
    fact = Message(
        "event.x", {"n": 2, "of": list_of(["{civ:a}", count_noun(2, "disk")]), "tie": strung(["{area:b}", 3])}
    )
    assert from_json(to_json(fact)) == fact


def test_a_culture_has_cases_where_its_language_has_them() -> None:
    entered = Message("event.conflict.entered", {"square": "c4", "owner": "{civ:suns}", "coin": 3, "n": 5})
    with text.speaking("de"):
        assert "Siedlung der Sonnen wurde" in name_tokens(text.sentence(entered), NAMES)
    assert "settlement of Suns was" in name_tokens(text.sentence(entered), NAMES)


def test_an_area_stands_in_german_with_what_its_name_wants() -> None:
    """It said `die Stadt in Östliche Wüste`."""
    reduced = Message(
        "event.civilization.city.reduced", {"player": "{civ:egypt}", "area": "{area:eastern_desert}", "n": 2}
    )
    peace = Message("event.competition.peace", {"area": "{area:red_sea}"})
    with text.speaking("de"):
        assert "die Stadt in der Östlichen Wüste ab" in name_tokens(text.sentence(reduced), CIV)
        assert name_tokens(text.sentence(peace), ACME).startswith("Frieden im Roten Meer:")
        assert "in Assur" in name_tokens(text.sentence(Message(peace.key, {"area": "{area:assur}"})), ACME)


def test_one_token_that_comes_out_is_one() -> None:
    left = Message("event.abandon.coin", {"square": "g4", "player": "{civ:suns}", "support": 4, "coin": 2, "n": 1})
    with text.speaking("de"):
        assert name_tokens(text.sentence(left), NAMES).endswith("1 kam heraus.")
        assert NAMES.name("region", "Das Loch") == "Das Loch"
    entered = Message("event.conflict.ace_entered", {"square": "g6", "owner": "{civ:moons}", "n": 1})
    assert name_tokens(text.sentence(entered), NAMES).endswith("1 token defends the square.")


def test_numbers_and_lists_follow_the_language() -> None:
    players = list_of(["{civ:suns}", "{civ:moons}", "{civ:arms}"])
    assert [text.sentence(duration(minutes)) for minutes in (1, 90, 120)] == ["1 minute", "90 minutes", "2 hours"]
    with text.speaking("de"):
        assert name_tokens(str(players), NAMES) == "Sonnen, Monde und Wappen"
        assert [text.sentence(duration(minutes)) for minutes in (1, 90, 2880)] == ["1 Minute", "90 Minuten", "2 Tage"]


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("event.card.passed", "event.competition.committed"):
        monkeypatch.delitem(cast("dict[str, str]", text.catalogue("de")), key)
    text._teller.cache_clear()
    text._pattern.cache_clear()
    passed = Message("event.card.passed", {"civ": "{civ:egypt}"})
    assert text.sentence(passed, "de") == text.sentence(passed, "en")
    committed = Message("event.competition.committed", {"civ": "{civ:egypt}", "what": count_noun(2, "card")})
    assert "2 cards" in text.sentence(committed, "de"), "and with it what stands in it"
    with text.speaking("xx"):
        assert text.current_language() == "en"
    text._teller.cache_clear()


def test_french_says_nothing_in_the_singular_and_millions_too() -> None:
    days = [text.sentence(count_noun(n, "day"), "fr") for n in (0, 1, 2, 1_000_000)]
    assert days == ["0 jour", "1 jour", "2 jours", "1000000 jours"]


def test_a_culture_begins_a_french_sentence_with_its_article() -> None:
    moved = Message(
        "event.movement.moved", {"player": "{civ:moons}", "n": 3, "start": "{area:c4}", "goal": "{area:d5}"}
    )
    lost = Message("event.excess.removed", {"square": "c4", "player": "{civ:arms}", "n": 2})
    owed = Message("event.settle.foreign", {"player": "{civ:suns}", "coin": 3, "square": "c4", "owner": "{civ:crowns}"})
    with text.speaking("fr"):
        assert name_tokens(str(moved), NAMES) == "Les Lunes déplacent 3\u00a0: c4 vers d5."
        assert name_tokens(str(moved), NAMES, bold=("civ",)).startswith("**Les Lunes** déplacent")
        assert name_tokens(str(lost), NAMES).startswith("c4\u00a0: les Armes perdent 2 pions")
        assert "elle appartient aux Couronnes" in name_tokens(str(owed), NAMES)
        assert name_tokens(str(list_of(["{civ:suns}", "{civ:moons}"])), NAMES) == "Soleils et Lunes"


@pytest.mark.parametrize(("language", "form"), [("de", ""), ("de", "the"), ("de", "gen"), ("fr", "sujet")])
def test_every_form_of_a_name_names_it(language: str, form: str) -> None:
    for slug in ("suns", "moons", "crowns", "arms"):
        with text.speaking(language):
            named = NAMES.phrase("civ", slug, form) if form else NAMES.name("civ", slug)
            assert NAMES.name("civ", slug) in named


def test_a_french_line_breaks_neither_before_its_double_signs_nor_inside_its_quotation_marks() -> None:
    """On a phone a colon stood alone at the start of a line."""
    broken = re.compile(r" [:;?!»](?:\W|$)|« ")
    assert [key for key, told in text.catalogue("fr").items() if broken.search(told)] == []
    assert [key for key, told in text.catalogue("fr").items() if "\u00a0:" in told]


def test_none_of_a_thing_is_singular_in_french() -> None:
    told = {}
    for language in ("en", "fr"):
        with text.speaking(language):
            told[language] = [several("standing.city", "standing.cities", n) for n in (0, 1, 2)]
    assert told == {"en": ["0 Cities", "1 City", "2 Cities"], "fr": ["0 Cité", "1 Cité", "2 Cités"]}
