"""A PostgreSQL that tests start themselves: Debian's package, as an ordinary user, on loopback, while they run."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from tests.suite import children

DEBIAN = Path("/usr/lib/postgresql")
ORDINARY = "postgres"
LOOPBACK = "127.0.0.1"
PATIENCE = 60.0
PROGRAMS = ("initdb", "postgres", "pg_isready")


class NotThere(Exception):
    """There is no PostgreSQL on this machine: the message says what would bring it."""


def programs() -> Path:
    """The folder of the newest PostgreSQL. Raises NotThere."""
    for folder in sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True):
        if all((folder / program).exists() for program in PROGRAMS):
            return folder
    raise NotThere("no PostgreSQL here: apt-get install postgresql")


@contextmanager
def cluster(*settings: str) -> Iterator[str]:
    """A server with those settings (`name=value`): the URL of its first database, whose user may make others.

    It ends with the process that has started it, however that ends. Raises NotThere.
    """
    folder = programs()
    with TemporaryDirectory(prefix="nisaba-postgres-") as made:
        place, port, password = Path(made), _free_port(), token_hex(16)
        (place / "password").write_text(password)
        _hand_over(place)
        data = str(place / "data")
        first = ["-U", ORDINARY, "-A", "scram-sha-256", "--pwfile", str(place / "password"), "-E", "UTF8", "--no-sync"]
        _done(folder / "initdb", "-D", data, *first)
        flags = [f for one in (f"unix_socket_directories={place}", *settings) for f in ("-c", one)]
        with (place / "log").open("w") as log:
            server = subprocess.Popen(
                [*_as_ordinary(), str(folder / "postgres"), "-D", data, "-h", LOOPBACK, "-p", str(port), *flags],
                stdout=log,
                stderr=log,
                cwd=place,
            )
        children.STARTED.remove(server)
        try:
            _wait_for(server, folder, port, place / "log")
            yield f"postgresql://{ORDINARY}:{password}@{LOOPBACK}:{port}/postgres"
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()


def _as_ordinary() -> list[str]:
    """What goes before a command so that it is run by somebody ordinary, and ends with this process."""
    ended = ["setpriv", "--pdeathsig", "QUIT"]
    return [*ended, "--reuid", ORDINARY, "--regid", ORDINARY, "--init-groups"] if os.getuid() == 0 else ended


def _hand_over(place: Path) -> None:
    if os.getuid() == 0:
        for path in (place, *place.iterdir()):
            shutil.chown(path, ORDINARY, ORDINARY)


def _done(program: Path, *flags: str) -> None:
    ran = subprocess.run([*_as_ordinary(), str(program), *flags], capture_output=True, text=True, check=False, cwd="/")
    assert ran.returncode == 0, ran.stderr


def _free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind((LOOPBACK, 0))
        return int(found.getsockname()[1])


def _wait_for(server: subprocess.Popen[bytes], folder: Path, port: int, log: Path) -> None:
    """Until the server answers."""
    ends = time.monotonic() + PATIENCE
    asked = [str(folder / "pg_isready"), "-q", "-h", LOOPBACK, "-p", str(port)]
    while subprocess.run(asked, check=False).returncode != 0:
        assert server.poll() is None, log.read_text()
        assert time.monotonic() < ends, log.read_text()
        time.sleep(0.05)
