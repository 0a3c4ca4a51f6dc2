"""Words that many posts and screens share: people, seats, times, and texts cut to what fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.contract.tables import Person, SeatInfo, TableInfo, Window, is_program
from engine.core.game import View
from engine.core.message import list_of
from engine.core.naming import TOKEN, Named, Names, in_bold, inflect_name
from engine.core.summary import Summary
from engine.core.text import capital, cut, has_text, is_single, own, words

TEXT: Final = 3200
BRIEF: Final = timedelta(minutes=2)
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LABEL: Final = 45
"""The most letters of the label of a field."""
_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<@-])")


def table_text(key: str, /, **filled: Any) -> str:
    """Return the text `table.<key>`, filled in."""
    return words(f"table.{key}", **filled)


def said_of(game: str, key: str, /, **filled: Any) -> str:
    """Return the text `table.<key>` in the game's own words where it has some."""
    return words(own(game, f"table.{key}"), **filled)


def said_or(game: str, key: str, fallback: str, /, **filled: Any) -> str:
    """Return the text `table.<key>` if the game or all games have one, else `table.<fallback>`."""
    return said_of(game, key if has_text(own(game, f"table.{key}")) else fallback, **filled)


def option_said(game: str, key: str, otherwise: object) -> str:
    """Return the text `table.<key>` of an option in the lobby if there is one, else what its game says of it, short
    enough for a label.
    """
    there = own(game, f"table.{key}")
    return words(there) if has_text(there) else cut(str(otherwise).removesuffix("."), LABEL)


def several(one: str, many: str, n: int) -> str:
    """Return the text `table.<one>` for a number with which the language has the singular, `table.<many>` for any
    other.
    """
    return table_text(one if is_single(f"table.{one}", n) else many, n=n)


def plainly(name: str) -> str:
    """Return a person's name with markdown escaped, so that Discord shows it as it is."""
    return _MARKDOWN.sub(r"\\\1", name)


def who(person: Person | None) -> str:
    """Return a person's name for a text; a seat without a player is open."""
    return plainly(person.name) if person else table_text("name.open_seat")


def owner(info: SeatInfo) -> str:
    """Return the owner of a seat; in an imported game, who played it or for whom it is reserved."""
    if info.person is not None or not info.name:
        return who(info.person)
    return table_text("name.kept_for", who=plainly(info.name)) if info.reserved else plainly(info.name)


def mention(person: Person) -> str:
    """Return a Discord mention of a person; it notifies only if the post allows it. Of a program its name."""
    return who(person) if is_program(person.id) else f"<@{person.id}>"


def has_civ(seat: SeatInfo, names: Names) -> bool:
    """Return whether the seat has a civilization already, as far as the names of the game tell."""
    slug = seat.civ or seat.seat
    things = names.things("civ")
    return bool(slug) and (not things or any(thing.value == slug for thing in things))


def civ(seat: SeatInfo, names: Names) -> str:
    """Return the name of a seat: its civilization, or before that its player."""
    if not has_civ(seat, names) and (seat.person is not None or seat.name):
        return owner(seat)
    slug = seat.civ or seat.seat
    return names.name("civ", slug) if slug else table_text("name.npc")


def place(seat: SeatInfo, names: Names) -> str:
    """Return the name of a seat that changes hands: its civilization, or its number, never its player."""
    return civ(seat, names) if has_civ(seat, names) else table_text("name.seat_numbered", n=seat.number)


def thing(seat: SeatInfo, names: Names) -> Named:
    """Return a seat with all its names: its civilization, in English too, and its number.

    Never its player: several may share a name, or be called like a civilization.
    """
    slug, numbered = seat.civ or seat.seat, table_text("name.seat_numbered", n=seat.number)
    also = [alias for one in names.things("civ", [slug]) for alias in one.aliases] if has_civ(seat, names) else []
    return Named(str(seat.number), capital(place(seat, names)), (*also, numbered), rank=seat.number)


def with_owner(seat: SeatInfo, names: Names) -> Named:
    """Return the seat as a completion shows it, with its player's name, which finds it but doesn't name it."""
    one, person = thing(seat, names), seat.person.name if seat.person else seat.name or table_text("name.open_seat")
    return replace(one, name=f"{one.name} — {table_text('name.npc') if seat.by == 'npc' else person}")


def phrase(seat: SeatInfo, names: Names) -> str:
    """Return the seat's name inside a sentence, with an article if the name needs one."""
    slug = seat.civ or seat.seat
    return names.phrase("civ", slug) if slug and has_civ(seat, names) else civ(seat, names)


