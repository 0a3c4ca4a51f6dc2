"""The abilities of the seventeen Displays, each by a story named after civilization and ability (ACME §1, RUL-128 to
RUL-132)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.questions.income import growth_disks
from engine.core.toml import write
from tests.acme.competition.arena import finish
from tests.acme.growing import growing
from tests.acme.story import Story


def told(phase: str, areas: dict[str, str], civs: dict[str, dict[str, Any]], **top: Any) -> Story:
    """A position on the full map at the start of a phase."""
    frame = {"map": "full", "phase": phase, "order": list(civs), "seed": "civs", **top}
    return Story(write({**frame, "civs": civs, "areas": areas}))


def grown(civ: str, areas: dict[str, str], home: str = "", epoch: int = 1, **facts: Any) -> tuple[int, int]:
    """Growth disks before the minimum, and mina gained, of a civ that meets nobody."""
    own = {"home": home, **facts} if home else facts
    areas = {**areas, "memphis" if civ != "egypt" else "gandhara": f"{'egypt' if civ != 'egypt' else 'elam'} 1"}
    other = "egypt" if civ != "egypt" else "elam"
    t = growing(areas, order=f"{civ} {other}", board="full", epoch=epoch, **{civ: own})
    disks = growth_disks(t.state, civ)
    t.run_until("growth.deploy", "card.play")
    return disks, t.civ(civ).mina


def battle(civ: str, area: str, foe: str = "babylon 3", own: int = 3, epoch: int = 1, **facts: Any) -> Story:
    """A Competition of the civ in the area, at its commitment."""
    other = foe.split(maxsplit=1)[0]
    civs: dict[str, dict[str, Any]] = {civ: facts} if other == "barbarians" else {civ: facts, other: {}}
    civs |= {} if len(civs) > 1 else {"egypt": {}}
    return told("competition", {area: f"{civ} {own} {foe}"}, civs, epoch=epoch).windows()


def committed(civ: str, area: str, ability: str, **more: Any) -> bool:
    """Whether the civ may add a white disk by that ability in a Competition there."""
    t = battle(civ, area, **more)
    return (
        t.table.pending is not None
        and t.key == "competition.commit"
        and t.asked()[1] == civ
        and (f"white:{ability}" in t.options(civ))
    )


def used(civ: str, ability: str, epoch: int = 1, foe: str = "urartu 2") -> list[int]:
    """How many white disks it adds in each of three Competitions of a turn, as often as it is offered."""
    areas = dict.fromkeys(("aleppo", "byblos", "der"), f"{civ} 3 {foe}")
    t, added = told("competition", areas, {civ: {}, "urartu": {}}, epoch=epoch).windows(), dict[str, int]()
    while t.table.pending is not None and t.state.phase == "competition":
        if t.key == "competition.commit" and t.asked()[1] == civ and f"white:{ability}" in t.options(civ):
            where = t.state.fight.area if t.state.fight else ""
            added[where] = added.get(where, 0) + 1
            t.answer(civ, f"white:{ability}")
        else:
            finish_step(t)
    return [*added.values()]


def finish_step(t: Story) -> None:
    """Pay and add nothing more."""
    if t.is_window():
        t.silence()
        return
    ask = t.ask()
    stop = [o for o in ("done", "pass", "lose", "white", "disk", "cube", "none") if o in ask.options]
    t.answer(ask.seat, *(stop[:1] or ask.options[: max(1, ask.least)]))


# Akkad


@pytest.mark.parametrize(("n", "extra"), [(2, 0), (3, 1), (5, 1), (6, 2), (9, 3), (12, 3)])
def test_civ_akkad_four_quarters_gives_a_disk_for_three_controlled_fertile_areas(n: int, extra: int) -> None:
    """First Empire: three disks at most."""
    fertile = ["akkad", "assur", "babylon", "borsippa", "dur_kur", "emar", "mittani", "nineveh", "samarra", "sumer"]
    areas = dict.fromkeys([*fertile, "ur", "elam"][:n], "akkad 1")
    assert grown("akkad", areas)[0] == n + extra


def test_civ_akkad_four_quarters_does_not_count_areas_with_others() -> None:
    """First Empire: Controlled ones only."""
    areas = {"akkad": "akkad 1", "assur": "akkad 1", "babylon": "akkad 1 barbarians 1"}
    assert grown("akkad", areas)[0] == 2


@pytest.mark.parametrize(("others", "disks"), [({}, 0), ({"babylon": "elam 1"}, 1), ({"babylon": "elam 1 egypt 1"}, 2)])
def test_civ_akkad_lingua_franca_earns_a_second_commerce_disk_from_two_peoples(
    others: dict[str, str], disks: int
) -> None:
    """Tongue of the Land (RUL-036)."""
    t = growing({"akkad": "akkad 1", **others}, order="akkad elam egypt", board="full")
    assert growth_disks(t.state, "akkad") == 1 + disks


# Assyria and Babylon


@pytest.mark.parametrize("civ", ["assyria", "babylon"])
def test_civ_assyria_captives_and_civ_babylon_captives_are_taken_while_supply_allows(civ: str) -> None:
    """Deportation, Captivity: in place of the mina; with one disk in Supply the mina (ACME §9.6, RUL-110).

    The second VP is the Tally's, for the City that is left.

    ACME-CORE-51.
    """
    foe = {"aleppo": f"{civ} 5 egypt 3"}
    t = finish(told("competition", foe, {civ: {}, "egypt": {}}))
    assert (t.civ(civ).box, t.civ(civ).mina, t.civ(civ).vp) == (2, 0, 1 + 1)
    t = told("competition", {"aleppo": f"{civ} 4 egypt 3"}, {civ: {"growth_box": 44, "mina": 1}, "egypt": {}})
    finish(t.run_until("competition.removal").answer(civ, "mina"))
    assert (t.civ(civ).box, t.civ(civ).mina, t.civ(civ).vp) == (44, 1, 1 + 1)


def test_civ_babylon_captives_are_not_a_choice() -> None:
    """Captivity: nobody is asked, as another civ would be."""
    t = finish(told("competition", {"aleppo": "babylon 5 egypt 3"}, {"babylon": {}, "egypt": {}}))
    assert "loot.choose" not in t.told()
    t = told("competition", {"aleppo": "sumer 5 egypt 3"}, {"sumer": {}, "egypt": {}})
    assert t.windows().options("sumer") == ("mina", "captives")


def test_civ_assyria_standing_army_adds_a_white_disk_on_land_once_a_turn() -> None:
    """Standing Army (RUL-128)."""
    assert committed("assyria", "aleppo", "standing_army")
    assert not committed("assyria", "sinai_sea", "standing_army", own=2, foe="babylon 2")
    assert used("assyria", "standing_army") == [1]


def test_civ_assyria_siege_train_needs_an_opposing_city_or_stronghold() -> None:
    """Siege Train: Barbarian Cities too; it may join the Standing Army (RUL-004, RUL-107)."""
    assert committed("assyria", "aleppo", "siege_train", foe="babylon 3")
    assert committed("assyria", "aleppo", "siege_train", foe="barbarians 3")
    assert committed("assyria", "tarsus", "siege_train", foe="babylon 2 stronghold")
    assert not committed("assyria", "aleppo", "siege_train", foe="babylon 2")
    assert not committed("assyria", "sinai_sea", "siege_train", own=2, foe="babylon 2")
    t = battle("assyria", "aleppo").play("assyria", "white:standing_army", "white:siege_train")
    assert t.state.fight is not None
    assert t.state.fight.white == {"assyria": 2}
    assert used("assyria", "siege_train", foe="urartu 3") == [1]


def test_civ_babylon_gate_of_gods_gives_a_mina_for_a_city_at_home() -> None:
    """Gate of the Gods: a City is enough, Control is not asked for (RUL-130) (ACME-CORE-50)."""
    assert grown("babylon", {"babylon": "babylon 3"})[1] == 1
    assert grown("babylon", {"babylon": "babylon 3 barbarians 1"})[1] == 1
    assert grown("babylon", {"babylon": "babylon 2", "samarra": "babylon 3"})[1] == 0


# Chaldea


def test_civ_chaldea_astrologers_look_at_two_cards_and_may_swap_them() -> None:
    """Astrologers: at the start of its Draw Step, in secret (RUL-121)."""
    civs: dict[str, dict[str, Any]] = {"chaldea": {}, "egypt": {}}
    t = told("reckoning", {"ur": "chaldea 2", "thebes": "egypt 1"}, civs, deck=[42, 44, 46, 48]).run_until("draw.look")
    assert t.asked() == ("draw.look", "chaldea", ("keep", "swap"))
    t.answer("chaldea", "swap")
    assert t.state.civs["chaldea"].hand == [44, 42, 46]
    assert "{card:42}" not in t.told()


def test_civ_chaldea_astrologers_leave_an_event_where_it_is() -> None:
    """Astrologers: with an Event among the two nothing can be swapped (RUL-052)."""
    civs: dict[str, dict[str, Any]] = {"chaldea": {}, "egypt": {}}
    t = told("reckoning", {"ur": "chaldea 2", "thebes": "egypt 1"}, civs, deck=[97, 44, 46, 48]).run_until("draw.look")
    assert t.options() == ("keep",)


def test_civ_chaldea_new_babylon_gives_a_mina_for_a_city_in_babylon_or_at_home() -> None:
    """New Babylon: one mina, also with both."""
    assert grown("chaldea", {"ur": "chaldea 3"})[1] == 1
    assert grown("chaldea", {"ur": "chaldea 1", "babylon": "chaldea 3"})[1] == 1
    assert grown("chaldea", {"ur": "chaldea 3", "babylon": "chaldea 3"})[1] == 1
    assert grown("chaldea", {"ur": "chaldea 2", "sumer": "chaldea 3"})[1] == 0


# Cimmerians


NORTHERN = ("nw_caspian", "ne_caspian", "w_caspian", "e_caspian", "sw_caspian", "se_caspian", "caucasus_sea")


def test_civ_cimmerians_northern_waters_give_a_disk_each() -> None:
    """Northern Waters: left out of the halved count of Seas (RUL-038) (ACME-CORE-53)."""
    assert [grown("cimmerians", {sea: "cimmerians 1"})[0] for sea in NORTHERN] == [1] * 7
    own = dict.fromkeys(NORTHERN, "cimmerians 1")
    assert grown("cimmerians", {**own, "pontus_euxinus": "cimmerians 1"})[0] == 7
    assert grown("cimmerians", {**own, "pontus_euxinus": "cimmerians 1", "marmaran_sea": "cimmerians 1"})[0] == 8


def test_civ_cimmerians_riders_add_a_white_disk_in_plains_once_a_turn() -> None:
    """Riders from the Steppe."""
    assert committed("cimmerians", "aleppo", "riders")
    assert not committed("cimmerians", "emar", "riders")
    assert not committed("cimmerians", "tarsus", "riders")
    assert used("cimmerians", "riders") == [1]


# Egypt


def test_civ_egypt_gold_of_kush_gives_a_mina_in_every_acquisition() -> None:
    """Gold of the South: with a temple of the God of the Forge 1 + 2 (ACME-CORE-49)."""
    assert grown("egypt", {"lydia": "egypt 1"})[1] == 1
    assert grown("egypt", {"thebes": "egypt 1"}, deity="god_of_the_forge")[1] == 3


@pytest.mark.parametrize(
    ("stack", "disks"), [("egypt 3", 2), ("egypt 2", 1), ("egypt 3 barbarians 1", 0), ("egypt 4", 2)]
)
@pytest.mark.parametrize("home", ["thebes", "memphis"])
def test_civ_egypt_inundation_gives_a_disk_for_a_city_alone_at_home(home: str, stack: str, disks: int) -> None:
    """Inundation: on top of the Fertile land's own disk."""
    assert grown("egypt", {home: stack}, home)[0] == disks


