"""The post that begins a game: order, end, options, and the fingerprint of the secret number."""

from __future__ import annotations

from collections.abc import Iterable

from bot.contract.posts import Part, Post, PostButton, PostPicture, PostRow, Rule, Words
from bot.contract.records import News
from bot.contract.tables import TableInfo
from bot.ui.lobby import npc_seats
from bot.ui.posts.board_picture import close_up
from bot.ui.words import options_in_words, prompt
from bot.ui.words.paragraphs import npcs_of, paragraphs
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import date, fit_lines, has_civ, in_order, owner, said_of, seat, seat_of, table_text
from engine.core.game import View
from engine.core.naming import THE, Named, Names
from engine.core.summary import Summary

HAPPENED = 900
SEAT = "civ"


def start_post(news: News, names: Names, summary: Summary) -> Post:
    """`Table 1K9 begins`, with all that was agreed on and the commitment to the shuffles."""
    info, view = news.info, news.after
    parts: list[Part] = [Words(table_text("start.head", id=info.id, moment=summary.moment(view)))]
    parts += [PostPicture("board", view, info.game), *close_up(info.game)] if summary.board(view) else []
    parts += [Words("\n".join(scene(info)))] if scene(info) else []
    parts += [
        Words(terms_text(info, view, names, summary)),
        Rule(),
        Words(said_of(info.game, "start.fair", fingerprint=info.fingerprint)),
    ]
    happened = fit_lines(paragraphs(news.events, ByPerson(names, info), summary, npcs_of(info)), HAPPENED)
    parts += [Words(happened)] if happened else []
    parts += [] if info.alone else [Words(table_text("start.talk"))]
    follow = [] if info.alone else [PostRow((PostButton(table_text("button.follow"), "watch"),))]
    line = prompt.line(info, news.request, names, prompt.exactly(news))
    parts += [*([Words(line)] if line else []), *follow]
    return Post("start", tuple(parts), mentions=prompt.mentions(info, news.request), row=True)


class ByPerson:
    """Names of a game in which seats without a civilization are called by their players."""

    def __init__(self, names: Names, info: TableInfo) -> None:
        self.names, self.game, self.kinds = names, names.game, names.kinds
        bare = [s for s in info.seats if s.person is not None and not has_civ(s, names)]
        self.people = {s.seat: owner(s) for s in bare}

    def name(self, kind: str, slug: str) -> str:
        """Return the player of that seat, else the game's name."""
        return self.people[slug] if kind == SEAT and slug in self.people else self.names.name(kind, slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the player of that seat, else the game's name."""
        return self.people[slug] if kind == SEAT and slug in self.people else self.names.phrase(kind, slug, form)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the game's things of that kind."""
        return self.names.things(kind, among)


def scene(info: TableInfo) -> list[str]:
    """Return the scenario by its title, what it is about, and what else ends it; none for one that has nothing
    to tell.
    """
    about = npc_seats.scene(info)
    return [table_text("start.scenario", title=info.scenario_title, about=about[0]), *about[1:]] if about else []


def terms_text(info: TableInfo, view: View, names: Names, summary: Summary) -> str:
    """Return the terms of the game: order, end, pace, time to respond, options and cards."""
    key = "start.order" if summary.order(view) else "start.seats"
    lines = [table_text(key, seats=", ".join(seats_in_order(info, view, names, summary)))]
    lines.append(end_text(info, until(info, summary.ends(view))))
    pack = summary.pack(info.options)
    lines.append(
        table_text("start.options", options=options_in_words.house(info), cards=pack)
        if pack
        else table_text("lobby.options", options=options_in_words.house(info))
    )
    return "\n".join([*lines, *warnings(info)])


def until(info: TableInfo, end: str) -> str:
    """Return the end, with the moment at which the time is up if it is limited."""
    return end if info.time_up_at is None else table_text("start.until", end=end, time=date(info.time_up_at))


def end_text(info: TableInfo, end: str) -> str:
    """Return when the game ends, its pace, and how the time to respond ends, if it has any."""
    pace = table_text(f"pace.{info.settings.pace}")
    if not end:
        return table_text("start.pace", pace=pace)
    if not lobby_of(info.game).windows:
        return table_text("start.ends_plain", end=end, pace=pace)
    return table_text("start.ends", end=end, pace=pace, windows=options_in_words.windows(info))


def warnings(info: TableInfo) -> list[str]:
    """Return warnings about the settings, such as what an early end of responses reveals, and the table's note."""
    lines = []
    if info.settings.window_close == "early" and not info.alone and lobby_of(info.game).windows:
        lines.append(table_text("start.early"))
    lines += lobby_of(info.game).warnings(info.options)
    if info.settings.rooms == "on" and not info.alone:
        lines.append(table_text("start.rooms"))
    if info.settings.note:
        lines.append(table_text("start.note", note=options_in_words.note(info.settings)))
    return lines


def seats_in_order(info: TableInfo, view: View, names: Names, summary: Summary) -> list[str]:
    """Return the seats in turn order; seats without a civilization come last."""
    placed = [seat_of(info, slug) for slug in in_order(info, summary, view)]
    first = [owner for owner in placed if owner is not None]
    return [seat(owner, names) for owner in (*first, *(s for s in info.seats if s not in first))]
