"""One-time notices, shown on top of the next private screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bot.contract.records import Reader
from bot.contract.tables import Notice, Refused
from bot.tables.game_service import GameService
from bot.tables.work.notify import UNDELIVERED
from bot.ui.parts import DESIGN, Button, Divider, Row, Screen, Text, count, raw_text
from bot.ui.posts.direct_messages import happened_text
from bot.ui.settings.preference_forms import zone_button
from bot.ui.visit import Visit, person_of
from bot.ui.words.permissions import channel_of, why_no_posts
from bot.ui.words.presentations import names_of
from bot.ui.words.wording import name_tokens, table_text
from engine.core.naming import spell_out
from engine.core.text import catalogue, cut, own, words

PICKS = 300
MISSED, MISSED_TEXT = 3, 500
COMMAND = ""
NEXT: Mapping[str, Callable[[], Button]] = {
    "dm_closed": lambda: Button(table_text("button.try_again"), "retry_dm", lasting=True),
    "ask_zone": zone_button,
}
SEEN_OFTEN = ("seat", "status", "open", COMMAND)


class Notices:
    """Puts one-time notices on screens."""

    def __init__(self, service: GameService) -> None:
        self.service = service

    async def prepend(self, screen: Screen, visit: Visit, reader: Reader | None = None) -> Screen:
        """Return the screen with its reader's one-time notices on top; a full screen stays as it is."""
        if count(screen) + 4 > DESIGN.components or raw_text(screen) > DESIGN.text - 600:
            return screen
        table = visit.table or screen.table
        reader = reader or await self.service.reader(person_of(visit), table)
        if reader.mute and visit.verb in SEEN_OFTEN:
            screen = await self._with_trouble(screen, table, visit)
        owed = await self.service.take_notices(person_of(visit), here=table) if reader.news else ()
        for notice in owed:
            screen = await self._with_news(screen, notice) if notice.code != UNDELIVERED else screen
        missed = [await self._missed(notice) for notice in owed if notice.code == UNDELIVERED]
        told = "\n".join([words("notice.undelivered"), *missed[-MISSED:]])
        return screen.with_line(cut(told, MISSED_TEXT)) if missed else screen

    async def _missed(self, notice: Notice) -> str:
        """A line about what could not be written to its reader."""
        table, text = str(notice.said["table"]), str(notice.said["text"])
        try:
            info = await self.service.info(table)
        except Refused:
            return f"-# {table}"
        return f"-# {table} · {name_tokens(text, names_of(info.game, info.scenario))}"

    async def _with_news(self, screen: Screen, notice: Notice) -> Screen:
        """The screen with a notice, in the words of its game."""
        if "host" in notice.said:
            return await self._with_mishap(screen, notice)
        try:
            info = await self.service.info(str(notice.said.get("table") or ""))
        except Refused:
            return with_notice(screen, notice)
        return with_notice(screen, notice, info.game)

    async def _with_mishap(self, screen: Screen, notice: Notice) -> Screen:
        """The screen with what its reader would have been told by DM."""
        try:
            info = await self.service.info(str(notice.said["table"]))
        except Refused:
            return screen
        return screen.with_line(happened_text(info, notice.code, notice.said))

    async def _with_trouble(self, screen: Screen, table: str, visit: Visit) -> Screen:
        """Return the screen with the line that says why there can be no posts now."""
        try:
            info = await self.service.info(table, person_of(visit))
        except Refused:
            return screen
        if info.may_post or info.state == "over":
            return screen
        key = "notice.no_channel" if info.lacks == "channel" else "notice.may_not_post"
        return screen.with_line(words(key, channel=channel_of(info), why=why_no_posts(info.lacks), id=info.id))


def with_notice(screen: Screen, notice: Notice, game: str = "") -> Screen:
    """Return the screen with a notice on top, in the words of that game."""
    if f"notice.{notice.code}" not in catalogue():
        return screen
    picks = cut(", ".join(spell_out(p) for p in notice.said.get("picks", ())), PICKS)
    line = words(own(game, f"notice.{notice.code}"), picks=picks, table=notice.said.get("table", ""))
    button = NEXT.get(notice.code)
    above = (Text(line), Row((button(),)), Divider()) if button else (Text(line),)
    return msgspec.structs.replace(screen, parts=(*above, *screen.parts))
