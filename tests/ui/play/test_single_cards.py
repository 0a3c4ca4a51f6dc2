"""What gives up or takes a card with one press says so on its button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import screens_of
from bot.ui.words.presentations import presentation_of
from tests.acme.cards.tables import duel
from tests.ui.play.fake_service import FakeService, Presser


async def shown(card: int, egypt: dict[str, Any], hittites: dict[str, Any]) -> list[str]:
    """The buttons before Egypt when it has played that card and nobody has answered."""
    t = duel({"memphis": "egypt 2"}, egypt={"hand": [card], **egypt}, hittites=hittites)
    t.play("egypt", str(card))
    if t.is_window():
        t.windows()
    fake = FakeService(t.table)
    ben = Presser.of(fake, presentation_of("acme"), fake.person("egypt"), screens_of)
    await ben.open()
    return [button.label for button in ben.buttons() if button.verb in {"take", "go"}]


@pytest.mark.parametrize(
    ("card", "egypt", "hittites", "labels"),
    [
        (11, {"mina": 1}, {"hand": [58, 60]}, ["Discard Bronze Workshops (58)", "Discard Grain Storehouses (60)"]),
        (12, {}, {"hand": [58, 60]}, ["Take Bronze Workshops (58)", "Take Grain Storehouses (60)"]),
    ],
)
async def test_a_press_on_a_card_says_what_becomes_of_it(
    card: int, egypt: dict[str, Any], hittites: dict[str, Any], labels: list[str]
) -> None:
    assert await shown(card, egypt, hittites) == labels


async def test_inside_a_card_the_screen_says_that_nothing_has_happened_yet() -> None:
    t = duel({"memphis": "egypt 2"}, egypt={"hand": [64]})
    fake = FakeService(t.table)
    ana = Presser.of(fake, presentation_of("acme"), fake.person("egypt"), screens_of)
    await ana.open()
    assert "Nothing has happened yet" not in ana.text()
    await ana.press("Play")
    assert (
        "Nothing has happened yet. Your choices take effect once you've made all of them and confirmed." in ana.text()
    )
    assert fake.answers == 0