# Elam


def test_civ_elam_highland_bowmen_add_a_white_disk_on_land_once_a_turn() -> None:
    """Highland Bowmen."""
    assert committed("elam", "aleppo", "highland_bowmen")
    assert not committed("elam", "sinai_sea", "highland_bowmen", own=2, foe="babylon 2")
    assert used("elam", "highland_bowmen") == [1]


def test_civ_elam_mountain_holds_bear_two_losses() -> None:
    """Mountain Holds: a cube goes with the second loss only (RUL-104)."""
    t = told("competition", {"tarsus": "elam 2 stronghold babylon 5"}, {"elam": {}, "babylon": {}}).windows()
    t.answer("elam", "done")
    seen = []
    while t.state.fight is not None and t.asked()[0] == "competition.removal" and "cube" in t.options():
        t.answer("elam", "cube")
        seen.append("tarsus" in t.state.cubes)
    assert seen[:2] == [True, False]


# Greeks


@pytest.mark.parametrize("colony", ["ilium", "lydia", "lukka", "rhodes"])
def test_civ_greeks_ionia_gives_a_disk_for_a_colony(colony: str) -> None:
    """Ionian Colonies: one disk, however many colonies; occupying is enough (RUL-130)."""
    assert grown("greeks", {colony: "greeks 1"}, epoch=3)[0] == 1
    assert grown("greeks", {colony: "greeks 1 barbarians 1", "ilium": "greeks 1"}, epoch=3)[0] == 1
    assert grown("greeks", {"arzawa": "greeks 1"}, epoch=3)[0] == 0


