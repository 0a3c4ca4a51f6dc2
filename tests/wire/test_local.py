"""What only the local table can be asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import arguments
from tests.wire.running import running


@pytest.mark.parametrize("flags", [["--seed", "ur"], ["--at-once"]])
def test_known_shuffles_are_for_the_local_table_alone(flags: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(flags)
    assert "--local" in capsys.readouterr().err
    assert arguments([*flags, "--local"]).local


async def fingerprint(folder: Path, *flags: str) -> str:
    """The fingerprint of the shuffles of a first table."""
    async with running(folder, *flags) as here:
        ana = here.visit.user("ana").waiting(20)
        lobby = await ana.wait_for(lambda message: "Join" in message.labels)
        await ana.click(lobby, "Start with 2")
        post = await ana.wait_for(lambda message: "Fair shuffles" in message.labels)
        fair = await ana.click(post, "Fair shuffles")
        return next(line for line in fair.message.text.splitlines() if line.startswith("`"))


@pytest.mark.soak
async def test_the_same_seed_shuffles_the_same_way(tmp_path: Path) -> None:
    made = await asyncio.gather(
        fingerprint(tmp_path / "first", "--seed", "ur"),
        fingerprint(tmp_path / "second", "--seed", "ur"),
        fingerprint(tmp_path / "third"),
    )
    assert made[0] == made[1] != made[2]
