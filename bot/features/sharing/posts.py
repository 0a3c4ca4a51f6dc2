"""The post of a board that a person shows in the channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.contract.posts import Part, Post, PostPicture, Words
from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.ui.lookup import map as maps
from bot.ui.words.presentations import presentation_of, summary_of
from bot.ui.words.wording import civ, mention, table_text
from engine.core.ask import Option
from engine.core.game import View
from engine.core.naming import Names, name_tokens


def shared_board(info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """Return the post of a shared board and who shows it; made from the public `view` alone."""
    person: Person = filled["person"]
    look = maps.Look(info, filled["view"], names, since=filled["since"])
    summary, show = summary_of(info.game), maps.public_show(look, filled["show"])
    if not summary.board(look.view):
        return ()
    text = table_text("matter.board", who=mention(person), id=info.id)
    picture = public_picture(look, show)
    parts = (Words(f"{text}\n{maps.head(summary, look, show)}"), replace(picture, words=picture.alt))
    return (Post("matter", parts, row=info.state == "running"),)


def public_picture(look: maps.Look, show: str) -> PostPicture:
    """Return the picture of the board, or of what of it is wanted, as a post takes it."""
    (drawn,) = maps.gallery(look, show).pictures
    recipe = drawn.recipe
    return PostPicture(recipe["draw"], recipe["view"], look.info.game, drawn.name, recipe["options"], drawn.alt)


POSTS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {"board": shared_board}


def shared_preview(info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """Return the post of what a player considers: the answers, their effects, and the public board around the last
    place.
    """
    person: Person = filled["person"]
    seat: SeatInfo = filled["seat"]
    answers: Sequence[Option] = filled["answers"]
    head = table_text("matter.preview", who=mention(person), civ=civ(seat, names), id=info.id)
    lines = [f"**{name_tokens(one.label, names)}** {name_tokens(one.hint, names)}".rstrip() for one in answers]
    parts: tuple[Part, ...] = (Words("\n".join((head, *lines))), *around(info, filled["view"], answers, names))
    return (Post("matter", parts, row=info.state == "running"),)


def around(info: TableInfo, view: View, answers: Sequence[Option], names: Names) -> tuple[PostPicture, ...]:
    """Return the picture around the last answer that is a place on the board."""
    board = presentation_of(info.game).board
    places = [one.token for one in answers if board is not None and one.token in board.stacks(view)]
    if not places:
        return ()
    return (public_picture(maps.Look(info, view, names), f"area:{places[-1]}"),)


PREVIEWS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {
    "preview": shared_preview
}
