"""Open the local table alone: `python -m bot.local_table --port N`; the bot runs elsewhere and is pointed at it."""

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from bot.local_table.server import Playground


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.local_table", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one")
    parser.add_argument("--store", type=Path, help="file in which messages outlast a restart")
    parser.add_argument("--transcript", type=Path, help="file for everything said between bot and table")
    return parser.parse_args()


async def _serve(arguments: argparse.Namespace) -> None:
    table = Playground(store=arguments.store, transcript=arguments.transcript)
    await table.start(arguments.port)
    sys.stdout.write(f"{table.url}\n")
    sys.stdout.flush()
    ended = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, ended.set)
    try:
        await ended.wait()
    finally:
        await table.stop()


if __name__ == "__main__":
    asyncio.run(_serve(_arguments()))
