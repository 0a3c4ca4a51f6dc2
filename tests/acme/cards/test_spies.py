"""Spies: cards 10 to 13 and 23."""

from __future__ import annotations

import pytest

from tests.acme.cards.tables import SPARE, duel, holds, offered, table


@pytest.mark.parametrize("card", [10, 12, 23])
def test_spies_10_12_23_need_another_civ_with_a_card(card: int) -> None:
    """Cards 10, 12, 23: without a card anywhere else they are not offered."""
    assert offered(duel(egypt=holds(card), hittites={"hand": [58]}), card)
    assert not offered(duel(egypt=holds(card), hittites={"mina": 5}), card)


def test_card_10_sees_three_cards_keeps_one_and_gains_a_mina() -> None:
    """Card 10, RUL-067: the others go back; the victim alone is told which card is gone."""
    t = duel(egypt=holds(10), hittites={"hand": [42, 43, 44, 45, 58]}).play("egypt", "10").windows()
    seen = t.options()
    assert (t.key, len(seen)) == ("card.look", 3)
    t.answer("egypt", seen[0])
    assert t.hand("egypt") == sorted([SPARE, int(seen[0])])
    assert (len(t.hand("hittites")), t.civ("egypt").mina) == (4, 1)
    assert f"card:{seen[0]}" not in t.told()


def test_card_10_takes_the_only_card_unasked() -> None:
    """Card 10: taking one is compulsory."""
    t = duel(egypt=holds(10), hittites={"hand": [58]}).play("egypt", "10").windows()
    assert (t.hand("egypt"), t.hand("hittites"), t.civ("egypt").mina) == ([SPARE, 58], [], 1)


def test_card_10_lets_its_player_choose_the_victim() -> None:
    """Card 10: any other civ with a card."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2", "alashiya": "sea_peoples 2"},
        order="egypt hittites mittani sea_peoples",
        egypt=holds(10),
        hittites={"hand": [58]},
        mittani={"hand": [43]},
    ).play("egypt", "10")
    assert t.asked() == ("card.victim", "egypt", ("hittites", "mittani"))


def test_card_11_pays_a_mina_and_discards_a_card_of_another_hand() -> None:
    """Card 11: the whole hand is seen; the card discarded is public."""
    t = duel(egypt=holds(11, mina=1), hittites={"hand": [42, 58]}).play("egypt", "11").windows()
    assert t.asked() == ("card.look", "egypt", ("42", "58"))
    t.answer("egypt", "42")
    assert (t.civ("egypt").mina, t.hand("hittites"), t.state.discard) == (0, [58], [42, 11])


def test_card_11_needs_a_mina() -> None:
    """Card 11: its price must be owned."""
    assert not offered(duel(egypt=holds(11), hittites={"hand": [58]}), 11)
    assert not offered(duel(egypt=holds(11, mina=1)), 11)


def test_card_12_takes_a_card_of_choice() -> None:
    """Card 12: from the whole hand."""
    t = duel(egypt=holds(12), hittites={"hand": [42, 43, 58]}).play("egypt", "12").windows()
    assert t.options() == ("42", "43", "58")
    t.answer("egypt", "43")
    assert (t.hand("egypt"), t.hand("hittites")) == ([SPARE, 43], [42, 58])


@pytest.mark.parametrize(("answer", "mina", "hand"), [("pay", 2, [58]), ("show", 0, [])])
def test_card_13_lets_the_victim_choose_between_mina_and_a_card(answer: str, mina: int, hand: list[int]) -> None:
    """Card 13, RUL-067: with 2 mina and a card the choice is the victim's."""
    t = duel(egypt=holds(13), hittites={"hand": [58], "mina": 2}).play("egypt", "13").windows()
    assert t.asked() == ("loss.penalty", "hittites", ("pay", "show"))
    t.answer("hittites", answer)
    assert (t.civ("egypt").mina, t.hand("hittites")) == (mina, hand)


def test_card_13_with_one_means_only_there_is_no_choice() -> None:
    """Card 13, RUL-067: fewer than 2 mina: the hand; no card: what mina there are."""
    t = duel(egypt=holds(13), hittites={"hand": [58], "mina": 1}).play("egypt", "13").windows()
    assert (t.civ("egypt").mina, t.hand("egypt")) == (0, [SPARE, 58])
    t = duel(egypt=holds(13), hittites={"mina": 5}).play("egypt", "13")
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (2, 3)


def test_card_13_a_civ_without_a_card_pays_the_one_mina_it_has() -> None:
    """Card 13: it may be chosen where another civ makes the card playable."""
    t = table(
        {"thebes": "egypt 2", "hattusha": "hittites 2", "mittani": "mittani 2"},
        order="egypt hittites mittani",
        egypt=holds(13),
        hittites={"mina": 1},
        mittani={"mina": 2},
    ).play("egypt", "13", "hittites")
    assert (t.civ("egypt").mina, t.civ("hittites").mina) == (1, 0)


def test_card_13_needs_a_card_or_two_mina_somewhere() -> None:
    """Card 13: one mina and no card are not enough."""
    assert not offered(duel(egypt=holds(13), hittites={"mina": 1}), 13)
    assert offered(duel(egypt=holds(13), hittites={"mina": 2}), 13)


def test_card_23_takes_a_card_and_gives_another() -> None:
    """Card 23, RUL-067: the card given is another one than that taken."""
    t = duel(egypt=holds(23, 44), hittites={"hand": [42, 58]}).play("egypt", "23").windows()
    t.answer("egypt", "42")
    assert t.asked() == ("card.give", "egypt", ("16", "44"))
    t.answer("egypt", "44")
    assert (t.hand("egypt"), t.hand("hittites")) == ([SPARE, 42], [44, 58])


def test_card_23_with_an_empty_hand_gives_nothing() -> None:
    """Card 23: a card is given only if there is another one."""
    t = duel(egypt={"hand": [23]}, hittites={"hand": [58]}).play("egypt", "23").windows()
    assert (t.hand("egypt"), t.hand("hittites")) == ([58], [])
