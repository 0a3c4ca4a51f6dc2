"""What the strong computer reckons: how much of the game is left, what disks bring, when a Deity is worth its price."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.npc.relations import targets
from engine.acme.strong.deliberation import think
from engine.acme.strong.horizon import tallies_left
from engine.acme.strong.settling import best_landing, settler
from tests.acme.growing import acquire, growing
from tests.acme.story import Story

EGYPT = {"thebes": "egypt 2", "memphis": "egypt 2", "sinai": "egypt 1"}


def reckoned(story: Story) -> str:
    """What the strong computer would answer in the place of whoever is asked."""
    asked, ask = story.table.pending, story.ask()
    assert asked is not None
    return think(story.state, asked.to(ask.seat), ask)[0]


@pytest.mark.parametrize(
    ("epoch", "turn", "options", "left"),
    [
        (3, 4, {"epochs": 3}, 1.0),
        (3, 1, {"epochs": 3}, 4.0),
        (2, 4, {"epochs": 3}, 5.0),
        (2, 1, {"epochs": 3}, 6.75),
        (1, 1, {"epochs": 3}, 9.5),
        (1, 1, {"turns": 2}, 2.0),
    ],
)
def test_tallies_to_come_are_reckoned_from_when_epochs_may_end(
    epoch: int, turn: int, options: dict[str, Any], left: float
) -> None:
    """ACME §10.5: the second and third turn end an Epoch by every other card, the fourth always, the last plays on."""
    s = growing(EGYPT, options=options).state
    s.epoch, s.turn = epoch, turn
    assert tallies_left(s) == left


def test_early_disks_become_settlements_and_late_ones_cities() -> None:
    early, late = acquire(EGYPT).state, acquire(EGYPT).state
    late.epoch, late.turn = 4, 4
    assert settler(early, "egypt", 1).worth("memphis", 2) > settler(late, "egypt", 1).worth("memphis", 2)
    found = best_landing(settler(late, "egypt", 1), ["memphis", "sinai"])
    assert found is not None
    assert (found.area, found.n) == ("memphis", 1)


def test_an_area_of_others_is_entered_only_to_win_it() -> None:
    """With four disks against two the Competition leaves a City; with one disk there is nothing to be had."""
    s = acquire({**EGYPT, "judah": "hittites 2"}).state
    assert list(settler(s, "egypt", 1).gains("judah")) == []
    won = [landing.n for landing in settler(s, "egypt", 4).gains("judah")]
    assert won
    assert min(won) > 2


def test_disks_of_the_leader_are_worth_more_than_those_of_others() -> None:
    s = acquire({**EGYPT, "judah": "hittites 2"}).state
    before = max(landing.each for landing in settler(s, "egypt", 4).gains("judah"))
    s.civs["assyria"] = type(s.civs["egypt"])(home="assur", vp=30)
    s.order.append("assyria")
    after = max(landing.each for landing in settler(s, "egypt", 4).gains("judah"))
    assert before > after


def praying(turn: int, **egypt: Any) -> Story:
    """A Card Phase in Epoch IV in which Egypt may establish a Deity."""
    story = growing(EGYPT, epoch=4, turn=turn, egypt=egypt)
    return story.run_until("card.play")


def test_a_deity_comes_as_long_as_it_pays_and_what_cannot_be_used_pays_for_it() -> None:
    """ACME §12.2: five resources; a Tally is 1 VP more. A Negate is worth less than a mina, disks are given last."""
    early = praying(1, hand=[16, 25, 29], mina=2)
    assert reckoned(early) == "deity"
    early.answer("egypt", "deity")
    assert reckoned(early) == "mother_goddess"
    early.answer("egypt", "mother_goddess")
    assert reckoned(early) in {"card:25", "card:29"}
    assert reckoned(praying(4, hand=[16, 25, 29], mina=2)) != "deity"
    assert reckoned(praying(1, hand=[16, 25])) != "deity"


def test_cards_that_bring_mina_are_played_before_a_deity() -> None:
    assert reckoned(praying(1, hand=[16, 25, 29, 58], mina=2)) == "58"


def test_a_card_that_brings_as_many_cards_as_mina_is_played_before_a_deity() -> None:
    """The Queen of Sheba brings one of each, which may be its price (ACME §12.2)."""
    assert reckoned(praying(1, hand=[16, 25, 29, 1], mina=2)) == "1"


def test_a_threatened_home_is_guarded_first() -> None:
    s = acquire({**EGYPT, "thebes": "egypt 2 barbarians 2"})
    assert reckoned(s) == "thebes"


def test_its_cards_hit_the_leader_rather_than_whom_it_fights() -> None:
    """RUL-137 has an NPC turn against its enemies first; to win it is the leader who has to be brought down."""
    story = acquire(
        {**EGYPT, "memphis": "egypt 2 hittites 2", "assur": "assyria 2"}, order="egypt hittites assyria", board="full"
    )
    s = story.state
    s.civs["assyria"].vp = 20
    assert targets(s, "egypt")[0] == "hittites"
    s.civs["egypt"].strong = True
    assert targets(s, "egypt")[0] == "assyria"


def test_it_first_defends_what_a_scenario_decides_by() -> None:
    """Sargon I: who loses the Home Area has lost; the Playbook has four disks there before anything else."""
    story = acquire({**EGYPT, "thebes": "egypt 3"})
    assert reckoned(story) != "thebes"
    story.state.scenario = "sargon"
    assert reckoned(story) == "thebes"
