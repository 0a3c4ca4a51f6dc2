"""Base maps cost a second each: whoever needs one first draws it, the others read it, as long as nothing has changed.

They are kept under the hash of all that they are made from: code, facts, sentences, fonts and the libraries that draw.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import zlib
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

from render.acme import base as acme
from render.civ import base as civ

ROOT: Final = Path(__file__).parents[2]
READ: Final = ("catalog", "definitions", "geography", "loading", "numbers")
MADE_FROM: Final = ("render", "data", "engine/acme/facts", "engine/core", *(f"engine/civ/{name}.py" for name in READ))
Drawn: TypeAlias = acme.Base | civ.Base
LIBRARIES: Final = ("pillow", "numpy", "msgspec")


def digest(root: Path = ROOT, made_from: Iterable[str] = MADE_FROM) -> str:
    """The hash of what base maps are made from."""
    found = hashlib.sha256(repr([(name, version(name)) for name in LIBRARIES]).encode())
    for file in sorted(file for part in made_from for file in files(root / part) if file.suffix != ".pyc"):
        if file.is_file():
            found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:20]


def files(part: Path) -> Iterable[Path]:
    """A file, or all that a folder holds."""
    return [part] if part.is_file() else part.rglob("*")


def shelf(kept: Path, name: str) -> Path:
    """The folder of base maps of that hash; those of others are thrown away."""
    for other in kept.iterdir():
        if other.name != name:
            shutil.rmtree(other, ignore_errors=True)
    return kept / name


def draw_once(folder: Path) -> None:
    """From now on what the games' `base` modules have drawn is kept in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for module in (acme, civ):
        module.drawn = kept(folder, module.__name__, module.drawn)  # type: ignore[attr-defined]


def kept(folder: Path, module: str, draw: Callable[..., Drawn]) -> Callable[..., Drawn]:
    """The function of that module that draws a base map, or reads it where it was drawn before."""

    def drawn_once(*what: Any, **chosen: Any) -> Drawn:
        config, cam, hidden = what
        name = hashlib.sha256(repr((module, config, cam, sorted(hidden), sorted(chosen.items()))).encode()).hexdigest()
        file = folder / name
        if file.exists():
            return read(file)
        made = draw(*what, **chosen)
        write(file, made)
        return made

    return drawn_once


def read(file: Path) -> Drawn:
    """A base map that was drawn before."""
    made = pickle.loads(zlib.decompress(file.read_bytes()))
    assert isinstance(made, Drawn)
    return made


def write(file: Path, made: Drawn) -> None:
    """Keep a base map; whoever reads meanwhile finds it whole or not at all."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(zlib.compress(pickle.dumps(made), 1))
    part.replace(file)
