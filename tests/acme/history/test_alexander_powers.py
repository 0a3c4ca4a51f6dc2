"""What Macedon and the Empire may do: growth, cards of their own, warpath, Events (Playbook, Alexander 4 to 9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.history.alexander.rules import memnon
from engine.acme.phases.draw_step import base_cards
from engine.acme.phases.growth import to_place
from engine.acme.questions.board import near, on_map, room
from engine.acme.questions.income import growth_disks, growth_mina
from engine.acme.view import view
from tests.acme.history.alexandrine import (
    EMPIRE,
    FALLEN,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    NPC,
    OF_EMPIRE,
    PEOPLES,
    WEST,
    finish,
    mustered,
)
from tests.acme.history.situations import PLAIN
from tests.acme.story import Story

MEMNON, ARMOURER, KING, INFANTRY, EAGLES = 14, 20, 21, 31, 41
GENERAL: dict[str, Any] = {"hand": [MEMNON], "safe": [MEMNON]}
ADMIRAL: dict[str, Any] = {"hand": [EAGLES], "safe": [EAGLES]}
ARMY: dict[str, Any] = {"hand": [ARMOURER, KING, INFANTRY], "safe": [ARMOURER, KING, INFANTRY]}
EVENTS = {"north": 98, "east": 99, "sea": 100, "mountains": 101, "desert": 102}
SPY, DIPLOMAT = 12, 11


def aside(*cards: int) -> dict[str, Any]:
    """These cards lie face down."""
    return {"hand": [], "safe": list(cards), "aside": list(cards)}


def drawing(deck: list[int] | None = None, **more: Any) -> Story:
    """The Draw Step is about to begin; everybody has one City, but for Egypt."""
    first = deck or []
    return mustered(step="draw.begin", deck=[*first, *(n for n in PLAIN if n not in first)], **more)


def test_alex_32_memnon_cannot_be_stolen() -> None:
    """Eyes of the King take the only card of the hand."""
    t = mustered(phase="card", greeks={"hand": [SPY]}, egypt={"hand": [16]}, medes_persians=GENERAL)
    t.play(MACEDON, str(SPY), HEARTLAND).windows()
    assert (t.hand(MACEDON), t.hand(HEARTLAND), t.civ(HEARTLAND).aside) == ([], [], [MEMNON])
    assert "{card:14} stays with {civ:medes_persians}" in t.told()


def test_alex_32_memnon_cannot_be_discarded() -> None:
    greeks = {"hand": [DIPLOMAT], "mina": 1}
    t = mustered(phase="card", greeks=greeks, egypt={"hand": [16]}, medes_persians=GENERAL)
    t.play(MACEDON, str(DIPLOMAT), HEARTLAND).windows()
    assert t.civ(HEARTLAND).aside == [MEMNON]
    assert MEMNON not in t.state.discard


def test_alex_32_memnon_comes_back_from_a_competition() -> None:
    """He has helped the West from outside."""
    t = mustered({"lydia": "hittites 2 greeks 2"}, phase="competition", medes_persians=GENERAL)
    t.answer(HEARTLAND, "14:lydia")
    t.run_until("competition.card")
    assert t.asked()[2] == (MACEDON, WEST)
    finish(t.answer(HEARTLAND, WEST))
    assert "{civ:hittites} 2" in t.told()
    assert MEMNON not in t.state.discard
    assert MEMNON in (*t.hand(HEARTLAND), *t.civ(HEARTLAND).aside)


def test_alex_32_everybody_sees_what_lies_face_down() -> None:
    t = mustered(phase="card", greeks={"hand": [16]}, medes_persians=aside(MEMNON))
    shown = view(t.state, MACEDON, []).civs[HEARTLAND]
    assert (shown.aside, shown.hand_count) == ((MEMNON,), 0)


FIGHTS = {
    "thrace": "greeks 3 gold hittites 2",
    "lydia": "hittites 3 gold greeks 2",
    "tyre": "sea_peoples 3 gold greeks 2",
    "emar": "hittites 2 greeks 2",
}


@pytest.mark.parametrize(("gone", "first"), [([], "thrace"), (["thrace"], "lydia"), (["thrace", "lydia"], "tyre")])
def test_alex_33_an_npc_sends_memnon_where_there_is_gold(gone: list[str], first: str) -> None:
    areas = {area: stack for area, stack in FIGHTS.items() if area not in gone}
    npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "hand": []} for civ in EMPIRE}
    t = mustered(areas, phase="competition", **{**npcs, HEARTLAND: {**OF_EMPIRE, **GENERAL}})
    finish(t)
    sent = f"{{civ:medes_persians}} used its Great Captain in {{area:{first}}}, because there is Gold there."
    assert sent in t.told()
    friend = LEVANT if first == "tyre" else WEST
    assert f"{{civ:{friend}}} added 1 white disk ({{card:14}})." in t.told()


def test_alex_33_nowhere_else() -> None:
    s = mustered({"emar": "hittites 2 greeks 2"}, phase="competition", medes_persians=GENERAL).state
    assert list(memnon(s, HEARTLAND)) == []
    assert list(memnon(s, WEST)) == []


@pytest.mark.parametrize("lydia", ["greeks 3 gold barbarians 2", "hittites 3 gold barbarians 2"])
def test_alex_33_nor_where_one_side_only_is_there(lydia: str) -> None:
    """There is Gold, but Macedon or the Empire fights Barbarians and not the other."""
    npcs: dict[str, Any] = {civ: {**OF_EMPIRE, "hand": []} for civ in EMPIRE}
    t = mustered({"lydia": lydia}, phase="competition", **{**npcs, HEARTLAND: {**OF_EMPIRE, **GENERAL}})
    assert list(memnon(t.state, HEARTLAND)) == []
    assert "Great Captain" not in finish(t).told()
    assert MEMNON in t.hand(HEARTLAND)


def test_alex_34_memnon_comes_back_beside_the_draws() -> None:
    t = finish(drawing(medes_persians=aside(MEMNON)))
    assert MEMNON in t.hand(HEARTLAND)
    assert (len(t.hand(HEARTLAND)), t.civ(HEARTLAND).aside) == (2, [])


def test_alex_34_without_gold_of_west_and_levant_memnon_goes() -> None:
    t = drawing(areas={"lukka": "hittites 3", "tyre": "sea_peoples 3"}, medes_persians=aside(MEMNON))
    finish(t)
    assert MEMNON in t.state.discard
    assert (t.civ(HEARTLAND).safe, len(t.hand(HEARTLAND))) == ([], 1)


def test_alex_34_gold_of_one_of_them_is_enough() -> None:
    t = finish(drawing(areas={"lukka": "hittites 3"}, medes_persians=aside(MEMNON)))
    assert MEMNON in t.hand(HEARTLAND)


def test_alex_35_the_eagles_stay_with_the_levant() -> None:
    t = mustered({"levantine_sea": "sea_peoples 1 greeks 2"}, phase="competition", sea_peoples=ADMIRAL)
    t.run_until("competition.commit").answer(MACEDON, "done").play(LEVANT, "card:41", "done")
    t.run_until("draw.buy", "growth.retire")
    assert "{card:41} stays with {civ:sea_peoples}, face down on the Display." in t.told()
    assert EAGLES not in t.state.discard


def test_alex_36_the_eagles_take_the_only_draw() -> None:
    t = finish(drawing(sea_peoples=aside(EAGLES)))
    assert t.hand(LEVANT) == [EAGLES]


@pytest.mark.parametrize("eagles", [{}, ADMIRAL])
def test_alex_36_where_no_eagles_lie_face_down_the_levant_draws(eagles: dict[str, Any]) -> None:
    """They are in hand, or gone for good."""
    t = finish(drawing(sea_peoples=eagles))
    assert "{civ:sea_peoples} drew 1 card." in t.told()
    assert len(t.hand(LEVANT)) == 1 + len(eagles.get("hand", []))


def test_alex_36_without_gold_of_the_levant_the_eagles_go() -> None:
    """It draws a card instead of them."""
    t = finish(drawing(areas={"tyre": "sea_peoples 3"}, sea_peoples=aside(EAGLES)))
    assert EAGLES in t.state.discard
    assert "{civ:sea_peoples} drew 1 card." in t.told()


@pytest.mark.parametrize("card", [ARMOURER, KING, INFANTRY])
def test_alex_37_the_army_cannot_be_stolen(card: int) -> None:
    more: dict[str, Any] = {"egypt": {"hand": [16]}, "order": [WEST, NILE, MACEDON, LEVANT, HEARTLAND]}
    t = mustered(phase="card", hittites={"hand": [SPY]}, greeks={"hand": [card], "safe": [card]}, **more)
    t.play(WEST, str(SPY), MACEDON).windows()
    assert (t.hand(WEST), t.hand(MACEDON), t.civ(MACEDON).aside) == ([], [], [card])


def test_alex_37_an_investment_of_the_armorer_comes_back_when_it_is_used_up() -> None:
    """A disk of it goes in place of one in a Competition."""
    greeks = {"hand": [], "safe": [ARMOURER], "investments": {str(ARMOURER): 1}}
    t = mustered({"lydia": "hittites 2 greeks 2"}, phase="competition", greeks=greeks)
    t.run_until("competition.removal")
    assert t.asked()[1] == MACEDON
    t.answer(MACEDON, f"investment:{ARMOURER}")
    assert (t.civ(MACEDON).investments, t.civ(MACEDON).aside) == ({}, [ARMOURER])


@pytest.mark.parametrize(("picked", "drawn"), [(["20"], 2), (["31"], 2), (["20", "31"], 1), ([], 3)])
def test_alex_38_and_39_the_king_is_free_and_the_others_are_draws(picked: list[str], drawn: int) -> None:
    t = drawing(greeks=aside(ARMOURER, KING, INFANTRY)).run_until("draw.regain")
    assert t.options(MACEDON) == ("20", "31")
    finish(t.answer(MACEDON, *picked))
    hand = t.hand(MACEDON)
    assert {KING, *map(int, picked)} <= set(hand)
    assert len(hand) == 1 + len(picked) + drawn


def test_alex_38_an_npc_takes_both() -> None:
    t = finish(drawing(greeks={**NPC, "enemies": list(EMPIRE), **aside(ARMOURER, KING, INFANTRY)}))
    assert {ARMOURER, KING, INFANTRY} <= set(t.hand(MACEDON))
    assert len(t.hand(MACEDON)) == 4


@pytest.mark.parametrize(("others", "too_many"), [(3, 0), (4, 1)])
def test_alex_40_the_army_does_not_count_for_the_hand_limit(others: int, too_many: int) -> None:
    """Three cards are drawn to so many."""
    more = [2, 3, 4, 5][:others]
    t = drawing(greeks={**ARMY, "hand": [*ARMY["hand"], *more]}).run_until("draw.discard", "growth.retire")
    if not too_many:
        assert len(t.hand(MACEDON)) == 9
        return
    assert (t.key, t.asked()[1], t.ask().least) == ("draw.discard", MACEDON, too_many)
    assert not {str(n) for n in ARMY["hand"]} & set(t.options(MACEDON))


@pytest.mark.parametrize("deity", ["", "mother_goddess"])
def test_alex_41_twelve_disks_in_turn_1_and_nothing_else(deity: str) -> None:
    greeks = {"deity": deity, "mina": 0} if deity else {"mina": 0}
    t = mustered(turn=1, turns=1, greeks=greeks, options={"initial_deities": bool(deity)}).run_until("growth.deploy")
    assert (t.civ(MACEDON).box, t.civ(MACEDON).mina) == (12, 0)


def test_alex_42_reinforcements_from_turn_2_on() -> None:
    """4 disks and 1 for each area with Gold that it Controls, beside its growth; and a mina."""
    t = mustered({"lydia": "greeks 2 gold", "arzawa": "greeks 3 gold", "karahuyuk": "greeks 2 hittites 1 gold"})
    s = t.state
    due = max(3, growth_disks(s, MACEDON)) + 4 + 3
    assert to_place(s, MACEDON) == due
    t.run_until("growth.deploy")
    assert (t.civ(MACEDON).box, t.civ(MACEDON).mina) == (due, 1)
    assert growth_mina(s, WEST) == 0


def test_alex_44_the_empire_does_not_grow_in_turn_1() -> None:
    t = mustered(turn=1, turns=1, greeks={"hand": [16]}).run_until("card.play")
    assert all(f"No growth this turn: {{civ:{civ}}}." in t.told() for civ in EMPIRE)
    assert not any(f"{{civ:{civ}}} acquired" in t.told() for civ in EMPIRE)


def test_alex_44_it_grows_from_turn_2_on() -> None:
    t = mustered(greeks={"hand": [16]}).run_until("card.play")
    assert "No growth" not in t.told()


def test_alex_45_the_empire_draws_one_card_each() -> None:
    s = mustered(phase="card", greeks={"hand": [16]}).state
    assert [base_cards(s, civ) for civ in PEOPLES] == [3, 1, 1, 1, 1]


def test_alex_46_the_west_takes_to_the_sea_only_if_that_is_nearer() -> None:
    """From Lukka the Icarian Sea is nearer to the Gold of Thrace than Lydia; the Rhodian Sea is as far.

    ACME-ALEX-53.
    """
    t = mustered(step="growth.civ", active=1).run_until("growth.deploy")
    assert t.asked()[1] == WEST
    assert {"icarian_sea", "lydia"} <= set(t.options(WEST))
    assert not {"rhodian_sea", "cilician_strait"} & set(t.options(WEST))
    t.answer(WEST, "icarian_sea")
    assert "thrace" in t.options(WEST)
    assert "icarian_sea" not in t.options(WEST)


@pytest.mark.parametrize(("lukka", "lydia", "disks"), [(3, LEVANT, 0), (4, LEVANT, 2), (4, "greeks", 0)])
def test_alex_46_land_without_room_for_the_west_is_not_in_its_way(lukka: int, lydia: str, disks: int) -> None:
    """A full area and one of another part of the Empire do not count: else the Rhodian Sea is no nearer."""
    areas = {"lukka": f"{WEST} {lukka}", "lydia": f"{lydia} 1"}
    assert room(mustered(areas, phase="card", greeks={"hand": [16]}).state, WEST, "rhodian_sea") == disks


def test_alex_46_without_gold_of_macedon_its_cities_count() -> None:
    s = mustered({"thrace": "greeks 3"}, phase="card", greeks={"hand": [16]}).state
    assert room(s, WEST, "icarian_sea") == 2
    s = mustered({"thrace": "greeks 2"}, phase="card", greeks={"hand": [16]}).state
    assert room(s, WEST, "icarian_sea") == 0


def test_alex_46_npcs_keep_to_it_too() -> None:
    """ACME-ALEX-53."""
    npcs: dict[str, Any] = dict.fromkeys(EMPIRE, OF_EMPIRE)
    areas = {"thrace": "", "parthia": "greeks 3 gold"}
    t = mustered(areas, greeks={"hand": [16], "home": "parthia"}, **npcs).run_until("card.play")
    assert not [area for area in near(t.state, "lukka") if area.endswith(("sea", "strait")) and t.disks(WEST, area)]


def test_alex_47_the_levant_goes_ashore_only_if_that_is_nearer() -> None:
    """Not even into its own Cities, unless Macedon's Gold is there or near."""
    s = mustered(phase="card", greeks={"hand": [16]}).state
    assert [room(s, LEVANT, area) for area in ("tyre", "judah", "sinai_sea", "levantine_sea")] == [0, 0, 2, 2]
    s = mustered({"judah": "greeks 2 gold"}, phase="card", greeks={"hand": [16]}).state
    assert room(s, LEVANT, "judah") == 4
    assert room(s, LEVANT, "sinai") == 0


