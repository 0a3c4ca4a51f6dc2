"""Screens that tests see are read for marks that a page would show (`room.py`, `fake_service.py`)."""

from __future__ import annotations

import pytest

from bot.ui.parts import Button as Pressed
from bot.ui.parts import Form, Note, Screen, Section, Text
from bot.ui.words.wording import plainly
from tests.web.leftovers import leftovers


@pytest.mark.parametrize(
    "text",
    [
        "### **a** `*x*` · <t:1:R>\n-# <@5> in <#7>",
        "- **a**\n- b `x` [__y__](https://a.example)",
        f"{plainly('**x** `y` <@1>')} waits",
        "2 * 3, snake_case",
    ],
)
def test_what_a_page_reads_leaves_nothing(text: str) -> None:
    assert leftovers(Screen((Text(text),))) == []


@pytest.mark.parametrize("text", ["**Zab", "- a\n- `b", "> **b", "[a **b](https://a.example)", "<t:1:x>", "<@me> <@1"])
def test_what_is_left_is_found_wherever_it_stands(text: str) -> None:
    assert leftovers(Screen((Section(text, Pressed("Go", "go")),)))
    assert leftovers(Form("t", (Note(text),), "sent"))
