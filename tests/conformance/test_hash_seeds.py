"""Records and what is told are the same to the byte whatever seed Python hashes with."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SERIES = ("players.acme", "culture.culture_wars", "culture.crowded", "npc_games.watched")
DIGEST = """
import hashlib, importlib, random, sys
from engine.core import record
from tests.conformance.players import step
module, _, series = sys.argv[1].partition(".")
make, digest = getattr(importlib.import_module(f"tests.conformance.{module}"), series), hashlib.sha256()
for number in (1, 12, 33):
    table, rng = make(number), random.Random(number)
    while table.pending is not None:
        step(rng, table)
        digest.update(record.encode(table.record))
        digest.update("".join(e.text for e in table.events).encode())
print(digest.hexdigest())
"""


@pytest.mark.soak
@pytest.mark.parametrize("series", SERIES)
def test_records_are_the_same_bytes_under_two_hash_seeds(series: str) -> None:
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
        run = subprocess.run(
            [sys.executable, "-c", DIGEST, series], capture_output=True, text=True, check=True, env=environment
        )
        digests.add(run.stdout)
    assert len(digests) == 1