def test_alex_48_egypt_grows_in_memphis_and_the_delta_only() -> None:
    t = mustered({"amarna": "egypt 1"}, step="growth.civ", active=3).run_until("growth.deploy")
    assert t.options(NILE) == ("memphis", "nile_delta", "done")
    full = {"memphis": "egypt 4 gold", "nile_delta": "egypt 4 gold"}
    t = mustered(full, step="growth.civ", active=3, greeks={"hand": [16]}).run_until("growth.deploy", "card.play")
    assert t.asked()[1] != NILE
    assert t.civ(NILE).box == 0


def test_alex_48_by_card_it_places_next_to_them_too() -> None:
    s = mustered({"amarna": "egypt 1", "abydos": "egypt 1"}, phase="card", greeks={"hand": [16]}).state
    assert all(room(s, NILE, area) for area in ("memphis", "amarna", "sinai", "egyptian_sea", "western_desert"))
    assert [room(s, NILE, area) for area in ("abydos", "thebes", "judah")] == [0, 0, 0]


def test_amb_74_its_first_camps_stay() -> None:
    t = mustered({"amarna": "egypt 1", "abydos": "egypt 1"}, greeks={"hand": [16]}).run_until("card.play")
    assert (t.disks(NILE, "amarna"), t.disks(NILE, "abydos")) == (1, 1)


