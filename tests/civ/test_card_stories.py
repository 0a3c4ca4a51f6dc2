"""Every civilization card and advance: its story, its text, and what calamities it changes (CIV §20)."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from engine.civ.calamities.registry import figure
from engine.civ.catalog import ADVANCES, CALAMITIES, CATALOG
from engine.civ.credits import price
from engine.civ.definitions import Deck
from tests.civ.calamity import Struck
from tests.civ.story import Phase

CARDS = [(deck, card) for deck, cards in ADVANCES.items() for card in cards]


def holding(deck: Deck, *cards: str) -> Phase:
    """Five nations, of which Egypt holds these cards."""
    nations = {"egypt": {"advances": list(cards)}, "babylon": {}, "crete": {}, "asia": {}, "thrace": {}}
    return Phase("tax", scenario="basic" if deck == "mega" else "no_trading", nations=nations)


CHANGES: Mapping[tuple[Deck, str, str, str], Mapping[str, int]] = {
    ("classic", "slave_revolt", "tokens", "primary"): {"mining": 5, "enlightenment": -5},
    ("classic", "epidemic", "primary", "primary"): {"medicine": -8, "road_building": 5},
    ("classic", "epidemic", "secondary", "secondary"): {"medicine": -5, "road_building": 5},
    ("classic", "civil_disorder", "kept", "primary"): {
        **dict.fromkeys(("music", "drama_and_poetry", "law", "democracy"), 1),
        **dict.fromkeys(("military", "road_building"), -1),
    },
    ("classic", "iconoclasm_and_heresy", "primary", "primary"): {
        "law": -1,
        "philosophy": -1,
        "theology": -3,
        "monotheism": 1,
        "road_building": 1,
    },
    ("mega", "treachery", "cities", "primary"): {"diplomacy": 1},
    ("mega", "famine", "primary", "primary"): {"pottery": -5, "calendar": -5, "agriculture": 5},
    ("mega", "famine", "secondary", "secondary"): {"pottery": -5, "calendar": -5},
    ("mega", "slave_revolt", "rate", "primary"): {"mythology": -1, "enlightenment": -1, "mining": 1},
    ("mega", "flood", "primary", "primary"): {"engineering": -5},
    ("mega", "flood", "secondary", "secondary"): {"engineering": -5},
    ("mega", "superstition", "cities", "primary"): {
        **dict.fromkeys(("mysticism", "deism", "enlightenment"), -1),
        "universal_doctrine": 1,
    },
    ("mega", "civil_war", "kept", "primary"): {
        "music": 5,
        "drama_and_poetry": 5,
        "democracy": 10,
        "philosophy": -5,
        "military": -5,
    },
    ("mega", "barbarian_hordes", "tokens", "primary"): {"monarchy": -5, "politics": 5, "provincial_empire": 5},
    ("mega", "epidemic", "primary", "primary"): {
        "medicine": -5,
        "enlightenment": -5,
        "roadbuilding": 5,
        "trade_empire": 5,
    },
    ("mega", "epidemic", "secondary", "secondary"): {"medicine": -5, "anatomy": -5},
    ("mega", "tyranny", "points", "primary"): {"sculpture": -5, "law": -5, "monarchy": 5, "provincial_empire": 5},
    ("mega", "civil_disorder", "kept", "primary"): {
        **dict.fromkeys(("music", "drama_and_poetry", "law", "democracy"), 1),
        **dict.fromkeys(("naval_warfare", "advanced_military"), -1),
    },
    ("mega", "corruption", "face_value", "primary"): {"law": -5, "coinage": 5, "wonder_of_the_world": 5},
    ("mega", "iconoclasm_and_heresy", "primary", "primary"): {"philosophy": -2, "theology": -3, "monotheism": 1},
    ("mega", "iconoclasm_and_heresy", "secondary", "secondary"): {"monotheism": 1},
    ("mega", "regression", "steps", "primary"): {"fundamentalism": 1, "library": -1},
    ("mega", "piracy", "primary", "primary"): {"cartography": 1, "naval_warfare": -1},
    ("mega", "piracy", "secondary", "secondary"): {"naval_warfare": -1},
}


@pytest.mark.parametrize(("deck", "calamity", "base", "role"), CHANGES)
def test_each_card_changes_the_figure_of_a_calamity_once_and_no_other_card_does(
    deck: Deck, calamity: str, base: str, role: str
) -> None:
    """CIV-179, classic:drama_and_poetry, classic:music, classic:law, classic:medicine, classic:philosophy.

    mega:mysticism, mega:sculpture, mega:mythology, mega:pottery, mega:deism, mega:drama_and_poetry, mega:music,
    mega:medicine, mega:law, mega:enlightenment, mega:calendar, mega:philosophy, mega:theology.
    """
    plain = figure(holding(deck).s, deck, calamity, base, "egypt", role)
    for card in ADVANCES[deck]:
        changed = figure(holding(deck, card).s, deck, calamity, base, "egypt", role)
        assert changed - plain == max(-plain, CHANGES[deck, calamity, base, role].get(card, 0)), card


SUPERSTITION = [([], 3), (["mysticism"], 2), (["deism"], 1), (["enlightenment"], 0), (["mysticism", "deism"], 1)]


@pytest.mark.parametrize(("cards", "lost"), SUPERSTITION)
def test_the_best_card_alone_counts_in_a_superstition(cards: list[str], lost: int) -> None:
    """CIV-161, classic:mysticism, classic:deism, classic:enlightenment."""
    towns = dict.fromkeys(("thebes", "buhen", "tanis", "jerusalem"), "egypt city")
    nations: dict[str, dict[str, list[str]]] = {"egypt": {"advances": cards}, "babylon": {}}
    assert len(Struck("superstition", nations=nations, areas=towns).run().cities("egypt")) == 4 - lost


CREDITS = [
    ("classic", "mathematics", "philosophy", 25),
    ("classic", "literacy", "law", 25),
    ("mega", "empiricism", "astronavigation", 10),
    ("mega", "empiricism", "medicine", 20),
    ("mega", "literacy", "mathematics", 30),
    ("mega", "literacy", "politics", 10),
    ("mega", "mathematics", "politics", 20),
]


@pytest.mark.parametrize(("deck", "card", "other", "credit"), CREDITS)
def test_some_cards_give_credits_alone(deck: Deck, card: str, other: str, credit: int) -> None:
    """CIV-190, CIV-194, classic:mathematics, classic:literacy, mega:empiricism, mega:literacy, mega:mathematics."""
    wanted = ADVANCES[deck][other]
    start = price(holding(deck).s, "egypt", wanted)
    assert start - price(holding(deck, card).s, "egypt", wanted) == credit
    assert "redits" in ADVANCES[deck][card].text


COLOURS = {"crafts": "pottery", "sciences": "coinage", "arts": "sculpture", "civics": "urbanism", "religion": "deism"}


@pytest.mark.parametrize("card", ["empiricism", "literacy", "mathematics"])
def test_three_advances_give_credits_in_every_colour(card: str) -> None:
    """CIV-194, mega:empiricism, mega:literacy, mega:mathematics: an advance of that colour alone is cheaper by them."""
    for colour, other in COLOURS.items():
        wanted = ADVANCES["mega"][other]
        assert list(wanted.groups) == [colour]
        saved = wanted.price - price(holding("mega", card).s, "egypt", wanted)
        assert saved == ADVANCES["mega"][card].gives[colour] > 0


TRADING = r"commodit|grain|iron\b|trade card|stack|RUL|modifiers only|turned in"


@pytest.mark.parametrize(("deck", "card"), CARDS)
def test_every_card_says_what_it_does_in_the_game_without_trading(deck: Deck, card: str) -> None:
    """CIV-200: no commodities, no sets; each calamity that it changes is named."""
    fact = ADVANCES[deck][card]
    said = f"{fact.text} {fact.limits} {fact.adaptation}"
    assert fact.text.endswith(".")
    assert len(fact.text) <= 250
    assert not re.search(
        r"commodit|grain|iron\b|trade card|stack|seed|RUL|modifiers only|turned in", said, re.IGNORECASE
    )
    changed = {calamity for (of, calamity), table in CATALOG.figures.items() if of == deck and named(card, table)}
    for calamity in changed:
        assert CALAMITIES[deck][calamity].name in said


def named(card: str, table: Mapping[str, int]) -> bool:
    """Whether a figure of a calamity is for that card."""
    ends = ("", "_primary", "_secondary", "_each")
    return any(f"{card}{end}" in table for end in ends)


def test_the_twelve_advances_that_are_different_without_trading_say_so() -> None:
    """CIV-200, CIV-RUL-014, CIV-RUL-019, CIV-RUL-038."""
    assert {card for card, fact in ADVANCES["mega"].items() if fact.adaptation} == {
        *("rhetoric", "cartography", "mining", "wonder_of_the_world", "trade_routes", "provincial_empire"),
        *("coinage", "law", "theocracy", "trade_empire", "pottery", "roadbuilding"),
    }


def test_the_seven_special_abilities_are_marked() -> None:
    """CIV-188."""
    assert {card for card, fact in ADVANCES["mega"].items() if fact.special} == {
        *("diaspora", "fundamentalism", "monotheism", "politics"),
        *("provincial_empire", "trade_routes", "universal_doctrine"),
    }
