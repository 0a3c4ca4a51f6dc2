"""How long people have at each pace: to answer a request or an offer, and before they count as away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.service.unit_of_work import UnitOfWork
from bot.values import Pace

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
Lengths = Mapping[Pace, float]
PETITION: Final[Lengths] = {"live": 5 * MINUTE, "brisk": 2 * HOUR, "daily": DAY, "slow": 3 * DAY}
OFFER: Final[Lengths] = {"live": 30 * MINUTE, "brisk": DAY, "daily": 3 * DAY, "slow": 14 * DAY}
AWAY: Final[Lengths] = {"live": 30 * MINUTE, "brisk": DAY, "daily": 3 * DAY, "slow": 14 * DAY}


def at_pace(work: UnitOfWork, lengths: Lengths) -> float:
    """The length at the table's pace, in seconds."""
    return lengths[next((pace for pace in lengths if pace == work.row.pace), "daily")]
