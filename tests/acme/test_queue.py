"""Actions and growth queued ahead: done when they are asked if they still fit, else their owner is told why not.

What is queued is plain data: a story queues it in one position and meets the question in another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.acme.game import GAME
from engine.core.auto_answers import Verdict
from engine.core.errors import IllegalAnswer
from engine.core.queue import ActionQueue, action_of, at_turn, enqueue, position_ahead, queue_verdict, queued_to
from engine.core.trial import Trial
from tests.acme.cards.tables import table
from tests.acme.story import Story

QUEUEING = GAME.auto_answers.queueing
PLAY, DEPLOY = "card.play", "growth.deploy"
LAND = {
    "thebes": "egypt 3",
    "memphis": "egypt 3",
    "hattusha": "hittites 3",
    "kaska": "hittites 2",
    "tarsus": "hittites 1",
}
MINE = ["58"]  # Bronze Workshops
AIMED = [["73"], ["memphis"]]  # Biblical Plague


def cards(areas: dict[str, str] | None = None, *hand: int, **more: Any) -> Story:
    """The Card Phase: Egypt acts, then the Hittites with this hand."""
    facts = {"hand": [*hand], "mina": 1, **more.pop("hittites", {})}
    return table({**LAND, **(areas or {})}, egypt={"hand": [16]}, hittites=facts, **more)


def growth(areas: dict[str, str] | None = None, **more: Any) -> Story:
    """The Growth Phase: Egypt grows, then the Hittites."""
    return table({**LAND, **(areas or {})}, phase="growth", **more)


def queue_of(story: Story, *ways: Sequence[Sequence[str]], kind: str = PLAY) -> ActionQueue:
    """What the Hittites queue: the first of these ways that fits."""
    there = position_ahead(story.table, "hittites", kind)
    assert there is not None
    actions = [action_of(there, "hittites", way) for way in ways]
    return enqueue(None, story.table, "hittites", kind, actions)


def placed(story: Story, *areas: str) -> ActionQueue:
    """Growth disks of the Hittites queued for these areas, with nothing done before."""
    there = position_ahead(story.table, "hittites", DEPLOY)
    assert there is not None
    before = list[list[str]]()
    while there.pending is not None and there.pending.key != DEPLOY:
        before.append(["done"])
        there.submit("hittites", "done")
    return queue_of(story, [*before, *([area] for area in areas)], kind=DEPLOY)


def said(story: Story, queue: ActionQueue) -> tuple[Verdict, ActionQueue]:
    """What the queue says once the Hittites are asked, and what is left of it."""
    while "hittites" not in story.table.waiting():
        story.answer("egypt", "done" if "done" in story.options("egypt") else "pass")
    return queue_verdict(Trial(story.table, "hittites"), "hittites", QUEUEING, queue)


def stops(story: Story, queue: ActionQueue) -> str:
    """Why the Hittites are asked after all."""
    found, left = said(story, queue)
    assert (found.batch, left) == ((), queue)
    return found.why.key.rpartition(".")[2]


def test_the_next_action_is_done_when_it_is_asked() -> None:
    """ACME §8: as if it were given then."""
    story = cards(None, 58)
    found, left = said(story, queue_of(cards(None, 58), [MINE]))
    assert (found.batch, left.entries, left.begun) == ((("58",),), (), True)
    story.answer("hittites", *found.batch[0])


def test_an_action_is_queued_whole_or_not_at_all() -> None:
    story = cards(None, 73)
    for half in ([["73"]], [["73"], ["hattusha"]], [["58"]], []):
        with pytest.raises(IllegalAnswer):
            queue_of(story, half)
    assert said(story, queue_of(story, AIMED))[0].batch == (("73",), ("memphis",))


def test_of_several_ways_the_first_that_fits_is_taken() -> None:
    queue = queue_of(cards(None, 73, 58), AIMED, [MINE])
    assert said(cards(None, 73, 58), queue)[0].batch == (("73",), ("memphis",))
    assert said(cards({"memphis": "egypt 1"}, 73, 58), queue)[0].batch == (("58",),)


def test_actions_are_done_one_behind_the_other() -> None:
    """ACME §8.2: one in each round."""
    first = queue_of(cards(None, 58), [MINE])
    there = cards(None, 58)
    opened = position_ahead(there.table, "hittites", PLAY)
    assert opened is not None
    both = enqueue(first, there.table, "hittites", PLAY, [action_of(opened, "hittites", [["pass"]])])
    found, left = said(there, both)
    assert (found.batch, len(left.entries)) == ((("58",),), 1)
    there.answer("hittites", "58").windows()
    assert said(there, left)[0].batch == (("pass",),)


def test_what_is_queued_behind_a_card_that_was_negated_waits() -> None:
    """RUL-058, stop reason `negated`."""
    queue = replace(queue_of(cards(None, 58), [["pass"]]), begun=True, failed="{card:58}")
    assert stops(cards(None, 58), queue) == "negated"


def test_a_negated_card_is_found_among_what_is_told() -> None:
    """RUL-058: the own, not that of somebody else."""
    story = table(LAND, egypt={"hand": [16, 28], "mina": 1}, hittites={"hand": [73]})
    story.table.submit("egypt", "pass")
    story.table.submit_batch("hittites", AIMED)
    assert story.is_window(), story.key
    story.table.close({"egypt": ("28",)})
    while story.table.pending and "28" not in story.told() and story.key != PLAY:
        story.table.submit(story.table.waiting()[0], story.options()[0])
    told = story.table.events
    assert [card for event in told if (card := QUEUEING.failed_card(event, "hittites"))] == ["{card:73}"]
    assert not any(QUEUEING.failed_card(event, "egypt") for event in told)


def test_a_card_no_longer_held_stops_it() -> None:
    """Stop reason `hand`."""
    assert stops(cards(None, 73), queue_of(cards(None, 58), [MINE])) == "hand"


def test_a_card_that_cannot_be_played_stops_it() -> None:
    """Stop reason `playable`: no City of anybody else is left to be plagued."""
    assert stops(cards({"memphis": "egypt 1", "thebes": "egypt 2"}, 73), queue_of(cards(None, 73), AIMED)) == "playable"


def test_an_aim_that_is_none_any_more_stops_it() -> None:
    """Stop reason `target`."""
    other = cards({"memphis": "egypt 1", "tyre": "egypt 3"}, 73)
    assert stops(other, queue_of(cards(None, 73), AIMED)) == "target"


def test_an_own_area_lost_stops_it() -> None:
    """Stop reason `lost`."""
    assert stops(growth({"tarsus": "egypt 1"}), placed(growth(), "tarsus")) == "lost"


def test_others_who_come_in_stop_it_unless_its_owner_says_otherwise() -> None:
    """Stop reason `entered`."""
    queue, met = placed(growth(), "tarsus"), growth({"tarsus": "hittites 1 egypt 1"})
    found = said(met, queue)[0].why
    assert (found.key, found.values) == ("auto.stop.entered", {"civ": "{civ:egypt}", "area": "{area:tarsus}"})
    assert ("tarsus",) in said(met, replace(queue, stops=("home",)))[0].batch


def test_a_contested_home_stops_it_unless_its_owner_says_otherwise() -> None:
    """Stop reason `home`."""
    queue, met = queue_of(cards(None, 58), [MINE]), cards({"hattusha": "hittites 3 egypt 1"}, 58)
    assert stops(met, queue) == "home"
    assert said(met, replace(queue, stops=()))[0].batch == (("58",),)


def test_disks_lost_stop_it_if_its_owner_wishes() -> None:
    """Stop reason `hit`."""
    queue, met = queue_of(cards(None, 58), [MINE]), cards({"kaska": "hittites 1"}, 58)
    assert said(met, queue)[0].batch == (("58",),)
    assert stops(met, replace(queue, stops=("hit",))) == "hit"


def test_another_number_of_disks_stops_growth_unless_its_owner_says_otherwise() -> None:
    """Stop reason `amount`: fewer are placed as far as they go, of more the rest is asked."""
    queue = placed(growth(), "tarsus")
    known = replace(queue.entries[0].ways[0], known={**queue.entries[0].ways[0].known, "left": 9})
    other = replace(queue, entries=(replace(queue.entries[0], ways=(known,)),))
    assert stops(growth(), other) == "amount"
    assert said(growth(), replace(other, stops=()))[0].batch[-1] == ("tarsus",)


def test_an_area_out_of_reach_or_full_stops_growth() -> None:
    """Stop reasons `reach` and `limit` (ACME §6.5)."""
    queue = placed(growth({"lukka": "hittites 1"}), "lukka", "lukka", "lukka")
    assert stops(growth({"lukka": "hittites 3"}), queue) == "limit"
    far = placed(growth({"memphis": "egypt 3 hittites 1"}), "memphis")
    assert stops(growth(), replace(far, entries=(_blind(far),), stops=())) == "reach"


def _blind(queue: ActionQueue) -> Any:
    entry = queue.entries[0]
    return replace(entry, ways=tuple(replace(way, known={}) for way in entry.ways))


def test_nothing_is_retired_or_resettled_on_the_way_unless_it_is_queued() -> None:
    """ACME §6.2, §6.4: a City that has grown since makes one question more."""
    queue = placed(growth(), "tarsus")
    other = growth({"kaska": "hittites 4"})
    found = said(other, replace(queue, stops=()))[0]
    assert found.batch[-1] == ("tarsus",)
    other.table.submit_batch("hittites", found.batch)


def test_growth_can_be_queued_for_the_turn_to_come() -> None:
    """From the Card Phase on; it is no answer before that turn, and none after it."""
    queue = placed(cards(None, 58), "tarsus")
    assert queued_to(QUEUEING, queue, "growth.retire") is None
    turned = at_turn(queue, "1.2")
    assert queued_to(QUEUEING, turned, "growth.retire") is not None
    assert at_turn(turned, "1.3").entries == ()
    assert at_turn(queue_of(cards(None, 58), [MINE]), "1.2").entries == ()


def test_what_can_be_queued_follows_from_what_everybody_sees() -> None:
    """Whoever is asked that now, or has passed, queues no action."""
    story = cards(None, 58)
    assert QUEUEING.open_to(story.table, "hittites") == {PLAY: False, DEPLOY: True}
    assert QUEUEING.open_to(story.table, "egypt") == {DEPLOY: True}
    assert position_ahead(story.table, "egypt", PLAY) is None
    assert QUEUEING.open_to(growth().table, "hittites") == {PLAY: False, DEPLOY: False}
    assert QUEUEING.open_to(growth().table, "egypt") == {PLAY: False}


def test_a_queue_has_an_end() -> None:
    story, queue = cards(None, 58), None
    opened = position_ahead(story.table, "hittites", PLAY)
    assert opened is not None
    action = action_of(opened, "hittites", [MINE])
    for _ in range(6):
        queue = enqueue(queue, story.table, "hittites", PLAY, [action])
    with pytest.raises(IllegalAnswer):
        enqueue(queue, story.table, "hittites", PLAY, [action])
    with pytest.raises(IllegalAnswer):
        enqueue(None, story.table, "hittites", PLAY, [action] * 5)


def test_an_advance_is_queued_with_what_pays_for_it() -> None:
    """CUL-16: half an action would leave its owner asked to pay; a means that is gone stops it."""
    lands, tracks = {"tarsus": "hittites 3"}, {"culture": True}
    story = cards(lands, 58, options=tracks)
    there = position_ahead(story.table, "hittites", PLAY)
    assert there is not None
    with pytest.raises(IllegalAnswer, match="not whole"):
        action_of(there, "hittites", [["advance:military"]])
    paid = [["advance:military"], ["mina"]]
    queue = queue_of(story, paid)
    found, left = said(story, queue)
    assert (found.batch, left.entries) == ((("advance:military",), ("mina",)), ())
    assert stops(cards(lands, 58, hittites={"mina": 0}, options=tracks), queue) == "cost"
