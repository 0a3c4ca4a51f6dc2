"""What holds through the whole game: phases, stacks, control, payments, Deities, the deck, lengths (ACME §1 to §13)."""

from __future__ import annotations

import re

import pytest

from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.game import GAME
from engine.acme.questions.board import contested_areas, is_camp, is_city, is_settlement, occupied_areas
from engine.acme.state import Exploration
from engine.core.errors import NotAsked
from engine.core.toml import write
from tests.acme.cards.tables import duel, holds
from tests.acme.competition.arena import finish, phase
from tests.acme.growing import acquire, growing
from tests.acme.opening import begin, seats
from tests.acme.reckoning.positions import story
from tests.acme.story import Story


def test_a_turn_has_four_phases_in_this_order() -> None:
    """ACME §5 (ACME-CORE-01)."""
    t = growing({"thebes": "egypt 2", "hattusha": "hittites 2"}, hittites={"hand": [42]}).run_until("card.play")
    t.run_until("growth.retire")
    phases = re.findall(r"(Growth|Card|Competition|Reckoning) Phase", t.told())
    assert phases == ["Growth", "Card", "Competition", "Reckoning", "Growth"]


def test_an_epoch_has_four_turns_at_most_and_the_game_four_epochs() -> None:
    """ACME §5, RUL-029."""
    t = story(epoch=4, turn=4, turns=16, options={"vp_target": 999}).run_until("growth.retire")
    assert t.table.outcome() is not None
    assert (RULES.turns_per_epoch, RULES.epochs) == (4, 4)


# Stacks and control (ACME §1, §3)


@pytest.mark.parametrize(("n", "kind"), [(1, "camp"), (2, "settlement"), (3, "city"), (4, "city")])
def test_a_stack_is_named_by_its_size(n: int, kind: str) -> None:
    """ACME §1: Camp, Settlement, City (ACME-CORE-18)."""
    s = growing({"abydos": f"egypt {n}", "hattusha": "hittites 1"}).state
    named = {"camp": is_camp, "settlement": is_settlement, "city": is_city}
    assert [name for name, test in named.items() if test(s, "egypt", "abydos")] == [kind]


@pytest.mark.parametrize("area", ["sinai", "reed_sea"])
def test_no_city_stands_in_a_desert_or_at_sea(area: str) -> None:
    """ACME §1, RUL-004: a larger stack of a Competition is still none."""
    t = phase({area: "egypt 4 hittites 1", "thebes": "egypt 1"})
    assert not is_city(t.state, "egypt", area)


@pytest.mark.parametrize(
    ("stack", "control", "contested"),
    [
        ("egypt 1", "egypt", False),
        ("egypt 1 hittites 1", None, False),
        ("egypt 2 hittites 1", None, True),
        ("egypt 1 hittites 1 barbarians 2", None, True),
        ("barbarians 2", "barbarians", False),
    ],
)
def test_an_area_is_vacant_controlled_shared_or_contested(stack: str, control: str | None, contested: bool) -> None:
    """ACME §1 (ACME-CORE-19)."""
    shown = growing({"kaska": stack, "thebes": "egypt 1"}).view().areas["kaska"]
    assert (shown.control, shown.contested) == (control, contested)


def test_four_may_be_placed_on_land_and_three_stay_after_reckoning() -> None:
    """ACME §3: 2 in a Desert; during a Competition there is no limit (ACME-CORE-17)."""
    t = acquire({"aleppo": "egypt 1", "sinai": "egypt 1", "hattusha": "hittites 1"}, egypt={"growth_box": 4})
    t.play("egypt", *["aleppo"] * 3, "done").run_until("card.play")
    assert t.disks("egypt", "aleppo") == 4
    t.run_until("growth.retire")
    assert t.disks("egypt", "aleppo") == 3


# Buying off (ACME §7)


