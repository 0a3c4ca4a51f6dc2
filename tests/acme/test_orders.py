"""Standing orders: to pass, to let announcements pass or to negate them, to lose or to save, to decline."""

from __future__ import annotations

import pytest

from engine.acme.game import GAME
from engine.acme.orders import lost
from engine.acme.saving import worths
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from engine.core.orders import Verdict, verdict
from engine.core.said import counted
from engine.core.text import sentence, speaking
from engine.core.trial import Trial
from tests.acme.cards.tables import duel, holds, table
from tests.acme.cards.test_disasters import PLAGUED
from tests.acme.reckoning.positions import story as reckoning
from tests.acme.story import Story
from tests.acme.test_civs import told

ORDERS = GAME.orders


def judged(story: Story, seat: str, *lines: str) -> Verdict:
    """What these orders say to what the seat is asked now."""
    return verdict(Trial(story.table, seat), ORDERS, None, None, [read_order(ORDERS, line) for line in lines])


def plague(*hand: int, mina: int = 0) -> Story:
    """Egypt announces Biblical Plague: three disks of the Hittites are at stake."""
    return table(PLAGUED, egypt=holds(73), hittites={"mina": mina, "hand": list(hand)}).play("egypt", "73")


def harmless(*hand: int) -> Story:
    """Egypt announces Bronze Workshops, which costs nobody anything."""
    return duel(egypt=holds(58), hittites={"hand": list(hand)}).play("egypt", "58")


def test_what_passing_costs_is_found_by_trying_it() -> None:
    """RUL-054: with no look at what others hold."""
    assert lost(Trial(plague(27).table, "hittites"), "hittites") == 3
    assert lost(Trial(harmless(27).table, "hittites"), "hittites") == 0


@pytest.mark.parametrize(
    ("lines", "picks"),
    [
        (["negate: pass"], "pass"),
        (["negate: any"], "27"),
        (["negate: pass up to 2", "negate: any"], "27"),
        (["negate: pass up to 3", "negate: any"], "pass"),
        (["negate: any", "negate: pass up to 3"], "pass"),
    ],
)
def test_a_window_is_answered_by_what_it_would_cost(lines: list[str], picks: str) -> None:
    """RUL-054: of several orders that with the smallest number that holds."""
    story = plague(27, 28)
    said = judged(story, "hittites", *lines)
    assert said.batch == ((picks,),)
    story.answer("hittites", picks)


def test_a_window_that_costs_more_than_the_order_holds_for_is_its_owners() -> None:
    said = judged(plague(27), "hittites", "negate: pass up to 2")
    assert (said.why.key, said.why.values["n"]) == ("order.stop.much", counted(3, "disk"))
    assert not said.batch


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "it is about 3 disks, and the order holds up to 2"),
        ("de", "es geht um 3 Scheiben, und der Auftrag gilt bis 2"),
    ],
)
def test_why_an_order_does_not_hold_says_what_it_counts(language: str, said: str) -> None:
    why = judged(plague(27), "hittites", "negate: pass up to 2").why
    with speaking(language):
        assert sentence(why) == said


def test_nothing_is_negated_that_takes_nothing_or_with_nothing_in_hand() -> None:
    """Whoever has no answer lets it pass like anybody else, without being asked after all."""
    assert judged(harmless(27), "hittites", "negate: any").batch == (("pass",),)
    assert judged(plague(58), "hittites", "negate: any").batch == (("pass",),)


def test_losses_are_taken_or_saved_with_mina_as_long_as_there_is_any() -> None:
    """ACME §7.2."""
    story = plague(58, mina=1).windows()
    assert judged(story, "hittites", "losses: lose").batch == (("lose",),)
    assert judged(story, "hittites", "losses: mina up to 2").why.key == "order.stop.much"
    assert judged(story, "hittites", "losses: mina").batch == (("mina",),)
    story.answer("hittites", "mina")
    assert judged(story, "hittites", "losses: mina").why.key == "order.stop.gone"


