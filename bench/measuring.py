"""A part of the bench at work on a checkout, in a process of its own; two of them side by side, by turns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TypeAlias, cast

from bench.figures import Figure
from bench.pauses import PAUSED

RUN = "import json, bench.{part} as part; print(json.dumps(part.measured()))"

Measuring: TypeAlias = Generator[None, None, list[Figure]]
"""It stops where the part pauses, and returns what it has measured."""


def measured(part: str, root: Path, bench: Path) -> Measuring:
    """What a part of the bench that stands in `bench` measures of a checkout. CalledProcessError if it cannot."""
    own = root / ".venv/bin/python"
    command = [str(own) if own.exists() else sys.executable, "-c", RUN.format(part=part)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(bench), str(root)])}
    pipe, said = subprocess.PIPE, ""
    with (
        TemporaryDirectory() as elsewhere,
        TemporaryFile("w+") as errors,
        subprocess.Popen(  # noqa: S603 - our own code
            command, cwd=elsewhere, env=env, stdin=pipe, stdout=pipe, stderr=errors, text=True
        ) as process,
    ):
        for line in cast("IO[str]", process.stdout):
            said = line.strip()
            if said == PAUSED:
                yield
                print(file=process.stdin, flush=True)
        if process.wait():
            errors.seek(0)
            raise subprocess.CalledProcessError(process.returncode, command, stderr=errors.read())
    return [Figure(*figure) for figure in json.loads(said)]


def of_before(part: str, root: Path, bench: Path) -> Measuring:
    """What a part measures of the other checkout, by this bench or else by its own; nothing if neither can."""
    for which in (bench, root):
        try:
            return (yield from measured(part, root, which))
        except subprocess.CalledProcessError as error:
            why = (error.stderr.strip().splitlines() or ["it ended"])[-1]
    print(f"  the checkout of before cannot be measured: {why}")
    return []


def side_by_side(several: Sequence[Measuring]) -> list[list[Figure]]:
    """What each of them measures; they work by turns, each until it pauses."""
    working, found = dict(enumerate(several)), dict[int, list[Figure]]()
    while working:
        for n, one in list(working.items()):
            try:
                next(one)
            except StopIteration as ended:
                found[n] = ended.value
                del working[n]
    return [found[n] for n in range(len(several))]
