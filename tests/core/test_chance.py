"""Chance: reproducible, without bias, and provable."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass

from engine.core import chance


@dataclass
class Dice:
    seed: str
    draws: int = 0


def test_a_draw_depends_on_seed_and_number_alone() -> None:
    one, other = Dice("seed"), Dice("seed", 3)
    row = [chance.draw(one, 100) for _ in range(10)]
    assert [chance.draw(other, 100) for _ in range(7)] == row[3:]
    assert one.draws == other.draws == 10
    assert [chance.value("seed", n, 100) for n in range(10)] == row
    assert [chance.value("other", n, 100) for n in range(10)] != row


def test_draws_are_keyed_blake2b_of_the_number() -> None:
    digest = hashlib.blake2b(b"7.0", key=b"abc", digest_size=8).digest()
    assert chance.value("abc", 7, 1000) == int.from_bytes(digest, "big") % 1000


def test_numbers_come_equally_often() -> None:
    dice = Dice("fair")
    counts = Counter(chance.draw(dice, 6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert max(abs(n - 2000) for n in counts.values()) < 200


def test_a_seed_longer_than_a_key_still_works_and_the_fingerprint_is_sha256() -> None:
    long = "x" * 200
    assert 0 <= chance.value(long, 0, 10) < 10
    assert chance.fingerprint(long) == hashlib.sha256(long.encode()).hexdigest()


def test_the_published_fingerprint_does_not_give_the_draws_away() -> None:
    seed = "f" * 64
    assert chance.value(seed, 0, 10**9) != chance.value(chance.fingerprint(seed), 0, 10**9)


def test_shuffles_keep_all_things_and_take_takes_them_away() -> None:
    dice, cards = Dice("cards"), list(range(50))
    chance.shuffle(dice, cards)
    assert sorted(cards) == list(range(50))
    assert cards != list(range(50))
    taken = chance.take(dice, cards, 5)
    assert len(cards) == 45
    assert not set(taken) & set(cards)
    assert chance.take(dice, [1, 2], 5) in ([1, 2], [2, 1])
    assert chance.pick(dice, ["a"]) == "a"
