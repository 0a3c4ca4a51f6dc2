"""Posts and screens of requests: going back, ending a game, deciding for an absent player, and the DM to that
player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.contract.posts import VOTE, Part, Post, PostButton, PostRow, Rule, Words
from bot.contract.records import News
from bot.contract.tables import BackPoint, Petition, SeatInfo, TableInfo
from bot.ui import parts
from bot.ui.lookup import map as maps
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Form, Line, Note, Pick, Screen, Text, choice
from bot.ui.words import options_in_words
from bot.ui.words.wording import civ, civs, date, mention, name_tokens, plainly, seat, several, table_text, who
from engine.core.game import View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.summary import Summary
from engine.core.text import cut, cut_behind

WHAT = 160
CHANGES = 700


def post(info: TableInfo, told: Petition, names: Names, summary: Summary) -> Sequence[Post]:
    """Return the post of a request, or of its end; an accepted one is told by what it does."""
    if told.result == "open":
        return (ask_post(info, told, names, summary),) if told.kind == "back" else asking_for_absent(info, told, names)
    if told.kind != "back":
        return result_posts(info, told, names)
    if told.result == "agreed":
        return ()
    filled = {"civ": asker(told, names), "what": what(told.point, names)}
    key = told.result if told.result != "refused" or not told.agreed else "refused_some"
    text = table_text(f"petition.{key}", **filled, agreed=civs(told.agreed, names))
    return (Post("matter", (Words(text),), row=info.state == "running"),)


def asker(told: Petition, names: Names) -> str:
    """Return who asks: the seat, or the name of a person without one."""
    return civ(told.seat, names) if told.seat else plainly(told.by.name)


def ask_post(info: TableInfo, told: Petition, names: Names, summary: Summary) -> Post:
    """Return the post of a request: who asks for what and why, what would be undone, and who must agree."""
    head = asks_back(told, names)
    facts = [
        table_text("petition.would", changes=one) if i == 0 else one
        for i, one in enumerate(undone_lines(told, summary))
    ]
    whom = list_of([called_out(one, names) for one in told.asked])
    needs = table_text("petition.needs", civs=whom, time=date(told.closes_at))
    buttons = (
        PostButton(table_text("button.agree"), "agree", str(told.no), "success"),
        PostButton(table_text("button.refuse"), "refuse", str(told.no), "danger"),
        PostButton(table_text("button.what_changes"), "what_back", str(told.no)),
    )
    shown: list[Part] = [Words(cut("\n".join([head, " ".join(facts)]).strip(), 2000)), Rule(), Words(needs)]
    ring = tuple(dict.fromkeys(s.person.id for s in told.asked if s.person is not None))
    rung = () if info.alone else ring
    return Post("petition", (*shown, PostRow(buttons)), mentions=rung, slot=slot(info, told))


def asks_back(told: Petition, names: Names) -> str:
    """Return who asks to go back, where to, and why."""
    who = seat(told.seat, names, bold=True) if told.seat else f"**{plainly(told.by.name)}**"
    return with_reason(told, table_text("petition.asks", who=who, what=what(told.point, names)))


def with_reason(told: Petition, head: str) -> str:
    """Return the text with the reason, if there is one."""
    return f"{head} {table_text('petition.reason', reason=plainly(told.reason))}" if told.reason else head


def slot(info: TableInfo, told: Petition, person: int = 0) -> str:
    """Return the slot of the post of a request, or of the message that only that person gets."""
    return f"{VOTE}{info.id}:request:{told.no}" + (f":{person}" if person else "")


def settled_posts(info: TableInfo, told: Petition, names: Names) -> Sequence[Post]:
    """Return what replaces the request and the DM to the absent player: what was asked, and the result."""
    head = asks_back(told, names) if told.kind == "back" else asks_absent(info, told, names)
    parts = (Words(head), Rule(), Words(table_text(f"petition.settled_{told.result}")))
    public = Post("petition", parts, slot=slot(info, told))
    if told.absent is None:
        return (public,)
    return (public, replace(public, user=told.absent.id, slot=slot(info, told, told.absent.id)))


def asks_absent(info: TableInfo, told: Petition, names: Names) -> str:
    """Return who asks for what and why, for a request other than going back."""
    return with_reason(told, table_text(f"petition.{told.kind}.asks", **words_of(info, told, names)))


def called_out(one: SeatInfo, names: Names) -> str:
    """Return a seat with a mention of its player, so that Discord notifies them."""
    if one.person is None:
        return civ(one, names)
    return table_text("petition.of", civ=civ(one, names), who=mention(one.person))


def what(point: BackPoint, names: Names) -> str:
    """Return the moment, by what happened next: `before “Red built a wall”`, or the beginning of a phase."""
    if not point.text:
        return table_text("petition.beginning", moment=chapter_name(names.game, point.chapter))
    return table_text("petition.before", what=cut(name_tokens(point.text, names, bold=False), WHAT).rstrip("."))


def undone_lines(told: Petition, summary: Summary) -> list[str]:
    """Return what would be undone, and what has been revealed since."""
    return facts(told.then, told.now, summary)


def facts(then: View, now: View, summary: Summary) -> list[str]:
    """Return the public differences between two moments."""
    return [cut(line, CHANGES) for line in summary.differences(then, now)] if then and now else []


def gone_back(news: News, names: Names, summary: Summary) -> str:
    """Return who took the game back, where to, and what that has undone."""
    told = news.said.get("petition")
    if isinstance(told, Petition):
        filled = {"civ": asker(told, names), "what": what(told.point, names), "agreed": civs(told.agreed, names)}
        head = table_text("petition.done_with" if told.agreed else "petition.done", **filled)
    else:
        head = mended_line(news, summary)
    lines = facts(news.after, news.before, summary) if news.before is not None else []
    changes = [table_text("petition.undone", changes=one) if i == 0 else one for i, one in enumerate(lines)]
    return " ".join([head, *changes, table_text("petition.shuffle")])


def mended_line(news: News, summary: Summary) -> str:
    """Return from where a damaged game continues, and what is lost."""
    moment, lost = summary.moment(news.after), int(news.said.get("lost", 0))
    gone = several("mend.lost_one", "mend.lost", lost) if lost else table_text("mend.nothing_lost")
    return table_text("post.mended", moment=moment, lost=gone)


def form(table: str, points: Sequence[BackPoint], names: Names) -> Form:
    """Return the form for going back: where, and why."""
    shown = tuple(choice(str(p.answers), label(p, names)) for p in points[:25])
    fields = (
        Pick("point", table_text("petition.form_point"), shown, least=1),
        Line("reason", table_text("petition.form_reason"), example=table_text("petition.form_example")),
        Note(table_text("petition.form_note")),
    )
    return Form(table_text("petition.form_title"), fields, "back_in", table=table.lower())


def label(point: BackPoint, names: Names) -> str:
    """Return a moment as a line of a menu."""
    if not point.text:
        return chapter_name(names.game, point.chapter)
    return name_tokens(point.text, names, bold=False).rstrip(".")


def asked_screen(told: Petition, names: Names) -> Screen:
    """Return the screen after asking: done at once, or until when the others may answer."""
    if told.result != "open":
        key = "petition.went" if told.kind == "back" else "petition.done_now"
        line, then = table_text(key), parts.Button(table_text("button.seat"), "seat", style="primary", lasting=True)
        return Screen((Text(line), parts.Row((then,))))
    line = table_text("petition.posted", civs=civs(told.asked, names), time=date(told.closes_at))
    if told.absent is not None:
        line = table_text("petition.posted_away", absent=plainly(told.absent.name), time=date(told.closes_at))
    withdraw = parts.Button(table_text("button.withdraw"), "refuse", str(told.no), lasting=True)
    return Screen((Text(line), parts.Row((withdraw,))))


def voted_screen(told: Petition, *, agrees: bool) -> Screen:
    """Return the screen after a vote."""
    key: str = told.result if told.result != "open" else "yes" if agrees else "no"
    key = "done" if key == "agreed" and told.kind != "back" else key
    row = parts.Row((parts.Button(table_text("button.seat"), "seat", lasting=True),))
    if key == "returned":
        return here_screen("")
    return Screen((Text(table_text(f"petition.voted_{key}", time=date(told.closes_at))), row))


def here_screen(table: str) -> Screen:
    """Return the screen that tells a player what was to be decided in their absence."""
    row = parts.Row((parts.Button(table_text("button.seat"), "seat", style="primary", lasting=True),))
    return Screen((Text(table_text("petition.here")), row), table.lower())


def changes_screen(info: TableInfo, told: Petition, names: Names, summary: Summary) -> Screen:
    """Return what would change, in words and as a picture of the board as it would be."""
    head = table_text("petition.changes_head", what=what(told.point, names))
    lines = undone_lines(told, summary)
    look = maps.Look(info, told.then, names, since=told.now)
    text = maps.text_pages(look, maps.CHANGES) if summary.board(told.then) else []
    shown: list[parts.Part] = [Text(cut("\n".join([head, *lines]), 2000))]
    shown += [maps.gallery(look, maps.CHANGES), Text(cut_behind(text[0], 1000))] if text else []
    return Screen(tuple(shown), info.id.lower())


def words_of(info: TableInfo, told: Petition, names: Names) -> Mapping[str, str]:
    """Return the values for the texts of a request."""
    asks = (
        seat(told.seat, names, bold=True) if told.seat else table_text("petition.moderator", who=plainly(told.by.name))
    )
    if told.seat is None and told.by.id == info.host.id:
        asks = plainly(told.by.name)
    return {
        "who": asks,
        "id": info.id,
        "n": str(told.point.answers),
        "civ": civ(told.target, names) if told.target else "",
        "to": who(told.to),
        "absent": who(told.absent),
        "civs": str(list_of([mention(s.person) for s in told.asked if s.person])),
        "time": date(told.closes_at),
        "agreed": civs(told.agreed, names),
        "changes": str(list_of(options_in_words.differences(told.before, told.settings))),
    }


def asking_for_absent(info: TableInfo, told: Petition, names: Names) -> Sequence[Post]:
    """Return the request in the channel, ringing those who have a say, and by DM to who is away."""
    filled = words_of(info, told, names)
    head = asks_absent(info, told, names)
    away = told.kind == "seat" and told.absent is not None
    needs = table_text(f"petition.{told.kind}.{'needs_away' if away else 'needs'}", **filled)
    here = (PostButton(table_text("button.here"), "here", str(told.no), "primary"),) if told.absent else ()
    agree = PostButton(table_text("button.agree"), "agree", str(told.no), "success")
    refuse = PostButton(table_text("button.refuse"), "refuse", str(told.no), "danger")
    people = [*(s.person.id for s in told.asked if s.person), *([told.absent.id] if told.absent else [])]
    text = (Words(head), Rule(), Words(needs))
    rung = tuple(dict.fromkeys(people))
    public = Post("petition", (*text, PostRow((agree, refuse, *here))), mentions=rung, slot=slot(info, told))
    if told.absent is None:
        return (public,)
    own = {"user": told.absent.id, "mentions": (told.absent.id,), "slot": slot(info, told, told.absent.id)}
    return (public, replace(public, parts=(*text, PostRow(here)), **own))


def result_posts(info: TableInfo, told: Petition, names: Names) -> Sequence[Post]:
    """Return the post of a request's outcome and who agreed."""
    filled = words_of(info, told, names)
    agreed = [table_text("petition.agreed_by", **filled)] if told.agreed else []
    lines = (
        agreed if told.result == "agreed" else [table_text(f"petition.{told.kind}.{told.result}", **filled), *agreed]
    )
    return (Post("matter", (Words(" ".join(lines)),), row=info.state == "running"),) if lines else ()
