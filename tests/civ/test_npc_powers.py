"""What the computer does with special abilities, and how it meets losses (CIV §13, §17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civ.calamity import classic
from tests.civ.story import Phase
from tests.civ.test_abilities import using
from tests.civ.test_conversion import converting
from tests.civ.test_npc_buying import decided

TWO = {"tanis": "crete city", "sinai": "crete 1 babylon 2"}


@pytest.mark.parametrize(
    "phase", [converting(TWO), using("monotheism", TWO), using("fundamentalism", TWO)], ids=["classic", "mega", "razed"]
)
def test_the_computer_strikes_where_most_units_of_others_are(phase: Phase) -> None:
    """CIV-186, CIV-188, CIV-223: a city counts five, the three tokens in Sinai three."""
    assert decided(phase)[-1] == ("tanis", "strike")


def test_the_computer_wins_barbarians_over_where_they_stand_by_themselves_first() -> None:
    """CIV-188, CIV-223: four on Thera, and of those beside Crete in Sparta one more makes five."""
    phase = using("universal_doctrine", {"sparta": "neutral 2 crete 1", "thera": "neutral 4"})
    assert decided(phase)[-1] == ("sparta:1 thera:4", "doctrine")
    assert (phase.at("sparta"), phase.at("thera")) == ("neutral 1 crete 1 egypt 1", "egypt 4")


@pytest.mark.parametrize(("tokens", "given_up"), [(12, "buhen"), (10, "buhen tanis")])
def test_the_computer_loses_the_number_of_cities_after_which_most_are_supported(tokens: int, given_up: str) -> None:
    """CIV-159, CIV §11.2, CIV-223: a famine takes ten points of Egypt, whose four cities count five each."""
    cities: dict[str, Any] = dict.fromkeys(("buhen", "tanis", "jerusalem", "damascus"), "egypt city")
    phase = classic("famine", {"thebes": f"egypt {tokens}", **cities, "ur": "babylon 1"})
    assert (given_up, "lose_cities") in decided(phase)
