"""`python -m tests.postgres.dying_move URL NUMBER`: `--copy-to URL` that kills itself in the middle of the switch.

Once the old database has been told to take nothing more, the old one commits first and then the new one; the process
dies when the commit of that number, 1 or 2, is about to be made.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from unittest.mock import patch

from sqlalchemy import Connection, Engine, event

from bot.__main__ import main
from bot.store import copying
from bot.store.closing import close


def die_at(number: int) -> None:
    """Let this process die at that commit after the old database has been closed."""
    made = count(1)

    def commits(_: Connection) -> None:
        if next(made) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def closing(connection: Connection) -> None:
        close(connection)
        event.listen(Engine, "commit", commits)

    patch.object(copying, "close", closing).start()


if __name__ == "__main__":
    die_at(int(sys.argv[2]))
    sys.exit(main(["--copy-to", sys.argv[1]]))
