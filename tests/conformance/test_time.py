"""Whatever the service decides by the clock it decides by one that can be moved: that of `deps.now`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLOCKS = re.compile(r"\btime\.(?:time|monotonic)\b|\b(?:now|utcnow|today)\(\)|\bfrom time import\b")
OF_ONES_OWN = re.compile(
    r"\b(?:deps|self\._?deps|work\.deps|service\.deps|self\._sources)\.now\(\)|self\._?now\(\)|(?<![.\w])now\(\)"
)


def clocks(source: str) -> list[str]:
    """Where a text reads a clock that nobody gave it."""
    return [line.strip() for line in source.splitlines() if CLOCKS.search(OF_ONES_OWN.sub("", line))]


def test_a_clock_that_is_read_is_found() -> None:
    assert clocks("at = time.time()\nfrom time import time\nday = date.today()\nhere = datetime.now()") == [
        "at = time.time()",
        "from time import time",
        "day = date.today()",
        "here = datetime.now()",
    ]
    assert clocks("now = deps.now()\nat = self._now() + 5\nsoon = work.now\n") == []


def test_no_module_of_the_service_reads_a_clock_of_its_own() -> None:
    folders = (ROOT / "bot" / "tables", ROOT / "bot" / "features")
    modules = sorted(file for folder in folders for file in folder.rglob("*.py"))
    assert len(modules) > 80
    assert {file.name: found for file in modules if (found := clocks(file.read_text(encoding="utf-8")))} == {}
