"""The bot as it serves Discord, pointed at a local table: `python -m tests.postgres.serving API GATEWAY`."""

from __future__ import annotations

import asyncio
import sys

from bot import telemetry
from bot.app import create_bot, run
from bot.local_table.server import TOKEN, point_discord_at
from bot.settings import read, require_door, require_driver, require_shared
from bot.start import told_to_stop


def main() -> None:
    """Serve by the settings of the environment until told to stop."""
    point_discord_at(*sys.argv[1:3])
    settings = read()
    telemetry.set_up(settings.log, settings.log_level)
    for require in (require_driver, require_shared, require_door):
        require(settings)
    asyncio.run(run(create_bot(settings), TOKEN, told_to_stop))


if __name__ == "__main__":
    main()
