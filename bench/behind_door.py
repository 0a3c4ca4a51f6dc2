"""`python -m bench.behind_door API [SAMPLES]`: the bot as it is started for Discord, but all its requests go to `API`.

With a file where its processor time has gone is written there when it ends.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench.sampling import Sampling
from bot.__main__ import main
from bot.local_table.server import point_discord_at

if __name__ == "__main__":
    point_discord_at(sys.argv[1], "ws://127.0.0.1:1/gw")
    if len(sys.argv) > 2:
        with Sampling(Path(sys.argv[2])):
            sys.exit(main([]))
    sys.exit(main([]))
