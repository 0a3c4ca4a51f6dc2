"""The posts of a table: what happened, the board after each phase, and who is asked.

They use only public events and public views, so two games that differ only in hidden things are told by the same bytes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, Final, ParamSpec, TypeVar

from msgspec.structs import replace

from bot.contract.posts import Part, Post, PostButton, PostRow, Rule, Words
from bot.contract.records import News, Reminder
from bot.contract.tables import Offer, Petition, PublicAsk, SeatInfo, Sheet, TableInfo
from bot.ui.doors import Doors
from bot.ui.lobby import post as lobby_post
from bot.ui.posts import board_picture, direct_messages, offer_posts, request_posts, table_news
from bot.ui.posts.board_link import with_inside, with_link
from bot.ui.posts.end_post import end_post
from bot.ui.posts.start_post import start_post, whole_story
from bot.ui.words import prompt
from bot.ui.words.paragraphs import HEADINGS, NOTHING_TOLD, Story, npcs_of, paragraphs, public, story
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import civ, in_order, name_tokens, plainly, seat, seat_of, table_text
from engine.core.ask import Seat
from engine.core.game import Event, View
from engine.core.naming import Names, NamesOf
from engine.core.summary import Summary
from engine.core.text import cut, cut_behind, speaking

PHASE_LINE: Final = 120  # characters of a line of the story below the standings: three lines of a phone
PLAY_LINE: Final = 400  # of one that is all there is to read
STANDINGS: Final = 1400  # how eight nations stand, those who lead them named at length
P = ParamSpec("P")
T = TypeVar("T")


def in_language_of_table(make: Callable[P, T]) -> Callable[P, T]:
    """Make the post in the language of the table."""

    @wraps(make)
    def made(*args: P.args, **more: P.kwargs) -> T:
        with speaking(_table(args[1]).settings.language):
            return make(*args, **more)

    return made


def each_in_language_of_reader(make: Callable[P, Sequence[Post]]) -> Callable[P, Sequence[Post]]:
    """Make posts in the language of the table, and messages to one person in that person's language."""

    @wraps(make)
    def made(*args: P.args, **more: P.kwargs) -> Sequence[Post]:
        info = _table(args[1])
        with speaking(info.settings.language):
            posts = make(*args, **more)
        return [_in(language_of(info, post.user), i, post, lambda: make(*args, **more)) for i, post in enumerate(posts)]

    return made


def in_language_of_seat(make: Callable[P, T]) -> Callable[P, T]:
    """Make the message in its reader's language, else in that of the table."""

    @wraps(make)
    def made(*args: P.args, **more: P.kwargs) -> T:
        about = args[1]
        seat = about.seat if isinstance(about, Sheet) else args[2]
        wanted = seat.language if isinstance(seat, SeatInfo) else ""
        with speaking(wanted or _table(about).settings.language):
            return make(*args, **more)

    return made


def language_of(info: TableInfo, person: int | None) -> str:
    """Return the language of messages to that person about the table: their own, else that of its posts."""
    return info.languages.get(person or 0) or info.settings.language


def _in(language: str, place: int, post: Post, make: Callable[[], Sequence[Post]]) -> Post:
    """The post at that place among those that are made, in that language."""
    if post.user is None or post.language == language:
        return post
    with speaking(language):
        return make()[place]


def _table(about: object) -> TableInfo:
    """The table that a method of the factory is about, which its first argument tells."""
    if isinstance(about, News | Sheet):
        return about.info
    if isinstance(about, TableInfo):
        return about
    raise TypeError(f"{about!r} is about no table")