def seat(info: SeatInfo, names: Names, *, bold: bool = False) -> str:
    """Return a seat with its player: `Red (Ana)`, `Blue (NPC)`."""
    name = civ(info, names)
    shown = f"**{name}**" if bold else name
    if info.by == "npc":
        return table_text("name.seat_of", civ=shown, who=table_text("name.npc"))
    return table_text("name.seat_of", civ=shown, who=owner(info)) if has_civ(info, names) else shown


def seat_at(info: SeatInfo, names: Names) -> str:
    """Return a seat as commands name it, with its player: `Red (Ana)`, `seat 2 (Ben)`."""
    return table_text(
        "name.seat_of", civ=place(info, names), who=table_text("name.npc") if info.by == "npc" else owner(info)
    )


def civs(seats: Iterable[SeatInfo], names: Names) -> str:
    """Return several seats by civilization: `Red, Blue and Green`."""
    return str(list_of([civ(one, names) for one in seats]))


def when(moment: datetime) -> str:
    """Return a time, shown by Discord in the reader's own zone."""
    return f"<t:{int(moment.timestamp())}:t>"


def closing_time(window: Window) -> str:
    """Return when the time to respond ends: to the second if it lasts less than two minutes."""
    brief = window.closes_at - window.opens_at < BRIEF
    return f"<t:{int(window.closes_at.timestamp())}:T>" if brief else when(window.closes_at)


def mark_head(head: str, info: TableInfo) -> str:
    """Return the heading, with a mark if the game came from a file and anybody may have made it up."""
    return f"{head}\n-# {table_text('name.from_file')}" if info.unverified else head


def date(moment: datetime) -> str:
    """Return a day and time, shown by Discord in the reader's own words and zone."""
    return f"<t:{int(moment.timestamp())}:f>"


def ago(moment: datetime) -> str:
    """Return the time until then, or since, as Discord counts it for the reader."""
    return f"<t:{int(moment.timestamp())}:R>"


def day(moment: datetime) -> str:
    """Return a day, shown by Discord in the reader's own words."""
    return f"<t:{int(moment.timestamp())}:D>"


def name_tokens(text: str, names: Names, *, bold: bool = True) -> str:
    """Return the text with its tokens as names; with `bold`, its first word and the first card stand out."""
    cards = 0

    def name(found: re.Match[str]) -> str:
        nonlocal cards
        shown = inflect_name(found, names)
        cards += found["kind"] == "card"
        stands_out = found.start() == 0 or (found["kind"] == "card" and cards == 1)
        return in_bold(shown, names.name(found["kind"], found["slug"])) if bold and stands_out else shown

    return TOKEN.sub(name, text)


def fit_lines(lines: Sequence[str], most: int) -> str:
    """Return the lines, as many as fit: the first and the newest stay, those left out between them are counted."""
    whole = "\n".join(lines)
    if len(whole) <= most or not lines:
        return whole
    note = table_text("post.more_lines", n=len(lines))
    first = cut(lines[0], most // 2)
    left = most - len(first) - len(note) - 2
    kept: list[str] = []
    for line in reversed(lines[1:]):
        if len(line) + 1 > left:
            break
        kept.insert(0, line)
        left -= len(line) + 1
    gone = len(lines) - 1 - len(kept)
    return "\n".join([first, *([table_text("post.more_lines", n=gone)] if gone else []), *kept])


def in_order(info: TableInfo, summary: Summary, view: View) -> list[str]:
    """Return the civilizations (or seats, before there are any) in turn order, those out of order last."""
    known_ = [s.civ or s.seat for s in info.seats if s.civ or s.seat]
    first = [slug for slug in summary.order(view) if slug in known_]
    return [*first, *(slug for slug in known_ if slug not in first)]


def totals(view: View, summary: Summary) -> list[str]:
    """Return a line for each player with several seats: what they make together."""
    return [f"**{plainly(name)}** {told}" for name, told in summary.totals(view)]


def seat_of(info: TableInfo, slug: str) -> SeatInfo | None:
    """Return the seat that plays a civilization."""
    return next((s for s in info.seats if slug in {s.civ, s.seat}), None)


def length(seconds: float) -> str:
    """Return a game's duration: in days, or hours or minutes if it is short."""
    days, minutes = round(seconds / DAY), max(1, round(seconds / MINUTE))
    if days > 1:
        return table_text("stats.days", n=days)
    if minutes < 60:
        return several("stats.minute", "stats.minutes", minutes)
    return several("stats.hour", "stats.hours", round(seconds / HOUR))
