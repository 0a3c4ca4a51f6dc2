"""Answers to revealed cards (ACME §8.5, RUL-053 to RUL-056, RUL-181)."""

from __future__ import annotations

from tests.acme.competition.arena import HOLDERS, fight, phase
from tests.acme.story import Story

TWO = "egypt babylon"


def revealed(egypt: str, babylon: str, *commits: str) -> Story:
    """Egypt and Babylon, 4 to 4; Egypt commits these cards, Babylon none."""
    t = fight("egypt 4 babylon 4", order=TWO, egypt=f"hand={egypt}", babylon=f"hand={babylon}\nmina=1")
    t.play("egypt", *commits, "done")
    if len(commits) > 1:
        t.answer("egypt", *[c[5:] for c in commits])
    return t.play("babylon", "done")


def test_rul_181_one_sealed_window_names_answers_for_all_revealed_cards() -> None:
    t = revealed("[16,35]", "[27,29]", "card:16", "card:35")
    assert t.key == "competition.negate"
    assert t.options("babylon") == ("27:16:egypt", "29:16:egypt", "27:35:egypt", "pass")
    assert t.table.pending is not None
    assert (t.table.pending.sealed, t.table.pending.harm) == (True, True)
    t.table.close({"babylon": ("29:16:egypt", "27:35:egypt")})
    t.check().windows()
    assert t.disks("babylon", "aleppo") == 4
    assert {16, 27, 29, 35} <= set(t.state.discard)


def test_rul_181_an_answer_named_for_several_cards_meets_the_first_that_comes_up() -> None:
    t = revealed("[16,35]", "[27]", "card:35", "card:16")
    t.table.close({"babylon": ("27:16:egypt", "27:35:egypt")})
    t.check().windows()
    assert "{civ:egypt} played {card:35}, but it was Negated." in t.told()
    assert t.disks("babylon", "aleppo") == 3


def test_rul_181_of_two_answers_to_one_card_the_second_stays_in_hand() -> None:
    t = revealed("[16]", "[27,28]", "card:16")
    t.table.close({"babylon": ("28:16:egypt", "27:16:egypt")})
    t.check().windows()
    assert 27 in t.hand("babylon")
    assert "{card:27}" not in t.told()


def test_rul_181_pass_beside_pairs_is_pass() -> None:
    t = revealed("[16]", "[27,28]", "card:16")
    t.table.close({"babylon": ("27:16:egypt", "pass")})
    t.check()
    assert t.hand("babylon") == [27, 28]
    assert t.disks("babylon", "aleppo") == 3


def test_rul_181_a_card_without_effect_uses_up_no_answer() -> None:
    t = fight("egypt 4 babylon 3", order=TWO, egypt="hand=[17,16]", babylon="hand=[29]\nmina=0")
    t.play("egypt", "card:17", "card:16", "done").answer("egypt", "17", "16")
    t.play("babylon", "done")
    t.table.close({"babylon": ("29:16:egypt",)})
    t.check().answer("babylon", "lose")
    assert "{civ:egypt} used {card:16} without effect." in t.told()
    assert t.hand("babylon") == [29]


def test_rul_181_no_window_when_nobody_else_has_a_card() -> None:
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[16]", babylon="mina=1")
    t.play("egypt", "card:16", "done")
    assert t.key == "competition.removal"


def test_rul_181_civs_outside_the_area_may_answer_too() -> None:
    t = phase({"aleppo": "egypt 4 babylon 4"}, order="egypt babylon hittites", egypt="hand=[16]", hittites="hand=[29]")
    t.windows().play("egypt", "card:16", "done")
    assert (t.key, t.table.waiting()) == ("competition.negate", ("hittites",))
    t.table.close({"hittites": ("29:16:egypt",)})
    t.check()
    assert "{civ:egypt} played {card:16}, but it was Negated." in t.told()


def test_rul_055_a_negate_of_a_revealed_card_can_be_negated_itself() -> None:
    t = revealed("[16,27]", "[29]", "card:16")
    t.table.close({"babylon": ("29:16:egypt",)})
    t.check()
    assert (t.key, t.table.waiting()) == ("card.negate", ("egypt",))
    t.table.close({"egypt": ("27",)})
    t.check().windows()
    assert t.disks("babylon", "aleppo") == 3
    assert t.civ("egypt").mina == 1


def test_card_19_giver_of_laws_answers_a_competition_card_against_its_owner() -> None:
    """RUL-056: two disks, not against a Great Person, not against a card aimed at somebody else."""
    t = fight("egypt 4 babylon 4", order=TWO, egypt="hand=[35,16]", babylon="investments={19=4}\nmina=1")
    t.play("egypt", "card:35", "card:16", "done").answer("egypt", "35", "16")
    assert t.options("babylon") == ("investment:19:35:egypt", "pass")
    t.table.close({"babylon": ("investment:19:35:egypt",)})
    t.check().windows()
    assert t.civ("babylon").investments == {"19": 2}
    assert t.disks("babylon", "aleppo") == 3


def test_rul_054_with_holders_the_answer_is_asked_card_by_card() -> None:
    areas = {"aleppo": "egypt 4 babylon 4"}
    t = phase(areas, order=TWO, egypt="hand=[16]", babylon="hand=[29]", top=HOLDERS).play("egypt", "card:16", "done")
    t.play("babylon", "done")
    assert t.asked() == ("card.negate", "babylon", ("29", "pass"))
    t.answer("babylon", "29")
    assert "{civ:egypt} played {card:16}, but it was Negated." in t.told()


def test_rul_101_who_gives_up_his_last_disk_there_for_high_priest_is_out() -> None:
    """Card 28: Egypt saves its own card with High Priest, paying with its only disk in the area."""
    t = fight("egypt 1 babylon 3", order=TWO, egypt="hand=[35,28]", babylon="hand=[27]")
    t.play("egypt", "card:35", "done").play("babylon", "done")
    t.table.close({"babylon": ("27:35:egypt",)})
    t.check()
    t.table.close({"egypt": ("28",)})
    t.check().windows()
    assert t.disks("babylon", "aleppo") == 3
    assert "{civ:egypt} used {card:35} without effect." in t.told()
