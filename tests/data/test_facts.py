"""Facts stated in what was published of the game, each against the data (requirements DATA-…)."""

import pytest

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, edge, homes, neighbours, playable
from tests.data.naming import areas, named


def terrains(names: str) -> set[str]:
    return {AREAS[area].terrain for area in areas(names)}


def touches(area: str, names: str) -> bool:
    return areas(names) <= set(neighbours("full", named("area", area)))


def test_seventeen_civilizations_and_the_names_of_the_indus_valley() -> None:
    """DATA-CIV-01."""
    names = (
        "Akkad, Assyria, Babylon, Chaldea, Cimmerians, Egypt, Elam, Greeks, Hittites, Indus Valley, Israelites, "
        "Medes & Persians, Mittani, Scythians, Sea Peoples, Sumer, Urartu"
    )
    assert [civ.name for civ in CIVS.values()] == names.split(", ")
    labels = [CIVS["indus_valley"].name_in(epoch) for epoch in (1, 2, 3, 4)]
    assert labels == ["Dravidians", "Harappans", "Harappans", "Mauryans"]
    assert CIVS["egypt"].name_in(4) == "Egypt"


def test_displays_that_others_borrow_exist() -> None:
    """DATA-CIV-02."""
    assert {"assyria", "greeks", "medes_persians", "sea_peoples", "scythians"} <= set(CIVS)


@pytest.mark.parametrize(
    ("civ", "home"),
    [
        ("hittites", {"hattusha"}),
        ("egypt", {"thebes", "memphis"}),
        ("israelites", {"judah"}),
        ("babylon", {"babylon"}),
        ("assyria", {"assur", "nineveh"}),
        ("medes_persians", {"persis", "medes"}),
    ],
)
def test_known_home_areas(civ: str, home: set[str]) -> None:
    """DATA-HOME-01."""
    assert set(homes(civ, "full", 3)) == home


def test_homes_that_scenarios_give_are_areas() -> None:
    """DATA-HOME-01."""
    names = "Nile Delta, Ugarit, Lydia, Tyre, Lukka, Thrace, Pala, Aleppo, Ctesiphon, Parthia, Sacans"
    assert all(AREAS[area].holds_cities for area in areas(names))


def test_areas_of_egypt() -> None:
    """DATA-AREA-01."""
    assert terrains("Thebes, Abydos, Amarna, Memphis, Nile Delta") == {"fertile"}
    assert terrains("Eastern Desert, Western Desert, Sinai, Midian, Nabatea") == {"desert"}
    assert terrains("Red Sea, Reed Sea, Egyptian Sea, Sinai Sea") == {"sea"}
    assert terrains("Petra") == {"plains"}


def test_areas_of_anatolia() -> None:
    """DATA-AREA-02."""
    assert terrains("Hattusha, Tarsus") == {"mountain"}
    plains = "Kaska, Kumannis, Karahuyuk, Arzawa, Pala, Lukka, Lydia, Ilium, Thrace, Rhodes, Alashiya, Zab"
    assert terrains(plains) == {"plains"}


def test_areas_of_the_levant() -> None:
    """DATA-AREA-03."""
    assert len(areas("Tyre, Byblos, Ugarit, Judah, Aleppo, Petra, Carchemish, Emar, Mittani, Nabatea, Agrae")) == 11
    assert terrains("Nabatea, Agrae") == {"desert"}


def test_areas_of_mesopotamia_and_iran() -> None:
    """DATA-AREA-04."""
    names = (
        "Nineveh, Assur, Samarra, Akkad, Dur Kur, Borsippa, Babylon, Ctesiphon, Ur, Sumer, Elam, Susa, Medes, Persis, "
        "Parthia, Bactria, Parachania, Paraetaceni, Sargatians, Utians, Elburz Mountains, Northern Zagros, "
        "Southern Zagros, Cadush, Van, Armenia, Jarwan, Caspians, Tel Birak"
    )
    assert len(areas(names)) == 29


