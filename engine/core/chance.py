"""Chance: draw number n of a game is a keyed BLAKE2b(seed, n), so that it can be proved afterwards.

SHA-256 of the seed is published when the game starts and the seed when it ends, so nobody, not even the host, can
choose what is dealt without being found out.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
SPAN: Final = 1 << 64  # how many numbers a hash can be


class Seeded(Protocol):
    """A state that holds its own chance: the seed, and how many draws have been made of it."""

    seed: str
    draws: int


@dataclass(slots=True)
class Luck:
    """Chance beside the game's own, for what is only tried out."""

    seed: str
    draws: int = 0


def fingerprint(seed: str) -> str:
    """Return SHA-256 of the seed in hexadecimal: the commitment published at the start."""
    return hashlib.sha256(seed.encode()).hexdigest()


@lru_cache(maxsize=64)
def _keyed(seed: str) -> hashlib.blake2b:
    """The hash with the seed for its key, of which each draw takes a copy."""
    raw = seed.encode()
    key = raw if len(raw) <= hashlib.blake2b.MAX_KEY_SIZE else hashlib.blake2b(raw).digest()
    return hashlib.blake2b(key=key, digest_size=8)


@lru_cache(maxsize=1 << 14)
def value(seed: str, draw: int, below: int) -> int:
    """Draw number `draw` of the seed as a number from 0 to `below` - 1, without modulo bias.

    Kept, since whatever is tried or played again from a checkpoint draws the same numbers.
    """
    keyed, attempt = _keyed(seed), 0
    while True:
        hashed = keyed.copy()
        hashed.update(b"%d.%d" % (draw, attempt))
        number = int.from_bytes(hashed.digest(), "big")
        if number < SPAN - SPAN % below:
            return number % below
        attempt += 1


def draw(s: Seeded, below: int) -> int:
    """Return the next number from 0 to `below` - 1."""
    number = value(s.seed, s.draws, below)
    s.draws += 1
    return number


def shuffle(s: Seeded, things: MutableSequence[T]) -> None:
    """Put the things into a random order, in place (Fisher and Yates)."""
    for i in range(len(things) - 1, 0, -1):
        j = draw(s, i + 1)
        things[i], things[j] = things[j], things[i]


def pick(s: Seeded, things: Sequence[T]) -> T:
    """Return one of the things at random."""
    return things[draw(s, len(things))]


def take(s: Seeded, things: MutableSequence[T], most: int) -> list[T]:
    """Remove up to `most` things at random and return them in the order drawn."""
    return [things.pop(draw(s, len(things))) for _ in range(min(most, len(things)))]
