"""Reads picks that aren't written exactly like an option.

Exact options come first. A pick that fits exactly one option in another spelling is read as that option; everything
else is left as it is, and the table refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from engine.core.ask import PASS, Ask, Picks

PART: Final = re.compile(r"(?:([1-9]\d*)\s+)?(.+?)(?:[\s:=]+([1-9]\d*))?")
STOPS = frozenset({PASS, "done", "none", "nothing", "no", "stay", "keep", "lose", "0"})


def read(ask: Ask | None, picks: Sequence[str]) -> Picks:
    """Return the picks in the spelling of the options. How many are wanted is not read freely."""
    return tuple(picks) if ask is None else tuple(read_one(ask, pick) for pick in picks)


def read_one(ask: Ask, pick: str) -> str:
    """Return the one option meant: by its name, by one of its parts, or as the way to stop."""
    if pick in ask.options:
        return pick
    if ask.caps:
        return _part(ask, pick)
    said = "_".join(pick.casefold().replace("-", " ").replace("'", "").split())
    fitting = [o for o in ask.options if said in {o, *o.split(":")}]
    if not fitting and said in STOPS:
        fitting = stop(ask)
    return fitting[0] if len(fitting) == 1 else pick


def _part(ask: Ask, pick: str) -> str:
    """A part of a division: `tyre 2`, `2 tyre` and `tyre=2` are `tyre:2`."""
    found = PART.fullmatch(pick.strip())
    if found is None:
        return pick
    before, name, after = found.groups()
    return f"{read_one(structs.replace(ask, caps=()), name)}:{before or after}" if bool(before) != bool(after) else pick


def stop(ask: Ask) -> list[str]:
    """Return the option that ends a question or lets something pass, if there is just one."""
    found = [o for o in ask.options if o in STOPS]
    return found if len(found) == 1 else []