def test_civ_greeks_phalanx_adds_a_disk_in_two_competitions_on_land_and_at_sea() -> None:
    """Phalanx: one in each (RUL-128)."""
    assert committed("greeks", "sinai_sea", "phalanx", own=2, foe="babylon 2")
    assert used("greeks", "phalanx") == [1, 1]


# Hittites


def test_civ_hittites_walls_of_hattusha_let_a_card_take_one_disk_and_never_the_last() -> None:
    """Walls of Hattusha, in the Card Phase (RUL-061) (ACME-CORE-47)."""
    for n, left in ((3, 2), (2, 1), (1, 1)):
        areas = {"hattusha": f"hittites {n}", "zab": "hittites 1", "thebes": "egypt 1"}
        t = told("card", areas, {"egypt": {"hand": [78, 16]}, "hittites": {}})
        if n == 1:
            assert "hattusha" not in t.answer("egypt", "78").options()
            continue
        t.play("egypt", "78", "hattusha").windows()
        while t.asked()[0] != "card.play":
            t.answer(t.asked()[1], t.options()[-1])
        assert t.disks("hittites", "hattusha") == left


def test_civ_hittites_walls_of_hattusha_do_not_help_in_removal_rounds() -> None:
    """Walls of Hattusha: losses of a Competition are as usual (RUL-061)."""
    t = told(
        "competition", {"hattusha": "hittites 2 egypt 5"}, {"egypt": {}, "hittites": {"home": "hattusha"}}
    ).windows()
    t.answer("hittites", "done")
    finish(t)
    assert t.disks("hittites", "hattusha") == 0


