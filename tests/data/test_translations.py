"""Every language says what English says: the same keys with the same words in them, within the same limits."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest

from bot.ui.message_faults import MARKS
from bot.ui.typed.match import Index
from engine.acme.facts.catalog import CARDS, CIVS
from engine.acme.history.facts import HISTORICAL, slug_of
from engine.acme.presentation.names import NAMES as ACME
from engine.civ.catalog import PILES
from engine.civ.presentation.names import MAKERS
from engine.core.text import catalogue, languages, speaking
from engine.culture_wars.catalog import SUITS
from engine.games import GAMES, PRESENTATIONS
from tests.translated import OTHERS, by_number, files, game_of, wanted

KINDS = ("area", "civ", "deity", "map", "region", "ability", "track")
NAME = re.compile(r"(civ|acme|culture_wars)\.name\..+")
OF_NAME = re.compile(r"\.(the|dat|gen|in|nach|aus|number|sujet)$")
LIMITS = (
    (r".*table\.button\..*", 24),
    (r".*\.button\..*", 34),
    (r".*\.form\.title|.*\.report\.title|.*rules\.search_title", 45),
    (r".*\.form\.\w+_hint", 100),
    (r".*\.play\.parameter\..*|play\.command\..*|table\.command\..*", 100),
    (r".*play\.(send|do|confirm)\..*|option\..*", 80),
    (r"(\w+\.)?error\..*", 600),
)


def fields(text: str) -> set[str]:
    """The names of the places of a pattern."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def own_names(language: str) -> Iterator[str]:
    """The keys that name things of the data files, in the forms that the language has."""
    yield from (key for key in catalogue(language) if NAME.fullmatch(key) or key.startswith("form."))


def form_of(key: str) -> str:
    """The key of the name itself, without that of a form."""
    return OF_NAME.sub("", key)


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_all_that_english_says_of_the_bot_and_of_its_games(language: str) -> None:
    there = {by_number(key) for key in catalogue(language)}
    assert {key for key in wanted(language) if by_number(key) not in there} == set()


def test_every_file_is_of_the_bot_or_of_a_game() -> None:
    assert {game_of(path) for path in files("en")} == {"", *GAMES}


