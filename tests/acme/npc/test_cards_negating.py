"""Negates of an NPC (Playbook, Negate Cards; RUL-145, RUL-147)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.npc.hands import SPARE, hand, table
from tests.acme.story import Story

FIRST = "egypt hittites"
CITY = {"kaska": "hittites 3"}


AIMED = {78: ("kaska", "3")}


def answered(card: int, *held: int, deck: int = 34, left: tuple[int, ...] = (SPARE,), **facts: Any) -> Story:
    """Egypt has played that card at the Hittites, who hold those; `left`: what else Egypt holds."""
    npc = hand(*held, **facts.pop("hittites", {}))
    t = table(CITY, order=FIRST, deck=[deck, 35], hittites=npc, egypt={"hand": [card, *left], **facts})
    return t.play("egypt", str(card), *AIMED.get(card, ())).windows()


def test_sol_neg_01_gains_of_others_are_let_be() -> None:
    """ACME-SOL-NEG-01: nobody is hurt by Bronze Workshops, nor by disks placed beside it."""
    t = answered(58, 27)
    assert (t.hand("hittites"), t.civ("egypt").mina) == ([27], 2)


def test_sol_neg_01_its_own_losses_are_cancelled() -> None:
    """ACME-SOL-NEG-01: losses of disks, mina, VP, cards and its Deity."""
    assert answered(78, 27).disks("hittites", "kaska") == 3
    assert answered(50, 27, hittites={"mina": 2}).civ("hittites").mina == 3
    assert answered(12, 27, 33).hand("egypt") == [SPARE]
    assert answered(81, 27, hittites={"vp": 2}).civ("hittites").vp == 2
    faithful: dict[str, Any] = {"deity": "god_of_the_forge"}
    assert not answered(92, 27, **faithful).civ("hittites").deity_lost


def test_sol_neg_01_not_what_spares_it() -> None:
    """ACME-SOL-NEG-01: Epic Poet in its area takes a disk of another; the power of its Deity alone is no loss."""
    areas = {"kaska": "hittites 1 barbarians 1", "pala": "egypt 1"}
    t = table(areas, order=FIRST, hittites=hand(27), egypt={"hand": [7, SPARE]})
    t.play("egypt", "7", "kaska", "done", "barbarians")
    assert (t.hand("hittites"), t.disks("hittites", "kaska")) == ([27], 1)
    t = answered(87, 27, deity="god_of_the_forge", hittites={"deity": "god_of_war"})
    assert t.hand("hittites") == [27]


def test_rul_145_the_narrowest_means() -> None:
    """RUL-145: False Prophet before Prophetess against a Religion card, Assassin against a Great Person."""
    assert answered(92, 27, 30, deity="god_of_the_forge").hand("hittites") == [27]
    assert 25 not in answered(12, 25, 27).hand("hittites")
    assert answered(78, 28, 27).hand("hittites") == [28]


def test_rul_145_giver_of_laws_before_a_prophet() -> None:
    """RUL-145: two disks of Giver of Laws go before cards that fit more."""
    t = answered(78, 27, hittites={"investments": {"19": 4}})
    assert (t.hand("hittites"), t.civ("hittites").investments) == ([27], {"19": 2})


def test_sol_neg_04_prophet_as_a_negate() -> None:
    """ACME-SOL-NEG-04: with its Deity at work the Prophet cancels; wanted for the Deity it is kept."""
    assert answered(78, 9).hand("hittites") == []
    t = answered(78, 9, hittites={"deity": "god_of_war", "deity_state": "lost"})
    assert "answered" not in t.told()
    assert "re-established its Lost Deity with {card:9}" in t.told()


@pytest.mark.parametrize(("top", "cancelled"), [(34, True), (33, False)])
def test_sol_neg_02_even_now_odd_later(top: int, cancelled: bool) -> None:
    """ACME-SOL-NEG-02: Egypt has another card; the card looked at is shuffled back, not discarded."""
    t = answered(78, 27, deck=top)
    assert (27 not in t.hand("hittites")) is cancelled
    assert top in t.state.deck
    assert top not in t.state.discard
    assert "turned up" in t.told()


def test_sol_neg_02_no_test_when_no_card_is_left() -> None:
    """ACME-SOL-NEG-02: Egypt's last card is cancelled at once."""
    t = answered(78, 27, deck=33, left=())
    assert "turned up" not in t.told()
    assert "{civ:hittites} responded to {card:78} with {card:27}" in t.told()