def test_each_disk_may_be_bought_off_for_a_mina_or_a_card() -> None:
    """ACME §7.2: three losses, a mina and a card spent: exactly one disk is lost (ACME-CORE-22)."""
    areas = {"zab": "hittites 3", "kaska": "hittites 1"}
    t = duel(areas, egypt=holds(73), hittites={"hand": [17], "mina": 1}).play("egypt", "73").windows()
    t.answer("hittites", "mina").answer("hittites", "card:17")
    assert t.disks("hittites", "zab") + t.disks("hittites", "kaska") == 4 - 1


def test_any_card_pays() -> None:
    """ACME §7.2: Religion cards without a Deity, Competition and Negate cards too (ACME-CORE-44)."""
    hand = {"hand": [17, 27, 91]}
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites=hand).play("egypt", "73").windows()
    assert t.options("hittites") == ("lose", "card:17", "card:27", "card:91")


# Deities (ACME §12)


def test_gold_smith_asks_three_resources_two_of_them_disks() -> None:
    """ACME §12.2, RUL-063 (ACME-CORE-23)."""
    t = duel({"abydos": "egypt 2"}, egypt=holds(2, mina=3)).play("egypt", "2", "sky_god").windows()
    t.play("egypt", "mina")
    assert t.options() == ("disk:abydos", "disk:thebes")
    t.play("egypt", "disk:abydos", "disk:abydos")
    assert (t.civ("egypt").deity, t.civ("egypt").mina) == ("sky_god", 2)


@pytest.mark.parametrize(("home", "active"), [("egypt 1 hittites 2", True), ("hittites 2", False)])
def test_a_deity_is_active_while_a_disk_stands_at_home(home: str, active: bool) -> None:
    """ACME §12.1, RUL-116: Contested or not (ACME-CORE-25)."""
    t = duel({"thebes": home, "abydos": "egypt 2"}, egypt={"hand": [91, 16], "deity": "god_of_war"})
    assert ("91" in t.options()) == active


def test_seizing_a_home_takes_its_deity_for_vp_and_mina() -> None:
    """ACME §12.5, RUL-111, RUL-112: no fight is needed; and it scores from the same Tally on.

    ACME-CORE-27, ACME-DIFF-15.
    """
    areas = {"hattusha": "egypt 1", "thebes": "egypt 1", "zab": "hittites 1"}
    t = finish(phase(areas, hittites='deity="sky_god"'))
    assert t.civ("egypt").captured == {"sky_god": "hittites"}
    assert (t.civ("egypt").vp, t.civ("egypt").mina) == (2 + 1, 1)
    assert t.view().civs["hittites"].deity_state == "captured"


def test_there_are_no_wonders() -> None:
    """ACME §12: seven Deities and Monotheism in their place (ACME-CORE-54, ACME-DIFF-05)."""
    assert len(DEITIES) == 8
    assert not [c.name for c in CARDS.values() if "Wonder" in c.name]


# Cards and the deck (ACME §8)


def test_every_class_of_card_has_its_code() -> None:
    """ACME §8.4: seven Events, eleven Competition cards in their block, Religion and Investment cards.

    ACME-DIFF-06, ACME-DIFF-07.
    """
    assert [n for n, c in CARDS.items() if c.is_event] == list(range(97, 104))
    assert all(CARDS[n].has_class("C") for n in range(31, 42))
    assert all(CARDS[n].has_class("R") for n in (86, 89, 90, 92, 94, 95))
    assert all(CARDS[n].has_class("I") for n in (18, 19, 20, 24, 60))
    assert all(CARDS[n].great_person for n in range(1, 31))


def test_played_cards_do_not_flow_back_into_the_deck() -> None:
    """ACME §8, §11.3: the deck only shrinks while an Epoch lasts (ACME-CORE-43, ACME-DIFF-08)."""
    t = duel(egypt={"hand": [44, 45, 16]}, hittites={"hand": [46, 47]})
    sizes = [len(t.state.deck)]
    for seat, card in (("egypt", "44"), ("hittites", "46"), ("egypt", "45"), ("hittites", "47")):
        t.answer(seat, card).windows()
        sizes.append(len(t.state.deck))
    assert sizes == sorted(sizes, reverse=True)
    assert t.state.discard == [44, 46, 45, 47]


