"""What no process survives, in a module of its own: a process that is to die of it need not read the tests first."""

from __future__ import annotations

import os
import signal


def die(*_: object) -> None:
    """End this process."""
    os.kill(os.getpid(), signal.SIGKILL)
