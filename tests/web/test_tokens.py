"""Tokens of links: only the bot makes them, for ten minutes."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest

from bot.web import tokens

SECRET, NOW = b"s" * 32, 1_750_000_000.5
TEXT = tokens.make(SECRET, 10**18, 5, NOW)


def test_a_token_says_who_may_enter_where_for_ten_minutes() -> None:
    token = tokens.read(SECRET, TEXT, NOW)
    assert token is not None
    assert token[:3] == (10**18, 5, int(NOW) + 600)
    assert tokens.read(SECRET, TEXT, NOW + 599) == token
    assert tokens.read(SECRET, TEXT, NOW + 600) is None
    assert tokens.make(SECRET, 10**18, 5, NOW) != TEXT, "no two are the same"


def test_a_token_that_was_changed_anywhere_is_none() -> None:
    raw = urlsafe_b64decode(TEXT)
    changed = [raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :] for place in range(len(raw))]
    assert len(changed) == 72
    assert {tokens.read(SECRET, urlsafe_b64encode(one).decode(), NOW) for one in changed} == {None}


@pytest.mark.parametrize(
    "cut",
    ["{}A", "{}AAAA", "{} ", "{}\n", "", "é" * 96],
)
def test_what_was_typed_is_none(cut: str) -> None:
    assert tokens.read(SECRET, cut.format(TEXT), NOW) is None


@pytest.mark.parametrize("by", [1, 4, 43, 95])
def test_what_was_cut_is_none(by: int) -> None:
    assert tokens.read(SECRET, TEXT[:-by], NOW) is None
    assert tokens.read(SECRET, TEXT[:-by] + "\n" * by, NOW) is None


def test_another_secret_or_none_reads_nothing() -> None:
    assert tokens.read(b"t" * 32, TEXT, NOW) is None
    assert tokens.read(b"", TEXT, NOW) is None
