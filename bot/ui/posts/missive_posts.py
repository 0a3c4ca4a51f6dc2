"""What one seat writes to another, as a direct message; that a letter passed; a letter shown to the host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.beside import Missive, TalkKind
from bot.posts import Part, Post, PostButton, PostRow, Words
from bot.ui.wording import civ, plainly, seat
from bot.values import SeatInfo, TableInfo
from engine.core.naming import Names
from engine.core.text import words


def quoted(text: str) -> str:
    """What somebody has written, letter by letter, as a quotation."""
    return "\n".join(f"> {plainly(line)}" for line in text.splitlines())


def letter_rows(info: TableInfo, told: Missive, reader: SeatInfo) -> tuple[PostRow, ...]:
    """To answer, to see one's letters, to take no more of them, to show this one to a host who does not have it."""
    to = reader.number
    of = f"{told.seat.number}.{to}"
    answer = PostButton(words("letter.button.answer"), "tell_form", of, "primary")
    block = PostButton(words("letter.button.block"), "tell_stop", of)
    has_it = info.host.id in {one.person.id for one in (told.seat, reader) if one.person is not None}
    report = () if has_it else (PostButton(words("letter.button.report"), "tell_host", str(told.no)),)
    return (
        PostRow((answer, PostButton(words("letter.button.letters"), "letters", str(to)))),
        PostRow((block, *report)),
    )


def team_rows(_info: TableInfo, _told: Missive, reader: SeatInfo) -> tuple[PostRow, ...]:
    """To answer, to all of the team, and to see what it has written."""
    answer = PostButton(words("letter.button.answer"), "team_form", str(reader.number), "primary")
    return (PostRow((answer, PostButton(words("team_talk.button.talk"), "team_talk", str(reader.number)))),)


ROWS: Final[Mapping[TalkKind, Callable[[TableInfo, Missive, SeatInfo], tuple[PostRow, ...]]]] = {
    "letter": letter_rows,
    "team": team_rows,
}
HEADS: Final[Mapping[TalkKind, str]] = {"letter": "letter.dm", "team": "team_talk.dm"}


def missive(info: TableInfo, reader: SeatInfo, told: Missive, names: Names) -> Post:
    """The message to the owner of a seat, who is rung when awake."""
    to = reader.person.id if reader.person else 0
    head = words(HEADS[told.kind], id=info.id, writer=seat(told.seat, names), civ=civ(reader, names))
    parts: tuple[Part, ...] = (Words(head), Words(quoted(told.text)), *ROWS[told.kind](info, told, reader))
    return Post("missive", parts, user=to, mentions=(to,), colour=told.seat.civ or told.seat.seat or "sand")


def passed(_info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """That a letter passed, where everybody is told so; never what it says."""
    line = words("letter.passed", writer=civ(filled["seat"], names), reader=civ(filled["to"], names))
    return (Post("matter", (Words(line),)),)


def reported(info: TableInfo, filled: Mapping[str, Any], names: Names) -> Sequence[Post]:
    """A letter that its reader shows to the host."""
    letter: Missive = filled["letter"]
    head = words("letter.reported", id=info.id, who=plainly(filled["person"].name), writer=seat(letter.seat, names))
    return (Post("matter", (Words(head), Words(quoted(letter.text)))),)


POSTS: Final[Mapping[str, Callable[[TableInfo, Mapping[str, Any], Names], Sequence[Post]]]] = {
    "letter": passed,
    "letter_reported": reported,
}