def test_civ_hittites_walls_of_hattusha_stand_wherever_their_home_is() -> None:
    """RUL-061, RUL-129: the Home Area, not the name."""
    areas = {"hattusha": "hittites 3", "aleppo": "hittites 3", "thebes": "egypt 1"}
    t = told("card", areas, {"egypt": {"hand": [73, 16]}, "hittites": {"home": "aleppo"}})
    t.play("egypt", "73", "aleppo").windows()
    assert (t.disks("hittites", "aleppo"), t.disks("hittites", "hattusha")) == (2, 3)


def test_civ_hittites_chariots_add_a_white_disk_on_land_once_a_turn() -> None:
    """Chariots (ACME-CORE-48)."""
    assert committed("hittites", "tarsus", "chariots")
    assert not committed("hittites", "sinai_sea", "chariots", own=2, foe="babylon 2")
    assert used("hittites", "chariots") == [1]


# Indus Valley

CITIES = ("gandhara", "sattagydia", "arachosia", "bactria", "sogdiana", "parthia", "elam", "sumer", "ur")


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (3, 1), (6, 3), (9, 3)])
def test_civ_indus_valley_city_builders_give_a_disk_for_two_cities(n: int, disks: int) -> None:
    """City Builders: three at most, in Epochs I to III (RUL-130)."""
    areas = dict.fromkeys(CITIES[:n], "indus_valley 3 barbarians 1")
    assert [grown("indus_valley", areas, "arachosia", epoch)[0] for epoch in (1, 2, 3, 4)] == [disks] * 3 + [0]


