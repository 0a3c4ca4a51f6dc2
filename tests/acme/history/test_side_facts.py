"""What the facts of a historical scenario may not say of a side."""

from __future__ import annotations

import msgspec
import pytest

from engine.acme.history.facts import HISTORICAL, disks_of, side_problems

CYRUS = HISTORICAL["cyrus"]
MEDES = CYRUS.sides["medes_persians"]


@pytest.mark.parametrize("disks", [0, disks_of(MEDES) + 1])
def test_more_disks_than_the_side_has_are_refused(disks: int) -> None:
    """More placed than it begins with, and more to begin with than there are: either is wrong alone."""
    side = msgspec.structs.replace(MEDES, stacks={"susa": 1}, disks=disks)
    assert [problem for problem in side_problems(CYRUS, side) if "disks are placed of" in problem]
    assert not [problem for problem in side_problems(CYRUS, MEDES) if "disks are placed of" in problem]
