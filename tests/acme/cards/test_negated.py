"""A Negated card does nothing at all, whatever card it is (RUL-058)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.card_registry import EFFECTS
from tests.acme.cards.tables import SPARE, frozen, table
from tests.acme.story import Story

AREAS = {
    "thebes": "egypt 3",
    "memphis": "egypt 2",
    "amarna": "egypt 1",
    "tarsus": "egypt 2",
    "sinai": "egypt 1",
    "red_sea": "egypt 1",
    "tyre": "egypt 4 hittites 1",
    "ugarit": "egypt 3",
    "hattusha": "hittites 3",
    "lydia": "hittites 3",
    "kumannis": "hittites 1 barbarians 1",
    "nile_delta": "hittites 1",
    "sinai_sea": "hittites 1",
    "zab": "mittani 2",
}
LOST = {2: "lost"}


def rich(card: int) -> Story:
    """A position in which every card of the Card Phase could be played; the Hittites hold Prophetess."""
    egypt = {"hand": [card, SPARE], "mina": 3, "vp": 3, "deity": "sky_god", "deity_state": LOST.get(card, "active")}
    hittites = {"hand": [27, 17], "mina": 4, "vp": 5, "deity": "god_of_war"}
    facts: dict[str, Any] = {"egypt": {**egypt, "used": {"sky_god": 1}}, "hittites": hittites, "mittani": {"mina": 1}}
    return table(AREAS, order="egypt hittites mittani", **facts)


def announce(t: Story, card: int) -> Story:
    """Egypt plays the card, choosing the first option everywhere."""
    t.play("egypt", str(card))
    while not t.is_window():
        assert t.asked()[1] == "egypt"
        t.answer("egypt", *t.options()[: max(1, t.ask().least)])
    return t


@pytest.mark.parametrize(("card", "harm"), [(58, False), (91, False), (50, True), (73, True)])
def test_there_is_more_time_to_answer_a_card_that_is_played_against_somebody(card: int, *, harm: bool) -> None:
    """RUL-054: Bronze Workshops and Great Ziggurat are against nobody; Trade Embargo and Biblical Plague are."""
    pending = announce(rich(card), card).table.pending
    assert pending is not None
    assert pending.harm is harm


@pytest.mark.parametrize("card", sorted(EFFECTS), ids=[f"test_card_{n}" for n in sorted(EFFECTS)])
def test_card_negated_changes_nothing(card: int) -> None:
    """RUL-058, RUL-046: no price, no part of the effect; the great disasters are set aside, the rest is discarded."""
    t = rich(card)
    before = frozen(t.state)
    announce(t, card).answer("hittites", "27")
    after = t.windows().state
    assert (after.disks, after.cubes, after.bonus) == (before.disks, before.cubes, before.bonus)
    assert (after.available, after.deck, after.black) == (before.available, before.deck, before.black)
    before.civs["egypt"].hand.remove(card)
    before.civs["hittites"].hand.remove(27)
    before.civs["hittites"].mina += 1
    before.civs["hittites"].earned = {"card": 1}
    assert after.civs == before.civs
    set_aside = card in range(72, 76)
    assert (card in after.set_aside, card in after.discard) == (set_aside, not set_aside)
