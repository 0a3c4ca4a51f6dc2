"""The post that begins a game: order, end, options, and what is asked first."""

from __future__ import annotations

from collections.abc import Iterable

from bot.contract.posts import Part, Post, PostButton, PostPicture, PostRow, Rule, Words
from bot.contract.records import News
from bot.contract.tables import TableInfo
from bot.ui.lobby import npc_seats
from bot.ui.posts.board_picture import close_up
from bot.ui.words import options_in_words, prompt
from bot.ui.words.paragraphs import Story, npcs_of, paragraphs, story
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import date, has_civ, in_order, owner, seat, seat_of, table_text
from engine.core.game import View
from engine.core.naming import THE, Named, Names
from engine.core.summary import Summary

LINE = 160
SEAT = "civ"


def start_post(news: News, names: Names, summary: Summary) -> Post:
    """Return the post with all that was agreed on, and the first question."""
    info, view = news.info, news.after
    line = prompt.line(info, news.request, names, prompt.exactly(news))
    left = prompt.time_left(info, news.request)
    head = table_text("start.head", id=info.id, moment=summary.moment(view))
    told = story(paragraphs(news.events, ByPerson(names, info), summary, npcs_of(info)), LINE)
    parts: list[Part] = [Words(f"{line} {left}".rstrip())] if line else []
    parts += [Words("\n".join([head, *scenario(info), terms_text(info, view, names, summary)]))]
    parts += [Rule(), Words("\n".join(told.lines))] if told.lines else []
    parts += [] if info.alone else [Words(table_text("start.talk"))]
    drawn = summary.board(view)
    parts += [PostPicture("board", view, info.game)] if drawn else []
    parts += [PostRow(ways_further(news, told, drawn=drawn))]
    return Post("start", tuple(parts), mentions=prompt.mentions(info, news.request), row=True)


def ways_further(news: News, told: Story, *, drawn: bool) -> tuple[PostButton, ...]:
    """Return the buttons to the rest of the story, the close-up, the proof of fair shuffles, and to follow the game."""
    made = [*whole_story(news, told), *(close_up(news.info.game) if drawn else ())]
    made += [PostButton(table_text("button.verify"), "verify")]
    return (*made, *([] if news.info.alone else [PostButton(table_text("button.follow"), "watch")]))


def whole_story(news: News, told: Story) -> tuple[PostButton, ...]:
    """Return the button to all that happened, if the post leaves something out."""
    first, last = news.lines
    there = told.is_cut and first
    return (PostButton(table_text("button.story"), "story", f"{first}-{last}"),) if there else ()


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


def scenario(info: TableInfo) -> list[str]:
    """Return the scenario by its title, if it has a story of its own, which the lobby tells."""
    return [table_text("start.scenario", title=info.scenario_title)] if npc_seats.scene(info) else []


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
    if info.settings.advice == "on" and not info.alone:
        lines.append(table_text("start.advice"))
    if info.settings.note:
        lines.append(table_text("start.note", note=options_in_words.note(info.settings)))
    return lines


def seats_in_order(info: TableInfo, view: View, names: Names, summary: Summary) -> list[str]:
    """Return the seats in turn order; seats without a civilization come last."""
    placed = [seat_of(info, slug) for slug in in_order(info, summary, view)]
    first = [owner for owner in placed if owner is not None]
    return [seat(owner, names) for owner in (*first, *(s for s in info.seats if s not in first))]
