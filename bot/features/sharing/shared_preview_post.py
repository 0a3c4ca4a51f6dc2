"""The post of what somebody considers, before it is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.contract.posts import Part, Post, PostPicture, Words
from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.features.sharing.posts import public_picture
from bot.ui.lookup import map as maps
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import civ, mention, said
from engine.core.ask import Option
from engine.core.game import View
from engine.core.naming import Names, told


def shared_preview(info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """Who considers what, what each answer brings, and the part of the public board around the last place named."""
    person: Person = filled["person"]
    seat: SeatInfo = filled["seat"]
    answers: Sequence[Option] = filled["answers"]
    head = said("matter.preview", who=mention(person), civ=civ(seat, names), id=info.id)
    lines = [f"**{told(one.label, names)}** {told(one.hint, names)}".rstrip() for one in answers]
    parts: tuple[Part, ...] = (Words("\n".join((head, *lines))), *around(info, filled["view"], answers, names))
    return (Post("matter", parts, row=info.state == "running"),)


def around(info: TableInfo, view: View, answers: Sequence[Option], names: Names) -> tuple[PostPicture, ...]:
    """The picture of the last of the answers that is a place on the board, with those next to it."""
    board = presentation_of(info.game).board
    places = [one.token for one in answers if board is not None and one.token in board.stacks(view)]
    if not places:
        return ()
    return (public_picture(maps.Look(info, view, names), f"area:{places[-1]}"),)


POSTS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {
    "preview": shared_preview
}