def test_alex_49_no_two_parts_of_the_empire_share_an_area() -> None:
    areas = {"emar": "medes_persians 1", "aleppo": "sea_peoples 1", "mittani": "greeks 1"}
    s = mustered(areas, phase="card", greeks={"hand": [16]}).state
    assert [room(s, WEST, area) for area in ("emar", "aleppo", "mittani", "carchemish")] == [0, 0, 3 + 1, 4]
    assert room(s, HEARTLAND, "nile_delta") == 0
    assert room(s, MACEDON, "nile_delta") == 4
    s = mustered({"nile_delta": "egypt 0 gold"}, phase="card", greeks={"hand": [16]}).state
    assert room(s, HEARTLAND, "nile_delta") == 4


def test_alex_ev_01_time_marches_on_leaves_the_game() -> None:
    t = finish(drawing([97]))
    assert (t.state.removed, t.state.ending, len(t.hand(MACEDON))) == ([97], False, 3)


@pytest.mark.parametrize(
    ("event", "fallen", "levied"),
    [("north", "", WEST), ("north", WEST, HEARTLAND), ("sea", "", LEVANT)],
)
def test_alex_ev_02_and_04_a_levy_is_placed_at_once(event: str, fallen: str, levied: str) -> None:
    out: dict[str, Any] = {fallen: FALLEN} if fallen else {}
    t = drawing([EVENTS[event]], areas={"lukka": ""} if fallen else {}, **out).run_until("growth.deploy")
    supply = t.civ(levied).supply + t.civ(levied).box
    assert (t.asked()[1], t.table.pending.left if t.table.pending else 0) == (levied, 4)
    for _ in range(4):
        t.answer(levied, t.options(levied)[0])
    assert t.key != "growth.deploy"
    assert (t.civ(levied).supply, t.civ(levied).box) == (supply - 4, 0)


