"""Every text of tables is used, and every text used is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.delivery.post_screens import fixed_row
from bot.ui.words.wording import said_of
from engine.core.text import catalogue, languages, speaking
from engine.games import PRESENTATIONS
from tests.suite.trees import parts_of

FILES = [*Path(bot.__file__).parent.rglob("*.py")]
NESTED = {"several", "choice"}
ASKED = "table.asked."


def strings() -> Iterator[tuple[str, bool]]:
    """Every string of the bot's code; of one with places to fill in its head, marked as such."""
    for file in FILES:
        for node in parts_of(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, False
            elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                yield str(node.values[0].value), True


@pytest.mark.soak
def test_no_text_of_tables_is_unused() -> None:
    said = [*strings()]
    whole = {text for text, head in said if not head}
    heads = tuple(text for text, head in said if head and text.endswith((".", "_")))
    keys = [key.removeprefix("table.") for key in catalogue() if key.startswith("table.")]
    words = whole | {f"button.{text}" for text in whole}
    unused = [k for k in keys if k not in words and f"table.{k}" not in words and not k.startswith(heads)]
    unused = [k for k in unused if not f"table.{k}".startswith(heads)]
    assert unused == []


def test_every_question_of_a_game_has_public_words() -> None:
    asks = {re.sub(r"\.(one|other)$", "", key) for key in catalogue() if key.startswith("ask.")}
    keys = {key.removeprefix("ask.").replace(".", "_") for key in asks}
    asked = {key.partition(ASKED)[2] for key in catalogue() if ASKED in key}
    assert keys - asked == set()


def test_labels_of_buttons_fit_a_row_of_three() -> None:
    labels = {key: text for key, text in catalogue().items() if key.startswith("table.button.")}
    assert {key: text for key, text in labels.items() if len(text) > 24} == {}


def test_what_belongs_together_is_not_broken_at_the_end_of_a_line() -> None:
    """`/civ …` was broken behind its name on a phone, and the mark of our own texts stood on a line alone."""
    texts = [(language, key, text) for language in languages() for key, text in catalogue(language).items()]
    assert [(language, key) for language, key, text in texts if re.search(r"`[^`\n]* …`|^ †", text)] == []


@pytest.mark.parametrize(("game", "language"), [(game, one) for game in PRESENTATIONS for one in languages()])
def test_how_it_works_names_the_buttons_that_stand_under_every_post(game: str, language: str) -> None:
    with speaking(language):
        named = re.findall(r"\*\*(.+?)\*\*", said_of(game, "lobby.how"))
        row = [button.label for button in fixed_row(PRESENTATIONS[game]).buttons]
    assert named
    assert set(named) <= set(row)
