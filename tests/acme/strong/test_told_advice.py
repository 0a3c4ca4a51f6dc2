"""What the strong computer's advice says: why in one sentence, to the player who asks, and what is so."""

from __future__ import annotations

import re

import pytest

from bot.ui.questions.draft import follows
from engine.acme.game import GAME
from engine.acme.npc.cards.judging import Judge
from engine.acme.presentation.names import NAMES
from engine.acme.strong.advice import as_strong, place_reason
from engine.core.advice import Advice, advise, adviser_of
from engine.core.message import Message
from engine.core.naming import name_tokens
from engine.core.text import catalogue, sentence
from engine.core.trial import Trial
from engine.games import PRESENTATIONS
from tests.acme.growing import acquire, growing
from tests.acme.story import Story

TOLD_OF_OTHERS = re.compile(
    r"why\.(tried(_rather)?|negate\.later|victim\.(primary|enemy|leader|barbarians|other)|culture_wars|civilization|head)\b"
)
"""Reasons that no advice of ACME has: a tested guess, a card drawn, enmities of NPCs, other games."""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_reason_of_an_npc_can_be_said_to_the_player_who_asks(language: str) -> None:
    """The advice told of the player: `Egypt played Corruption to gain mina (card priority 5).`"""
    texts = catalogue(language)
    reasons = [key for key in texts if key.startswith("why.") and not TOLD_OF_OTHERS.match(key)]
    assert len(reasons) > 100
    assert [key for key in reasons if f"advice.acme.{key}" not in texts] == []
    told = {key: text for key, text in texts.items() if key.startswith("advice.acme.")}
    assert [key for key, text in told.items() if "{civ" in text or re.search(r"\bNPC\b|\bPNJ\b", text)] == []


def advice(story: Story) -> Advice:
    """What is advised to whoever is asked, for all of a growth."""
    table = story.table
    seat = table.waiting()[0]
    found = advise(
        Trial(table, seat), table.place_of(seat), lambda first, there: follows(PRESENTATIONS["acme"], first, there)
    )
    assert found is not None
    return found


def said(why: Message) -> str:
    """A reason as it is read."""
    return name_tokens(sentence(why), NAMES)


def why(story: Story, area: str) -> str:
    """Why the next disk would go into that area."""
    asked, ask = story.table.pending, story.ask()
    assert asked is not None
    return said(place_reason(story.state, asked.to(ask.seat), ask, area))


def test_disks_that_make_cities_together_are_for_cities_which_are_all_named() -> None:
    """It said that disks of a City add growth, since the first two of them would."""
    story = acquire(
        {"thebes": "egypt 3", "memphis": "egypt 2", "amarna": "egypt 2", "judah": "egypt 2"}, epoch=4, turn=4
    )
    assert said(advice(story).why) == "Cities in Amarna, Memphis and Judah score in every Victory Tally to come."


def test_an_enemy_in_the_home_area_is_not_told_as_one_next_to_it() -> None:
    """`An enemy adjacent to Alashiya` was in Alashiya."""
    story = acquire({"thebes": "egypt 2 hittites 2", "memphis": "egypt 2"})
    assert why(story, "thebes") == "There is an enemy in your Home Area, Thebes."


def test_a_disk_in_empty_fertile_land_is_for_growth_and_one_more_in_a_city_is_not() -> None:
    story = acquire({"thebes": "egypt 4", "memphis": "egypt 3", "judah": "egypt 3"})
    assert why(story, "amarna") == "Disks in Amarna add growth in each turn to come."
    assert why(story, "judah") == "With a disk to spare, the City in Judah can lose one."


def test_cards_are_advised_against_the_leader_as_the_strong_computer_plays_them() -> None:
    """It named a Primary enemy, which a player doesn't have, and aimed at it."""
    s = acquire({"thebes": "egypt 2 hittites 2"}, order="egypt hittites israelites", israelites={"vp": 9}).state
    assert Judge(s, "egypt").attitude_to("hittites") == "primary"
    judge = Judge(as_strong(s, "egypt"), "egypt")
    assert judge.attitude_to("israelites") == "first"
    assert judge.attitude_to("hittites") == "next"
    assert not s.civs["egypt"].strong


def test_a_deity_is_chosen_and_paid_for_by_its_own_reasons() -> None:
    """It said that mina come first, and that the Deity was drawn at random, where an NPC would have taken the same."""
    story = growing({"thebes": "egypt 2", "memphis": "egypt 2"}, epoch=4, turn=1, egypt={"mina": 5, "hand": [31]})
    story.run_until("card.play").table.submit("egypt", "deity")
    assert story.key == "deity.choose"
    while story.key in {"deity.choose", "deity.pay"}:
        asked, ask = story.table.pending, story.ask()
        assert asked is not None
        found = adviser_of(GAME).answer(story.table, "egypt", asked.to("egypt"), ask)
        assert found.why.key == f"advice.acme.{story.key.replace('.', '_')}"
        story.table.submit("egypt", *found.picks)
