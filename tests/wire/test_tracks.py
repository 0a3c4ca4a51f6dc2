"""Culture Tracks over the wire: what a sacked City changes, by a button and by a command (CUL-35, CUL-36)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acme.culture.test_sacking import sacked
from tests.wire.sitting import screen, sitting

SEATS = ("egypt", "hittites")


@pytest.mark.soak
async def test_a_sacked_city_is_answered_by_a_button_and_by_a_command(tmp_path: Path) -> None:
    """The one who sacked it sees where both stand; the other reads what became of it."""
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        ana, ben, stages = here.person("ana"), here.person("ben"), {"military": 1, "religious": 2}
        await here.put(sacked(cities=2, hittites=stages).table, SEATS)
        seat = await screen(ana)
        assert "**Religious-Intellectual** you 0 · Hittites 2" in seat.text
        await ana.click(seat, "Rise: Military-Political")
        assert "rose to stage 1 of Military-Political" in (await ben.slash("/log")).message.text
        await here.put(sacked(cities=2, hittites=stages).table, SEATS)
        await ana.slash("/act", choice="Move down: Religious-Intellectual")
        assert "fell to stage 1 of Religious-Intellectual" in (await ben.slash("/log")).message.text
