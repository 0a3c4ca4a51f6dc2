"""What an NPC pays and what it bears (Playbook, NPC Mina and Unplayable NPC Cards; RUL-143, RUL-144, RUL-149)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.setup.options import EVENTS
from tests.acme.npc.hands import SPARE, bare, hand, picked, table

FIRST = "egypt hittites"


def saves(area: str, *held: int, areas: dict[str, str] | None = None, **facts: Any) -> str:
    """What the Hittites save the next disk there with, having a mina."""
    s = bare(areas, hittites=hand(*held, mina=1, **facts))
    cards = [f"card:{n}" for n in sorted(held)]
    return picked(s, "loss.buy_off", "lose", "mina", *cards, about=(area,))


@pytest.mark.parametrize(
    ("area", "stack", "means"),
    [
        ("kaska", "hittites 3", "mina"),
        ("kaska", "hittites 2", "mina"),
        ("kaska", "hittites 4", "mina"),
        ("sinai", "hittites 2", "lose"),
        ("kaska", "hittites 1", "lose"),
        ("hattusha", "hittites 2", "mina"),
        ("pala", "hittites 1 gold", "mina"),
        ("tarsus", "hittites 1", "mina"),
        ("tarsus", "hittites 2", "mina"),
        ("tarsus", "hittites 3 egypt 1", "mina"),
        ("tarsus", "hittites 1 egypt 1", "lose"),
        ("mittani", "hittites 1", "mina"),
        ("nabatea", "hittites 1 oasis", "mina"),
        ("nabatea", "hittites 1", "lose"),
        ("icarian_sea", "hittites 1", "lose"),
        ("icarian_sea", "hittites 1 fishing_grounds", "mina"),
        ("icarian_sea", "hittites 1 egypt 1 fishing_grounds", "lose"),
    ],
)
def test_sol_mina_02_a_mina_for_what_matters(area: str, stack: str, means: str) -> None:
    """ACME-SOL-MINA-02: City, Gold and Deity areas, and the last disk by which it Controls what brings something."""
    assert saves(area, areas={area: stack}) == means


@pytest.mark.parametrize(
    ("stack", "means"), [("hittites 1", "mina"), ("hittites 1 egypt 1", "mina"), ("hittites 2", "lose")]
)
def test_sol_mina_02_a_sea_brings_something_to_the_sea_peoples(stack: str, means: str) -> None:
    """ACME-SOL-MINA-02, N-94: their VP and the growth of the Cimmerians ask for a disk there, Controlled or not."""
    assert saves("icarian_sea", areas={"icarian_sea": stack}, displays=["sea_peoples"]) == means


def test_sol_mina_02_in_play() -> None:
    """ACME-SOL-MINA-02: a disk of a City costs it the mina; one of a Camp is lost."""
    t = table({"zab": "hittites 3"}, order=FIRST, hittites=hand(mina=1), egypt={"hand": [76, SPARE]})
    t.play("egypt", "76", "zab")
    assert (t.disks("hittites", "zab"), t.civ("hittites").mina) == (2, 0)


def test_sol_mina_02_a_settlement_on_the_plains_that_yields_a_disk_is_worth_a_mina() -> None:
    """PB:1164, RUL-143: it pays for Ilium, whose two disks bring one in Growth."""
    t = table({"ilium": "hittites 2"}, order=FIRST, hittites=hand(mina=2), egypt={"hand": [76, SPARE]})
    t.play("egypt", "76", "ilium")
    assert (t.disks("hittites", "ilium"), t.civ("hittites").mina) == (2, 0)


def test_sol_neg_05_a_card_that_cannot_be_played_pays() -> None:
    """ACME-SOL-NEG-05: Tax Revolt with nobody rich enough, Forsaken by God without a Deity: the lowest number first."""
    assert saves("zab", 79, 92, 58) == "card:79"
    assert saves("zab", 92, 58) == "card:92"
    assert saves("zab", 58) == "lose"
    t = table({"zab": "hittites 1"}, order=FIRST, hittites=hand(79), egypt={"hand": [76, SPARE]}).play(
        "egypt", "76", "zab"
    )
    assert (t.disks("hittites", "zab"), t.hand("hittites")) == (1, [])


def test_sol_neg_05_neither_negates_nor_competition_cards() -> None:
    """RUL-143: Negates and Competition cards are kept, but for Great Captain; Grand Astrologer pays if not last."""
    assert saves("zab", 25, 31, 33) == "lose"
    assert saves("zab", 14, 25, 31) == "card:14"
    assert saves("zab", 5, vp=2) == "card:5"
    assert saves("zab", 5) == "lose"
    assert saves("zab", 64) == "card:64"


def test_rul_143_free_means_first() -> None:
    """RUL-143: Investments and the Deity save a disk before any card or mina does."""
    s = bare(hittites=hand(79, mina=1))
    options = ("lose", "mina", "card:79", "power")
    assert picked(s, "loss.buy_off", *options, about=("zab",)) == "power"
    assert picked(s, "loss.buy_off", *options, "investment:24", about=("zab",)) == "investment:24"


def test_rul_144_dancer_sees_its_hand() -> None:
    """RUL-144: asked for 2 mina or its hand it shows the hand."""
    t = table(order=FIRST, hittites=hand(33, mina=2), egypt={"hand": [13, SPARE]}).play("egypt", "13")
    assert (t.civ("hittites").mina, t.hand("hittites"), t.hand("egypt")) == (2, [], [SPARE, 33])


@pytest.mark.parametrize(("mina", "silent"), [(2, False), (1, True)])
def test_rul_144_blasphemy_is_paid_in_mina_alone(mina: int, silent: bool) -> None:
    """RUL-144: it pays 2 mina if it has them, and never a card."""
    pious: dict[str, Any] = {"hand": [90, SPARE], "deity": "god_of_the_forge"}
    t = table(order=FIRST, hittites=hand(25, 33, mina=mina), egypt=pious).play("egypt", "90")
    c = t.civ("hittites")
    assert (bool(c.silenced_until), c.mina) == (silent, mina if silent else 0)


def test_rul_144_nepotism_costs_the_least_useful_card() -> None:
    """RUL-144: of three cards the Competition card goes."""
    t = table(order=FIRST, hittites=hand(25, 33, 58, vp=1), egypt={"hand": [81, SPARE]})
    t.play("egypt", "81")
    assert 33 not in t.hand("hittites")


def test_rul_144_crisis_of_faith() -> None:
    """RUL-144: a mina, else a card that it cannot use, else the Deity is Lost."""
    s = bare(hittites=hand(58, 79, mina=1))
    assert picked(s, "epoch.faith", "mina", "card:58", "card:79", "lose") == "mina"
    assert picked(s, "epoch.faith", "card:58", "card:79", "lose") == "card:79"
    assert picked(s, "epoch.faith", "card:58", "lose") == "lose"


def test_rul_144_atonement_in_mina_first() -> None:
    """RUL-144: mina before cards, and of cards the least useful."""
    s = bare(hittites=hand(25, 58))
    assert picked(s, "loss.pay", "mina", "card:25", "card:58") == "mina"
    assert picked(s, "loss.pay", "card:25", "card:58") == "card:58"


def test_competition_white_disks_go_first() -> None:
    """RUL-143: a white disk goes before one of its own; Shield Bearers and Investments save either."""
    s = bare()
    assert picked(s, "loss.choose", "white", "disk", "mina", about=("zab",)) == "white"
    assert picked(s, "loss.choose", "white", "disk", "shield", about=("zab",)) == "shield"
    assert picked(s, "loss.choose", "white", "disk", "investment:20", about=("zab",)) == "investment:20"


def test_war_elephants_are_not_driven_off() -> None:
    """RUL-163: an NPC pays nothing for driving white disks away."""
    s = bare(hittites=hand(mina=3))
    assert picked(s, "loss.penalty", "mina", "pass") == "pass"


@pytest.mark.parametrize(
    ("held", "mina", "bought"),
    [((25,), 3, 2), ((25, 31, 33), 3, 0), ((), 1, 1), ((25, 31, 33, 35, 36, 37), 2, 0)],
)
def test_sol_mina_01_cards_up_to_six(held: tuple[int, ...], mina: int, bought: int) -> None:
    """ACME-SOL-MINA-01: it buys what fits beside the base draws, and never a seventh card."""
    s = bare(hittites=hand(*held, mina=mina))
    assert picked(s, "draw.buy", *(str(n) for n in range(mina + 1))) == str(bought)


def test_sol_mina_01_deities_and_displays_come_before_mina() -> None:
    """ACME-SOL-MINA-01: God of the Dead counts as a card that comes for nothing; Mittani may hold seven."""
    s = bare(hittites=hand(25, mina=3, deity="god_of_the_dead"), discard=[58])
    assert picked(s, "draw.buy", "0", "1", "2", "3") == "1"
    s = bare({"mittani": "mittani 2"}, order="mittani egypt", mittani=hand(25, mina=3, deity="god_of_war"))
    assert picked(s, "draw.buy", "0", "1", "2", "3", seat="mittani") == "3"


def test_sol_mina_01_in_play() -> None:
    """ACME-SOL-MINA-01: with one card left after the Card Phase and 3 mina it ends at six cards with 1 mina."""
    t = table(
        hittites=hand(25, mina=3),
        deck=[31, 33, 35, 36, 37, 39, 40, 41, 52, 53],
        options={"without_events": list(EVENTS)},
    )
    t.run_until("growth.retire", "growth.deploy")
    assert (len(t.hand("hittites")), t.civ("hittites").mina) == (6, 1)


@pytest.mark.parametrize(("own", "paid"), [(4, True), (1, False)])
def test_rul_163_in_a_competition_it_pays_where_that_wins(own: int, paid: bool) -> None:
    """RUL-163: Composite Bow takes two disks of a City that can be held; nothing is paid where all is lost."""
    t = table(
        {"zab": f"egypt 4 hittites {own}"},
        order=FIRST,
        phase="competition",
        hittites=hand(mina=2, deity="sky_god"),
        egypt={"hand": [35]},
    )
    t.run_until("competition.commit").play("egypt", "card:35", "done").windows()
    t.run_until("competition.removal", "card.play", "growth.retire")
    assert ("{civ:hittites} paid 1 mina to keep something important in {area:zab}" in t.told()) is paid