def test_set_aside_disasters_come_back_with_the_next_epoch() -> None:
    """ACME §11.3, RUL-048: into one new deck with the discards (ACME-CORE-43)."""
    t = story(turn=4, turns=4, deck=[12], set_aside=[73], discard=[1, 2], options={"epochs": 2})
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.set_aside, t.state.discard) == (2, [], [])
    hands = [n for c in t.state.civs.values() for n in c.hand]
    assert {73, 1, 2} <= {*t.state.deck, *hands}


def test_the_epoch_event_is_drawn_at_the_end_of_an_epoch_only() -> None:
    """ACME §11.2 (ACME-DIFF-17)."""
    t = story(turn=2, turns=2, deck=[12, 42, 44, 46, 48, 50, 52]).run_until("growth.retire")
    assert "Golden age" not in t.told()
    t = story(turn=4, turns=4, deck=[42, 44, 46, 48, 50, 52, 12]).run_until("growth.retire")
    assert "Golden age" in t.told()


def test_cards_reach_across_the_whole_map() -> None:
    """ACME §8.3: no adjacency unless the card says so (ACME-DIFF-14, ACME-SBX-01)."""
    areas = {"aria": "hittites 3", "thebes": "egypt 1"}
    t = duel(areas, board="full", egypt=holds(73)).play("egypt", "73").windows()
    assert t.disks("hittites", "aria") == 1


# The weak and the strong


def test_the_last_in_vp_directs_the_barbarians() -> None:
    """ACME §13.4: whoever drew the card (ACME-CORE-41, ACME-DIFF-10)."""
    t = story({"egypt": {"vp": 3}, "hittites": {"vp": 1}}, deck=[102, 42, 44, 46, 48, 50, 52])
    assert t.run_until("event.base", "event.entry").asked()[1] == "hittites"


def test_a_sack_moves_vp_between_civs() -> None:
    """ACME §9.6: the victor gains 1 VP and loot, the victim loses its City but no VP (ACME-DIFF-13)."""
    t = finish(phase({"aleppo": "egypt 5 hittites 3"}, egypt="vp=2", hittites="vp=2", top=""))
    assert (t.civ("egypt").vp, t.civ("hittites").vp) == (2 + 1 + 1, 2)
    assert t.disks("hittites", "aleppo") == 0


def test_no_civ_ever_owns_more_than_forty_eight_disks() -> None:
    """ACME §2.1, RUL-015: positions with more are refused, growth is cut to Supply (ACME-DIFF-11)."""
    t = acquire({"abydos": "egypt 1", "hattusha": "hittites 1"}, egypt={"growth_box": 46})
    assert (t.civ("egypt").box, t.civ("egypt").supply) == (47, 0)


def test_turn_order_goes_by_cities() -> None:
    """ACME §10.6: most first, ties as before, set before anybody draws (ACME-CORE-42)."""
    t = story(None, {"thebes": "egypt 1", "hattusha": "hittites 3"}).run_until("growth.retire")
    assert t.state.order == ["hittites", "egypt"]


def test_more_cities_bring_more_cards() -> None:
    """ACME §10.6: one for every four (ACME-CORE-45)."""
    four = dict.fromkeys(("thebes", "abydos", "amarna", "memphis"), "egypt 3")
    t = story(None, {**four, "hattusha": "hittites 1"}).run_until("growth.retire")
    assert (len(t.hand("egypt")), len(t.hand("hittites"))) == (4, 3)


def test_gilgamesh_keeps_the_vp() -> None:
    """ACME §10.4: another people, another home, the same player (ACME-CORE-46)."""
    t = story({"egypt": {"vp": 7, "player": "Ana"}}, turn=2, turns=2, options={"epochs": 2})
    t.run_until("gilgamesh.invoke").answer("egypt", "leave").answer("egypt", "greeks")
    assert (t.civ("greeks").vp, t.civ("greeks").player, t.civ("greeks").home) == (7, "Ana", "thrace")