def answered_by(story: Story, line: str) -> str:
    """What the Hittites give in the losses that they are asked about, one after the other, by that order alone."""
    given: list[str] = []
    while story.table.pending is not None and story.table.pending.key == "loss.buy_off":
        said = judged(story, "hittites", line)
        if said.why:
            return " ".join((*given, said.why.key.rpartition(".")[2]))
        given.append(said.batch[0][0])
        story.answer("hittites", *said.batch[0])
    return " ".join(given)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("losses: save home, rest lose", "mina lose lose"),
        ("losses: save cities, last, rest lose", "mina lose mina"),
        ("losses: save Kaska, rest mina", "mina mina cost"),
        ("losses: save home, save kaska, pala; keep 1 mina; rest lose", "mina kept"),
        ("losses: save home, kaska, pala, pay mina, cards, keep 1, rest lose", "mina card:58 card:28"),
        ("losses: save pala, pay investments, rest lose", "lose lose cost"),
        ("losses: save pala, pay investments, keep 1, rest lose", "lose lose cost"),
        ("losses: save strongholds, deity, rest lose", "lose lose lose"),
        ("losses: save kaska", "lose mina lose"),
        ("losses: save all, pay mina, rest lose", "mina mina cost"),
        ("losses: save hattusha, rest ask", "mina unnamed"),
        ("losses: ask", "unnamed"),
    ],
)
def test_disks_are_saved_where_the_order_says_so_with_what_it_says(line: str, given: str) -> None:
    """ACME §7.2: Hattusha is a City and the Home Area, Pala holds the last disk there; whoever cannot pay is asked."""
    assert answered_by(plague(28, 58, mina=2).windows(), line) == given


def test_what_a_city_can_spare_is_lost_and_what_makes_it_one_is_saved() -> None:
    """ACME §1: three disks are a City."""
    story = table({"thebes": "egypt 2", "zab": "hittites 4"}, egypt=holds(73), hittites={"mina": 3})
    assert answered_by(story.play("egypt", "73").windows(), "losses: save cities, rest lose") == "lose mina"


def test_where_the_deity_stands_and_the_stronghold_is_can_be_saved() -> None:
    view = plague(58, mina=1).windows().table.view("hittites")
    view["civs"]["hittites"] |= {"deity": "god_of_the_forge", "temple": "kaska"}
    view["areas"]["pala"]["stronghold"] = "hittites"
    assert worths(view, "hittites", "kaska") == ("deity",)
    assert worths(view, "hittites", "pala") == ("last", "strongholds")
    assert worths(view, "hittites", "nowhere") == ()


@pytest.mark.parametrize(
    "line",
    [
        "losses: save mina",
        "losses: pay home",
        "losses: keep kaska",
        "losses: keep 9",
        "losses: save",
        "losses: save home, rest win",
    ],
)
def test_what_cannot_be_said_of_losses_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, line)


@pytest.mark.parametrize(
    ("line", "hand", "passes"),
    [
        ("pass: always when stuck", [27], True),
        ("pass: always when stuck", [58], False),
        ("pass: always when alone", [58], False),
        ("pass: always when stuck or alone", [27], True),
    ],
)
def test_one_passes_when_there_is_nothing_else_to_do(line: str, hand: list[int], *, passes: bool) -> None:
    """ACME §8.2: a Negate alone is nothing to be played."""
    said = judged(duel(egypt={"hand": hand}, hittites={"hand": [28]}), "egypt", line)
    assert said.batch == ((("pass",),) if passes else ())
    assert passes or said.why.key == "order.stop.unmet"


@pytest.mark.parametrize(("mina", "bought"), [(1, "0"), (2, "1"), (3, "1")])
def test_cards_are_bought_while_there_is_mina_enough(mina: int, bought: str) -> None:
    """ACME §10.6.2: with less than was said none is bought."""
    story = reckoning({"egypt": {"mina": mina}}, step="draw.begin")
    assert judged(story, "egypt", "buy: 1 when holding 2").batch == ((bought,),)