def test_civ_indus_valley_wealth_gives_a_mina_for_three_cities() -> None:
    """Wealth of the Indus: in Epochs I to III."""
    areas = dict.fromkeys(CITIES[:3], "indus_valley 3")
    assert [grown("indus_valley", areas, "arachosia", epoch)[1] for epoch in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert grown("indus_valley", dict.fromkeys(CITIES[:2], "indus_valley 3"), "arachosia")[1] == 0


def test_civ_indus_valley_elephants_of_the_mauryans_two_in_one_or_one_in_each_of_two() -> None:
    """War Elephants: in Epoch IV only, on Land."""
    assert not committed("indus_valley", "aleppo", "elephants", epoch=3)
    assert committed("indus_valley", "aleppo", "elephants", epoch=4)
    assert not committed("indus_valley", "sinai_sea", "elephants", epoch=4, own=2, foe="babylon 2")
    assert used("indus_valley", "elephants", 4) == [2]


# Israelites


def test_civ_israelites_monotheism_scores_two_and_a_vp_more_for_a_capture() -> None:
    """Monotheism: in the Tally, and when they capture a Deity; the ability and the card are one bonus (RUL-026)."""
    areas = {"judah": "israelites 2", "thebes": "israelites 1", "abydos": "egypt 1"}
    civs = {"israelites": {"deity": "monotheism"}, "egypt": {"home": "thebes", "deity": "sky_god"}}
    t = finish(told("competition", areas, civs))
    assert t.civ("israelites").captured == {"sky_god": "egypt"}
    assert "captured" in t.told()
    tally = 2 + 1
    assert t.civ("israelites").vp == 2 + 1 + tally


def test_civ_israelites_promised_land_gives_a_vp_for_two_cities_around_home() -> None:
    """Promised Land: Controlled Cities at home and next to it, two VP at most (RUL-132)."""
    around = ("judah", "tyre", "byblos", "aleppo", "petra", "emar")
    for n, vp in ((1, 0), (2, 1), (3, 1), (4, 2), (6, 2)):
        areas = {**dict.fromkeys(around[:n], "israelites 3"), "thebes": "egypt 1"}
        t = told("reckoning", areas, {"israelites": {}, "egypt": {}}).run_until("growth.retire")
        assert t.civ("israelites").vp == n + vp


# Medes & Persians


def test_civ_medes_persians_immortals_send_the_first_loss_to_the_growth_box() -> None:
    """The Immortals: the first disk lost in each Competition (RUL-106)."""
    areas = {
        "aleppo": "medes_persians 3 babylon 4",
        "byblos": "medes_persians 3 babylon 4",
        "persis": "medes_persians 1",
    }
    t = finish(told("competition", areas, {"medes_persians": {}, "babylon": {}}))
    assert t.civ("medes_persians").box == 2


def test_civ_medes_persians_cavalry_adds_a_white_disk_outside_mountains() -> None:
    """Persian Horse: once a turn, on Land."""
    assert committed("medes_persians", "aleppo", "cavalry")
    assert committed("medes_persians", "sinai", "cavalry", own=2, foe="babylon 2")
    assert not committed("medes_persians", "tarsus", "cavalry")
    assert not committed("medes_persians", "sinai_sea", "cavalry", own=2, foe="babylon 2")
    assert used("medes_persians", "cavalry") == [1]


def test_civ_medes_persians_tolerance_takes_a_vp_in_place_of_loot() -> None:
    """Tolerance of Cyrus: or gives back a captured Deity beside it (RUL-110)."""
    t = told("competition", {"aleppo": "medes_persians 5 egypt 3"}, {"medes_persians": {}, "egypt": {}}).windows()
    t.answer("medes_persians", "done")
    assert t.asked()[0] == "loot.choose"
    t.answer("medes_persians", "clemency")
    assert (t.civ("medes_persians").vp, t.civ("medes_persians").mina) == (1 + 1 + 1, 0)
    assert "captives" not in t.told()


# Mittani


def test_civ_mittani_royal_archive_holds_seven_cards() -> None:
    """Diplomatic Archive (ACME §8.1, RUL-049)."""
    civs = {"mittani": {"hand": [16, 27, 28, 29, 30]}, "egypt": {"hand": [1, 3, 4, 5, 6]}}
    t = told("reckoning", {"mittani": "mittani 1", "thebes": "egypt 1"}, civs, deck=[42, 44, 46, 48, 50, 52])
    t.run_until("draw.discard")
    assert t.ask("mittani").least == 1
    t.answer("mittani", "42").run_until("draw.discard")
    assert t.ask("egypt").least == 2


def test_civ_mittani_maryannu_add_a_white_disk_in_plains_and_fertile_areas() -> None:
    """Maryannu: once a turn."""
    assert committed("mittani", "aleppo", "maryannu")
    assert committed("mittani", "emar", "maryannu")
    assert not committed("mittani", "tarsus", "maryannu")
    assert not committed("mittani", "sinai", "maryannu", own=2, foe="babylon 2")
    assert used("mittani", "maryannu") == [1]


# Scythians


def test_civ_scythians_horse_archers_add_a_disk_in_two_competitions_in_plains_and_deserts() -> None:
    """Horse Archers: one in each (RUL-128)."""
    assert committed("scythians", "sinai", "horse_archers", own=2, foe="babylon 2")
    assert not committed("scythians", "emar", "horse_archers")
    assert not committed("scythians", "tarsus", "horse_archers")
    assert used("scythians", "horse_archers") == [1, 1]


@pytest.mark.parametrize(("n", "disks"), [(1, 0), (2, 1), (5, 2), (6, 3), (8, 3)])
def test_civ_scythians_herds_give_a_disk_for_two_controlled_camps_in_plains(n: int, disks: int) -> None:
    """Herds: three at most (RUL-131); of two Settlements in Plains each gives its own disk alone."""
    plains = ("hyrcania", "mannea", "iberia", "colchis", "der", "susa", "lydia", "kaska")
    assert grown("scythians", dict.fromkeys(plains[:n], "scythians 1"), epoch=3)[0] == disks
    assert grown("scythians", {"hyrcania": "scythians 1", "mannea": "scythians 1 barbarians 1"}, epoch=3)[0] == 0
    assert grown("scythians", {"hyrcania": "scythians 2", "mannea": "scythians 2"}, epoch=3)[0] == 2


# Sea Peoples


@pytest.mark.parametrize(("n", "vp"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_civ_sea_peoples_masters_of_the_sea_score_a_vp_for_four_seas(n: int, vp: int) -> None:
    """Masters of the Sea: occupied ones, Shared too, rounded down (RUL-132)."""
    waters = (
        *("sinai_sea", "egyptian_sea", "rhodian_sea", "levantine_sea"),
        *("icarian_sea", "marmaran_sea", "red_sea", "reed_sea"),
    )
    areas = {**dict.fromkeys(waters[:n], "sea_peoples 1 barbarians 1"), "thebes": "egypt 1"}
    t = told("reckoning", areas, {"sea_peoples": {}, "egypt": {}}).run_until("growth.retire")
    assert t.civ("sea_peoples").vp == vp


def test_civ_sea_peoples_plunder_brings_a_mina_for_the_first_sack_of_a_turn() -> None:
    """Plunder: on top of the usual loot, once (RUL-110)."""
    areas = {"aleppo": "sea_peoples 5 egypt 3", "byblos": "sea_peoples 5 egypt 3"}
    t = told("competition", areas, {"sea_peoples": {}, "egypt": {}}).windows()
    t.play("sea_peoples", "mina", "mina")
    assert t.civ("sea_peoples").mina == 2 + 1


# Sumer


def test_civ_sumer_first_cities_give_a_mina_for_two_cities_in_fertile_areas() -> None:
    """First Cities: those in other land do not count."""
    assert grown("sumer", {"sumer": "sumer 3", "ur": "sumer 3"})[1] == 1
    assert grown("sumer", {"sumer": "sumer 3", "ctesiphon": "sumer 3"})[1] == 0


def test_civ_sumer_cuneiform_draws_one_more_and_discards_one() -> None:
    """Cuneiform: of its choice, in its Draw Step (RUL-121)."""
    civs: dict[str, dict[str, Any]] = {"sumer": {"hand": [16]}, "egypt": {}}
    t = told("reckoning", {"sumer": "sumer 1", "thebes": "egypt 1"}, civs, deck=[42, 44, 46, 48, 50, 52, 54])
    t.run_until("draw.extra")
    assert t.options() == ("16", "42", "44", "46", "48")
    t.answer("sumer", "44")
    assert t.hand("sumer") == [16, 42, 46, 48]


def test_civ_sumer_cuneiform_resolves_an_event_it_draws() -> None:
    """Cuneiform: an Event among the four cards is resolved and replaced, and then one of the hand goes (RUL-050)."""
    civs: dict[str, dict[str, Any]] = {"sumer": {"hand": [16]}, "egypt": {}}
    t = told("reckoning", {"sumer": "sumer 1", "thebes": "egypt 1"}, civs, deck=[97, 44, 46, 48, 50, 52, 54])
    t.run_until("draw.extra")
    assert "{card:97}" in t.told()
    assert t.options() == ("16", "44", "46", "48", "50")
    assert t.answer("sumer", "44").hand("sumer") == [16, 46, 48, 50]


# Urartu


@pytest.mark.parametrize("n", [1, 2, 3])
def test_civ_urartu_fortress_kingdom_gives_a_disk_for_each_mountain_settlement(n: int) -> None:
    """Fortress Kingdom: in place of one for two (RUL-038)."""
    assert grown("urartu", dict.fromkeys(("van", "armenia", "cadush")[:n], "urartu 2"))[0] == n


def test_civ_urartu_rock_castles_save_a_disk_from_a_card() -> None:
    """Rock Castles: the Stronghold of that area goes in its place (RUL-059)."""
    areas = {"van": "urartu 3 stronghold", "thebes": "egypt 1"}
    t = told("card", areas, {"egypt": {"hand": [73, 16]}, "urartu": {}}).play("egypt", "73").windows()
    assert t.asked() == ("loss.buy_off", "urartu", ("lose", "cube"))
    t.answer("urartu", "cube")
    assert (t.state.cubes, t.disks("urartu", "van")) == ({}, 2)
