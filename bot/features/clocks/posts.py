"""A seat whose time is up: the post on which the others decide, what comes of it, and the screens of the voters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from bot.contract.posts import VOTE, Post, PostButton, PostRow, Rule, Words
from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.features.clocks.values import LateVote
from bot.ui import parts
from bot.ui.parts import Screen, Text
from bot.ui.words import prompt
from bot.ui.words.wording import civ, civs, date, has_civ, mention, place, plainly, table_text
from engine.core.naming import Names

Filled: TypeAlias = Mapping[str, Any]
FIRST_ROW: Final = ("once", "npc", "wait")


def late(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that a seat is out of time, and what the others may decide."""
    there: SeatInfo = filled["seat"]
    voters: tuple[int, ...] = filled["voters"]
    gone = bool(filled.get("gone"))
    who = (plainly(there.person.name) if gone else mention(there.person)) if there.person else ""
    named = table_text("post.asked_one_of", civ=civ(there, names), who=who) if has_civ(there, names) else who
    what = prompt.what(filled["question"], names)
    key = "late.asks_gone" if gone else "late.asks"
    text = table_text(key, who=named, id=info.id, what=what, time=date(filled["since"]))
    needs = table_text("late.needs", n=filled["needed"], of=len(voters))
    votes = [PostButton(table_text(f"late.{choice}"), "late_vote", f"{choice}.{there.number}") for choice in FIRST_ROW]
    find = PostButton(table_text("late.find"), "late_vote", f"find.{there.number}")
    back = PostButton(table_text("late.back"), "late_back", str(there.number), "primary")
    rows = (PostRow(tuple(votes)), PostRow((find, back)))
    slot = _slot(info, filled)
    return (Post("late", (Words(text), Rule(), Words(needs), *rows), mentions=voters, slot=slot, moves=True),)


