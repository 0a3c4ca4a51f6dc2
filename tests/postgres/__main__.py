"""`python -m tests.postgres`: tests of the service and those marked `postgres`, on a PostgreSQL made for them."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.postgres.cluster import NotThere, cluster
from tests.suite import children

RUNS = (("tests/service", "-m", "not long and not soak and not postgres", "-n", "auto"), ("tests", "-m", "postgres"))


def main() -> int:
    """Run them one after the other; how they ended."""
    children.watch()
    try:
        with cluster() as url:
            told = {**os.environ, "NISABA_TEST_DATABASE": url}
            ends = [subprocess.run([sys.executable, "-m", "pytest", "-q", *run], env=told).returncode for run in RUNS]  # noqa: PLW1510
    except NotThere as reason:
        sys.stderr.write(f"{reason}\n")
        return 2
    return max(ends)


if __name__ == "__main__":
    sys.exit(main())
