"""The options of `/game new` one by one in words, as its suggestions show them and as they can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.ui.lobby.form_reader import settings_of
from bot.ui.words.options_in_words import value_named
from bot.ui.words.wording import said_of, table_text
from engine.core.game import Choice
from engine.core.lobby import Lobby
from engine.core.naming import Named, Names
from engine.core.text import has_text, own

LABELS: Final = ("house", "form")


def in_words(lobby: Lobby, names: Names, game: str) -> list[Named]:
    """Return every option with each of its values, as it is written, called by its words: none of them holds a
    comma.
    """
    items = enumerate(_items(lobby, names, game))
    return [Named(item, _one_item(shown), (item,), rank=place) for place, (item, shown) in items]


def option_title(game: str, option: str) -> str:
    """Return the lobby's name for that option; empty if it has none."""
    keys = (f"lobby.{kind}.{option}" for kind in LABELS)
    return next((said_of(game, key) for key in keys if has_text(own(game, f"table.{key}"))), "")


def _items(lobby: Lobby, names: Names, game: str) -> Iterator[tuple[str, str]]:
    for choice in lobby.choices:
        if choice.name not in {lobby.map, *lobby.ends}:
            yield from _of_option(choice, lobby, names, game)
    for name, value, _ in settings_of(lobby):
        setting = table_text(f"settings.short.{name}")
        yield f"{name} {value}", table_text("settings.chosen", setting=setting, value=value_named(name, value))


def _of_option(choice: Choice, lobby: Lobby, names: Names, game: str) -> Iterator[tuple[str, str]]:
    title = option_title(game, choice.name)
    if isinstance(choice.default, bool):
        other = not choice.default
        item = choice.name if other else f"{choice.name} off"
        yield (
            item,
            (title if other else "") or _house(lobby, choice, other) or _chosen(title, choice, table_text("name.off")),
        )
    elif choice.shown == "menu":
        for value in choice.values:
            if value != choice.default:
                short, whole = lobby.value_words(lobby.scenario, choice.name, value)
                yield f"{choice.name} {value}", whole.rstrip(".") if isinstance(value, str) else short
    elif choice.shown == "box" and title:
        yield f"{choice.name} {choice.on}", title
    elif choice is lobby.left_out_option:
        yield f"{choice.name} all", _house(lobby, choice, True) or _chosen(title, choice, table_text("name.all"))
    else:
        for value in choice.values:
            if value != choice.default:
                called = _value(choice, value, names, game)
                shown = _chosen(title, choice, called) if title else _house(lobby, choice, value)
                yield f"{choice.name} {value}", shown or _chosen("", choice, called)


def _value(choice: Choice, value: Any, names: Names, game: str) -> str:
    """A value in a few words: what explains it behind a colon is left out."""
    key = f"lobby.{choice.name}.{value}"
    if has_text(own(game, f"table.{key}")):
        return said_of(game, key).partition(":")[0]
    if isinstance(choice.default, tuple):
        return next((thing.name for thing in names.things(choice.things or "civ", [value])), str(value))
    return str(value)


def _house(lobby: Lobby, choice: Choice, value: Any) -> str:
    """Return the lobby's line about an option set so; empty if it is not one line."""
    usual = lobby.changed_options({}) or []
    wanted = [value] if isinstance(choice.default, tuple) and value is not True else value
    told = [line for line in lobby.changed_options({choice.name: wanted}) or [] if line not in usual]
    return told[0] if len(told) == 1 else ""


def _chosen(title: str, choice: Choice, value: str) -> str:
    return table_text("settings.chosen", setting=title or choice.name.replace("_", " "), value=value)


def _one_item(shown: str) -> str:
    """The words without what would end an item of a line."""
    return shown.replace(",", "")