def test_alex_ev_02_what_finds_no_place_stays_in_supply() -> None:
    t = drawing([98]).run_until("growth.deploy")
    before = t.civ(WEST).supply + t.civ(WEST).box
    t.answer(WEST, "done")
    assert (t.civ(WEST).supply, t.civ(WEST).box) == (before, 0)


@pytest.mark.parametrize("event", ["east", "mountains", "desert"])
def test_alex_ev_03_05_06_macedon_sends_the_barbarians_it_draws(event: str) -> None:
    """Though it has most VP."""
    t = drawing([EVENTS[event]], greeks={"vp": 50}).run_until("event.entry", "event.base", "growth.deploy")
    assert (t.key in {"event.entry", "event.base"}, t.asked()[1]) == (True, MACEDON)


@pytest.mark.parametrize("event", ["east", "mountains", "desert"])
def test_alex_ev_03_05_06_else_the_heartland_levies(event: str) -> None:
    """The West draws it, as the fourth card of the turn."""
    t = drawing([42, 44, 46, EVENTS[event]]).run_until("event.entry", "event.base", "growth.deploy")
    assert (t.key, t.asked()[1]) == ("growth.deploy", HEARTLAND)


def test_alex_ev_03_not_in_the_draw_step_the_heartland_levies_too() -> None:
    """The Queen of Sheba draws it for Macedon in the Card Phase."""
    t = mustered(phase="card", deck=[99, *PLAIN], greeks={"hand": [1]})
    t.play(MACEDON, "1").run_until("event.entry", "growth.deploy")
    assert (t.key, t.asked()[1]) == ("growth.deploy", HEARTLAND)


