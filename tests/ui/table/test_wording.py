"""Words that several screens share."""

import pytest

from bot.ui.words.wording import length


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (5, "1 minute"),
        (6 * 60, "6 minutes"),
        (59 * 60 + 40, "1 hour"),
        (90 * 60 + 1, "2 hours"),
        (47 * 3600, "2 days"),
        (35 * 3600, "35 hours"),
    ],
)
def test_how_long_a_game_took_is_told_in_the_unit_that_fits(seconds: float, told: str) -> None:
    assert length(seconds) == told
