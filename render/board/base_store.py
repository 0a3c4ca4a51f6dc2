"""Base maps on disk: drawn once, then read by every process, until anything they are made from changes.

A file is named by the hash of code, facts, sentences, fonts and libraries, and of map, window, style and language. It
contains its own hash, so a damaged one is drawn again; it appears whole or not at all.
"""

from __future__ import annotations

import hashlib
import os
import time
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from PIL import Image

from engine.core.decoding import packed_decoder

Drawn = TypeVar("Drawn")

ROOT: Final = Path(__file__).parents[2]
MADE_FROM: Final = ("render", "data", "engine/core")  # and what each game says in `BASE_FROM`
LIBRARIES: Final = ("pillow", "numpy", "msgspec")
ENDING: Final = ".base"
SEAL: Final = 16  # bytes of the hash that a file begins with
ROOM: Final = 400 * 1024 * 1024  # bytes kept in a folder; a base map takes half a megabyte to three
OUTDATED: Final = 24 * 3600.0  # seconds after which what another version has drawn is thrown away
FORGOTTEN: Final = 3600.0  # seconds after which an unfinished file is deleted


class BaseStore:
    """The folders of base maps: one of one's own, and a read-only one, such as that of the image; or neither."""

    def __init__(self) -> None:
        self._own: Path | None = None
        self._shipped: Path | None = None
        self._room = ROOM

    def open(self, own: Path | None, shipped: Path | None = None, room: int = ROOM) -> None:
        """Look for base maps in these folders from now on, and store new ones in the first, at most `room` bytes."""
        self._own, self._shipped, self._room = own, shipped, room

    def take(self, kind: type[Drawn], what: object, draw: Callable[[], Drawn]) -> Drawn:
        """Return the base map of that name (anything with a distinct `repr`): read, or else drawn now and stored."""
        if self._own is None and self._shipped is None:
            return draw()
        name = f"{state()}-{hashlib.blake2b(repr((kind.__module__, what)).encode(), digest_size=16).hexdigest()}"
        for folder in (self._shipped, self._own):
            found = None if folder is None else read(folder / (name + ENDING), kind)
            if found is not None:
                return found
        made = draw()
        if self._own is not None:
            self._keep(self._own / (name + ENDING), made)
        return made

    def _keep(self, file: Path, made: object) -> None:
        """Keep it; a disk that is full or closed costs nothing but the time to draw it again."""
        with suppress(OSError):
            write(file, made)
            sweep(file.parent, self._room, time.time())


STORE: Final = BaseStore()


@cache
def state() -> str:
    """Return the hash of what the base maps of this version are made from."""
    return digest(ROOT, made_from())


def made_from() -> tuple[str, ...]:
    """Return the files and folders that base maps are made from, those of each game included."""
    games = import_module("render").GAMES.values()
    return (*MADE_FROM, *(part for game in games for part in game.BASE_FROM))


def digest(root: Path, made_from: Iterable[str]) -> str:
    """Return the hash of these files and folders, and of the libraries that draw."""
    found = hashlib.sha256(repr([(name, version(name)) for name in LIBRARIES]).encode())
    for file in sorted(file for part in made_from for file in files(root / part) if file.suffix != ".pyc"):
        if file.is_file():
            found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:20]


def files(part: Path) -> Iterable[Path]:
    """Return a file, or all that a folder holds."""
    return [part] if part.is_file() else part.rglob("*")


def read(file: Path, kind: type[Drawn]) -> Drawn | None:
    """Return a base map that was drawn before; None if there is none, or none that is whole."""
    try:
        held = file.read_bytes()
        if seal(held[SEAL:]) != held[:SEAL]:
            return None
        made = packed_decoder(kind, _image).decode(zlib.decompress(held[SEAL:]))
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None
    with suppress(OSError):
        os.utime(file)
    return made


def write(file: Path, made: object) -> None:
    """Store a base map; a concurrent reader finds it whole or not at all. Raises OSError."""
    packed = zlib.compress(msgspec.msgpack.encode(made, enc_hook=_plain), 1)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(seal(packed) + packed)
    part.replace(file)


def seal(packed: bytes) -> bytes:
    """Return the hash by which a damaged file is recognized."""
    return hashlib.blake2b(packed, digest_size=SEAL).digest()


def sweep(folder: Path, room: int, now: float) -> None:
    """Delete maps of other versions that nobody has read for a day, unfinished ones, and the least recently read ones
    until the rest fits.
    """
    left = room
    for file, size, read_at in sorted(_found(folder), key=lambda one: -one[2]):
        left -= size
        if left < 0 or now - read_at > _lasting(file):
            file.unlink(missing_ok=True)
            left += size


def _lasting(file: Path) -> float:
    """Return how many seconds an unread file is kept."""
    if file.suffix != ENDING:
        return FORGOTTEN
    return float("inf") if file.name.startswith(state()) else OUTDATED


def _found(folder: Path) -> list[tuple[Path, int, float]]:
    """The files of base maps, with their bytes and when each was read last."""
    found = []
    for file in folder.glob(f"*{ENDING}*"):
        with suppress(FileNotFoundError):  # another process is sweeping as well
            known = file.stat()
            found.append((file, known.st_size, known.st_mtime))
    return found


def _plain(image: object) -> tuple[str, tuple[int, int], bytes]:
    """A picture as plain data."""
    if not isinstance(image, Image.Image):
        raise NotImplementedError(type(image).__name__)
    return image.mode, image.size, image.tobytes()


def _image(kind: type, found: Any) -> Image.Image:
    """A picture from plain data."""
    if kind is not Image.Image:
        raise NotImplementedError(kind.__name__)
    mode, (width, height), pixels = found
    return Image.frombytes(mode, (width, height), pixels)
