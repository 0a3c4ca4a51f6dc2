"""Requests to go back: the post that asks for consent, its end, and the screens around them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract import BackPoint, Button, News, Part, Petition, Post, Row, Rule, TableInfo, Words
from bot.ui import parts
from bot.ui.parts import Form, Line, Note, Pick, Screen, Text, choice
from bot.ui.table import maps
from bot.ui.table.logs import chapter_name
from bot.ui.table.terms import civ, civs, date, named, plainly, said, seat
from engine.core.fitting import cut
from engine.core.game import View
from engine.core.herald import Herald
from engine.core.naming import Names

REASON = 200
WHAT = 160
CHANGES = 700


def post(info: TableInfo, told: Petition, names: Names, herald: Herald) -> Sequence[Post]:
    """The post of a request, or of its end; one that is agreed to is told by the game that goes back."""
    if told.result == "open":
        return (asking(info, told, names, herald),)
    if told.result == "agreed":
        return ()
    filled = {"civ": civ(told.seat, names), "what": what(told.point, names)}
    key = told.result if told.result != "refused" or not told.agreed else "refused_some"
    text = said(f"petition.{key}", **filled, agreed=civs(told.agreed, names))
    return (Post("matter", (Words(text),), row=info.state == "running"),)


def asking(info: TableInfo, told: Petition, names: Names, herald: Herald) -> Post:
    """Who asks for what and why, what would be undone, and whose yes it needs."""
    who = seat(told.seat, names, bold=True)
    head = said("petition.asks", who=who, what=what(told.point, names))
    head = f"{head} {said('petition.reason', reason=plainly(told.reason))}" if told.reason else head
    facts = [said("petition.would", changes=one) if i == 0 else one for i, one in enumerate(undone(told, herald))]
    needs = said("petition.needs", civs=civs(told.asked, names), time=date(told.closes_at))
    buttons = (
        Button(said("button.agree"), "agree", str(told.no), "success"),
        Button(said("button.refuse"), "refuse", str(told.no), "danger"),
        Button(said("button.what_changes"), "what_back", str(told.no)),
    )
    shown: list[Part] = [Words(cut("\n".join([head, " ".join(facts)]).strip(), 2000)), Rule(), Words(needs)]
    ring = tuple(dict.fromkeys(s.person.id for s in told.asked if s.person is not None))
    return Post("petition", (*shown, Row(buttons)), mentions=() if info.alone else ring)


def what(point: BackPoint, names: Names) -> str:
    """The moment, by what happened next: `before “Red built a wall”`, or the beginning of a phase."""
    if not point.text:
        return said("petition.beginning", moment=chapter_name(names.game, point.chapter))
    return said("petition.before", what=cut(named(point.text, names, bold=False), WHAT).rstrip("."))


def undone(told: Petition, herald: Herald) -> list[str]:
    """What would be undone, and what has come out since."""
    return facts(told.then, told.now, herald)


def facts(then: View, now: View, herald: Herald) -> list[str]:
    """What lies between two moments, as everybody can see it."""
    return [cut(line, CHANGES) for line in herald.undone(then, now)] if then and now else []


def gone_back(news: News, names: Names, herald: Herald) -> str:
    """Who took the game back and where to, and what that has undone."""
    told = news.said.get("petition")
    if not isinstance(told, Petition):
        head = said("post.gone_back", moment=herald.moment(news.after))
    elif told.agreed:
        agreed = civs(told.agreed, names)
        head = said("petition.done_with", civ=civ(told.seat, names), what=what(told.point, names), agreed=agreed)
    else:
        head = said("petition.done", civ=civ(told.seat, names), what=what(told.point, names))
    lines = facts(news.after, news.before, herald) if news.before is not None else []
    changes = [said("petition.undone", changes=one) if i == 0 else one for i, one in enumerate(lines)]
    return " ".join([head, *changes, said("petition.shuffle")])


def form(table: str, points: Sequence[BackPoint], names: Names) -> Form:
    """Back to where, and why."""
    shown = tuple(choice(str(p.answers), label(p, names)) for p in points[:25])
    fields = (
        Pick("point", said("petition.form_point"), shown, least=1),
        Line("reason", said("petition.form_reason"), example=said("petition.form_example"), most=REASON),
        Note(said("petition.form_note")),
    )
    return Form(said("petition.form_title"), fields, "back_in", table=table.lower())


def label(point: BackPoint, names: Names) -> str:
    """A moment as a line of a menu."""
    if not point.text:
        return chapter_name(names.game, point.chapter)
    return named(point.text, names, bold=False).rstrip(".")


def asked_screen(told: Petition, names: Names) -> Screen:
    """After asking: done at once, or until when the others may answer."""
    if told.result == "agreed":
        line, then = said("petition.went"), parts.Button(said("button.seat"), "seat", style="primary", lasting=True)
        return Screen((Text(line), parts.Row((then,))))
    line = said("petition.posted", civs=civs(told.asked, names), time=date(told.closes_at))
    withdraw = parts.Button(said("button.withdraw"), "refuse", str(told.no), lasting=True)
    return Screen((Text(line), parts.Row((withdraw,))))


def voted_screen(told: Petition, *, agrees: bool) -> Screen:
    """After an answer."""
    key = told.result if told.result != "open" else "yes" if agrees else "no"
    row = parts.Row((parts.Button(said("button.seat"), "seat", lasting=True),))
    return Screen((Text(said(f"petition.voted_{key}", time=date(told.closes_at))), row))


def changes_screen(info: TableInfo, told: Petition, names: Names, herald: Herald) -> Screen:
    """What would change, in words and as a picture of the board as it would be again."""
    head = said("petition.changes_head", what=what(told.point, names))
    lines = undone(told, herald)
    look = maps.Look(info, told.then, names, since=told.now)
    text = maps.text_pages(look, maps.CHANGES) if herald.board(told.then) else []
    shown: list[parts.Part] = [Text(cut("\n".join([head, *lines]), 2000))]
    shown += [maps.gallery(look, maps.CHANGES), Text(cut(text[0], 1000))] if text else []
    return Screen(tuple(shown), info.id.lower())
