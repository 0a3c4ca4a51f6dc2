"""Which card an NPC plays first (Playbook, NPC Card Play; RUL-139)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.cards.effects import MINA, PLACE, effects
from engine.acme.npc.cards.worth import worth
from engine.core.deliberation import Thought, mark
from tests.acme.npc.hands import SPARE, asked, bare, hand, picked, table
from tests.acme.story import Story

RANKED = {1: 1, 2: 95, 3: 92, 4: 4, 5: 58, 6: 80, 7: 81, 8: 50, 9: 76, 10: 85, 11: 52, 12: 19}
RICH: dict[str, Any] = {"hand": [SPARE, 31], "mina": 2, "vp": 1, "deity": "god_of_the_forge"}
RAIDED = {"rhodes": "barbarians 1"}


def after_one_action(*cards: int, **facts: Any) -> Story:
    """The Hittites have played one of these cards where each of the twelve would have an effect."""
    return table(RAIDED, hittites=hand(*cards, **facts), egypt=RICH).windows()


@pytest.mark.parametrize("rank", range(1, 12))
def test_sol_play_01_to_11_each_rank_goes_before_the_next(rank: int) -> None:
    """ACME-SOL-PLAY-01 to PLAY-11: a card of one rank goes before one of the next, which is played alone."""
    first, second = RANKED[rank], RANKED[rank + 1]
    both = after_one_action(first, second)
    assert first not in both.hand("hittites")
    assert second in both.hand("hittites")
    assert f"(card priority {rank}" in both.told()
    alone = after_one_action(second)
    assert second not in alone.hand("hittites")
    assert f"(card priority {rank + 1}" in alone.told()


def test_sol_play_12_other_cards_come_last() -> None:
    """ACME-SOL-PLAY-12: an Investment is laid out when nothing of ranks 1 to 11 is left, with all it can hold."""
    t = after_one_action(19)
    assert t.civ("hittites").investments == {"19": 4}


def test_sol_play_13_never_against_itself() -> None:
    """ACME-SOL-PLAY-13: a card that would hurt the NPC alone stays in hand, and it passes."""
    t = table({"tarsus": "hittites 2"}, hittites=hand(74), egypt={"mina": 1})
    assert t.hand("hittites") == [74]
    assert t.civ("hittites").passed


def test_sol_play_13_barbarians_never_come_to_itself() -> None:
    """ACME-SOL-PLAY-13: with Barbarians in its own area alone Tribal Confederation is not played."""
    assert table({"kaska": "hittites 1 barbarians 1"}, hittites=hand(85)).hand("hittites") == [85]
    t = table({"kaska": "hittites 1 barbarians 1", "rhodes": "barbarians 1"}, hittites=hand(85)).windows()
    assert (t.disks("barbarians", "rhodes"), t.disks("barbarians", "kaska")) == (2, 1)


def test_sol_play_14_the_larger_effect_of_a_rank_first() -> None:
    """ACME-SOL-PLAY-14: 3 mina before 2, and of equal amounts the card with more effects, then the lower number."""
    met = {"tyre": "egypt 1", "byblos": "hittites 1", "emar": "mittani 1"}
    s = bare(met, order="hittites egypt mittani", hittites=hand(6, 43, 58))
    assert picked(s, "card.play", "6", "43", "58", "pass") == "6"
    assert picked(s, "card.play", "43", "58", "pass") == "43"
    s = bare(hittites=hand(69, 96))
    assert picked(s, "card.play", "69", "96", "pass") == "96"


@pytest.mark.parametrize("card", [1, 3, 65, 66, 96])
def test_sol_play_14_without_a_disk_left_a_card_has_one_effect_less(card: int) -> None:
    """ACME-SOL-PLAY-14: cards that gain something and place disks besides gain no less, and place nothing."""
    areas = {"hattusha": "hittites 2", "kaska": "hittites 1 egypt 1", "pala": "hittites 1"}
    full, empty = bare(areas), bare(areas, hittites={"disks": 4})
    assert worth(full, "hittites", card).rank == worth(empty, "hittites", card).rank
    assert worth(full, "hittites", card).effects == worth(empty, "hittites", card).effects + 1


@pytest.mark.parametrize(("mina", "vp"), [(0, 2), (1, 3), (5, 3)])
def test_sol_play_14_philosopher_king_counts_the_vp_that_he_sells(mina: int, vp: int) -> None:
    """ACME-SOL-PLAY-14, card 4: 1 VP, and 1 for a mina twice, of which he brings one himself."""
    assert worth(bare(hittites={"mina": mina}), "hittites", 4).amount == vp
    t = table(hittites=hand(4, mina=mina)).windows()
    assert t.civ("hittites").vp == vp


@pytest.mark.parametrize(("played", "why"), [("58", "(card priority 5)"), ("42", "better than {card:58}")])
def test_the_strong_computer_is_told_the_reason_of_an_npc_where_it_answers_like_one(played: str, why: str) -> None:
    """An NPC would play Bronze Workshops; whoever plays something else has reckoned that it is better."""
    t = table(hittites=hand(42, 58, npc=False, strong=True))
    t.table.go_on([Thought(mark(t.table.record), "hittites", (played,))])
    reasons = [e.text for e in t.table.events if e.key == "why.card.play"]
    assert len(reasons) == 1
    assert why in reasons[0]


def lying(story: Story, civ: str) -> int:
    """All disks of the civ on the map."""
    return sum(here.get(civ, 0) for here in story.state.disks.values())


@pytest.mark.parametrize("card", [1, 3, 65, 66, 96])
def test_a_computer_knows_how_many_disks_and_mina_a_card_will_bring(card: int) -> None:
    """ACME-SOL-PLAY-14: two disks each; Queen of Sheba a card too, Royal Architect a VP and no mina."""
    areas = dict.fromkeys(("hattusha", "karahuyuk", "arzawa"), "hittites 2")
    t = table(areas, hittites=hand(card)).windows()
    known = effects(bare(areas, hittites=hand(card)), "hittites", card)
    assert known[PLACE] == lying(t, "hittites") - 3 * 2 == 2
    assert known.get(MINA, 0) == t.civ("hittites").mina == (0 if card == 3 else 1)


def test_sol_play_14_without_a_disk_left_golden_age_is_no_better_than_the_royal_road() -> None:
    """ACME-SOL-PLAY-14: a mina each; with disks Golden Age has one effect more, without the lower number decides."""
    areas = {"hattusha": "hittites 3", "kaska": "hittites 3"}
    assert picked(bare(areas, hittites=hand(49, 65)), "card.play", "49", "65", "pass") == "65"
    assert picked(bare(areas, hittites=hand(49, 65, disks=6)), "card.play", "49", "65", "pass") == "49"


def test_sol_play_14_a_card_ranks_by_its_best_effect() -> None:
    """ACME-SOL-PLAY-14: Pirates take disks and gain a mina, so they rank as a mina card."""
    s = bare({"red_sea": "egypt 1"}, hittites=hand(82, 80))
    assert worth(s, "hittites", 82).rank == 5
    assert picked(s, "card.play", "80", "82", "pass") == "82"


def test_sol_play_14_one_card_of_the_queen_of_sheba_is_less_than_two_of_a_royal_marriage() -> None:
    """ACME-SOL-PLAY-14: though the Queen brings a mina and disks besides."""
    s = bare({"kaska": "hittites 1 egypt 1"}, hittites=hand(1, 63))
    assert picked(s, "card.play", "1", "63", "pass") == "63"


def test_sol_play_14_one_mina_of_pirates_is_less_than_two_of_bronze_workshops() -> None:
    """ACME-SOL-PLAY-14: the amount of the best effect counts before the number of effects."""
    s = bare({"red_sea": "egypt 1"}, hittites=hand(82, 58))
    assert picked(s, "card.play", "58", "82", "pass") == "58"


@pytest.mark.parametrize("mina", [3, 4])
def test_sol_play_14_half_of_few_mina_is_no_more_than_trade_embargo_takes(mina: int) -> None:
    """ACME-SOL-PLAY-14: Tax Revolt finds no disk of Egypt in Land and takes 2 mina, too: the lower number decides."""
    areas = {"thebes": "barbarians 1", "red_sea": "egypt 1"}
    assert picked(bare(areas, egypt={"mina": mina}, hittites=hand(50, 79)), "card.play", "50", "79", "pass") == "50"


def test_sol_play_14_dancer_and_nepotism_rank_by_their_victim() -> None:
    """ACME-SOL-PLAY-14: Dancer takes a card from the poor, mina from the rich; Nepotism a card if there are 3."""
    poor, rich = bare(egypt={"mina": 1}), bare(egypt={"mina": 2})
    assert (worth(poor, "hittites", 13).rank, worth(rich, "hittites", 13).rank) == (1, 5)
    few, many = bare(egypt={"vp": 1}), bare(egypt={"vp": 1, "hand": [SPARE, 31, 33]})
    assert (worth(few, "hittites", 81).rank, worth(many, "hittites", 81).rank) == (7, 6)


def test_sol_eq_02_equal_cards_may_be_settled_by_the_deck() -> None:
    """ACME-SOL-EQ-02: cards of equal rank, amount and effects are ties, which Method B settles; Method A by number."""
    s = bare(hittites=hand(45, 58))
    decision = asked(s, "card.play", "45", "58", "pass")
    assert (decision.picks, decision.ties) == (("45",), (("45",), ("58",)))
    t = table(hittites=hand(45, 58), deck=[14, 33], options={"npc_method": "b"})
    assert 58 in t.hand("hittites")
    t = table(hittites=hand(45, 58), deck=[33, 14], options={"npc_method": "b"})
    assert 45 in t.hand("hittites")


def test_sol_card_02_you_means_the_npc() -> None:
    """ACME-SOL-CARD-02: cards of an NPC place its own disks."""
    t = table({"kaska": "hittites 1"}, hittites=hand(52)).windows()
    assert t.disks("hittites", "kaska") + t.disks("hittites", "hattusha") == 5


def test_sol_card_03_the_greatest_benefit_is_taken() -> None:
    """ACME-SOL-CARD-03, ACME-SOL-CLAR-01: Philosopher King buys both VP; Grain Storehouses are filled."""
    t = table(hittites=hand(4, mina=1)).windows()
    assert (t.civ("hittites").vp, t.civ("hittites").mina) == (3, 0)
    t = table(hittites=hand(60)).windows()
    assert t.civ("hittites").investments == {"60": 4}


def test_sol_card_04_disks_of_cards_go_by_the_placement_priorities() -> None:
    """ACME-SOL-CARD-04, ACME-SOL-CLAR-05: Queen of Sheba's first disk makes the home a City, as a growth disk would."""
    areas = {"hattusha": "hittites 2", "kaska": "hittites 1", "tarsus": "hittites 1"}
    t = table(areas, hittites=hand(1)).windows()
    assert t.disks("hittites", "hattusha") == 3