# Facts of the game


def test_every_area_has_one_of_five_terrains() -> None:
    """ACME §1 (ACME-DIFF-01)."""
    assert {a.terrain for a in AREAS.values()} == {"plains", "fertile", "mountain", "desert", "sea"}


def test_the_home_area_is_a_block_and_not_printed() -> None:
    """ACME §1: it belongs to a game, not to the board; without its people an area is no home (ACME-DIFF-04)."""
    t = begin(*seats("egypt@memphis", "hittites"), map="abbreviated_western")
    assert {a: shown.home for a, shown in t.view().areas.items() if shown.home} == {
        "memphis": "egypt",
        "hattusha": "hittites",
    }


def test_every_question_is_answered_by_the_seat_it_is_put_to() -> None:
    """ACME §8.2: nobody acts out of turn."""
    t = duel(egypt={"hand": [44]}, hittites={"hand": [45]})
    with pytest.raises(NotAsked):
        t.answer("hittites", "45")


def test_npcs_and_barbarians_are_told_apart() -> None:
    """RUL-002: Barbarians are a Faction without hand, mina or VP."""
    shown = growing({"thebes": "egypt 1", "kaska": "barbarians 2"}).view()
    assert BARBARIANS not in shown.civs
    assert shown.barbarian_supply == 48


def test_the_game_is_the_same_whatever_its_civs() -> None:
    """ACME §4: every civilization can be played to the first Card Phase on the full map."""
    for civ in sorted(CIVS):
        other = "egypt@thebes" if civ != "egypt" else "elam"
        name = "egypt@thebes" if civ == "egypt" else "assyria@assur" if civ == "assyria" else civ
        name = "medes_persians@medes" if civ == "medes_persians" else name
        t = begin(*seats(name, other)).run_until("card.play", most=400)
        assert t.state.phase == "card"


def test_a_broken_position_is_named() -> None:
    """The invariants see what play cannot reach."""
    t = Story(write({"civs": {"egypt": {"home": "thebes"}, "hittites": {}}, "areas": {"thebes": "egypt 1"}}))
    assert occupied_areas(t.state, "egypt") == ["thebes"]
    assert contested_areas(t.state) == []
    t.state.disks["memphis"] = {"egypt": 2, "hittites": 1}
    t.state.civs["egypt"].supply += 1
    t.state.disks["tarsus"] = {"egypt": 0, "atlantis": 1}
    t.state.deck.pop()
    t.state.available.pop()
    t.state.civs["hittites"].mina = -1
    t.state.cubes["thebes"] = "hittites"
    found = " / ".join(GAME.problems(t.state))
    for part in (
        "egypt has",
        "who lies where is wrong of ['atlantis', 'egypt', 'hittites', 'memphis', 'tarsus']",
        "[] are said to be Contested, and ['memphis'] are",
        "tarsus holds an empty stack",
        "['atlantis'] are not in play and hold disks in ['tarsus']",
        "not in exactly one place",
        "in 0 places",
        "-1 mina",
        "Stronghold",
    ):
        assert part in found


def test_stacks_of_nobody_and_those_too_high_are_named() -> None:
    """ACME §3, RUL-172: Barbarians met while exploring may be more than an area keeps, a civ's disks never."""
    t = Story(write({"civs": {"egypt": {"home": "thebes"}}, "areas": {"thebes": "egypt 1"}, "phase": "growth"}))
    t.state.disks["lydia"] = {}
    t.state.disks["nabatea"] = {BARBARIANS: 3}
    t.state.disks["emar"] = {"egypt": 5}
    found = " / ".join(GAME.problems(t.state))
    assert "lydia holds an empty stack" in found
    assert ("nabatea is above the limit" in found, "emar is above the limit" in found) == (True, True)
    t.state.exploration = Exploration()
    found = " / ".join(GAME.problems(t.state))
    assert ("nabatea is above the limit" in found, "emar is above the limit" in found) == (False, True)
