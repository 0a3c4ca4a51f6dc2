"""Offers of a seat or of the host's role: the post and DM that ask, their end, and the screens around them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.contract.posts import Post, PostButton, PostRow, Words
from bot.contract.tables import Offer, TableInfo
from bot.ui import parts
from bot.ui.parts import Screen, Text
from bot.ui.words.wording import date, mention, place, plainly, table_text, who
from engine.core.naming import Names


def posts(info: TableInfo, told: Offer, names: Names) -> Sequence[Post]:
    """Return the post of an open offer and the DM to its receiver; or its end, unless that is told elsewhere."""
    if told.result == "accepted":
        return ()
    if told.result != "open":
        return (Post("matter", (Words(offer_result(info, told, names)),), row=info.state == "running"),)
    text = f"{what(info, told, names)} {table_text('offer.until', time=date(told.closes_at))}"
    row = PostRow(
        (
            PostButton(table_text("button.accept"), "accept", str(told.no), "success"),
            PostButton(table_text("button.decline"), "decline", str(told.no)),
        )
    )
    seated = tuple(dict.fromkeys(s.person.id for s in info.seats if s.person is not None))
    ring = (told.to.id,) if told.to else tuple(person for person in seated if person != told.by.id)
    public = Post("offer", (Words(text), row), mentions=ring)
    return (public, replace(public, user=told.to.id)) if told.to else (public,)


def what(info: TableInfo, told: Offer, names: Names) -> str:
    """Return who offers what to whom, in words."""
    to = mention(told.to) if told.to else ""
    if told.seat is None:
        return table_text("offer.host" if told.to else "offer.host_free", by=plainly(told.by.name), who=to, id=info.id)
    return table_text("offer.seat", by=plainly(told.by.name), who=to, civ=place(told.seat, names), id=info.id)


def offer_result(info: TableInfo, told: Offer, names: Names) -> str:
    """Return the outcome of an offer that wasn't accepted, in words."""
    thing = table_text("offer.the_host", id=info.id) if told.seat is None else f"**{place(told.seat, names)}**"
    to = who(told.to) if told.to else table_text("name.nobody")
    return table_text(f"offer.{told.result}", what=thing, who=to, by=plainly(told.by.name))


def made_screen(info: TableInfo, told: Offer) -> Screen:
    """Return the screen after making an offer: the deadline, and a button to withdraw it."""
    line = table_text("offer.made", who=who(told.to), time=date(told.closes_at))
    back = parts.Button(table_text("button.withdraw_offer"), "decline", str(told.no), lasting=True)
    return Screen((Text(line), parts.Row((back,))), info.id.lower())


def answered_screen(table: str, told: Offer, names: Names) -> Screen:
    """Return the screen after an answer."""
    key = "host" if told.result == "accepted" and told.seat is None else told.result
    line = table_text(f"offer.you_{key}", civ=place(told.seat, names) if told.seat else "", id=table)
    verb = "seat" if told.seat is not None and told.result == "accepted" else "status"
    row = parts.Row((parts.Button(table_text(f"button.{verb}"), verb, style="primary", lasting=True),))
    return Screen((Text(line), row), table.lower())
