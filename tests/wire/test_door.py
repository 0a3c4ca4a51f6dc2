"""The bot without a gateway: what people do is posted to its door, signed, and answered by requests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.wire.sitting import answer, sitting


@pytest.mark.soak
async def test_what_is_posted_twice_is_done_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=True) as here:
        here.table.local.gateway.endpoint.times = 2
        await here.begin("ana", "ben")
        await answer(await here.asked())
        said = here.table.local.transcript.lines()
    answers = Counter(line["path"] for line in said if str(line.get("path")).startswith("/interactions/"))
    assert len(answers) == sum("posted" in line for line in said) > 4
    assert set(answers.values()) == {1}
