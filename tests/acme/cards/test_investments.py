"""Investments of the Card Phase: cards 18, 19, 20, 24 and 60."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import duel, holds, offered, reason, table

MOST = [(18, 4), (19, 4), (20, 4), (24, 3), (60, 4)]


@pytest.mark.parametrize(("card", "most"), MOST, ids=[f"test_card_{n}" for n, _ in MOST])
def test_card_18_19_20_24_60_take_disks_from_supply_and_stay(card: int, most: int) -> None:
    """Cards 18, 19, 20, 24, 60: up to that many; the card lies before its owner and is in no pile (ACME §8.4)."""
    t = duel(egypt=holds(card)).play("egypt", str(card))
    assert t.asked() == ("card.amount", "egypt", tuple(str(n) for n in range(1, most + 1)))
    t.play("egypt", str(most))
    assert t.civ("egypt").investments == {str(card): most}
    assert (t.civ("egypt").supply, t.state.discard) == (46 - most, [])


@pytest.mark.parametrize("card", [n for n, _ in MOST])
def test_card_18_19_20_24_60_need_a_disk_in_supply(card: int) -> None:
    """RUL-015: disks in the Growth Box do not count; with one disk left one is laid out unasked."""
    t = duel(egypt=holds(card, growth_box=46))
    assert not offered(t, card)
    assert reason(t, card) == "you have no disk in Supply"
    t = duel(egypt=holds(card, growth_box=45)).play("egypt", str(card))
    assert t.civ("egypt").investments == {str(card): 1}


def test_card_19_saves_a_disk_from_a_fate_card() -> None:
    """Card 19, RUL-053, RUL-071: one disk of it for one of the map, in a window of its own; empty, it is discarded."""
    t = duel({"memphis": "egypt 1"}, order="hittites egypt", hittites=holds(77), egypt={"investments": {"19": 1}})
    t.play("hittites", "77", "memphis", "done").windows()
    assert t.asked() == ("loss.buy_off", "egypt", ("lose", "investment:19"))
    t.answer("egypt", "investment:19").windows()
    assert (t.disks("egypt", "memphis"), t.civ("egypt").investments, 19 in t.state.discard) == (1, {}, True)


@pytest.mark.parametrize(("disaster", "helps"), [(72, True), (77, True), (78, False), (83, False)], ids=str)
def test_card_60_saves_from_natural_disasters_only(disaster: int, helps: bool) -> None:
    """Card 60, RUL-071: 72 to 77."""
    t = table(
        {"thebes": "egypt 3", "memphis": "egypt 3", "hattusha": "hittites 2"},
        order="hittites egypt",
        hittites=holds(disaster),
        egypt={"investments": {"60": 4}, "mina": 9},
    )
    t.play("hittites", str(disaster)).run_until("loss.buy_off")
    assert ("investment:60" in t.options("egypt")) is helps


@pytest.mark.parametrize(("card", "helps"), [(72, True), (83, True), (89, False)])
def test_card_24_saves_from_disasters_only(card: int, helps: bool) -> None:
    """Card 24, RUL-071: 72 to 85."""
    t = table(
        {"thebes": "egypt 3", "memphis": "egypt 3", "hattusha": "hittites 2"},
        order="hittites egypt",
        hittites=holds(card, deity="sky_god"),
        egypt={"investments": {"24": 3}, "mina": 9},
    ).run_until("card.play")
    t.play("hittites", str(card)).run_until("loss.buy_off")
    assert ("investment:24" in t.options("egypt")) is helps


def test_card_20_saves_nothing_in_the_card_phase() -> None:
    """Card 20, RUL-071: it works in Competitions."""
    t = duel({"memphis": "egypt 1"}, order="hittites egypt", hittites=holds(77), egypt={"investments": {"20": 4}})
    t.play("hittites", "77", "memphis", "done")
    assert (t.disks("egypt", "memphis"), t.civ("egypt").investments) == (0, {"20": 4})


@pytest.mark.parametrize(("card", "disaster", "left"), [(24, 83, 5), (60, 77, 6)])
def test_card_24_60_a_disk_of_theirs_goes_for_one_of_the_map(card: int, disaster: int, left: int) -> None:
    """Cards 24, 60, RUL-071: one for one; with its last disk the card is discarded."""
    areas = {"thebes": "egypt 3", "memphis": "egypt 3", "hattusha": "hittites 2"}
    owner = {"investments": {str(card): 1}}
    t = table(areas, order="hittites egypt", hittites=holds(disaster), egypt=owner)
    t.play("hittites", str(disaster)).run_until("loss.buy_off")
    t.answer("egypt", f"investment:{card}").windows()
    assert (t.civ("egypt").investments, card in t.state.discard) == ({}, True)
    assert t.disks("egypt", "thebes") + t.disks("egypt", "memphis") == left
