"""The profile shows where the processor went, not where a thread had let go of the interpreter."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from bench.sampling import Sampling

WORK = """
def work(seconds):
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        sum(range(200))
"""


def worker(file: str) -> Callable[[float], None]:
    """A function of that file which keeps the processor busy for so long, whoever else does."""
    made: dict[str, Callable[[float], None]] = {}
    exec(compile(WORK, file, "exec"), {"time": time}, made)  # noqa: S102 - a frame of another file is what is wanted
    return made["work"]


def test_what_works_is_counted_by_how_much_and_what_waits_is_not(tmp_path: Path) -> None:
    much, little = worker("/bot/ui/screens.py"), worker("/bot/tables/play/answers.py")
    beside = threading.Thread(target=worker("/bot/store/rows.py"), args=(0.08,), name="beside-7")
    with Sampling(tmp_path / "samples") as sampling:
        beside.start()
        much(0.12)
        time.sleep(0.1)
        little(0.04)
        beside.join()
    screens, service = sampling.own["bot: screens and posts"], sampling.own["bot: service"]
    assert screens > service > 0
    assert screens + service > 0.75 * sum(sampling.own.values())
    assert 0.04 < sampling.others["beside"] < 0.12
    assert (tmp_path / "samples").read_text().startswith("main thread: 0.")
    assert "within screens.work" in (tmp_path / "samples").read_text()
