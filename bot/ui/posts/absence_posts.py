"""Posts of requests to end a game, and to decide without somebody who is away; the DM that calls that person back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.posts import Post, PostButton, PostRow, Rule, Words
from bot.ui.wording import civ, civs, date, mention, plainly, said, seat, who
from bot.values import Petition, TableInfo
from engine.core.naming import Names
from engine.core.text import listed


def words_of(info: TableInfo, told: Petition, names: Names) -> Mapping[str, str]:
    """What the texts of a request are filled in with."""
    asks = seat(told.seat, names, bold=True) if told.seat else said("petition.moderator", who=plainly(told.by.name))
    if told.seat is None and told.by.id == info.host.id:
        asks = plainly(told.by.name)
    return {
        "who": asks,
        "id": info.id,
        "civ": civ(told.target, names) if told.target else "",
        "to": who(told.to),
        "absent": who(told.absent),
        "civs": listed([mention(s.person) for s in told.asked if s.person]),
        "time": date(told.closes_at),
        "agreed": civs(told.agreed, names),
    }


def asking(info: TableInfo, told: Petition, names: Names) -> Sequence[Post]:
    """The request in the channel, ringing those who have a say, and by DM to who is away."""
    filled = words_of(info, told, names)
    head = said(f"petition.{told.kind}.asks", **filled)
    head = f"{head} {said('petition.reason', reason=plainly(told.reason))}" if told.reason else head
    away = told.kind == "seat" and told.absent is not None
    needs = said(f"petition.{told.kind}.{'needs_away' if away else 'needs'}", **filled)
    here = (PostButton(said("button.here"), "here", str(told.no), "primary"),) if told.absent else ()
    agree = PostButton(said("button.agree"), "agree", str(told.no), "success")
    refuse = PostButton(said("button.refuse"), "refuse", str(told.no), "danger")
    people = [*(s.person.id for s in told.asked if s.person), *([told.absent.id] if told.absent else [])]
    text = (Words(head), Rule(), Words(needs))
    public = Post("petition", (*text, PostRow((agree, refuse, *here))), mentions=tuple(dict.fromkeys(people)))
    if told.absent is None:
        return (public,)
    return (public, replace(public, parts=(*text, PostRow(here)), user=told.absent.id, mentions=(told.absent.id,)))


def ended(info: TableInfo, told: Petition, names: Names) -> Sequence[Post]:
    """What came of it, and who agreed; what is done tells itself."""
    filled = words_of(info, told, names)
    agreed = [said("petition.agreed_by", **filled)] if told.agreed else []
    lines = agreed if told.result == "agreed" else [said(f"petition.{told.kind}.{told.result}", **filled), *agreed]
    return (Post("matter", (Words(" ".join(lines)),), row=info.state == "running"),) if lines else ()
