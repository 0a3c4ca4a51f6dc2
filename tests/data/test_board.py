"""The board: borders, maps, edges, homes, distances, and areas found by what people type."""

import pytest

from bot.ui.typed.match import Index
from engine.acme.facts.catalog import (
    AREAS,
    CIVS,
    MAPS,
    REGIONS,
    distance,
    distances,
    edge,
    homes,
    land_neighbours,
    neighbours,
    playable,
    sea_neighbours,
)
from engine.core.naming import fold
from tests.data.naming import NAMES, areas, named, read

STANDARD = ("full", "abbreviated_western", "western", "eastern", "fertile_crescent")
EVERYBODY = set(CIVS)

MARKED = {
    "full": "",
    "abbreviated_western": "North Caucasus, Colchis, Armenia, Jarwan, Nineveh, Assur, Akkad, Dur Kur, Agrae",
    "western": "Northwest Caspian, West Caspian, Southwest Caspian, Elburz Mountains, Paraetaceni, Persus, Utiana, "
    "Lower Gulf",
    "eastern": "Pontus Euxinus, Arzawa, Karachuyuk, Tarsus, Cilician Strait, Rhodian Sea, Sinai Sea, Sinai, Midian",
    "rostam": "Caucasus Sea, Kaska, Zab, Tel Birak, Mittani, Emar, Agrae",
}
MARKED["fertile_crescent"] = ", ".join(
    [MARKED["western"], MARKED["eastern"], "Caucasus Sea, Colchis, Iberia, South Caucasus"]
)
SIZES = {
    "full": (88, 20),
    "abbreviated_western": (34, 11),
    "western": (64, 12),
    "eastern": (71, 11),
    "fertile_crescent": (43, 2),
    "rostam": (53, 9),
    "darius": (65, 12),
}
CRESCENT_HOMES = (
    "akkad assyria babylon chaldea elam hittites israelites medes_persians mittani sea_peoples sumer urartu"
)
CIVS_ON_MAP = {
    "full": EVERYBODY,
    "abbreviated_western": {"egypt", "greeks", "hittites", "israelites", "mittani", "sea_peoples"},
    "western": EVERYBODY - {"indus_valley", "scythians"},
    "eastern": EVERYBODY - {"egypt", "greeks"},
    "fertile_crescent": set(CRESCENT_HOMES.split()),
    "rostam": EVERYBODY - {"egypt", "greeks", "hittites", "israelites", "mittani", "sea_peoples"},
}
EAST_END = "South Sakans, Sacans, Gandhara, Sattagydia, Mohenjo-Daro"
NORTH_EAST = "North Caucasus, Chorasmia, Massagetans, North Sakans, Sacans"
WEST_LINE = "Hattusha, Pala, Kumannis, Alashiya, Carchemish, Ugarit, Aleppo, Tyre, Petra, Nabatea"
SOUTH = "Thebes, Western Desert, Eastern Desert, Midian, Nabatea, Agrae, Kedar, Gerrha"
EDGES = {
    "full": (f"Thrace, {NORTH_EAST}", EAST_END, SOUTH, "Thrace, Western Desert"),
    "abbreviated_western": (
        "Thrace",
        "Kaska, Zab, Judah, Emar, Tel Birak, Nabatea",
        "Thebes, Western Desert, Eastern Desert, Midian, Nabatea",
        "Thrace, Western Desert",
    ),
    "western": (
        "Thrace, North Caucasus",
        "North Caucasus, South Caucasus, Caspians, Cadush, Medes, Southern Zagros, Elam",
        SOUTH,
        "Thrace, Western Desert",
    ),
    "eastern": (NORTH_EAST, EAST_END, "Nabatea, Agrae, Kedar, Gerrha", WEST_LINE),
    "fertile_crescent": (
        "Pala, Kaska, Zab, Caspians, Armenia, Van",
        "Caspians, Cadush, Medes, Southern Zagros, Elam",
        "Nabatea, Agrae, Kedar, Gerrha",
        WEST_LINE,
    ),
    "rostam": (
        NORTH_EAST,
        EAST_END,
        "Kedar, Gerrha",
        "Kedar, Nineveh, Assur, Akkad, Dur Kur, Borsippa, Ur, North Caucasus, Colchis, Armenia, Jarwan",
    ),
}


def test_borders_are_mutual_and_no_area_touches_itself() -> None:
    for area in AREAS.values():
        assert area.id not in area.adjacent
        assert all(area.id in AREAS[other].adjacent for other in area.adjacent)


