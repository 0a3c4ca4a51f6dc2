"""Messages as plain data, and the interface of the maker of posts. The outbox stores them; delivery turns them into
Discord's components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from bot.contract.records import News, Reminder
from bot.contract.tables import Offer, Petition, SeatInfo, Sheet, TableInfo
from engine.core.ask import Seat
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
    """Text in Discord's markdown. Tokens such as `{area:zab}` are replaced by names when the post is sent."""

    text: str


class Rule(msgspec.Struct, frozen=True, tag="rule"):
    """A thin line between parts."""


class PostPicture(msgspec.Struct, frozen=True, tag="picture", omit_defaults=True):
    """A recipe for a picture that is drawn when the post is sent."""

    draw: str
    view: View
    game: str = ""
    file: str = "board.png"
    options: dict[str, Any] = {}
    alt: str = ""
    words: str = ""
    """Text to show instead, wherever the picture isn't shown."""
    style: dict[str, Any] = {}
    """Preferences of the only reader of the post (`PictureStyle`)."""


class PostLink(msgspec.Struct, frozen=True, tag="link"):
    """A button of a post that opens a page of the web."""

    label: str
    url: str


class PostRow(msgspec.Struct, frozen=True, tag="row", omit_defaults=True):
    """Up to five buttons, links at the end."""

    buttons: tuple[PostButton, ...]
    links: tuple[PostLink, ...] = ()


class Attached(msgspec.Struct, frozen=True, tag="attached"):
    """A file beside the text: `source` is `export`, the open file of the table (finished games only)."""

    file: str
    source: Literal["export"] = "export"


Part: TypeAlias = Words | Rule | PostPicture | PostRow | Attached


class Post(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to be sent, as plain data."""

    kind: str
    parts: tuple[Part, ...]
    user: int | None = None
    """The person who gets it as a DM; None: it goes to the table's channel."""
    colour: str = "sand"
    mentions: tuple[int, ...] = ()
    """Exactly the people it mentions; with none it is sent silently. A DM rings if it mentions its reader."""
    row: bool = False
    """Whether it carries the fixed row of buttons (My turn, Hand, Map, Catch up, More)."""
    slot: str = ""
    """A newer post of the same slot edits or replaces the older one (`lobby:1K9`, `hand:1K9:2`)."""
    hold: bool = False
    """Whether it waits a minute because the player is about to continue; what follows is told in the same post."""
    moves: bool = False
    """Whether it is always sent anew at the bottom instead of editing the older post, so that mentions ring."""
    edits: bool = False
    """Whether it only edits the older post of its slot; without one nothing is sent."""
    language: str = msgspec.field(default_factory=current_language)
    """The language of its texts; names, pictures and the fixed row are added in it when it is sent."""
    emojis: bool = True
    """Whether names may have emojis beside them."""


POSTS: Final = decoder(Post)
ENDS: Final = "end:"  # begins the slots of posts about the end of a game
TURN: Final = "turn:"  # begins the slots of DMs about turns


def turn_slot(table: str, person: int, seat: int) -> str:
    """Return the slot of the DM that it is that seat's turn; reminders use the same slot."""
    return f"{TURN}{table}:{person}.{seat}"


class PostMaker(Protocol):
    """Makes posts of what happened. Called inside the transaction: quick, pure, never drawing."""

    def lobby(self, info: TableInfo) -> Post:
        """Return the lobby post (slot `lobby`), sent when a table opens and edited when it changes."""

    def posts(self, news: News) -> Sequence[Post]:
        """Return the public posts of a change, including the end of the game; empty if there is nothing to tell."""

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        """Return posts about the table itself.

        `what` is one of seat, host, settings, moved, left, ended, control, board, preview, or a kind of
        `bot.features.clocks.posts`. `said["reader"]` is the only person who gets them, in that person's language.
        """

    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """Return the post of a request, with a DM to an absent player, and that of its end; one that goes back
        is news.
        """

    def settled(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """Return the posts that replace a request and its DM once it is over; they have no buttons."""

    def offer(self, info: TableInfo, offer: Offer) -> Sequence[Post]:
        """Return the post of an offer and the DM to the receiver; later the post of its end, unless it was accepted."""

    def seated(self, info: TableInfo, seat: SeatInfo) -> Post:
        """Return the DM sent on joining, which tests whether DMs arrive."""

    def hand(self, info: TableInfo, seat: SeatInfo, view: View) -> Post | None:
        """Return the hand as a DM, from the seat's own view; the service gives it its slot. None: nothing to show."""

    def privately(self, info: TableInfo, seat: SeatInfo, events: Sequence[Event]) -> Post | None:
        """Return the DM that tells a seat what only it may know; None if a DM is not worth it."""

    def window(self, sheet: Sheet) -> Post | None:
        """Return the DM that tells a seat of a new time to respond; None if it isn't worth a DM."""

    def turn(self, news: News, seat: SeatInfo) -> Post | None:
        """Return the DM that tells a seat it's asked now; None if it isn't worth a DM."""

    def reminder(self, info: TableInfo, seat: SeatInfo, told: Reminder) -> Post:
        """Return the DM that reminds a seat that the table waits for it, with other tables that do."""

    def followed(self, info: TableInfo, post: Post, person: int, slot: str) -> Post:
        """Return the same post of a phase or of the end for a follower of the table, with a button to stop
        following.
        """

    def addressed(
        self, post: Post, game: str, scenario: str, seats: Sequence[Seat], channel: int, inside: str = ""
    ) -> Post:
        """Return a DM with a line that names the game and the reader's civilizations, and links to the channel; with a
        link to `inside`, the table's page inside Discord, where it leads to one's turn.
        """

    def discreet(self, post: Post, table: str, language: str) -> Post:
        """Return a DM without cards, for a person whose screen others may see."""

    def mishap(self, info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
        """Return the DM about what keeps posts from arriving, to the host, or to all players if `filled["host"]` is
        false.

        `what` is one of channel_gone, may_not_post, no_pictures, post_refused, post_shortened (`private`: it was a DM).
        """
