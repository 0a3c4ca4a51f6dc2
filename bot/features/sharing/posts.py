"""The post of the board that somebody shows to everybody in the channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.contract.posts import Post, PostPicture, Words
from bot.contract.tables import Person, TableInfo
from bot.ui.lookup import map as maps
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import mention, said
from engine.core.naming import Names


def shared_board(info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """Who shows it, and what: made from the public `view` alone, with nothing of the person's seat."""
    person: Person = filled["person"]
    look = maps.Look(info, filled["view"], names, since=filled["since"])
    summary, show = summary_of(info.game), maps.public_show(look, filled["show"])
    if not summary.board(look.view):
        return ()
    text = said("matter.board", who=mention(person), id=info.id)
    picture = public_picture(look, show)
    parts = (Words(f"{text}\n{maps.head(summary, look, show)}"), replace(picture, words=picture.alt))
    return (Post("matter", parts, row=info.state == "running"),)


def public_picture(look: maps.Look, show: str) -> PostPicture:
    """The picture of the board, or of what of it is wanted, as a post takes it."""
    (drawn,) = maps.gallery(look, show).pictures
    recipe = drawn.recipe
    return PostPicture(recipe["draw"], recipe["view"], look.info.game, drawn.name, recipe["options"], drawn.alt)


POSTS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {"board": shared_board}