@pytest.mark.parametrize("map_id", MAPS)
def test_every_map_hangs_together(map_id: str) -> None:
    start = min(playable(map_id))
    assert set(distances(map_id, start)) == playable(map_id)


def test_islands_touch_only_the_sea() -> None:
    assert {area.id for area in AREAS.values() if area.island} == {"alashiya", "rhodes", "dilmun"}
    assert land_neighbours("full", "alashiya") == ()


def test_five_standard_maps_and_two_of_scenarios() -> None:
    """ACME-MAP-01."""
    assert tuple(board.id for board in MAPS.values() if board.standard) == STANDARD
    assert set(MAPS) - set(STANDARD) == {"rostam", "darius"}


@pytest.mark.parametrize("map_id", MARKED)
def test_marked_areas_bound_the_map_and_are_out_of_play(map_id: str) -> None:
    """ACME-MAP-02, 03, 05, 07, 09, 11."""
    marked = set(MAPS[map_id].marked)
    assert marked == areas(MARKED[map_id])
    assert not marked & playable(map_id)
    assert all(map_id in AREAS[area].marked for area in marked)


def test_the_full_map_has_every_area_and_the_crescent_21_markers() -> None:
    """ACME-MAP-02, 09."""
    assert playable("full") == set(AREAS)
    assert len(MAPS["fertile_crescent"].marked) == 21


@pytest.mark.parametrize(
    ("map_id", "inside", "outside"),
    [
        ("abbreviated_western", "Zab, Nabatea, Emar", "Nineveh, Van, Babylon, Parthia, Ur, Agrae"),
        ("western", "Medes, Elam, North Caucasus, Ur", "Parthia, Persis, Sogdiana, Lower Gulf"),
        ("eastern", "Hattusha, Kaska, Pala, Kumannis, Tyre", "Lydia, Arzawa, Thebes, Thrace, Sinai"),
        ("fertile_crescent", "Pala, Judah, Babylon", "Arzawa, Persis, North Caucasus, Egyptian Sea"),
        ("rostam", "Armenia, Colchis, Sacans", "Pala, Judah, Hattusha, Emar"),
    ],
)
def test_what_lies_beyond_the_line_is_out_of_play(map_id: str, inside: str, outside: str) -> None:
    """ACME-MAP-04, 06, 08, 10, 11; RUL-018."""
    assert areas(inside) <= playable(map_id)
    assert not areas(outside) & playable(map_id)


@pytest.mark.parametrize("map_id", SIZES)
def test_number_of_areas_in_play(map_id: str) -> None:
    areas = [AREAS[area] for area in playable(map_id)]
    assert (sum(a.is_land for a in areas), sum(a.is_sea for a in areas)) == SIZES[map_id]


def test_judah_is_in_play_on_four_maps() -> None:
    """ACME-MAP-14."""
    assert all("judah" in playable(map_id) for map_id in ("full", "eastern", "western", "fertile_crescent"))


def test_an_area_out_of_play_is_nobodys_neighbour() -> None:
    """ACME-MAP-15; RUL-006."""
    assert "tarsus" in neighbours("western", "ugarit")
    assert "tarsus" not in neighbours("eastern", "ugarit")
    assert sea_neighbours("eastern", "ugarit") == ("levantine_sea",)
    assert set(neighbours("western", "judah")) == areas("Petra, Tyre, Byblos, Aleppo, Emar, Nabatea, Agrae")


@pytest.mark.parametrize("map_id", EDGES)
def test_land_on_the_edges_of_the_map(map_id: str) -> None:
    """ACME-MAP-12; RUL-019."""
    for letter, names in zip("NESW", EDGES[map_id], strict=True):
        assert set(edge(map_id, letter)) == areas(names)


def test_edges_come_in_competition_order() -> None:
    for map_id in MAPS:
        for letter in "NESW":
            orders = [AREAS[area].order for area in edge(map_id, letter)]
            assert orders == sorted(orders)


def test_darius_plays_persis_as_an_eastern_edge_in_place_of_elam() -> None:
    """RUL-020."""
    assert playable("darius") == playable("western") | {"persis"}
    assert set(MAPS["darius"].marked) == set(MAPS["western"].marked) - {"persis"}
    assert set(edge("darius", "E")) == set(edge("western", "E")) - {"elam"} | {"persis"}
    assert "carmania" not in neighbours("darius", "persis")


