"""A narrator whose posts say plainly what they were made from, for tests of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.contract.posts import Attached, Post, Words, turn_slot
from bot.contract.records import News, Reminder
from bot.contract.tables import Offer, Petition, SeatInfo, Sheet, TableInfo
from engine.core.game import Event, View


class Plain:
    """One post for each thing to be told."""

    def lobby(self, info: TableInfo) -> Post:
        names = ", ".join(s.person.name if s.person else "NPC" for s in info.seats)
        return Post("lobby", (Words(f"lobby {info.id} {info.state}: {names}"),), slot=f"lobby:{info.id}")

    def posts(self, news: News) -> Sequence[Post]:
        lines = [news.cause, *(e.text for e in news.events)]
        asked = tuple(s for s in news.request.asked if s.person) if news.request else ()
        lines.append(f"asked {', '.join(s.seat for s in asked)}")
        mentions = () if news.request is None or news.request.sealed else tuple(s.person.id for s in asked if s.person)
        parts = [Words("\n".join(lines))]
        if news.info.state == "over":
            return [Post("end", (*parts, Words(news.seed), Attached("game.json")))]
        return [Post("play", tuple(parts), mentions=mentions, row=True)]

    def matter(self, info: TableInfo, what: str, said: Mapping[str, Any]) -> Sequence[Post]:
        return [Post(what, (Words(f"{what} {info.id}"),))]

    def petition(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        asked = ", ".join(s.seat for s in petition.asked)
        agreed = ", ".join(s.seat for s in petition.agreed)
        return [Post("petition", (Words(f"petition {petition.result}: {asked}; {agreed}"),))]

    def settled(self, info: TableInfo, petition: Petition) -> Sequence[Post]:
        return []

    def offer(self, info: TableInfo, offer: Offer) -> Sequence[Post]:
        what = offer.seat.seat if offer.seat else "host"
        to = offer.to.id if offer.to else None
        public = Post("offer", (Words(f"offer {offer.result}: {what} to {offer.to.name if offer.to else 'all'}"),))
        return [public, replace(public, user=to)] if to and offer.result == "open" else [public]

    def seated(self, info: TableInfo, seat: SeatInfo) -> Post:
        return Post("seated", (Words(f"You sit at {info.id}"),))

    def hand(self, info: TableInfo, seat: SeatInfo, view: View) -> Post | None:
        return Post("hand", (Words(f"hand of {seat.seat}: {view['civs'][seat.seat]['hand']}"),))

    def privately(self, info: TableInfo, seat: SeatInfo, events: Sequence[Event]) -> Post | None:
        return Post("private", (Words("\n".join(e.text for e in events)),))

    def window(self, sheet: Sheet) -> Post | None:
        person = sheet.seat.person.id if sheet.seat.person else 0
        return Post("window", (Words(f"window for {sheet.seat.seat}"),), mentions=(person,))

    def turn(self, news: News, seat: SeatInfo) -> Post | None:
        person = seat.person.id if seat.person else 0
        slot = turn_slot(news.info.id, person, seat.number)
        return Post("turn", (Words(f"turn of {seat.seat}"),), user=person, mentions=(person,), slot=slot, moves=True)

    def reminder(self, info: TableInfo, seat: SeatInfo, told: Reminder) -> Post:
        tables = ", ".join((info.id, *(other.id for other in told.others)))
        return Post("reminder", (Words(f"{tables} wait for {seat.seat}: {told.ask.key if told.ask else None}"),))

    def followed(self, info: TableInfo, post: Post, person: int, slot: str) -> Post:
        return replace(post, user=person, mentions=(person,), row=False, slot=slot, moves=True)

    def addressed(
        self, post: Post, game: str, scenario: str, seats: Sequence[str], channel: int, inside: str = ""
    ) -> Post:
        return post

    def discreet(self, post: Post, table: str, language: str) -> Post:
        return replace(post, parts=(Words(f"{post.kind} at {table}"),))

    def mishap(self, info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
        where = " in private" if filled.get("private") else ""
        return Post("mishap", (Words(f"{what}{where} at {info.id} {info.lacks}".rstrip()),))