def test_one_passes_when_all_others_have() -> None:
    story = duel(egypt=holds(58), hittites={"hand": [28, 27]}).answer("egypt", "pass")
    assert judged(story, "hittites", "pass: always when alone").batch == (("pass",),)


def test_one_passes_while_the_hand_is_small() -> None:
    """ACME §8: up to so many cards."""
    story = duel(egypt=holds(58), hittites={"hand": [27]})
    assert judged(story, "egypt", "pass: always").batch == (("pass",),)
    assert judged(story, "egypt", "pass: always up to 2").batch == (("pass",),)
    assert judged(story, "egypt", "pass: always up to 1").why.key == "order.stop.much"


@pytest.mark.parametrize("line", ["deploy: auto", "negate: rarely", "losses: lose up to", "gilgamesh: stay up to 2"])
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, line)


def test_an_order_is_about_its_own_questions_alone() -> None:
    assert judged(plague(27), "hittites", "losses: lose", "pass: always") == Verdict()


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        ("negate: any when home", "27"),
        ("negate: any when hits pala", "27"),
        ("negate: any when hits zab", "pass"),
        ("negate: any when lose 3", "27"),
        ("negate: any when lose >= 4", "pass"),
        ("negate: any when lose 4 or hits kaska", "27"),
        ("negate: any when city", "27"),
        ("negate: any when deity or mina or cards or vp", "pass"),
    ],
)
def test_a_negate_is_played_when_what_is_named_is_hit(line: str, picks: str) -> None:
    """RUL-054: where a disk would fall is found by trying it, not by what the announcement names."""
    assert read_order(ORDERS, line).line == line.replace(">= ", "")
    assert judged(plague(27), "hittites", line).batch == ((picks,),)


def test_what_hits_nothing_is_not_negated_on_any_condition() -> None:
    assert judged(harmless(27), "hittites", "negate: any when home or hits hattusha or lose 1").batch == (("pass",),)


@pytest.mark.parametrize(
    "line",
    [
        "negate: any when",
        "negate: any when hits atlantis",
        "negate: any when lose 0",
        "negate: pass when sunny",
        "negate: any when home and hits nowhere",
        "losses: mina when home",
        "negate: any when " + " or ".join(["home"] * 7),
    ],
)
def test_what_is_no_condition_is_refused(line: str) -> None:
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, line)


@pytest.mark.parametrize(
    ("stacks", "mina", "line", "given"),
    [
        ("babylon 4 egypt 3", 1, "removal: mina", "disk"),
        ("babylon 3 egypt 3", 2, "removal: mina", "mina"),
        ("babylon 3 egypt 3", 2, "removal: keep 2, rest mina", "disk"),
        ("babylon 2 egypt 4", 3, "removal: mina", "mina"),
        ("babylon 2 egypt 4", 2, "removal: keep 1 mina, rest mina", "disk"),
        ("babylon 2 egypt 4", 1, "removal: mina", "disk"),
    ],
)
def test_mina_are_paid_in_a_competition_where_that_changes_its_end(
    stacks: str, mina: int, line: str, given: str
) -> None:
    """ACME §9.4, RUL-105: not for an area that is won anyway, nor one that cannot be held with what may be paid."""
    civs = {"babylon": {"growth_box": 44, "mina": mina}, "egypt": {}}
    story = told("competition", {"aleppo": stacks}, civs).run_until("competition.removal")
    assert judged(story, "babylon", line).batch == ((given,),)
    story.answer("babylon", given)


def test_units_of_a_competition_are_given_up_and_nothing_is_paid() -> None:
    """ACME §9.4, RUL-103: as a fight plan that pays nothing; whoever orders it keeps mina and cards."""
    civs = {"babylon": {"growth_box": 44, "mina": 1}, "egypt": {}}
    story = told("competition", {"aleppo": "babylon 4 egypt 3"}, civs).run_until("competition.removal")
    asked = story.asked()[1]
    said = judged(story, asked, "removal: lose")
    assert "mina" in story.options()
    assert said.batch == (("disk",),)
    story.answer(asked, *said.batch[0])
