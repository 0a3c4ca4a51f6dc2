"""The definitions load, agree with each other, and a broken file is named with its key."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from msgspec import structs

from data import path
from engine.acme.facts.catalog import (
    AREAS,
    CARDS,
    CIVS,
    DEITIES,
    MAPS,
    RULES,
    SECTIONS,
)
from engine.acme.facts.checks import check
from engine.acme.facts.loading import load
from engine.acme.history.facts import HISTORICAL
from engine.acme.sandbox.situations import SITUATIONS
from engine.core.decoding import CatalogError
from engine.core.text import catalogue
from tests.data.naming import named, read

FIRST_DECK = 103  # the published cards; later ones have higher numbers
ABILITY_KINDS = {
    "growth_disks",
    "commerce_disks",
    "growth_mina",
    "sea_growth",
    "mountain_growth",
    "must_take_captives",
    "plunder",
    "clemency",
    "white_disks",
    "recycle_losses",
    "stronghold_strength",
    "stronghold_absorbs",
    "home_walls",
    "peek_deck",
    "draw_then_discard",
    "hand_limit",
    "start_deity",
    "tally_vp",
}


def test_numbers_of_everything() -> None:
    assert (len(AREAS), len(CIVS), len(DEITIES)) == (108, 17, 8)
    assert list(CARDS) == list(range(1, len(CARDS) + 1))
    assert Counter(area.terrain for area in AREAS.values()) == {
        "plains": 46,
        "fertile": 18,
        "mountain": 14,
        "desert": 10,
        "sea": 20,
    }


def test_areas_are_listed_in_the_order_of_competitions() -> None:
    assert [area.order for area in AREAS.values()] == list(range(108))
    assert list(AREAS).index("aleppo") < list(AREAS).index("karahuyuk") < list(AREAS).index("thebes")


def test_limits_of_an_area_follow_its_terrain() -> None:
    assert {(area.is_land and not area.is_desert, area.cap, area.rest_cap) for area in AREAS.values()} == {
        (True, 4, 3),
        (False, 2, 2),
    }
    assert not any(area.holds_cities for area in AREAS.values() if area.is_sea or area.is_desert)


def test_every_ability_has_a_kind_the_rules_know_and_a_text() -> None:
    abilities = [ability for civ in CIVS.values() for ability in civ.abilities]
    assert all(civ.says(ability).endswith(".") for civ in CIVS.values() for ability in civ.abilities)
    assert {ability.kind for ability in abilities} == ABILITY_KINDS
    assert len(abilities) == 37
    assert Counter(ability.known for ability in abilities) == {"fact": 9, "inferred": 12, "designed": 16}


def test_a_civilization_is_named_in_a_sentence() -> None:
    hittites, egypt, indus = CIVS["hittites"], CIVS["egypt"], CIVS["indus_valley"]
    assert (hittites.phrase, hittites.plural) == ("the Hittites", True)
    assert (egypt.phrase, egypt.plural) == ("Egypt", False)
    assert (indus.phrase, indus.plural) == ("the Indus Valley", False)


def test_an_ability_is_found_by_its_id_and_knows_its_epochs() -> None:
    elephants = CIVS["indus_valley"].ability("elephants")
    assert elephants is not None
    assert [epoch for epoch in (1, 2, 3, 4) if elephants.works_in(epoch)] == [4]
    assert CIVS["egypt"].ability("elephants") is None


def test_any_civilizations_at_a_table_get_different_letters() -> None:
    for civ in CIVS.values():
        assert len(set(civ.letters)) == len(civ.letters) == 3


def test_cards_by_group_and_class() -> None:
    groups = Counter(card.group for card in CARDS.values() if card.number <= FIRST_DECK)
    assert groups == {
        "great_person": 30,
        "competition": 11,
        "trade": 10,
        "resource": 10,
        "society": 7,
        "bonus": 3,
        "disaster": 14,
        "religion": 11,
        "event": 7,
    }
    classes = Counter("".join(card.classes) for card in CARDS.values() if card.number <= FIRST_DECK)
    assert classes == {"plain": 56, "C": 17, "R": 9, "N": 7, "E": 7, "I": 3, "IC": 2, "RC": 1, "RN": 1}
    assert [n for n, card in CARDS.items() if card.is_great_person and n <= FIRST_DECK] == list(range(1, 31))


def test_everything_has_its_texts_and_no_text_is_of_nothing() -> None:
    both = ("text", "short")
    wanted = {f"card.{n}.{key}" for n in CARDS for key in both} | {f"deity.{d}.{key}" for d in DEITIES for key in both}
    wanted |= {f"section.{section}.{key}" for section in SECTIONS for key in ("title", "text")}
    wanted |= {f"ability.{civ.id}.{ability.id}.text" for civ in CIVS.values() for ability in civ.abilities}
    wanted |= {f"map.{board}.text" for board in MAPS}
    wanted |= {f"situation.{s.id}.title" for s in SITUATIONS.values()}
    wanted |= {f"situation.{s.id}.variant.{way.id}" for s in SITUATIONS.values() for way in s.variants}
    wanted |= {f"scenario.{h}.{key}" for h in HISTORICAL for key in ("title", "period", "background")}
    casts = [(h, n, i) for h in HISTORICAL.values() for n in range(1, 9) for i in range(len(h.casts(n)))]
    wanted |= {f"scenario.{h.id}.cast.{n}.{i + 1}" for h, n, i in casts}
    sometimes = {f"card.{n}.needs" for n in CARDS}
    sometimes |= {f"scenario.{h}.{key}" for h in HISTORICAL for key in ("ending", "special", "deities_text")}
    kinds = tuple(f"acme.{kind}." for kind in {key.partition(".")[0] for key in wanted})
    there = {key.removeprefix("acme.") for key in catalogue() if key.startswith(kinds)}
    assert wanted - there == set()
    assert there - wanted - sometimes == set()


def test_texts_of_cards_are_for_players() -> None:
    texts = [(card.text, card.short) for card in CARDS.values()] + [(d.text, d.short) for d in DEITIES.values()]
    for text, short in texts:
        assert text.endswith(".")
        assert 0 < len(short) <= 90
        assert not any(mark in text for mark in ("(cap", "G4", "P:", "RUL-", "W:", "AMB-"))
    assert all(not card.needs or card.needs.endswith(".") for card in CARDS.values())


def test_severe_disasters_are_set_aside_and_investments_stay() -> None:
    assert [n for n, card in CARDS.items() if card.after_play == "set_aside"] == [72, 73, 74, 75]
    assert [n for n, card in CARDS.items() if card.after_play == "stays"] == [18, 19, 20, 24, 60]
    assert all(CARDS[n].has_class("I") for n in (18, 19, 20, 24, 60))


def test_nobody_pays_off_siege_master_and_traitor() -> None:
    assert (CARDS[16].buyoff, CARDS[22].buyoff, CARDS[73].buyoff) == ("none", "none", "usual")


def test_deities_have_the_names_of_positions() -> None:
    assert {deity.number: deity.id for deity in DEITIES.values()} == {
        "D1": "father_of_the_gods",
        "D2": "god_of_war",
        "D3": "goddess_of_peace",
        "D4": "god_of_the_dead",
        "D5": "god_of_the_forge",
        "D6": "sky_god",
        "D7": "mother_goddess",
        "D8": "monotheism",
    }


def test_what_is_not_known_is_marked() -> None:
    assert RULES.sudden_end_test == "odd"
    assert {section.id for section in SECTIONS.values() if section.ours} >= {"10.2", "10.5", "11.1", "11.2"}
    assert DEITIES["mother_goddess"].name_known == "designed"
    assert CARDS[3].known == "designed"


def test_constants_of_the_rules() -> None:
    assert (RULES.usable_disks, RULES.start_disks, RULES.start_cards, RULES.hand_max) == (48, 12, 5, 6)
    assert (RULES.min_growth, RULES.deity_cost, RULES.reestablish_cost, RULES.base_draw) == (3, 5, 2, 3)
    assert (RULES.gilg_max_disks, RULES.tribute_limit, RULES.sea_domination_least) == (6, 3, 4)
    assert [RULES.limit_play(terrain) for terrain in ("plains", "desert", "sea")] == [4, 2, 2]
    assert [RULES.limit_reckon(terrain) for terrain in ("mountain", "desert", "sea")] == [3, 2, 2]


@pytest.mark.parametrize(
    ("number", "event"),
    [
        (1, "golden_age"),
        (14, "golden_age"),
        (15, "drought"),
        (62, "collapse"),
        (96, "crisis_of_faith"),
        (97, "event_card"),
    ],
)
def test_a_card_number_gives_the_epoch_event(number: int, event: str) -> None:
    assert RULES.epoch_event(number).id == event


def test_no_epoch_event_without_a_card() -> None:
    with pytest.raises(KeyError):
        RULES.epoch_event(0)


def test_sections_cover_the_rules_in_a_few_sentences() -> None:
    assert {"1", "3", "6.3", "7", "8.5", "9.4", "10.5", "11.2", "12.7", "13", "14"} <= set(SECTIONS)
    assert all(section.title and 40 < len(section.text) <= 800 for section in SECTIONS.values())
    assert not any("[P" in section.text for section in SECTIONS.values())


@pytest.mark.parametrize(
    ("typed", "civ"),
    [("Egyptians", "egypt"), ("hit", "hittites"), ("persian", "medes_persians"), ("mauryans", "indus_valley")],
)
def test_civilizations_are_found_by_what_people_type(typed: str, civ: str) -> None:
    assert named("civ", typed) == civ


def test_cards_and_deities_are_found_by_what_people_type() -> None:
    assert named("card", "42") == named("card", "trade fleet") == "42"
    assert named("card", "40 days") == "75"
    assert named("deity", "god of the f") == "god_of_the_forge"
    assert named("deity", "D6") == "sky_god"
    assert len(read("card", "royal").found) > 1
    assert read("card", "Zeus").found == ()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, to be broken."""
    for file in path("acme").glob("*.toml"):
        shutil.copy(file, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("areas.toml", 'code = "thr"', "code = 3", r"areas\.toml: area thrace: .*code"),
        ("areas.toml", 'code = "thr"', 'kode = "thr"', r"areas\.toml: area thrace: .*kode"),
        ("areas.toml", 'code = "thr"', 'code = "the"', r"areas\.toml: area thrace\.code: “the” begins “the\w+” of"),
        ("areas.toml", 'code = "thr"', 'code = "tyr"', r"areas\.toml: area \w+: “tyr” also means"),
        (
            "areas.toml",
            'region = "anatolia"',
            'region = "atlantis"',
            r"areas\.toml: area \w+\.region: there is no atlantis",
        ),
        (
            "areas.toml",
            '"icarian_sea", "marmaran_sea", "pontus_euxinus"',
            '"icarian_sea"',
            r"adjacent: thrace does not|not name it",
        ),
        ("areas.toml", "order = 78", "order = 79", r"areas\.toml: area\.order"),
        ("areas.toml", '"agrae"]', '"thrace"]', r"areas\.toml: map \w+\.marked: thrace is in play"),
        ("civs.toml", '"thebes"', '"atlantis"', r"civs\.toml: civ egypt\.homes: there is no atlantis"),
        ("civs.toml", '"AKD"', '"akd"', r"civs\.toml: civ akkad\.letters"),
        ("cards.toml", "number = 7\n", "number = 6\n", r"cards\.toml: card 6 is there twice"),
        ("cards.toml", 'group = "trade"', 'group = "barter"', r"cards\.toml: card 42: .*group"),
        ("deities.toml", 'id = "sky_god"', 'id = "god_of_war"', r"deities\.toml: deity god_of_war is there twice"),
        ("rules.toml", "hand_max = 6", "hand_most = 6", r"rules\.toml: \[constants\]: .*hand_m"),
        ("rules.toml", "low = 15", "low = 1", r"rules\.toml: epoch_event: low must"),
        ("rules.toml", "low = 1\n", "low = 2\n", r"rules\.toml: epoch_event: low must"),
        ("rules.toml", "low = 97", "low = 98", r"rules\.toml: epoch_event: card 97 must"),
        ("sections.toml", "cards = [16,", "cards = [160,", r"sections\.toml: section 7\.cards: there is no 160"),
        ("sections.toml", "[[section]]", "[[section", r"sections\.toml: "),
    ],
)
def test_a_broken_file_is_named_with_its_key(folder: Path, file: str, old: str, new: str, message: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CatalogError, match=message):
        check(load(folder))


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    with pytest.raises(CatalogError, match=r"cards\.toml"):
        load(folder)


