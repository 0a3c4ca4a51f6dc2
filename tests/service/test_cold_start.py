"""A bot that has just begun: many tables are restored in threads at once, and the process lives."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.decoding import decoder
from tests.bot.fake_game import Walk
from tests.service import barrier, cold, newborn


def ended(file: Path, processes: int) -> list[int]:
    """How so many fresh processes have ended in which eight threads read everything at once."""
    return newborn.ends("tests.service.barrier", [[str(file)]] * processes)


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """A record of each game."""
    file = tmp_path / "samples.json"
    file.write_text(json.dumps(barrier.samples()))
    return file


@pytest.mark.long
@pytest.mark.timeout(600)
def test_eight_threads_meet_every_type_at_once_in_fifty_fresh_processes(samples: Path) -> None:
    assert ended(samples, 50) == [0] * 50


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_hundred_cold_starts_touch_sixteen_tables_at_once(tmp_path: Path) -> None:
    file = tmp_path / "cold.db"
    assert cold.main("make", str(file)) == 0
    assert newborn.ends("tests.service.cold", [["start", str(file)]] * 100) == [0] * 100


@pytest.mark.soak
def test_a_start_from_nothing_touches_sixteen_tables_at_once(tmp_path: Path) -> None:
    """Nothing is read before, neither code nor types."""
    file = tmp_path / "cold.db"
    assert cold.main("make", str(file)) == 0
    command = (sys.executable, "-m", "tests.service.cold", "start", str(file))
    assert subprocess.run(command, cwd=newborn.ROOT, check=False).returncode == 0


def test_how_a_process_ends_is_told() -> None:
    assert newborn.born(int, ["7"]) == 7
    assert newborn.born(signal.raise_signal, [signal.SIGKILL]) == -signal.SIGKILL


def test_a_type_has_one_decoder() -> None:
    assert decoder(Walk) is decoder(Walk)
    assert decoder(list[int]).plain([1]) == decoder(list[int]).json("[1]") == [1]
