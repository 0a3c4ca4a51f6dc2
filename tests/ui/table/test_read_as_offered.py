"""What is typed for an option is read as what was offered."""

from __future__ import annotations

import pytest
from discord.app_commands import Choice

from bot.delivery.command_tree import as_offered

OFFERED = [
    Choice(name="Babylon — area", value="area:babylon"),
    Choice(name="Babylonians — civilization", value="civ:babylon"),
    Choice(name="3: Spring", value="3"),
    Choice(name="To 25 VP", value="To 25 VP"),
    Choice(name="To 25 VP", value="vp 25"),
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("area:babylon", "area:babylon"),
        ("Babylon — area", "area:babylon"),
        ("babylon", "area:babylon"),
        ("Babylon — Gebiet", "area:babylon"),
        ("3: Spring", "3"),
        ("3", "3"),
        ("To 25 VP", "vp 25"),
        ("Baby", "Baby"),
        ("Babylon — area, tyre", "Babylon — area, tyre"),
    ],
)
def test_the_value_the_name_or_the_part_before_what_is_said_of_it(typed: str, meant: str) -> None:
    assert as_offered(typed, OFFERED) == meant


def test_of_two_that_are_shown_alike_none_is_taken() -> None:
    twins = [Choice(name="Ana", value="1"), Choice(name="Ana", value="2")]
    assert as_offered("Ana", twins) == "Ana"
