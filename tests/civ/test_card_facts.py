"""Advances, money cards, calamities, tracks and numbers as the data files have them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from data import path
from engine.civ.catalog import ADVANCES, CALAMITIES, CARDS, CATALOG, NATIONS, NUMBERS, PILES, pile_of
from engine.civ.definitions import GROUPS, Demand
from engine.civ.loading import load
from engine.core.decoding import CatalogError

CLASSIC, MEGA = ADVANCES["classic"], ADVANCES["mega"]


def test_the_classic_deck_has_24_cards_with_140_credits() -> None:
    """CIV-193."""
    assert (len(CLASSIC), sum(c.price for c in CLASSIC.values())) == (24, 3190)
    assert sum(len(c.gives) for c in CLASSIC.values()) == 140
    assert CLASSIC["mathematics"].gives["philosophy"] == 25
    assert sum(c.vp for c in CLASSIC.values()) == 71


def test_the_mega_deck_has_51_advances_in_17_chains() -> None:
    """AST-01, CIV-245."""
    low, mid, high = ([c for c in MEGA.values() if c.vp == vp] for vp in (1, 3, 6))
    assert [len(tier) for tier in (low, mid, high)] == [17, 17, 17]
    assert sum(c.price for c in MEGA.values()) == 7920
    for tier, above, credit in ((low, mid, 10), (mid, high, 20)):
        chains = [card.leads for card in tier if card.leads]
        assert {link.to for link in chains} == {card.id for card in above}
        assert {link.credit for link in chains} == {credit}
    assert not [card for card in high if card.leads]


def test_every_group_of_the_mega_deck_has_twelve_advances() -> None:
    """CIV-194."""
    assert {g: sum(g in c.groups for c in MEGA.values()) for g in GROUPS} == dict.fromkeys(GROUPS, 12)


def test_prerequisites_are_the_six_printed_ones() -> None:
    """CIV-195."""
    pairs = {(c.id, need) for c in CLASSIC.values() for need in c.needs}
    assert pairs == {
        ("road_building", "engineering"),
        ("mining", "engineering"),
        ("democracy", "law"),
        ("philosophy", "law"),
        ("monotheism", "enlightenment"),
        ("theology", "enlightenment"),
    }
    assert not [c for c in MEGA.values() if c.needs]


def test_the_nine_piles_have_their_cards_and_no_mega_card() -> None:
    """CIV-015, CIV-134, NTV-07, CIV-RUL-018, CIV-RUL-061: values are printed ones, and there are no sets."""
    assert [sum(p.cards.values()) for p in PILES] == [26, 38, 53, 34, 16, 23, 14, 12, 12]
    assert len(CARDS) == 228
    assert not {(p.id, v) for p in PILES for v in p.cards} & {("water", "30"), ("titanium", "44")}
    ore = [card.value for card in CARDS.values() if card.pile == 1]
    assert (set(ore), sum(ore)) == ({1, 2, 3, 4, 5}, 3 * 26)


def test_the_piles_that_cards_name_have_these_numbers() -> None:
    """CIV-015, CIV-135, CIV-RUL-019: Water and Titanium, New Chemicals, Orbital Medicine and Ring Ore."""
    numbers = {pile.name: pile.number for pile in PILES}
    assert [numbers[name] for name in ("Water", "Titanium")] == [2, 3]
    assert [numbers[name] for name in ("New Chemicals", "Orbital Medicine", "Ring Ore")] == [6, 7, 8]
    assert sorted(numbers.values()) == list(range(1, 10))


def test_a_tenth_city_would_begin_again_with_ore() -> None:
    """CIV-137, CIV-RUL-044, NTV-06: it cannot arise with nine cities."""
    assert pile_of(10).name == "Ore"
    assert [pile_of(n).name for n in (1, 2, 4, 9)] == ["Ore", "Water", "Research", "Moon Ore"]
    assert NUMBERS.cities == 9


def test_each_deck_has_its_calamities_and_no_minor_ones() -> None:
    """CIV-016, CIV-RUL-004."""
    assert {deck: len(cards) for deck, cards in CALAMITIES.items()} == {"classic": 12, "mega": 16}
    assert "tempest" not in CALAMITIES["mega"]
    tradable = {c.id for c in CALAMITIES["classic"].values() if not c.tradable}
    assert tradable == {"volcano_earthquake", "famine", "civil_war", "flood"}


def test_modifiers_name_cards_of_their_deck() -> None:
    """CIV-179: keys are cards, or one of the plain figures."""
    plain = {"primary", "secondary", "kept", "cities", "points", "rate", "tokens", "steps", "each", "city", "victim"}
    plain |= {"beneficiary", "others", "face_value", "no_plain"}
    assert any(CATALOG.figures.values())
    for (deck, _), figures in CATALOG.figures.items():
        for key in figures:
            base = key.removesuffix("_primary").removesuffix("_secondary").removesuffix("_each")
            base = base.removesuffix("_fewer_than_5").removesuffix("_no_plain")
            assert base in ADVANCES[deck] or base in plain, (deck, key)


def test_tracks_are_those_of_the_data() -> None:
    """CIV-RUL-037, AST-04."""
    expert = CATALOG.tracks["expert", "crete"]
    assert NATIONS["crete"].mega == "minoa"
    assert [expert.epoch(n) for n in (0, 5, 6, 8, 11, 14, 15, 16)] == [
        "stone",
        "stone",
        "early_bronze",
        "middle_bronze",
        "late_bronze",
        "early_iron",
        "late_iron",
        "late_iron",
    ]
    assert CATALOG.tracks["classic", "babylon"].points == {"14": 1600, "15": 1900}
    assert {t.last for (kind, _), t in CATALOG.tracks.items() if kind == "basic"} == {15}


def test_demands_are_those_of_the_article() -> None:
    """AST-05 to AST-17."""
    assert CATALOG.demands["basic", "early_iron"] == Demand(cities=4, of_200=2)
    assert CATALOG.demands["expert", "late_iron"] == Demand(cities=6, below_100=17, vp=56)
    assert CATALOG.classic_deck["late_bronze"] == Demand(cities=4, advances=6)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("money.toml", 'id = "ore"', 'id = "ore"\nshine = 1', "pile ore"),
        ("maps.toml", '"illyria", "thrace"]', '"illyria", "atlantis"]', "atlantis is unknown"),
        ("advances_classic.toml", 'needs = ["law"]', 'needs = ["order"]', "order is unknown"),
        ("calamities.toml", "[classic.famine]", "[classic.plague]", "plague is unknown"),
        ("rules.toml", "cities = 9", "", "cities"),
        ("tracks.toml", "early_bronze = 5", "early_bronze = 15", "not in order"),
    ],
)
def test_a_damaged_file_is_named_with_its_key(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    shutil.copytree(path("civ"), tmp_path / "civ")
    text = (tmp_path / "civ" / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "civ" / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CatalogError, match=f"{file}.*{message}"):
        load(tmp_path / "civ")
