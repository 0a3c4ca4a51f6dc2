"""The last line of a post: who is asked what, and the deadline.

Only public facts decide: a secret question names all who were asked and mentions nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract.records import News
from bot.contract.tables import PublicAsk, SeatInfo, TableInfo, Window, is_program
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import civ, civs, closing_time, date, has_civ, mention, said_of, said_or, seat, table_text
from engine.core.game import View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.naming import name_tokens as named


def slug(key: str) -> str:
    """Return a question's key as part of a text's key."""
    return key.replace(".", "_")


def what(ask: PublicAsk, names: Names) -> str:
    """Return what is asked, in public words; without such words, the question itself."""
    known = said_or(names.game, f"asked.{slug(ask.key)}", "asked")
    if known != table_text("asked"):
        return known
    return named(ask.prompt, names).strip().rstrip(".?!") or known


def exactly(news: News) -> str:
    """Return what is asked of one seat, in words filled in from the position; empty if the game has none."""
    return exact(news.info.game, news.request, news.after)


def exact(game: str, ask: PublicAsk | None, view: View) -> str:
    """Return the same for a given position."""
    if ask is None or ask.sealed or len(ask.asked) != 1:
        return ""
    return summary_of(game).asked_in_short(view, ask.key, ask.asked[0].civ or ask.asked[0].seat)


def window_of(info: TableInfo, ask: PublicAsk | None) -> Window | None:
    """Return the time to respond to the question, if it ends by itself; None at a table with one person."""
    return info.window if ask is not None and ask.sealed and not info.alone else None


def until(info: TableInfo, seat: SeatInfo) -> str:
    """Return the sentence, after another one, until when that seat has to answer; empty if there is no deadline."""
    due = info.deadlines.get(seat.number)
    return f" {table_text('dm.reminder_until', time=date(due))}" if due is not None else ""


def time_left(info: TableInfo, ask: PublicAsk | None) -> str:
    """Return until when the only player asked has to answer; empty for several, and without a deadline."""
    alone = ask.asked[0] if ask is not None and len(ask.asked) == 1 and not ask.sealed else None
    due = info.deadlines.get(alone.number) if alone is not None else None
    return table_text("post.until", time=date(due)) if due is not None else ""


def among_npcs(ask: PublicAsk) -> bool:
    """Return whether only NPCs are asked; they answer by themselves soon."""
    return all(seat.by == "npc" for seat in ask.asked)


def line(info: TableInfo, ask: PublicAsk | None, names: Names, exact: str = "") -> str:
    """Return the line about the question, in `exact` words if there are; empty if nobody is known to be asked.

    A secret question at a table with one person passes at once if that person has no response.
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
        return npcs_line(info)
    if len(ask.asked) == 1:
        return _one(ask.asked[0], exact or what(ask, names), names, alone=info.alone)
    return table_text("post.asked_several", seats=list_of([_named(s, names) for s in ask.asked]), what=what(ask, names))


def npcs_line(info: TableInfo) -> str:
    """Return that computers are asked. A table with one person gets one post a phase, so there it must stay true when
    that person is asked.
    """
    return (
        table_text("post.npcs_first", button=table_text("button.seat")) if info.alone else table_text("post.npcs_go_on")
    )


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
    """Return who isn't asked yet and may already plan, without mentions; empty if nobody may."""
    if ask is None or info.alone or window_of(info, ask) is not None:
        return ""
    able = set(summary_of(info.game).ahead(view)) - {one.civ or one.seat for one in ask.asked}
    persons = [one for one in info.seats if one.by == "human" and one.person and (one.civ or one.seat) in able]
    return said_of(info.game, "post.ahead", seats=civs(persons, names)) if persons else ""


def window_line(info: TableInfo, ask: PublicAsk, window: Window, names: Names) -> str:
    """Return the deadline for responses, who may respond, and what silence means; NPCs have already responded."""
    key = "post.window_early" if info.settings.window_close == "early" else "post.window"
    silence = said_or(names.game, f"silence.{slug(ask.key)}", "silence")
    persons = [seat for seat in ask.asked if seat.by == "human"] or ask.asked
    whom = civs(persons, names) if persons else table_text("post.whoever")
    return table_text(key, time=closing_time(window), civs=whom, silence=silence)


def mentions(info: TableInfo, ask: PublicAsk | None, reminded: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the people that the post mentions: those asked, unless it's secret or they were just reminded."""
    if ask is None or info.alone or ask.sealed:
        return ()
    persons = [s.person.id for s in ask.asked if s.person and s.by == "human" and s.seat not in reminded]
    return tuple(dict.fromkeys(person for person in persons if not is_program(person)))


def waiting_text(info: TableInfo, ask: PublicAsk | None, names: Names, exact: str = "") -> str:
    """Return who is waited for, for the status: by name, without mentions; in `exact` words if there are."""
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
    """Return until when the clocks of a paused table stop; else empty."""
    return table_text("late.paused", time=date(info.paused_until)) if info.paused_until is not None else ""


def deadlines(info: TableInfo, names: Names) -> list[str]:
    """Return who has to answer by when, what is left in the time banks, and whether clocks are paused."""
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
