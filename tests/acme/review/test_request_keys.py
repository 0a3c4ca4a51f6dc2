"""Every question of whole games goes by a name that clients know."""

from __future__ import annotations

import random

import pytest

from tests.conformance.players import acme, step

KNOWN = {
    "setup": {"civ", "home", "deploy"},
    "growth": {"retire", "granary", "resettle", "storehouse", "deploy"},
    "card": {
        *("play", "option", "victim", "faction", "area", "areas", "place", "move", "amount", "look", "give"),
        "negate",
    },
    "negate": {"cost"},
    "loss": {"buy_off", "choose", "penalty", "pay"},
    "deity": {"choose", "pay", "power"},
    "competition": {"before", "commit", "order", "card", "negate", "removal"},
    "loot": {"choose", "deity"},
    "gilgamesh": {"invoke", "civ", "home", "deploy"},
    "draw": {"look", "buy", "dead", "extra", "discard"},
    "event": {"base", "entry", "spread", "deity"},
    "epoch": {"cities", "faith"},
}


@pytest.mark.soak
def test_no_other_key_is_ever_asked() -> None:
    for number in range(12):
        table, rng = acme(number), random.Random(number)
        assert table.pending is not None
        while table.pending is not None:
            topic, _, question = table.pending.key.partition(".")
            assert question in KNOWN.get(topic, set()), table.pending.key
            step(rng, table)
