"""Messages as plain data: what the store keeps until delivery turns them into Discord's components, and what the
service wants of whoever makes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from bot.contract.records import News, Reminder
from bot.contract.tables import Offer, Petition, SeatInfo, Sheet, TableInfo
from engine.core.decoding import decoder
from engine.core.game import Event, View
from engine.core.text import current_language

VOTE: Final = "vote:"  # begins the slots of what people vote on
Style: TypeAlias = Literal["secondary", "primary", "success", "danger"]


class PostButton(msgspec.Struct, frozen=True, tag="button", omit_defaults=True):
    """A button of a post: its custom_id is `s|<table>|<ask>|<verb>|<option>`; posts carry no ask number."""

    label: str
    verb: str
    option: str = ""
    style: Style = "secondary"


class Words(msgspec.Struct, frozen=True, tag="words"):
    """Text in Discord's markdown; tokens such as `{area:zab}` are named when the post is sent."""

    text: str


class Rule(msgspec.Struct, frozen=True, tag="rule"):
    """A thin line between parts."""


class PostPicture(msgspec.Struct, frozen=True, tag="picture", omit_defaults=True):
    """A recipe for a picture, drawn when the post is sent: what to draw, from which view, with what options.

    `words` stand in its place wherever it is not shown. `style`: what its only reader wants otherwise (`PictureStyle`).
    """

    draw: str
    view: View
    game: str = ""
    file: str = "board.png"
    options: dict[str, Any] = {}
    alt: str = ""
    words: str = ""
    style: dict[str, Any] = {}


class PostRow(msgspec.Struct, frozen=True, tag="row"):
    """Up to five buttons."""

    buttons: tuple[PostButton, ...]


class Attached(msgspec.Struct, frozen=True, tag="attached"):
    """A file beside the text: `source` is `export`, the open file of the table (finished games only)."""

    file: str
    source: Literal["export"] = "export"


Part: TypeAlias = Words | Rule | PostPicture | PostRow | Attached


class Post(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to be sent, as plain data.

    `user`: a DM to that person, else the channel of the table. `row`: with the fixed row of buttons
    (My turn, Hand, Map, Catch up, More). `mentions`: exactly those are mentioned; nobody means sent silently. A DM that
    names its reader there rings.
    `slot`: a newer post of the same slot edits or replaces the older one (`lobby:1K9`, `hand:1K9:2`); with `moves` it
    always takes its place further down, so that those mentioned are rung; with `edits` it is nothing where there is no
    older one. `hold`: it waits
    a minute, since whoever acts is about to go on; what follows in that time is told with it in one post.
    `language` is that of its texts; names, pictures and the fixed row are added in it when it is sent.
    """

    kind: str
    parts: tuple[Part, ...]
    user: int | None = None
    colour: str = "sand"
    mentions: tuple[int, ...] = ()
    row: bool = False
    slot: str = ""
    hold: bool = False
    moves: bool = False
    edits: bool = False
    language: str = msgspec.field(default_factory=current_language)


POSTS: Final = decoder(Post)
TURN: Final = "turn:"  # begins the slots of DMs about turns


def turn_slot(table: str, person: int, seat: int) -> str:
    """The slot of the DM that it is the turn of that seat, and of the reminders that take its place."""
    return f"{TURN}{table}:{person}.{seat}"


class PostMaker(Protocol):
    """Makes posts of what happened. Called inside the transaction: quick, pure, never drawing."""

    def lobby(self, info: TableInfo) -> Post:
        """The lobby post, slot `lobby`: sent when a table opens, edited when it changes."""

    def posts(self, news: News) -> Sequence[Post]:
        """The public posts of a change, the end of the game included; none if nothing is to be told."""

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        """Posts about the table itself. `what`: seat, host, settings, moved, left, ended, control, board, preview, and
        those of `bot.features.clocks.posts`. `said["reader"]`: who alone gets them, in the language that person wants.
        """

    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """The post of a request, with a DM to who is away, and that of its end; a game that goes back is news."""

    def settled(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """What stands in place of the post of a request, and of its DM, once it is over: nothing to press."""

    def offer(self, info: TableInfo, offer: Offer) -> Sequence[Post]:
        """The post of an offer and the DM to the person it is made to; later that of its end, unless it is accepted."""

    def seated(self, info: TableInfo, seat: SeatInfo) -> Post:
        """The DM that tries whether DMs arrive, sent at Join."""

    def hand(self, info: TableInfo, seat: SeatInfo, view: View) -> Post | None:
        """The hand as a DM, from the seat's own view; the service gives it its slot. None: nothing to show."""

    def privately(self, info: TableInfo, seat: SeatInfo, events: Sequence[Event]) -> Post | None:
        """The DM that tells a seat what only it may know; None if a DM is not worth it."""

    def window(self, sheet: Sheet) -> Post | None:
        """The DM to a seat about the window that has just opened; None if a DM is not worth it."""

    def turn(self, news: News, seat: SeatInfo) -> Post | None:
        """The DM to a seat that it is asked now; None if a DM is not worth it."""

    def reminder(self, info: TableInfo, seat: SeatInfo, told: Reminder) -> Post:
        """The direct message to a seat that the table waits for it, with other tables that do."""

    def followed(self, info: TableInfo, post: Post, person: int, slot: str) -> Post:
        """The same post of a phase or of the end for somebody who follows the table, with a button to stop."""

    def discreet(self, post: Post, table: str, language: str) -> Post:
        """A DM for somebody whose screen others may see: without cards."""

    def mishap(self, info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
        """The DM about what keeps posts from arriving, to the host or to everybody seated (not `filled["host"]`).

        `what`: channel_gone, may_not_post, no_pictures, post_refused, post_shortened (`private`: it was a DM).
        """
