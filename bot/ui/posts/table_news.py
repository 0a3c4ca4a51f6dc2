"""Posts about the table itself: seats, host, settings, a new channel, its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bot.contract.posts import Part, Post, PostButton, PostRow, Words
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.ui.posts.turn_headings import told_by_turn, under_headings
from bot.ui.words import options_in_words, prompt
from bot.ui.words.wording import civ, civs, date, mention, place, plainly, said_of, seat, table_text, when
from engine.core.message import list_of
from engine.core.naming import Names

Filled: TypeAlias = Mapping[str, Any]
Told: TypeAlias = tuple[str, tuple[int, ...]]
DIGEST: Final = 2500
TAKE: Final = PostRow((PostButton(table_text("button.take_seat"), "join", style="success"),))


def matter(what: str, info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post about a matter; none if there is no text for it.

    `info` is the table after the change. `filled` has the other values: `seat` or `seats`, `person` (who did it),
    `before` (the old settings), `reason`.
    """
    tell = MATTERS.get(what)
    text, ring = tell(info, filled, names) if tell else ("", ())
    parts: tuple[Part, ...] = (Words(text), *([TAKE] if what == "brought" else []))
    return (Post("matter", parts, mentions=ring, row=info.state == "running"),) if text else ()


def _seats(filled: Filled) -> tuple[SeatInfo, ...]:
    one = filled.get("seat")
    return (one,) if isinstance(one, SeatInfo) else tuple(filled.get("seats", ()))


def _who(filled: Filled) -> str:
    person = filled.get("person")
    return plainly(person.name) if isinstance(person, Person) else table_text("name.nobody")


def _seat(_info: TableInfo, filled: Filled, names: Names) -> Told:
    there = next(iter(_seats(filled)), None)
    if there is None or there.person is None:
        return "", ()
    return said_of(names.game, "matter.seat_given", civ=place(there, names), who=mention(there.person)), (
        there.person.id,
    )


def _control(_info: TableInfo, filled: Filled, names: Names) -> Told:
    there = next(iter(_seats(filled)), None)
    if there is None:
        return "", ()
    key = "matter.control_npc" if there.by == "npc" else "matter.control_human"
    owner = plainly(there.person.name) if there.person else table_text("name.nobody")
    return said_of(names.game, key, civ=place(there, names), who=owner), ()


def _host(info: TableInfo, _filled: Filled, _names: Names) -> Told:
    return table_text("matter.host", who=mention(info.host), id=info.id), (info.host.id,)


def _settings(info: TableInfo, filled: Filled, _names: Names) -> Told:
    before = filled.get("before")
    changes = options_in_words.differences(before if isinstance(before, Settings) else None, info.settings)
    return (table_text("matter.settings", id=info.id, changes=list_of(changes)), ()) if changes else ("", ())


def _digest(info: TableInfo, filled: Filled, names: Names) -> Told:
    told = told_by_turn(filled["lines"], info, names)
    head = table_text(f"matter.digest_{filled['every']}", id=info.id)
    return (under_headings(head, told, DIGEST, filled["earlier"]) if told else "", ())


def _removing(info: TableInfo, filled: Filled, _names: Names) -> Told:
    return table_text("matter.removing", id=info.id, who=_who(filled), time=date(filled["until"])), ()


def _staying(info: TableInfo, filled: Filled, _names: Names) -> Told:
    return table_text("matter.staying", id=info.id, who=_who(filled)), ()


def _moved(info: TableInfo, _filled: Filled, _names: Names) -> Told:
    return table_text("matter.moved", id=info.id), ()


def _left(info: TableInfo, filled: Filled, names: Names) -> Told:
    given_up = _seats(filled)
    if info.state == "running" and given_up:
        return table_text("matter.left_running", who=_who(filled), id=info.id, civ=civs(given_up, names)), ()
    return table_text("matter.left", who=_who(filled), id=info.id), ()


def _brought(info: TableInfo, _filled: Filled, names: Names) -> Told:
    waiting = list_of([seat(one, names) for one in info.missing])
    return table_text("matter.brought", id=info.id, host=plainly(info.host.name), seats=waiting), ()


def _claimed(info: TableInfo, filled: Filled, names: Names) -> Told:
    line = table_text("matter.claimed", who=_who(filled), civ=civs(_seats(filled), names))
    left = table_text("matter.still", seats=list_of([seat(one, names) for one in info.missing])) if info.missing else ""
    return f"{line} {left}".strip(), ()


def _ended(info: TableInfo, filled: Filled, _names: Names) -> Told:
    reason = str(filled.get("reason") or info.over_reason)
    key = "matter.ended_reason" if reason else "matter.ended"
    return table_text(key, id=info.id, who=_who(filled), reason=plainly(reason)), ()


def _last_call(_info: TableInfo, filled: Filled, names: Names) -> Told:
    """Return who is asked what, and until when."""
    asked = [one for one in _seats(filled) if one.person is not None]
    what, until = prompt.what(filled["ask"], names), when(filled["until"])
    seats = list_of([f"**{civ(one, names)}** — {mention(one.person)}" for one in asked if one.person])
    return table_text("matter.last_call", seats=seats, what=what, time=until), tuple(
        s.person.id for s in asked if s.person
    )


def _turn_over(info: TableInfo, filled: Filled, names: Names) -> Told:
    there = next(iter(_seats(filled)), None)
    if there is None:
        return "", ()
    why = table_text(f"matter.turn_over_{filled['why']}", who=_who(filled))
    return table_text("matter.turn_over", id=info.id, civ=civ(there, names), why=why), ()


MATTERS: Final[Mapping[str, Callable[[TableInfo, Filled, Names], Told]]] = {
    "seat": _seat,
    "control": _control,
    "host": _host,
    "settings": _settings,
    "moved": _moved,
    "digest": _digest,
    "removing": _removing,
    "staying": _staying,
    "left": _left,
    "brought": _brought,
    "claimed": _claimed,
    "ended": _ended,
    "last_call": _last_call,
    "turn_over": _turn_over,
}
