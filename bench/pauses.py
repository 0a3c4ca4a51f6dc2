"""Two checkouts that are measured in one run stand side by side and work by turns: while one does, the other pauses.

A part that takes long pauses again and again. So whoever else keeps the processor busy, it meets both alike. It does so
seldom enough that what has to be fetched anew after a pause weighs little: it weighs more on what is faster.
"""

from __future__ import annotations

import sys
from typing import Final

PAUSED: Final = "paused"


def pause() -> None:
    """Let the other checkout work, if there is one, and wait until it pauses."""
    print(PAUSED, flush=True)
    sys.stdin.readline()