def test_areas_of_the_steppe_and_the_north_east() -> None:
    """DATA-AREA-05; North and South Sakans are not Sacans."""
    names = (
        "Colchis, Iberia, North Caucasus, South Caucasus, Chorasmia, Massagetans, North Sakans, South Sakans, "
        "Kharesmeians, Sogdiana, Sacans"
    )
    assert len(areas(names)) == 11


def test_sea_areas() -> None:
    """DATA-AREA-06."""
    seas = {area.id for area in AREAS.values() if area.is_sea}
    names = (
        "Icarian Sea, Rhodian Sea, Egyptian Sea, Sinai Sea, Marmaran Sea, Levantine Sea, Cilician Strait, Red Sea, "
        "Reed Sea, Pontus Euxinus, Caucasus Sea, Lower Gulf, Northwest Caspian, West Caspian, Southwest Caspian"
    )
    assert areas(names) <= seas
    assert sum(AREAS[area].region == "caspian" for area in seas) == 6


@pytest.mark.parametrize(
    ("area", "names"),
    [
        ("Hattusha", "Kaska, Kumannis, Karahuyuk, Arzawa, Pala"),
        ("Kaska", "Pala, Kumannis, Zab"),
        ("Lukka", "Lydia, Karahuyuk, Tarsus"),
        ("Carchemish", "Kumannis"),
        ("Aleppo", "Carchemish, Mittani, Emar"),
        ("Sinai", "Petra, Tyre, Midian"),
        ("Judah", "Petra, Tyre, Byblos, Aleppo, Emar, Nabatea, Agrae"),
        ("Nile Delta", "Sinai Sea, Egyptian Sea"),
        ("Rhodian Sea", "Icarian Sea, Egyptian Sea"),
        ("Samarra", "Babylon"),
        ("Thebes", "Abydos, Amarna"),
    ],
)
def test_known_borders(area: str, names: str) -> None:
    """DATA-AREA-07 to 11."""
    assert touches(area, names)


def test_kadesh_lies_where_three_areas_meet() -> None:
    assert touches("Judah", "Byblos, Aleppo")
    assert touches("Byblos", "Aleppo")


def test_only_tarsus_and_hattusha_are_mountains_of_the_small_west() -> None:
    """DATA-AREA-12."""
    mountains = {a for a in playable("abbreviated_western") if AREAS[a].terrain == "mountain"}
    assert mountains == {"tarsus", "hattusha"}


def test_ten_fertile_areas_on_rostams_map() -> None:
    """DATA-AREA-13."""
    assert sum(AREAS[area].terrain == "fertile" for area in playable("rostam")) == 10
    assert terrains("Carchemish, Emar, Mittani, Nile Delta, Thebes") == {"fertile"}


def test_land_of_rome_and_parthia_on_the_western_map() -> None:
    """DATA-AREA-14: 18 areas west of the border and 27 east of it, Egypt and the Independents left out."""
    land = {area for area in playable("western") if AREAS[area].is_land}
    egypt = areas("Nile Delta, Alashiya, Memphis, Amarna, Abydos, Thebes, Sinai, Western Desert, Eastern Desert")
    independent = areas(
        "Petra, North Caucasus, South Caucasus, Colchis, Zab, Armenia, Iberia, Caspians, Midian, Nabatea"
    )
    rome = areas(
        "Aleppo, Kaska, Kumannis, Ugarit, Carchemish, Judah, Byblos, Tyre, Pala, Hattusha, Tarsus, Karahuyuk, Lydia, "
        "Lukka, Arzawa, Ilium, Thrace, Rhodes"
    )
    assert rome | egypt | independent <= land
    parthia = land - rome - egypt - independent
    assert (len(rome), len(parthia)) == (18, 27)
    assert "ctesiphon" in parthia


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (2, "Gold Smith"),
        (4, "Philosopher King"),
        (5, "Grand Astrologer"),
        (9, "Prophet"),
        (10, "Seductress"),
        (11, "Diplomat"),
        (14, "Great Captain"),
        (15, "Mercenary General"),
        (18, "Breeder of Stallions"),
        (19, "Giver of Laws"),
        (20, "Master Armorer"),
        (21, "Warrior King"),
        (22, "Traitor"),
        (28, "High Priest"),
    ],
)
def test_known_great_persons(number: int, name: str) -> None:
    """DATA-CARD-01."""
    assert (CARDS[number].name, CARDS[number].is_great_person) == (name, True)