@pytest.mark.parametrize("map_id", CIVS_ON_MAP)
def test_civilizations_with_a_home_on_the_map(map_id: str) -> None:
    found = {civ for civ in CIVS if any(homes(civ, map_id, epoch) for epoch in (1, 2, 3, 4))}
    assert found == CIVS_ON_MAP[map_id]


def test_the_indus_valley_takes_the_home_of_its_epoch() -> None:
    """RUL-022."""
    by_epoch = [homes("indus_valley", "full", epoch) for epoch in (1, 2, 3, 4)]
    assert by_epoch == [("arachosia",), ("mohenjo_daro",), ("mohenjo_daro",), ("gandhara",)]
    assert homes("indus_valley", "western", 1) == ()


def test_medes_and_persians_choose_a_home_where_both_lie() -> None:
    assert set(homes("medes_persians", "full", 3)) == {"persis", "medes"}
    assert homes("medes_persians", "western", 3) == ("medes",)


def test_distance_counts_steps_through_areas_in_play() -> None:
    """RUL-007."""
    assert distance("full", "tyre", "tyre") == 0
    assert distance("full", "tyre", "judah") == distance("full", "judah", "tyre") == 1
    assert distance("full", "sinai", "aleppo") == 3
    assert distance("eastern", "pala", "ugarit") > distance("western", "pala", "ugarit")


def test_there_is_no_distance_to_an_area_out_of_play() -> None:
    with pytest.raises(KeyError):
        distance("western", "tyre", "parthia")
    with pytest.raises(KeyError):
        distance("western", "parthia", "tyre")


def test_regions_run_from_north_west_to_south_east() -> None:
    assert len(REGIONS) == 14
    order = list(REGIONS)
    assert order.index("anatolia") < order.index("levant") < order.index("mesopotamia") < order.index("iran")
    assert {area.region for area in AREAS.values()} == set(REGIONS)


def test_no_code_begins_another_areas_name() -> None:
    codes = [area.code for area in AREAS.values()]
    assert len(set(codes)) == len(codes) == 108
    for area in AREAS.values():
        others = [o for o in AREAS.values() if o is not area]
        names = [fold(name) for o in others for name in (o.name, o.id, *o.aliases)]
        assert not any(name.startswith(area.code) for name in names)


def test_every_name_alias_slug_and_code_means_its_area() -> None:
    for found in AREAS.values():
        for name in (found.name, found.id, found.code, *found.aliases):
            for typed in (name, name.upper(), f" {name} ", name.replace(" ", "_"), name.replace(" ", "")):
                assert named("area", typed) == found.id, typed


@pytest.mark.parametrize(
    ("typed", "area"),
    [
        ("Karachuyuk", "karahuyuk"),
        ("kumanis", "kumannis"),
        ("ASHUR", "assur"),
        ("persus", "persis"),
        ("utians", "utiana"),
        ("cilician sea", "cilician_strait"),
        ("elburz", "elburz"),
        ("Ninevah", "nineveh"),
        ("media", "medes"),
        ("troy", "ilium"),
        ("cyprus", "alashiya"),
        ("the nile", "nile_delta"),
        ("nile", "nile_delta"),
        ("Mohenjo Daro", "mohenjo_daro"),
        ("Háttusha", "hattusha"),
        ("north cauc", "north_caucasus"),
        ("nza", "northern_zagros"),
        ("sinai", "sinai"),
        ("sinai s", "sinai_sea"),
        ("ur", "ur"),
        ("cypr", "alashiya"),
    ],
)
def test_an_area_is_found_by_spellings_codes_and_beginnings(typed: str, area: str) -> None:
    assert named("area", typed) == area


def test_a_beginning_of_two_areas_is_ambiguous() -> None:
    there = Index(NAMES.things("area", sorted(playable("western"))))
    assert {thing.value for thing in there.read("north").found} == {"north_caucasus", "northern_zagros"}


def test_a_beginning_need_be_unique_only_among_areas_in_play() -> None:
    there = Index(NAMES.things("area", sorted(playable("fertile_crescent"))))
    assert [thing.value for thing in there.read("north").found] == ["northern_zagros"]


def test_an_unknown_name_gives_the_nearest() -> None:
    found = read("area", "tire")
    assert found.one is None
    assert found.near[0].value == "tyre"


def test_nothing_typed_is_no_area() -> None:
    assert read("area", " -'_").found == ()
