"""Every Fate card in the hand of an NPC: played or kept for a reason, and from open information alone (RUL-133)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.card_registry import EFFECTS, playable
from engine.acme.facts.catalog import CARDS
from tests.acme.npc.hands import SPARE, asked, bare, hand, table

NEVER = {9, 64, 79}
BUSY = {
    "thebes": "egypt 3",
    "memphis": "egypt 3 barbarians 1",
    "tyre": "egypt 2 hittites 1",
    "red_sea": "egypt 1",
    "reed_sea": "egypt 1",
    "hattusha": "hittites 3",
    "zab": "hittites 3",
    "kaska": "hittites 2",
    "tarsus": "hittites 1",
    "mittani": "hittites 1",
    "carchemish": "hittites 3",
    "ugarit": "egypt 1",
    "icarian_sea": "hittites 1",
    "nabatea": "hittites 1",
    "rhodes": "barbarians 2",
}
EGYPT: dict[str, Any] = {"vp": 3, "mina": 1, "deity": "god_of_the_forge"}
FOES = {"enemies": ["egypt"]}


def played(number: int, **facts: Any) -> Any:
    """The Hittites have had one action with that card in a lively position."""
    mine = hand(number, **{**FOES, **facts})
    return table(BUSY, hittites=mine, egypt={**EGYPT, "hand": [SPARE]})


@pytest.mark.parametrize("number", sorted(set(EFFECTS) - NEVER - {2}))
def test_each_card_is_played_with_a_reason(number: int) -> None:
    """ACME-SOL-CARD-02, ACME-SOL-CARD-03: every card that does anything is played to its end."""
    t = played(number)
    if t.key == "card.give":
        t.answer("egypt", str(SPARE))
    t.run_until("card.play")
    assert number not in t.hand("hittites")
    assert "(card priority " in t.told()
    assert "no better reason" not in t.told()


@pytest.mark.parametrize("number", sorted(NEVER))
def test_cards_kept_for_something_else(number: int) -> None:
    """ACME-SOL-NEG-04, ACME-SOL-NEG-05: Prophet waits to cancel, Exodus and Tax Revolt wait to pay."""
    assert played(number).hand("hittites") == [number]


@pytest.mark.parametrize("number", [n for n, card in CARDS.items() if n not in EFFECTS and not card.is_event])
def test_negates_and_competition_cards_are_no_actions(number: int) -> None:
    """RUL-139: they wait for their time."""
    held = SPARE + 1 if number == SPARE else SPARE
    t = table(BUSY, hittites=hand(number, **FOES), egypt={**EGYPT, "hand": [held]})
    assert t.hand("hittites") == [number]


def test_rul_133_hidden_cards_change_nothing() -> None:
    """RUL-133: whatever Egypt holds and whatever lies in the deck, the NPC decides the same."""
    cards = sorted(set(EFFECTS) - {31, 33, 25, 27, 58})
    assert len(cards) > 60
    for number in cards:
        found = []
        for secret, deck in (([31, 33], [25, 58]), ([25, 27], [33, 31])):
            s = bare(BUSY, hittites=hand(number, **FOES), egypt={**EGYPT, "hand": secret}, deck=deck)
            options = [str(n) for n in playable(s, "hittites")]
            found.append(asked(s, "card.play", *options, "pass"))
        assert found[0] == found[1]


def test_decisions_do_not_touch_the_position() -> None:
    """A decision about every card leaves the position as it was."""
    s = bare(BUSY, hittites=hand(*range(72, 78), **FOES), egypt={**EGYPT, "hand": [SPARE]})
    before = str(s)
    asked(s, "card.play", *(str(n) for n in playable(s, "hittites")), "pass")
    assert str(s) == before