def owner(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the DM to the seat's owner: what happened to the seat, and how to get it back."""
    there: SeatInfo = filled["seat"]
    choice: str = filled["choice"]
    text = table_text(f"late.owner_{choice}", id=info.id, civ=place(there, names))
    seat_of = PostButton(table_text("button.seat"), "seat", style="primary")
    back = PostButton(table_text("late.back"), "late_back", str(there.number), "primary")
    row = PostRow((seat_of if choice == "once" else back, PostButton(table_text("button.since"), "since")))
    return (Post("late", (Words(text), row), slot=f"owner:{info.id}:{there.number}", moves=True),)


def replaced_posts(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the DM to the former owner of a seat: who plays it now, and how to ask for it back."""
    there: SeatInfo = filled["seat"]
    who = plainly(there.person.name) if there.person else table_text("name.nobody")
    text = table_text("late.replaced", id=info.id, civ=place(there, names), who=who)
    row = PostRow((PostButton(table_text("button.reclaim"), "reclaim", str(there.number)),))
    return (Post("late", (Words(text), row)),)


def settled_posts(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the result of such a vote, which replaces its post and has no buttons."""
    there: SeatInfo = filled["seat"]
    outcome: str = filled["outcome"]
    choice = table_text(f"late.{outcome}") if outcome in (*FIRST_ROW, "find") else ""
    key = "late.settled" if choice else f"late.settled_{outcome}"
    text = table_text(key, civ=place(there, names), id=info.id, choice=choice)
    return (Post("late", (Words(text),), slot=_slot(info, filled)),)


def _slot(info: TableInfo, filled: Filled) -> str:
    """Return the slot of the post of a vote about a seat and its question."""
    return f"{VOTE}{info.id}:{filled['seat'].number}:{filled['ask']}"


def seek(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post of a seat that needs a player."""
    there: SeatInfo = filled["seat"]
    text = table_text("late.seek", civ=place(there, names), id=info.id)
    take = PostButton(table_text("late.take"), "stand_for", str(there.number), "success")
    back = PostButton(table_text("late.back"), "late_back", str(there.number), "primary")
    return (Post("late", (Words(text), PostRow((take, back))), slot=_search(info, there), moves=True),)


def volunteer(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that somebody volunteers, so that the host decides."""
    there: SeatInfo = filled["seat"]
    person: Person = filled["person"]
    text = table_text("late.volunteer", civ=place(there, names), who=plainly(person.name), host=mention(info.host))
    yes = PostButton(table_text("late.accept"), "stand_yes", f"{there.number}.{person.id}", "success")
    slot = _search(info, there, person.id)
    return (Post("late", (Words(text), PostRow((yes,))), mentions=(info.host.id,), slot=slot, moves=True),)


def search_over(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return what replaces the posts of an ended search and its volunteers; no buttons."""
    there: SeatInfo = filled["seat"]
    over = table_text("late.seek_over", civ=place(there, names), id=info.id)
    search = (Post("late", (Words(over),), slot=_search(info, there)),) if filled["posted"] else ()
    return (*search, *(_offered(info, there, person, names) for person in filled["people"]))


def _offered(info: TableInfo, there: SeatInfo, person: Person, names: Names) -> Post:
    text = table_text("late.volunteer_over", who=plainly(person.name), civ=place(there, names))
    return Post("late", (Words(text),), slot=_search(info, there, person.id))


def _search(info: TableInfo, there: SeatInfo, person: int = 0) -> str:
    """Return the slot of the post that looks for a player for a seat, or of the one about a volunteer."""
    return f"{VOTE}{info.id}:seek:{there.number}" + (f":{person}" if person else "")


def reclaim_posts(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that a former owner wants a seat back: its player decides, or else the host."""
    there: SeatInfo = filled["seat"]
    person, decides = filled["person"], filled["decides"]
    text = table_text("late.asks_back", civ=place(there, names), who=plainly(person.name), id=info.id)
    text = text if filled["reader"] else f"{mention(decides)}\n{text}"
    offer = PostButton(table_text("late.offer_back"), "offer_back", f"{there.number}.{person.id}", "success")
    slot = f"{VOTE}{info.id}:back:{there.number}:{person.id}"
    return (Post("late", (Words(text), PostRow((offer,))), mentions=(decides.id,), slot=slot, moves=True),)


def away(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that a player is on vacation, until when if they share it, and what happens meanwhile."""
    person: Person = filled["person"]
    span = {"begin": date(filled["from"]), "end": date(filled["until"])} if filled["dated"] else {}
    key = f"late.away_{filled['mode']}" if span else f"late.away_{filled['mode']}_undated"
    text = table_text(key, who=_with_seats(person, filled["seats"], names), **span)
    text = f"{text} {table_text('late.away_several')}" if filled["several"] else text
    return (Post("matter", (Words(text),), row=info.state == "running"),)


def _with_seats(person: Person, seats: Sequence[SeatInfo], names: Names) -> str:
    """Return a person's name with what they play, in brackets."""
    named = [one for one in seats if has_civ(one, names)]
    return f"{plainly(person.name)} ({civs(named, names)})" if named else plainly(person.name)


def home(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that a player is back, or stays."""
    text = table_text("late.home", who=_with_seats(filled["person"], filled["seats"], names))
    return (Post("matter", (Words(text),), row=info.state == "running"),)


def _key(what: str, filled: Filled) -> str:
    """Return the text key of such a post: about a player who has left, about one's own more time, or the usual one."""
    owner: Person | None = filled["seat"].person if what == "extended" else None
    if owner is not None and owner.id == filled["person"].id:
        return "late.told_extended_own"
    return f"late.told_{what}_gone" if filled.get("gone") else f"late.told_{what}"


def plain(what: str) -> Callable[[TableInfo, Filled, Names], Sequence[Post]]:
    """Return a post of one line."""

    def made(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
        there, person, until = filled.get("seat"), filled.get("person"), filled.get("until")
        text = table_text(
            _key(what, filled),
            id=info.id,
            civ=place(there, names) if isinstance(there, SeatInfo) else "",
            who=plainly(person.name) if isinstance(person, Person) else "",
            time=date(until) if isinstance(until, datetime) else "",
        )
        reason = str(filled.get("reason") or "")
        text = f"{text} {table_text('petition.reason', reason=plainly(reason))}" if reason else text
        return (Post("matter", (Words(text),), row=info.state == "running"),)

    return made


POSTS: Final[Mapping[str, Callable[[TableInfo, Filled, Names], Sequence[Post]]]] = {
    "late": late,
    "late_owner": owner,
    "replaced": replaced_posts,
    "late_settled": settled_posts,
    "seek": seek,
    "seek_settled": search_over,
    "volunteer": volunteer,
    "reclaimed": reclaim_posts,
    "away": away,
    "home": home,
    **{what: plain(what) for what in ("late_host", "late_wait", "late_back", "stood_in")},
    **{what: plain(what) for what in ("extended", "all_extended", "paused", "resumed")},
}


def voted_screen(told: LateVote, names: Names) -> Screen:
    """Return the screen after a vote: carried out, or how many more votes are needed."""
    key = "late.done" if told.done else "late.voted"
    choice = table_text(f"late.{told.choice}")
    line = table_text(key, choice=choice, civ=place(told.seat, names), n=told.votes, of=told.needed)
    row = parts.Row((parts.Button(table_text("button.status"), "status", lasting=True),))
    return Screen((Text(line), row), told.info.id.lower())
