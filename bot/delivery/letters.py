"""Posts as screens: texts with their names, the fixed row, pictures by their recipes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.posts import Attached, Button, Picture, Post, Row, Rule, Words
from bot.ui import parts
from bot.ui.vocabulary import face_of
from engine.core.naming import Names, told
from engine.core.text import words

FIXED: Final = ("seat", "hand", "map", "log", "more")
STRONG: Final = ("civ",)


def screen(post: Post, table: str, names: Names, accent: int | None, alts: Mapping[str, str]) -> parts.Screen:
    """The post as a screen. `alts` describes each picture by its file; one without gives way to its words."""
    made: list[parts.Part] = []
    for part in post.parts:
        made += _part(_without_fixed(part) if post.row else part, names, alts)
    if post.row:
        made.append(fixed_row(hands=face_of(names.game).hands))
    return parts.Screen(tuple(made), table.lower(), None, parts.SAND if accent is None else accent)


def _without_fixed(part: Any) -> Any:
    """A row without the buttons that the fixed row has anyway: Discord takes no button twice."""
    if not isinstance(part, Row):
        return part
    return Row(tuple(b for b in part.buttons if b.option or b.verb not in FIXED))


def _part(part: Any, names: Names, alts: Mapping[str, str]) -> list[parts.Part]:
    if isinstance(part, Words):
        return [parts.Text(told(part.text, names, STRONG))]
    if isinstance(part, Rule):
        return [parts.Divider()]
    if isinstance(part, Row) and part.buttons:
        return [parts.Row(tuple(_button(button) for button in part.buttons))]
    if isinstance(part, Picture) and file_name(part) in alts:
        return [parts.Gallery((parts.Picture(file_name(part), alts[file_name(part)]),))]
    return [parts.Text(part.words)] if isinstance(part, Picture) and part.words else []


def _button(button: Button) -> parts.Button:
    return parts.Button(button.label, button.verb, button.option, button.style, lasting=True)


def fixed_row(*, hands: bool = True) -> parts.Row:
    """The same buttons on every post of play; a game without hands has none for them."""
    verbs = [verb for verb in FIXED if hands or verb != "hand"]
    return parts.Row(tuple(parts.Button(words(f"table.button.{v}"), v, lasting=True) for v in verbs), fixed=True)


def pictures(post: Post) -> list[Picture]:
    """The pictures of a post."""
    return [part for part in post.parts if isinstance(part, Picture)]


def file_name(picture: Picture) -> str:
    """The name under which a picture is sent."""
    return picture.file if picture.file.endswith(".png") else f"{picture.file}.png"


def attached(post: Post) -> list[Attached]:
    """The files of a post."""
    return [part for part in post.parts if isinstance(part, Attached)]


def recipe(picture: Picture) -> dict[str, Any]:
    """The recipe of a picture, as the painter reads it."""
    return {"draw": picture.draw, "game": picture.game, "view": picture.view, "options": picture.options}
