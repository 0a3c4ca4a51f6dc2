"""What the service wants of whoever makes its posts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.posts import Post
from bot.values import News, Offer, Petition, SeatInfo, Sheet, TableInfo
from engine.core.game import Event, View


class PostMaker(Protocol):
    """Makes posts of what happened. Called inside the transaction: quick, pure, never drawing."""

    def lobby(self, info: TableInfo) -> Post:
        """The lobby post, slot `lobby`: sent when a table opens, edited when it changes."""

    def posts(self, news: News) -> Sequence[Post]:
        """The public posts of a change, the end of the game included; none if nothing is to be told."""

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        """Posts about the table itself. `what`: seat, host, settings, moved, left, ended, control."""

    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        """The post of a request, with a DM to who is away, and that of its end; a game that goes back is news."""

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

    def discreet(self, post: Post, table: str, language: str) -> Post:
        """A DM for somebody whose screen others may see: without cards."""

    def mishap(self, info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
        """The DM about what keeps posts from arriving, to the host or to everybody seated (not `filled["host"]`).

        `what`: channel_gone, may_not_post, no_pictures, post_refused, post_shortened (`private`: it was a DM).
        """
