"""The bot without a gateway: what people do is posted to its door, signed, and answered by requests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.wire.blows import SENT
from tests.wire.sitting import answer, sitting
from tests.wire.test_kills import Game, Short, same_posts


@pytest.mark.soak
@pytest.mark.timeout(240)
async def test_a_game_over_http_with_kills_is_told_as_through_the_gateway_without_any(tmp_path: Path) -> None:
    await same_posts(tmp_path, Game(Short, SENT), 2, "--door")
    lines = (tmp_path / "killed" / "transcript.jsonl").read_text().splitlines()
    assert any(line.startswith('{"at":') and '"posted"' in line for line in lines)
    assert not any('"gateway"' in line for line in lines)


async def test_what_is_posted_twice_is_done_once(tmp_path: Path) -> None:
    async with sitting(tmp_path, door=True) as here:
        here.table.house.gateway.endpoint.times = 2
        await here.begin("ana", "ben")
        await answer(await here.asked())
        said = here.table.house.transcript.lines()
    answers = Counter(line["path"] for line in said if str(line.get("path")).startswith("/interactions/"))
    assert len(answers) == sum("posted" in line for line in said) > 4
    assert set(answers.values()) == {1}