def test_sol_neg_02_an_event_is_resolved() -> None:
    """ACME-SOL-NEG-02: Time Marches On is played at once and discarded; its number is odd, so nothing is cancelled."""
    t = answered(78, 27, deck=97)
    assert t.state.ending
    assert 97 in t.state.discard
    assert 27 in t.hand("hittites")


def test_sol_neg_02_of_another_npc_only_cards_that_can_be_cancelled_count() -> None:
    """RUL-145: an NPC that acts has an open hand: with Negates and Competition cards alone there is no test."""
    kaska = {**CITY, "judah": "israelites 2"}
    facts: dict[str, Any] = {"deity": "god_of_the_forge", "enemies": ["hittites"]}
    t = table(
        kaska,
        order="israelites hittites egypt",
        deck=[33],
        israelites={"hand": [78, 25], **facts},
        hittites=hand(29, 27),
    )
    assert t.windows().hand("hittites") == [29]
    assert t.state.deck[0] == 33


def test_rul_145_a_persons_civ_makes_no_test() -> None:
    """A person's civ played by the NPC would tell by the test what it holds: it cancels at once."""
    t = answered(78, 27, deck=33, hittites={"npc": False})
    assert 27 not in t.civ("hittites").hand
    assert t.state.deck[0] == 33


def test_sol_neg_03_hand_writing_on_the_wall() -> None:
    """ACME-SOL-NEG-03: an invasion that would reach its disks is cancelled, another is not."""
    drawing: dict[str, Any] = {"hand": [63], "vp": 5}
    near = {"red_sea": "hittites 1 egypt 1", "memphis": "hittites 1"}
    t = table(near, order=FIRST, hittites=hand(94, 33), egypt=drawing, deck=[100, 35, 36, 37, 39, 40])
    t.play("egypt", "63").run_until("card.play")
    assert 94 not in t.hand("hittites")


def test_rul_147_sorcerer() -> None:
    """RUL-147: against the Sky God aimed at it, not against one aimed at another."""
    areas = {"kaska": "hittites 1", "rhodes": "barbarians 1"}
    egypt: dict[str, Any] = {"hand": [16], "deity": "sky_god"}
    t = table(areas, order=FIRST, hittites=hand(26), egypt=egypt)
    t.answer("egypt", "rhodes:barbarians").windows()
    assert t.hand("hittites") == [26]
    t = table(areas, order=FIRST, hittites=hand(26), egypt=egypt)
    t.answer("egypt", "kaska:hittites").windows()
    assert (t.hand("hittites"), t.disks("hittites", "kaska")) == ([], 1)


def test_rul_147_sorcerer_against_a_shield() -> None:
    """RUL-147: against Father of the Gods that would shield Egypt from a card of the NPC."""
    egypt: dict[str, Any] = {"hand": [16], "deity": "father_of_the_gods"}
    t = table({"memphis": "egypt 2"}, hittites={**hand(78, 26), "enemies": ["egypt"]}, egypt=egypt).windows()
    t.play("egypt", "power").windows()
    assert (t.hand("hittites"), t.civ("egypt").blocked) == ([], True)


@pytest.mark.parametrize(("own", "cancelled"), [(3, True), (1, False)])
def test_rul_147_sorcerer_against_the_god_of_war(own: int, cancelled: bool) -> None:
    """RUL-147: white disks are cancelled where the NPC could then win or tie, not where it must lose anyway."""
    egypt: dict[str, Any] = {"hand": [SPARE], "deity": "god_of_war"}
    areas = {"kaska": f"egypt 4 hittites {own}"}
    t = table(areas, order=FIRST, phase="competition", hittites=hand(26, deity="sky_god"), egypt=egypt)
    t.run_until("competition.commit").play("egypt", "war", "war", "done")
    assert (t.hand("hittites") == []) is cancelled


def test_rul_145_a_competition_card_that_costs_it_units() -> None:
    """RUL-145: Composite Bow is aimed at the NPC and cancelled, with one question after another too."""
    t = table(
        {"kaska": "egypt 3 hittites 3"},
        order=FIRST,
        phase="competition",
        options={"negate_window": "holders"},
        hittites=hand(27),
        egypt={"hand": [35]},
    )
    t.run_until("competition.commit").play("egypt", "card:35", "done")
    assert "{civ:hittites} responded to {card:35} with {card:27}" in t.told()