class PostFactory:
    """Makes posts of what happened: see `bot.contract.posts.PostMaker`."""

    def __init__(self, names: NamesOf, features: Sequence[Doors] = ()) -> None:
        """`names` gives the names of a game's things; the posts of `features` are made by these."""
        self.names = names
        self._matters = {what: make for feature in features for what, make in feature.matters.items()}

    @in_language_of_table
    def lobby(self, info: TableInfo) -> Post:
        """Return the lobby post."""
        post = lobby_post.lobby(info, self.names(info.game, info.scenario))
        return with_link(post, info) if post.row else post

    @each_in_language_of_reader
    def posts(self, news: News) -> Sequence[Post]:
        """Return the public posts of a change, and the DMs that replace them if the channel is quiet."""
        names, summary = self.names(news.info.game, news.info.scenario), summary_of(news.info.game)
        return [with_link(post, news.info) for post in posts_of(news, names, summary)]

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        """Return posts about the table itself, or the message to the only `reader`."""
        make = self._matters.get(what, partial(table_news.matter, what))
        with speaking(language_of(info, said.get("reader"))):
            return make(info, said, self.names(info.game, info.scenario))

    @each_in_language_of_reader
    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """Return the posts of a request to go back."""
        return request_posts.post(info, petition, self.names(info.game, info.scenario), summary_of(info.game))

    @each_in_language_of_reader
    def settled(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """Return what replaces a request that is over."""
        return request_posts.settled_posts(info, petition, self.names(info.game, info.scenario))

    @each_in_language_of_reader
    def offer(self, info: TableInfo, offer: Offer) -> Sequence[Post]:
        """Return the posts of an offer."""
        return offer_posts.posts(info, offer, self.names(info.game, info.scenario))

    @in_language_of_seat
    def seated(self, info: TableInfo, seat: SeatInfo) -> Post:
        """Return the DM that tests whether DMs arrive."""
        return direct_messages.seat_message(info, seat)

    @in_language_of_seat
    def hand(self, info: TableInfo, seat: SeatInfo, view: View) -> Post | None:
        """Return the hand as a DM."""
        return direct_messages.hand(info, seat, view, self.names(info.game, info.scenario))

    @in_language_of_seat
    def privately(self, info: TableInfo, seat: SeatInfo, events: Sequence[Event]) -> Post | None:
        """Return the DM that tells a seat what only it may know."""
        return direct_messages.privately(info, seat, events, self.names(info.game, info.scenario))

    @in_language_of_seat
    def window(self, sheet: Sheet) -> Post | None:
        """Return the DM to a seat about the present time to respond."""
        return direct_messages.window(sheet, self.names(sheet.info.game, sheet.info.scenario))

    @in_language_of_seat
    def turn(self, news: News, seat: SeatInfo) -> Post | None:
        """Return the DM to a seat that it's asked now."""
        return direct_messages.turn(
            news, seat, self.names(news.info.game, news.info.scenario), summary_of(news.info.game)
        )

    @in_language_of_seat
    def reminder(self, info: TableInfo, seat: SeatInfo, told: Reminder) -> Post:
        """Return the direct message to a seat that the table waits for it."""
        return direct_messages.reminder(info, seat, told, self.names(info.game, info.scenario))

    @in_language_of_table
    def followed(self, info: TableInfo, post: Post, person: int, slot: str) -> Post:
        """Return the post of a phase for a follower."""
        with speaking(post.language):
            return direct_messages.follower_post(info, post, person, slot)

    def addressed(
        self, post: Post, game: str, scenario: str, seats: Sequence[Seat], channel: int, inside: str = ""
    ) -> Post:
        """Return a DM with a line that names the game and the reader's civilizations, and links to the channel; and
        with the way to the page inside Discord.
        """
        with speaking(post.language):
            return with_inside(direct_messages.addressed(post, self.names(game, scenario), seats, channel), inside)

    def discreet(self, post: Post, table: str, language: str) -> Post:
        """Return a DM without cards."""
        with speaking(language):
            return direct_messages.discreet(post, table)

    def mishap(self, info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
        """Return the DM to the `reader` about what keeps posts from arriving."""
        with speaking(language_of(info, filled.get("reader"))):
            return direct_messages.mishap(info, what, filled)


def posts_of(news: News, names: Names, summary: Summary) -> Sequence[Post]:
    """Return the posts of a change, without a link."""
    if news.cause == "start":
        return (start_post(news, names, summary),)
    if news.outcome is not None or news.info.state == "over":
        return (end_post(news, names, summary),)
    return change_posts(news, names, summary)


def change_posts(news: News, names: Names, summary: Summary) -> Sequence[Post]:
    """Return the posts of a change during a game: a phase post, a play post, or none in a quiet channel."""
    if news.cause == "call" and not public(news.events, summary):
        return ()
    if news.cause == "call":
        return (replace(play_post(news, names, summary), kind="event", mentions=()),)
    fresh = news.before is None or summary.moment(news.before) != summary.moment(news.after)
    if fresh or news.cause in {"import", "back", "move"}:
        return (*stretch_end_posts(news, names, summary), phase_post(at_start(news, summary), names, summary))
    if quiet(news.info) and (news.info.alone or not summary.is_told_at_once(public(news.events, summary))):
        return direct_messages.turns(news, names, summary)
    return () if goes_on(news, names, summary) else (delay_post(play_post(news, names, summary), news),)


def stretch_end_posts(news: News, names: Names, summary: Summary) -> Sequence[Post]:
    """Return the post of what ended before a new moment; a quiet channel gets it at the start of the phase post."""
    heading, n = stretch_heading(news, summary)
    if not n or quiet(news.info):
        return ()
    head = [Words(table_text("post.head", moment=heading, id=news.info.id))] if heading else []
    over = paragraphs(news.events[:n], names, summary, npcs_of(news.info))
    told = story(over, PLAY_LINE)
    ways = ways_further(news, told, ())
    parts: tuple[Part, ...] = (*head, Words("\n".join(told.lines)), *board_picture.at_the_end(news))
    return (Post("play", (*parts, *([PostRow(ways)] if ways else [])), row=True),) if over else ()


def at_start(news: News, summary: Summary) -> News:
    """Return the change without what ended the stretch before it."""
    n = 0 if quiet(news.info) else stretch_heading(news, summary)[1]
    return dataclasses.replace(news, events=news.events[n:], closing=news.closing if n else None)


def stretch_heading(news: News, summary: Summary) -> tuple[str, int]:
    """Return the heading of what ends a stretch, and how many events do."""
    if news.before is None or news.cause not in {"answer", "close"}:
        return "", 0
    return summary.closing_part(news.before, news.events)


def delay_post(post: Post, news: News) -> Post:
    """Return the post, delayed a moment if only the player who just acted is asked next; what follows is added
    to it.
    """
    alone = news.request is not None and [s.number for s in news.request.asked] == [
        news.actor.number if news.actor else 0
    ]
    told_soon = post.kind == "play" or (post.kind == "event" and not quiet(news.info))
    return replace(post, hold=news.cause == "answer" and told_soon and alone and not post.mentions)


def goes_on(news: News, names: Names, summary: Summary) -> bool:
    """Return whether nothing public has happened yet, because the same player is asked another question."""
    if news.answered is None or news.request is None or news.request.sealed:
        return False
    same = [s.number for s in news.answered.asked] == [s.number for s in news.request.asked]
    return same and not prelude(news, names, summary) and not happenings(news, names, summary)


def quiet(info: TableInfo) -> bool:
    """Return whether the channel gets only one post a phase: by choice, or because one person plays alone."""
    return info.settings.channel == "brief" or info.alone


def phase_post(news: News, names: Names, summary: Summary) -> Post:
    """Return the post at the start of a phase: the board, the standings, the latest events and the first question."""
    info, view = news.info, news.after
    key = "post.imported" if news.cause in {"import", "move"} else "post.head"
    head = table_text(key, moment=summary.moment(view), id=info.id)
    standings = cut(score_lines(info, view, names, summary), STANDINGS)
    told = story((*stretch_end(news, names, summary), *digest(news, names, summary)), PHASE_LINE)
    notes = [cut_behind(note, PHASE_LINE) for note in summary.notes(view)]
    happened = "\n".join([*prelude(news, names, summary), *told.lines, *notes])
    parts: list[Part] = [Words(f"{head}\n{standings}" if standings else head)]
    parts += [Rule(), Words(happened)] if happened else []
    return question(news, parts, names, "phase", told, pictures=board(news, summary))


def stretch_end(news: News, names: Names, summary: Summary) -> list[str]:
    """Return what was told in the stretch that is over, in a quiet channel."""
    _, n = stretch_heading(news, summary) if quiet(news.info) else ("", 0)
    return paragraphs((*news.earlier, *news.events[:n]), names, summary, npcs_of(news.info)) if n else []


def play_post(news: News, names: Names, summary: Summary) -> Post:
    """Return the post of what one decision led to, and who is next."""
    told = story(happenings(news, names, summary), PLAY_LINE)
    kind = "window" if prompt.window_of(news.info, news.request) else "play"
    kind = "event" if summary.is_told_at_once(public(news.events, summary)) and kind == "play" else kind
    happened = "\n".join([*prelude(news, names, summary), *told.lines])
    return question(news, [Words(happened)] if happened else [], names, kind, told, colour(news))


def question(
    news: News,
    parts: Sequence[Part],
    names: Names,
    kind: str,
    told: Story = NOTHING_TOLD,
    tint: str = "sand",
    pictures: Sequence[Part] = (),
) -> Post:
    """Return the post that begins with who is asked, and until when; it mentions only those whom the public may know
    to be asked.
    """
    line = prompt.line(news.info, news.request, names, prompt.exactly(news))
    free = prompt.ahead(news.info, news.request, news.after, names)
    asked = " ".join(filter(None, [line, prompt.time_left(news.info, news.request), free]))
    whole = [*([Words(asked)] if asked else []), *parts, *pictures]
    ways = ways_further(news, told, pictures)
    whole += [PostRow(ways)] if ways else []
    ring = prompt.mentions(news.info, news.request, news.reminded)
    return Post(kind, tuple(whole) or (Words(table_text("post.no_question")),), colour=tint, mentions=ring, row=True)


def ways_further(news: News, told: Story, pictures: Sequence[Part]) -> tuple[PostButton, ...]:
    """Return the buttons to what the post leaves out: the rest of its story, and another look at the board."""
    return (*whole_story(news, told), *(board_picture.other_look(news) if pictures else ()))


def happenings(news: News, names: Names, summary: Summary) -> list[str]:
    """Return what happened, in paragraphs."""
    told = paragraphs(news.events, names, summary, npcs_of(news.info))
    through = went_through(news, names, summary)
    return [f"{through} {told[0]}" if told else through, *told[1:]] if through else told


def went_through(news: News, names: Names, summary: Summary) -> str:
    """Return that nobody stopped the announced card, when its time to respond ends; else an empty text."""
    asked_before = news.opened or news.answered
    if asked_before is None or asked_before.key not in summary.announced:
        return ""
    if not asked_before.sealed or not asked_before.about or news.cause not in {"close", "answer"}:
        return ""
    action = news.events[0].action if news.events else 0
    about_it = [event.key for event in news.events if event.action == action]
    if summary.stopping and any(key.startswith(summary.stopping) for key in about_it):
        return ""
    return table_text("post.went_through", what=name_tokens(asked_before.about[0], names))


def digest(news: News, names: Names, summary: Summary) -> list[str]:
    """Return what a phase post tells: in a quiet channel the whole past phase, else the latest events.

    The post shows the standings, so it also explains points that already changed in the new phase.
    """
    if not quiet(news.info):
        return happenings(news, names, summary)
    over = [i for i, event in enumerate(news.events) if event.key.startswith(HEADINGS)]
    before = stretch_heading(news, summary)[1]
    last = over[-1] if over else len(news.events)
    scored = [event for event in news.events[last:] if summary.explains(event)]
    events = (*(() if before else news.earlier), *news.events[before:last], *scored)
    return paragraphs(events, names, summary, npcs_of(news.info))


def prelude(news: News, names: Names, summary: Summary) -> list[str]:
    """Return the line about an undo, a return to an earlier point, or a correction of the rules, before the story."""
    if news.cause == "undo" and news.actor is not None:
        return [took_back(news.actor, news.request, names)]
    if news.cause == "back":
        return [request_posts.gone_back(news, names, summary)]
    return [table_text("post.corrected")] if news.cause == "corrected" else []


def took_back(actor: SeatInfo, again: PublicAsk | None, names: Names) -> str:
    """Return that a player has undone an answer, and which question is asked again."""
    if again is None:
        return table_text("post.took_back", civ=civ(actor, names))
    return table_text("post.took_back_what", civ=civ(actor, names), what=prompt.what(again, names))


def score_lines(info: TableInfo, view: View, names: Names, summary: Summary) -> str:
    """Return one line of a phone for each civilization, in turn order, then the totals of players with several."""
    lines = []
    for slug in in_order(info, summary, view):
        there, owner = summary.score_line(view, slug), seat_of(info, slug)
        if there and owner:
            who = f"**{civ(owner, names)}**" if owner.by == "npc" else seat(owner, names, bold=True)
            lines.append(f"{who} {there}")
    together = [f"**{plainly(name)}** {told}" for name, told in summary.score_totals(view)]
    return "\n".join([*lines, *together])


def board(news: News, summary: Summary) -> list[Part]:
    """Return the picture of the board, drawn when the post is sent; what has changed since the last one is marked."""
    return [board_picture.picture(news), *board_picture.beside(news)] if summary.board(news.after) else []


def colour(news: News) -> str:
    """Return the colour of the seat that acted; sand if none did."""
    return (news.actor.civ or "sand") if news.actor else "sand"