def test_sol_card_04_cities_are_built_by_the_placement_priorities_too() -> None:
    """ACME-SOL-CARD-04: Architect makes the home a City before two Settlements in Fertile Land, which is better."""
    areas = {"hattusha": "hittites 2", "carchemish": "hittites 2", "emar": "hittites 2"}
    t = table(areas, hittites=hand(3)).windows()
    assert [t.disks("hittites", area) for area in areas] == [3, 3, 2]


def test_sol_card_05_a_free_deity_is_the_first_action() -> None:
    """ACME-SOL-CARD-05: the first action of the game is a random Available Deity, for nothing, instead of a card."""
    t = table({"hattusha": "barbarians 2", "kaska": "hittites 1"}, hittites=hand(58, mina=1, deity=""))
    c = t.civ("hittites")
    assert c.deity
    assert (c.hand, c.mina, c.acted, t.disks("hittites", "kaska")) == ([58], 1, True, 1)
    assert "for free as its first action" in t.told()
    t.answer("egypt", "pass")
    assert t.civ("hittites").hand == []


def test_sol_card_05_not_with_a_deity_already_nor_for_a_person() -> None:
    """RUL-141: whoever has a Deity plays on; a person's civ that the NPC plays gets none."""
    t = table(hittites=hand(58))
    assert (t.civ("hittites").hand, t.civ("hittites").deity) == ([], "goddess_of_peace")
    t = table(hittites=hand(58, deity="", npc=False))
    assert (t.civ("hittites").hand, t.civ("hittites").deity) == ([], "")


