"""The last line of a post: who is asked what, and until when a window is open.

Only public facts decide: a sealed question names all who were asked and mentions nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract.records import News
from bot.contract.tables import PublicAsk, SeatInfo, TableInfo, Window
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import civ, civs, closing_time, date, has_civ, mention, said_of, said_or, seat, table_text
from engine.core.game import View
from engine.core.naming import Names
from engine.core.naming import name_tokens as named
from engine.core.said import list_of


def slug(key: str) -> str:
    """A question's key as part of a text's key."""
    return key.replace(".", "_")


def what(ask: PublicAsk, names: Names) -> str:
    """What is asked, in public words; a question nobody has words for is told by its own."""
    known = said_or(names.game, f"asked.{slug(ask.key)}", "asked")
    if known != table_text("asked"):
        return known
    return named(ask.prompt, names).strip().rstrip(".?!") or known


def exactly(news: News) -> str:
    """What is asked of one seat, in words that the position fills in; empty if the game has none."""
    return exact(news.info.game, news.request, news.after)


def exact(game: str, ask: PublicAsk | None, view: View) -> str:
    """The same of a position."""
    if ask is None or ask.sealed or len(ask.asked) != 1:
        return ""
    return summary_of(game).asked(view, ask.key, ask.asked[0].civ or ask.asked[0].seat)


def window_of(info: TableInfo, ask: PublicAsk | None) -> Window | None:
    """The window in which the question is asked, if it closes by itself; at a table of one person none does."""
    return info.window if ask is not None and ask.sealed and not info.alone else None


def until(info: TableInfo, seat: SeatInfo) -> str:
    """The sentence, behind another one, until when that seat has to answer; empty where nothing says so."""
    due = info.deadlines.get(seat.number)
    return f" {table_text('dm.reminder_until', time=date(due))}" if due is not None else ""


def among_npcs(ask: PublicAsk) -> bool:
    """Whether only NPCs are asked: they answer by themselves, and go on soon."""
    return all(seat.by == "npc" for seat in ask.asked)


def line(info: TableInfo, ask: PublicAsk | None, names: Names, exact: str = "") -> str:
    """The line about the question, in `exact` words if there are; empty if nobody is asked, as far as is known.

    Of a sealed question to a table of one person nothing is said: it passes at once where that person has no answer.
    """
    if ask is None:
        return ""
    window = window_of(info, ask)
    if window is not None:
        return window_line(info, ask, window, names)
    if info.alone and ask.sealed:
        return table_text("post.asked_on", button=table_text("button.seat"))
    if not ask.asked:
        return ""
    if among_npcs(ask):
        return table_text("post.npcs_go_on")
    if len(ask.asked) == 1:
        return _one(ask.asked[0], exact or what(ask, names), names, alone=info.alone)
    return table_text("post.asked_several", seats=list_of([_named(s, names) for s in ask.asked]), what=what(ask, names))


def _one(one: SeatInfo, told: str, names: Names, *, alone: bool) -> str:
    if alone and has_civ(one, names):
        return table_text("post.asked_alone", civ=civ(one, names), what=told)
    if one.by == "npc" or one.person is None:
        return table_text("post.asked_npc", civ=civ(one, names), what=told)
    if not has_civ(one, names):
        return table_text("post.asked_person", who=mention(one.person), what=told)
    return table_text("post.asked", civ=civ(one, names), who=mention(one.person), what=told)


def _named(one: SeatInfo, names: Names) -> str:
    if one.by == "npc" or one.person is None:
        return f"**{civ(one, names)}**"
    if not has_civ(one, names):
        return mention(one.person)
    return table_text("post.asked_one_of", civ=civ(one, names), who=mention(one.person))


def ahead(info: TableInfo, ask: PublicAsk | None, view: View, names: Names) -> str:
    """Who is not asked yet and may say already what will be done; nobody is mentioned. Empty without anybody."""
    if ask is None or info.alone or window_of(info, ask) is not None:
        return ""
    able = set(summary_of(info.game).ahead(view)) - {one.civ or one.seat for one in ask.asked}
    persons = [one for one in info.seats if one.by == "human" and one.person and (one.civ or one.seat) in able]
    return said_of(info.game, "post.ahead", seats=civs(persons, names)) if persons else ""


def window_line(info: TableInfo, ask: PublicAsk, window: Window, names: Names) -> str:
    """Until when the window is open, for which persons, and what silence means: NPCs have answered already."""
    key = "post.window_early" if info.settings.window_close == "early" else "post.window"
    silence = said_or(names.game, f"silence.{slug(ask.key)}", "silence")
    persons = [seat for seat in ask.asked if seat.by == "human"] or ask.asked
    whom = civs(persons, names) if persons else table_text("post.whoever")
    return table_text(key, time=closing_time(window), civs=whom, silence=silence)


def mentions(info: TableInfo, ask: PublicAsk | None, reminded: Sequence[str] = ()) -> tuple[int, ...]:
    """Whom the post may ring: the persons asked, unless it is a window, or the next screen came by itself."""
    if ask is None or info.alone or ask.sealed:
        return ()
    persons = [s.person.id for s in ask.asked if s.person and s.by == "human" and s.seat not in reminded]
    return tuple(dict.fromkeys(persons))


def waiting_text(info: TableInfo, ask: PublicAsk | None, names: Names, exact: str = "") -> str:
    """Who is waited for, for the status: persons by name, nobody mentioned; in `exact` words if there are."""
    if ask is None:
        return table_text("post.no_question")
    window = window_of(info, ask)
    if window is not None:
        return window_line(info, ask, window, names)
    if not ask.asked:
        return table_text("status.secret")
    if among_npcs(ask):
        return table_text("post.npcs_go_on")
    waited = list_of([seat(s, names, bold=True) for s in ask.asked])
    return table_text("status.waiting", seats=waited, what=exact or what(ask, names))


def standing_still(info: TableInfo) -> str:
    """Until when nothing runs out at a table that is paused; empty elsewhere."""
    return table_text("late.paused", time=date(info.paused_until)) if info.paused_until is not None else ""


def deadlines(info: TableInfo, names: Names) -> list[str]:
    """Until when who has to answer, what is left in the banks, and whether everything stands: for the status."""
    lines = [still] if (still := standing_still(info)) else []
    by_number = {one.number: one for one in info.seats}
    for number, until in sorted(info.deadlines.items()):
        if number in by_number:
            lines.append(table_text("late.until", seat=seat(by_number[number], names), time=date(until)))
    banks = [
        table_text("late.bank", seat=seat(by_number[number], names), hours=round(left / 3600))
        for number, left in sorted(info.banks.items())
        if number in by_number
    ]
    return [*lines, *([" · ".join(banks)] if banks else [])]
