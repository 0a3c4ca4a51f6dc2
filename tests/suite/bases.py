"""Base maps cost a second each: whoever needs one first draws it, the others read it, as long as nothing has changed.

They are kept under the hash of all that they are made from: code, facts, sentences, fonts and the libraries that draw.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import zlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from render.acme import base

ROOT: Final = Path(__file__).parents[2]
MADE_FROM: Final = ("render", "data", "engine/acme/facts", "engine/core")
LIBRARIES: Final = ("pillow", "numpy", "msgspec")


def digest(root: Path = ROOT, made_from: Iterable[str] = MADE_FROM) -> str:
    """The hash of what base maps are made from."""
    found = hashlib.sha256(repr([(name, version(name)) for name in LIBRARIES]).encode())
    for file in sorted(file for part in made_from for file in (root / part).rglob("*") if file.suffix != ".pyc"):
        if file.is_file():
            found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:20]


def shelf(kept: Path, name: str) -> Path:
    """The folder of base maps of that hash; those of others are thrown away."""
    for other in kept.iterdir():
        if other.name != name:
            shutil.rmtree(other, ignore_errors=True)
    return kept / name


def draw_once(folder: Path) -> None:
    """From now on what `render.acme.base` has drawn is kept in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    draw = base.drawn

    def drawn_once(*what: Any, with_key: bool) -> base.Base:
        config, cam, hidden = what
        name = hashlib.sha256(repr((config, cam, sorted(hidden), with_key)).encode()).hexdigest()
        file = folder / name
        if file.exists():
            return read(file)
        made = draw(*what, with_key=with_key)
        write(file, made)
        return made

    base.drawn = drawn_once  # type: ignore[assignment]


def read(file: Path) -> base.Base:
    """A base map that was drawn before."""
    made = pickle.loads(zlib.decompress(file.read_bytes()))
    assert isinstance(made, base.Base)
    return made


def write(file: Path, made: base.Base) -> None:
    """Keep a base map; whoever reads meanwhile finds it whole or not at all."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(zlib.compress(pickle.dumps(made), 1))
    part.replace(file)
