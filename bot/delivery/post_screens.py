"""Posts as screens: texts with their names, the fixed row, pictures by their recipes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.contract.posts import Attached, Post, PostButton, PostPicture, PostRow, Rule, Words
from bot.delivery.films import FILM
from bot.ui import parts
from bot.ui.truncate import without
from bot.ui.words.presentations import presentation_of
from engine.core.naming import Names, name_tokens
from engine.core.presentation import Presentation
from engine.core.text import words

FIXED: Final = ("seat", "hand", "map", "since", "more")
STRONG: Final = ("civ",)


def screen(post: Post, table: str, names: Names, accent: int | None, alts: Mapping[str, str]) -> parts.Screen:
    """Return the post as a screen. `alts` describes each picture by its file; one without gives way to its words."""
    made: list[parts.Part] = []
    for part in post.parts:
        made += _part(_without_fixed(part) if post.row else part, names, alts)
    if post.row:
        made.append(fixed_row(presentation_of(names.game)))
    return parts.Screen(tuple(made), table.lower(), None, parts.SAND if accent is None else accent)


def side_by_side(screens: Sequence[parts.Screen]) -> list[parts.Screen]:
    """Return screens for one message, each in its container: only the last has the fixed row, and no control appears
    twice.
    """
    taken: set[str] = set()
    made = []
    for number, one in enumerate(reversed(screens)):
        loose = tuple(part for part in one.parts if not number or not (isinstance(part, parts.Row) and part.fixed))
        made.append(without(replace(one, parts=loose), taken))
    return made[::-1]


def _without_fixed(part: Any) -> Any:
    """A row without the buttons that the fixed row has anyway: Discord takes no button twice."""
    if not isinstance(part, PostRow):
        return part
    return replace(part, buttons=tuple(b for b in part.buttons if b.option or b.verb not in FIXED))


def _part(part: Any, names: Names, alts: Mapping[str, str]) -> list[parts.Part]:
    if isinstance(part, Words):
        return [parts.Text(name_tokens(part.text, names, STRONG))]
    if isinstance(part, Rule):
        return [parts.Divider()]
    if isinstance(part, PostRow) and (part.buttons or part.links):
        links = tuple(parts.Link(link.label, link.url) for link in part.links)
        return [parts.Row(tuple(_button(button) for button in part.buttons), links=links)]
    if isinstance(part, PostPicture) and file_name(part) in alts:
        return [parts.Gallery((parts.ScreenPicture(file_name(part), alts[file_name(part)]),))]
    return [parts.Text(part.words)] if isinstance(part, PostPicture) and part.words else []


def _button(button: PostButton) -> parts.Button:
    return parts.Button(button.label, button.verb, button.option, button.style, lasting=True)


def fixed_row(shown: Presentation) -> parts.Row:
    """Return the fixed row of buttons below every post of play; without Hand or Map for a game that has none."""
    there = {"hand": shown.hands, "map": shown.has_board}
    verbs = [verb for verb in FIXED if there.get(verb, True)]
    made = [
        parts.Button(words(f"table.button.{v}"), v, style="primary" if v == FIXED[0] else "secondary", lasting=True)
        for v in verbs
    ]
    return parts.Row(tuple(made), fixed=True)


def pictures(post: Post) -> list[PostPicture]:
    """Return the pictures of a post."""
    return [part for part in post.parts if isinstance(part, PostPicture)]


def file_name(picture: PostPicture) -> str:
    """Return the name under which a picture is sent."""
    return picture.file if picture.file.endswith((".png", ".webp")) else f"{picture.file}.png"


def linked(post: Post, guild: int, channel: int, message: int) -> Post:
    """Return the post with a link to a message of that channel wherever it names the channel."""
    link = f"https://discord.com/channels/{guild}/{channel}/{message}"
    parts = [
        replace(part, text=part.text.replace(f"<#{channel}>", link)) if isinstance(part, Words) else part
        for part in post.parts
    ]
    return replace(post, parts=tuple(parts))


def attachments(post: Post) -> list[Attached]:
    """Return the files of a post."""
    return [part for part in post.parts if isinstance(part, Attached)]


def recipe(picture: PostPicture) -> dict[str, Any]:
    """Return the recipe of a picture, as the painter reads it."""
    if picture.draw == FILM:
        return {"draw": FILM, "game": picture.game, **picture.options}
    made = {"draw": picture.draw, "game": picture.game, "view": picture.view, "options": picture.options}
    return made | ({"style": picture.style} if picture.style else {})
