"""Does the version before work on the tables of today? `python -m tests.old_code [TEST…]`.

The version before is the newest release, which is a tag; until there is one, nothing is tried. Its own tests of the
service run in a copy of it that is given all migrations of today, as while a new version takes over from an old one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bot.store.database import MIGRATIONS, newest

HERE = Path(__file__).parents[1]
TESTS = tuple(f"tests/service/test_{name}.py" for name in ("kept_rows", "outbox", "seats", "undo", "windows"))
"""What reads and writes nearly every table in a minute."""
MARKED = "not long and not soak and not browser and not postgres"


def git(*flags: str) -> str:
    """What git says. Raises CalledProcessError."""
    return subprocess.run(["git", *flags], cwd=HERE, check=True, capture_output=True, text=True).stdout.strip()


def released() -> str | None:
    """Return the tag of the newest release that today's code comes after."""
    tags = git("tag", "--merged", "HEAD", "--sort=-creatordate").split()
    return next((tag for tag in tags if git("rev-parse", f"{tag}^{{commit}}") != git("rev-parse", "HEAD")), None)


def tried(old: Path, tests: Sequence[str]) -> int:
    """Run tests of that checkout on the tables of today; 0 if all pass."""
    there = old / MIGRATIONS.relative_to(HERE) / "versions"
    shutil.rmtree(there)
    shutil.copytree(MIGRATIONS / "versions", there, ignore=shutil.ignore_patterns("__pycache__"))
    env = {**os.environ, "PYTHONPATH": str(old)}
    asked = [sys.executable, "-c", "import bot.store.database as d; print(d.__file__, d.newest())"]
    said = subprocess.run(asked, cwd=old, env=env, check=True, capture_output=True, text=True).stdout.split()
    assert said == [str(old / "bot/store/database.py"), newest()], said
    known = [test for test in tests if (old / test.partition("::")[0]).exists()]
    flags = ("-q", "-p", "no:cacheprovider", "-n", "auto", "-m", MARKED)
    return subprocess.run([sys.executable, "-m", "pytest", *flags, *known], cwd=old, env=env, check=False).returncode


def main(tests: Sequence[str]) -> int:
    """Try it in a copy that is gone afterwards."""
    commit = released()
    if commit is None:
        sys.stdout.write("There is no release before this code, so nothing was tried\n")
        return 0
    sys.stdout.write(f"{commit} on the tables of {newest()}\n")
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder).resolve() / "old"
        git("worktree", "add", "--detach", str(old), commit)
        try:
            return tried(old, tests or TESTS)
        finally:
            git("worktree", "remove", "--force", str(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