def test_other_great_persons_by_name() -> None:
    """DATA-CARD-01."""
    great = {card.name for card in CARDS.values() if card.is_great_person}
    assert {"Queen of Sheba", "The Eyes of the King", "Siege Master", "Corrupter", "Assassin"} <= great


def test_known_competition_cards() -> None:
    """DATA-CARD-02."""
    assert [CARDS[n].name for n in (31, 40, 41)] == ["Armored Infantry", "Mercenaries Desert", "Eagles of the Sea"]
    fighting = {card.name for card in CARDS.values() if card.has_class("C")}
    assert {"Light Chariots", "Siege Master", "Shield Bearers", "Mercenaries Desert"} <= fighting


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (60, "Grain Storehouses"),
        (69, "Mountain of Gold"),
        (70, "Oasis"),
        (71, "Fishing Grounds"),
        (72, "Famine & Pestilence"),
        (75, "40 Days & 40 Nights"),
        (79, "Tax Revolt"),
        (84, "Barbarian Migration"),
    ],
)
def test_known_other_cards(number: int, name: str) -> None:
    """DATA-CARD-03."""
    assert CARDS[number].name == name


def test_known_religion_cards() -> None:
    """DATA-CARD-04."""
    known = {89: "Heresy", 90: "Blasphemy", 92: "Forsaken by God", 94: "Hand Writing on the Wall", 95: "Monotheism"}
    assert {number: CARDS[number].name for number in known} == known
    assert all(CARDS[number].has_class("R") for number in range(86, 97))
    assert "Religious Zeal" in {CARDS[number].name for number in range(86, 97)}


def test_events() -> None:
    """DATA-CARD-05."""
    assert {number: card.name for number, card in CARDS.items() if card.is_event} == {
        97: "Time Marches On",
        98: "Hordes from the North",
        99: "Eastern Powers Attack",
        100: "Invaders from the Sea",
        101: "Mountain Tribes Descend",
        102: "Desert Raiders",
        103: "Breath of God",
    }


def test_named_cards_whose_number_is_not_known() -> None:
    """DATA-CARD-06."""
    names = (
        "Trade Fleet, Biblical Plague, Sea Route to Tarshish, Rebellion, Queen of Sheba, The Eyes of the King, "
        "Corrupter, Assassin, Spy"
    )
    assert set(names.split(", ")) <= {card.name for card in CARDS.values()}


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (42, "up to three connected Sea areas"),
        (73, "loses 2 disks there and 1 in each"),
        (28, "Return 1 of your disks"),
        (2, "for 3 resources instead of 5 (at least 2 of the 3 must be disks"),
        (1, "place up to 2 disks: in one or two areas you Control"),
        (20, "up to 4 disks"),
        (40, "For each mina, it loses 1 disk"),
        (22, "All its disks there return to its Supply"),
    ],
)
def test_texts_of_cards_say_the_known_effects(number: int, words: str) -> None:
    """DATA-CARD-07 to 14."""
    assert words in CARDS[number].text


def test_known_deities() -> None:
    """DATA-DEITY-01: six are named in what was published, the seventh is not, Monotheism comes by its card."""
    named = {deity.name for deity in DEITIES.values() if deity.name_known == "known"}
    assert named == {
        "God of the Forge",
        "God of the Dead",
        "God of War",
        "Father of the Gods",
        "Goddess of Peace",
        "Sky God",
        "Monotheism",
    }
    assert "2 mina" in DEITIES["god_of_the_forge"].text
    assert "2 white disks" in DEITIES["god_of_war"].text


def test_barbarians_of_the_north_and_east_have_a_way_in_on_the_full_map() -> None:
    assert edge("full", "N")
    assert edge("full", "E")