def test_alex_ev_04_without_the_levant_it_is_replaced() -> None:
    t = finish(drawing([100], areas={"tyre": ""}, sea_peoples=FALLEN))
    assert (t.state.removed, len(t.hand(MACEDON))) == ([100], 3)


def test_alex_ev_07_breath_of_god_takes_a_card_or_a_mina_of_everybody() -> None:
    """The West has a card, the Levant a mina, Egypt nothing; Memnon is not lost, and no Deity is asked for."""
    t = drawing(
        [42, 44, 46, 103],
        discard=[2],
        hittites={"hand": [5]},
        sea_peoples={"mina": 1},
        medes_persians=GENERAL,
    )
    t.run_until("draw.buy", "growth.retire")
    assert (t.civ(LEVANT).mina, t.civ(HEARTLAND).safe) == (0, [MEMNON])
    assert "{civ:hittites} {card:" in t.told()
    assert "{civ:sea_peoples} 1 mina" in t.told()
    assert MEMNON in (*t.civ(HEARTLAND).aside, *t.hand(HEARTLAND))
    assert 2 not in t.state.discard


def test_alex_ev_02_without_disks_in_supply_it_is_told_that_none_came() -> None:
    there = on_map(drawing([98]).state, WEST)
    t = drawing([98], **{WEST: {"disks": there}})
    t = t.run_until("growth.deploy", "growth.retire", "draw.buy", "draw.look")
    assert t.key != "growth.deploy"
    assert "had no disk in Supply, so no disks came." in t.told()