def test_an_empty_file_is_named(folder: Path) -> None:
    (folder / "deities.toml").write_text("", encoding="utf-8")
    with pytest.raises(CatalogError, match=r"deities\.toml: there is no \[\[deity\]\]"):
        load(folder)


def test_a_further_card_needs_nothing_but_its_facts(folder: Path) -> None:
    """The guide to adding a card says that nothing counts the cards."""
    cards = (folder / "cards.toml").read_text(encoding="utf-8")
    event = max(n for n, card in CARDS.items() if card.is_event)
    (known,) = (text for text in cards.split("[[card]]") if f"number = {event}\n" in text)
    comet = known.replace(f"number = {event}\n", f"number = {len(CARDS) + 1}\n")
    comet = comet.replace(f'name = "{CARDS[event].name}"', 'name = "Comet"')
    (folder / "cards.toml").write_text(f"{cards}\n[[card]]{comet}")
    catalog = check(load(folder))
    assert catalog.cards[len(CARDS) + 1].name == "Comet"
    assert catalog.rules.epoch_event(len(CARDS) + 1).id == "event_card"


def test_a_further_card_stands_for_the_epoch_event_that_names_it() -> None:
    lines = RULES.epoch_events
    number = len(CARDS) + 1
    assert RULES.epoch_event(number) == lines[-1]
    more = structs.replace(RULES, epoch_events=(structs.replace(lines[0], also=(number,)), *lines[1:]))
    assert (more.epoch_event(number).id, more.epoch_event(number + 1).id) == (lines[0].id, lines[-1].id)
