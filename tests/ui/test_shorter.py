"""Screens that are too much for one message, and several screens in one."""

from __future__ import annotations

import pytest

from bot.delivery.post_screens import side_by_side
from bot.ui.message_faults import faults, faults_of
from bot.ui.parts import DISCORD, Button, Divider, Gallery, Row, Screen, ScreenPicture, Section, Text, controls
from bot.ui.truncate import truncate

FIXED = Row(tuple(Button(verb, verb, lasting=True) for verb in ("seat", "map", "log", "more")), fixed=True)
LONG = "word " * 900
TOO_MUCH = {
    "text": (Text(LONG), Text(LONG), Text("short"), FIXED),
    "parts": (*(part for n in range(30) for part in (Text(f"part {n}"), Divider())), FIXED),
    "labels": (Text("x"), Row((Button("label " * 40, "map"),)), FIXED),
    "rows": (Text("x"), Row(tuple(Button(str(n), "pick", str(n)) for n in range(9))), FIXED),
    "nothing": (Text("x"), Text("  "), Row(()), Row((Button(" ", "map"),)), FIXED),
    "twice": (Text("x"), Row((Button("Map", "map", lasting=True),)), FIXED),
    "addresses": (Text("x"), Row((Button("Map", "map", "o" * 200),)), FIXED),
    "alt": (Gallery((ScreenPicture("a.png", "alt " * 500),)), Section(LONG, Button("Why", "why")), FIXED),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_screen_that_is_too_much_is_cut_to_what_discord_takes_and_keeps_its_fixed_row(name: str) -> None:
    screen = Screen(TOO_MUCH[name], "1k9")
    assert faults(screen, DISCORD)
    made = truncate(screen)
    assert faults(made, DISCORD) == []
    assert made.parts[-1] == FIXED


def test_a_screen_that_fits_stays_as_it_is() -> None:
    screen = Screen((Text("x"), Divider(), Row((Button("Why", "why"),)), FIXED), "1k9")
    assert truncate(screen) == screen


def test_side_by_side_no_control_stands_twice_and_the_last_screen_has_the_fixed_row() -> None:
    one = Screen((Text("one"), Row((Button("Map", "map", lasting=True), Button("Agree", "agree", "3"))), FIXED), "1k9")
    two = Screen((Text("two"), FIXED), "1k9")
    first, last = side_by_side([one, two])
    assert [button.verb for button in controls(first)] == ["agree"]
    assert last == two
    assert faults_of([first, last], DISCORD) == []
    assert side_by_side([one, Screen((Text("two"),), "1k9")])[1].parts == (Text("two"),)
