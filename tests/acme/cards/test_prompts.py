"""What a card asks says what the choice is for, and how many there can be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.presentation.names import NAMES
from engine.core.naming import name_tokens
from engine.core.text import sentence
from tests.acme.cards.tables import duel


@pytest.mark.parametrize(
    ("card", "answers", "egypt", "hittites", "prompt"),
    [
        (
            4,
            (),
            {},
            {},
            "Philosopher King: you gain 1 VP and 1 mina. Choose how many more VP to buy for 1 mina each (0 to 1).",
        ),
        (19, (), {}, {}, "Giver of Laws: choose how many disks from your Supply go on it (1 to 4)."),
        (11, (), {"mina": 1}, {"hand": [58, 60]}, "Diplomat: choose a card to discard from the hand of the Hittites."),
        (12, (), {}, {"hand": [58, 60]}, "The Eyes of the King: choose a card to take from the Hittites."),
        (64, (), {}, {}, "Exodus: choose the area to move your disks from."),
        (64, ("memphis",), {}, {}, "Exodus: choose where a disk goes (1 of up to 2)."),
    ],
)
def test_a_card_says_what_is_chosen(
    card: int, answers: tuple[str, ...], egypt: dict[str, Any], hittites: dict[str, Any], prompt: str
) -> None:
    t = duel({"memphis": "egypt 2"}, egypt={"hand": [card], **egypt}, hittites=hittites)
    t.play("egypt", str(card), *answers)
    if t.is_window():
        t.windows()
    asked = t.table.pending
    assert asked is not None
    assert name_tokens(sentence(asked.said), NAMES) == prompt
