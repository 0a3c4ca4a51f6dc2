"""Which pictogram stands for each card and Deity, from `data/acme/pictures.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import data


@lru_cache(maxsize=1)
def signs() -> dict[str, Any]:
    return tomllib.loads(data.path("acme", "pictures.toml").read_text(encoding="utf-8"))


def card_sign(number: int) -> str:
    """The pictogram of a Fate card. IndexError for a number that is none."""
    found: str = signs()["cards"][number - 1]
    return found


def deity_sign(deity: str) -> str:
    """The pictogram of a Deity. KeyError for an unknown one."""
    found: str = signs()["deities"][deity]
    return found