@pytest.mark.parametrize("language", languages())
def test_no_alternative_text_holds_marks_of_markdown(language: str) -> None:
    told = {key: text for key, text in catalogue(language).items() if re.search(r"\.alt(\.|$)|_alt$", key)}
    assert len(told) > 5
    assert [key for key, text in told.items() if MARKS.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_stands_in_the_file_in_which_english_has_it(language: str) -> None:
    english = {by_number(key): path for path, texts in files("en").items() for key in texts}
    there = {by_number(key): path for path, texts in files(language).items() for key in texts}
    moved = {key for key, path in there.items() if key in english and english[key] != path}
    assert moved == set()


def test_german_has_one_word_for_a_post() -> None:
    assert [key for key, text in catalogue("de").items() if re.search(r"beitr[aä]g", text, re.IGNORECASE)] == []


def test_no_german_button_of_acme_puts_what_is_chosen_behind_a_preposition() -> None:
    """`diese 2` has no case: `Mit diese 2 antworten` was wrong."""
    said = {key: text for key, text in catalogue("de").items() if key.startswith("acme.play.do.")}
    assert said
    assert [key for key, text in said.items() if re.match(r"(Mit|Von|Aus|Bei|Zu|Für|Gegen) \{what\}", text)] == []


def test_a_turn_of_a_game_is_a_round_in_german_and_a_move_is_what_one_does_in_it() -> None:
    """`Zug` and `Züge` stand where English says move, for who has the turn, and for `Mein Zug`, `Dein Zug`."""
    german, english = catalogue("de"), catalogue("en")
    moves = re.compile(r"(?<![Aa]m )(?<![MD]ein )\bZ(?:ug|ugs|uges|üge|ügen)\b")
    other = re.compile(r"\bmov|draws|your turns|answering", re.IGNORECASE)
    wrong = [key for key, text in german.items() if moves.search(text) and "turn" in english[key]]
    assert [key for key in wrong if not other.search(english[key])] == []


def test_terms_of_the_rules_of_acme_have_capitals_in_english_and_all_else_that_is_counted_has_none() -> None:
    """A City as a Deity, whatever stands beside it: `2 Cities · 3 mina · 1 card`. Background is no rule."""
    said = {
        key: text for key, text in catalogue("en").items() if re.match(r"acme\.(?!scenario\.|order\.example\.)", key)
    }
    plain = {key: re.sub(r"\{[^}]*\}|`[^`]*`", "", text) for key, text in said.items()}
    assert [key for key, text in plain.items() if re.search(r"\b(city|cities|deity|deities)\b", text)] == []
    counted = re.compile(r"\{n\} (Cards?|Mina|Disks?)\b")
    assert [key for key, text in said.items() if counted.search(text)] == []


def test_french_has_one_word_for_the_board() -> None:
    """A `carte` is held in a hand, and *Culture Wars* has none."""
    board = re.compile(r"(\w+\.)*button\.map\w*|culture_wars\..*")
    shown = {key: text for key, text in catalogue("fr").items() if board.fullmatch(key)}
    assert len(shown) > 300
    assert [key for key, text in shown.items() if re.search(r"\b(la|une) carte\b|Carte", text)] == []


def test_french_has_its_own_signs() -> None:
    """Typed lines and marks in backticks are as they are typed; all else has French quotes, apostrophes and spaces."""
    said = {key: re.sub(r"`[^`]*`|<[^>]*>|https?:\S+|/\w+ \w+:", "", text) for key, text in catalogue("fr").items()}
    said = {key: text for key, text in said.items() if not re.match(r"settings\.|flag\.|check\.|backup\.", key)}
    wrong = re.compile(r"\w'\w|[“”\"]|\w[?!;»]|[«]\w|\w:(?= |$)")
    assert {key: text for key, text in said.items() if wrong.search(re.sub(r"\{(\w+):\w+\}", r"{\1}", text))} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_places_in_every_language(language: str) -> None:
    english = catalogue()
    there = {key: text for key, text in catalogue(language).items() if key in english}
    assert {key: text for key, text in there.items() if fields(text) != fields(english[key])} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_has_a_text_that_english_lacks(language: str) -> None:
    english = {by_number(key) for key in catalogue()}
    more = {key for key in catalogue(language) if by_number(key) not in english}
    assert more - set(own_names(language)) == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_translated_name_is_that_of_a_thing(language: str) -> None:
    known = {f"civ.name.{kind}.{one.value}" for kind in MAKERS for one in MAKERS[kind]()}
    known |= {f"civ.name.pile.{pile.id}" for pile in PILES} | {f"culture_wars.name.{suit}" for suit in SUITS}
    known |= {f"acme.name.{kind}.{one.value}" for kind in KINDS for one in ACME.things(kind)}
    known |= {f"acme.name.card.{card}" for card in CARDS} | {f"acme.name.years.{civ}" for civ in CIVS}
    known |= {f"acme.name.side.{slug_of(name)}" for civ in CIVS.values() for name in civ.epoch_names.values()}
    known |= {f"acme.name.side.{slug_of(side.label)}" for h in HISTORICAL.values() for side in (*h.side, *h.neutral)}
    known |= {f"acme.name.side.{slug_of(side.empire)}" for h in HISTORICAL.values() for side in h.side if side.empire}
    assert {form_of(key) for key in own_names(language) if not key.startswith("form.")} - known == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_two_things_of_a_kind_share_a_name(language: str) -> None:
    with speaking(language):
        for presentation in PRESENTATIONS.values():
            for kind in ("area", "civ"):
                called = [named.name for named in presentation.names.things(kind)]
                assert sorted(called) == sorted(set(called)), f"{presentation.names.game} {kind}"


@pytest.mark.parametrize("language", OTHERS)
def test_things_are_typed_by_their_english_names_too(language: str) -> None:
    lost = list[tuple[str, str, str]]()
    for names in (presentation.names for presentation in PRESENTATIONS.values()):
        for kind in ("area", "civ", "card", "deity", "advance"):
            english = {named.value: named.name for named in names.things(kind)}
            with speaking(language):
                index = Index(names.things(kind))
            typed = [(one.value, word) for one in index.things for word in (one.name, english[one.value])]
            found = [(word, value in {one.value for one in index.find(word)}) for value, word in typed]
            lost += [(names.game, kind, word) for word, there in found if not there]
    assert lost == []


@pytest.mark.parametrize("language", languages())
def test_texts_keep_the_limits_of_their_places(language: str) -> None:
    long = {
        key: len(text)
        for key, text in catalogue(language).items()
        for where, most in LIMITS
        if re.fullmatch(where, key) and len(text) > most
    }
    assert long == {}