def test_sol_clar_01_branches_of_a_card() -> None:
    """ACME-SOL-CLAR-01, RUL-142: of two effects VP, cards or a Deity are taken."""
    s = bare()
    assert picked(s, "card.option", "place", "vp") == "vp"
    assert picked(s, "card.option", "growth", "vp") == "vp"
    assert picked(s, "card.option", "look", "draw") == "draw"
    assert picked(s, "card.option", "establish", "restore") == "restore"


def test_sol_clar_02_no_card_at_a_price() -> None:
    """ACME-SOL-CLAR-02: Diplomat stays with a person's civ, which would pay for it; Exodus is never played."""
    t = table(hittites=hand(11, mina=1, npc=False))
    assert t.civ("hittites").hand == [11]
    t = table({"kaska": "hittites 4"}, hittites=hand(64))
    assert t.civ("hittites").hand == [64]


def test_sol_clar_11_grand_astrologer_only_in_last_place() -> None:
    """ACME-SOL-CLAR-11, RUL-148: played in last place, ties included, and always for four cards."""
    t = table(hittites=hand(5, vp=1), egypt={"vp": 0})
    assert t.hand("hittites") == [5]
    t = table(hittites=hand(5, vp=1), egypt={"vp": 1}, deck=[33, 28, 58, 42, 1]).windows()
    assert t.hand("hittites") == [28, 33]
    assert t.state.deck[0] == 1


def test_mina_01_no_card_that_overfills_the_hand() -> None:
    """RUL-149: Royal Marriage is kept while its two cards would not fit into the hand."""
    full = (17, 33, 35, 36, 37, 63)
    near = {"kaska": "hittites 1 egypt 1"}
    assert picked(bare(near, hittites=hand(*full)), "card.play", "63", "pass") == "pass"
    assert picked(bare(near, hittites=hand(*full[1:])), "card.play", "63", "pass") == "63"
