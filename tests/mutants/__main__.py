"""Do the stories notice a slip? `python -m tests.mutants [--sample 60] [--seed 1] [--jobs 2] [--rules engine/acme …]`.

A sample of one-token changes of the rules is made one by one in copies of the tree, never in the tree itself; each is
met by the stories that speak most of it, then by all stories of its game. What no story notices is printed as
survived: it needs a story, or a reason why nobody could ever see a difference. The end is 1 if any survived, and 2
if the stories fail as the rules are.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Queue

from tests.mutants.changes import RULES, Change, changes, real, rules
from tests.mutants.stories import Stories, stories_of

HERE = Path(__file__).parents[2]
TEST = (
    "-m",
    "pytest",
    "-q",
    "-x",
    "--timeout=60",
    "-p",
    "no:cacheprovider",
    "-m",
    "not long and not soak and not browser",
)
LONGEST = 900.0
PASSED, BROKEN, NONE = 0, 4, 5
NOTICED = frozenset({1, 2})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a change; `by` is the first test that noticed it, nothing if none did."""

    change: Change
    by: str
    seconds: float

    def __str__(self) -> str:
        fate = f"killed by {self.by}" if self.by else "SURVIVED"
        return f"{self.change}: {fate} ({self.seconds:.0f} s)"


def sampled(root: Path, size: int, seed: int, where: Sequence[str] = RULES) -> list[Change]:
    """So many changes of the rules below these folders; for the same seed, a function left as it was keeps its own."""
    texts = {path: (root / path).read_text(encoding="utf-8") for path in rules(root, where)}
    drawn = sorted(lot for path, text in texts.items() for lot in lots(changes(path, text), seed))
    return list(islice((change for _, change in drawn if real(change, texts[change.path])), size))


def lots(found: Sequence[Change], seed: int) -> Iterator[tuple[bytes, Change]]:
    """The lot that each change of a module draws: it hangs on nothing that stands outside its function."""
    alike: Counter[str] = Counter()
    for change in found:
        what = f"{change.path} {change.function} {change.old} {change.new}"
        alike[what] += 1
        yield hashlib.sha256(f"{seed} {what} {alike[what]}".encode()).digest(), change


def copied(root: Path, to: Path) -> Path:
    """A copy of what belongs to the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)
    return to


def tested(tree: Path, stories: Sequence[str]) -> str:
    """The first story of these that fails in that tree; nothing if all pass."""
    env = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            [sys.executable, *TEST, *stories],
            cwd=tree,
            env=env,
            check=False,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode in {PASSED, NONE}:
        return ""
    if done.returncode == BROKEN and "loading conftest" in done.stderr:
        return "the import"
    if done.returncode not in NOTICED:
        raise RuntimeError(done.stdout + done.stderr)
    failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else "the import"


def met(tree: Path, change: Change) -> Outcome:
    """Make a change in a tree, let the stories meet it, and undo it."""
    begun, file = time.monotonic(), tree / change.path
    source = file.read_text(encoding="utf-8")
    folder = stories_of(change.path)
    try:
        write(file, change.made(source))
        by = tested(tree, Stories(tree, folder).likely(change, source)) or tested(tree, [folder])
    finally:
        write(file, source)
    return Outcome(change, by, time.monotonic() - begun)


def write(file: Path, source: str) -> None:
    """Write a module, whose compiled form is not to be believed any longer."""
    file.write_text(source, encoding="utf-8")
    Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)


def played(sample: Sequence[Change], trees: Sequence[Path]) -> list[Outcome]:
    """Meet all changes, as many at once as there are trees, and print what becomes of each."""
    free: Queue[Path] = Queue()
    for tree in trees:
        free.put(tree)

    def one(change: Change) -> Outcome:
        tree = free.get()
        try:
            outcome = met(tree, change)
        finally:
            free.put(tree)
        print(outcome, flush=True)
        return outcome

    with ThreadPoolExecutor(len(trees)) as pool:
        return list(pool.map(one, sample))


def main(given: Sequence[str] | None = None, root: Path = HERE) -> int:
    """Run the sample; 0 if every change was noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rules", nargs="+", default=list(RULES), help="folders with rules")
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as folder:
        trees = [copied(root, Path(folder) / str(n)) for n in range(asked.jobs)]
        sample = sampled(root, asked.sample, asked.seed, asked.rules)
        for stories in sorted({stories_of(change.path) for change in sample}):
            if failed := tested(trees[0], [stories]):
                parser.exit(2, f"{failed} fails as the rules are\n")
        outcomes = played(sample, trees)
    survived = [outcome for outcome in outcomes if not outcome.by]
    print(f"{len(outcomes) - len(survived)} of {len(outcomes)} changes were noticed")
    for outcome in survived:
        print(f"  survived: {outcome.change}")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
