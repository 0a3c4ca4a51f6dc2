"""Handlers of running a table: settings, seats, host, end, move, verify, repairing a damaged game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import structlog

from bot.contract.records import LastGoodPosition
from bot.contract.table_settings import TIMES
from bot.contract.tables import Person, Petition, Place, Refused, SeatInfo, TableInfo
from bot.ui.doors import doors
from bot.ui.lobby import settings, typed_settings
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lobby.screens import notice_screen
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import OPTION, Form, Row, Screen, Text, number
from bot.ui.posts import offer_posts, request_posts
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import read
from bot.ui.visit import Visit, person_of
from bot.ui.words import options_in_words
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import place, seat_at, several, table_text, thing, when
from engine.core.message import list_of
from engine.core.text import cut

log = structlog.get_logger(__name__)
END: Final = "end"
"""What is put off until the end of a game is confirmed."""


class HostHandlers(TableHandlers):
    """Changes of the table itself, which are posted, and the proof of the shuffles."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "more": self.more,
            "settings": self.settings,
            "set": self.set_one,
            "set_form": self.form,
            "set_sent": self.sent,
            "times": self.times,
            "times_in": self.times_in,
            "rewind": self.back,
            "rewind_ask": self.back_ask,
            "rewind_yes": self.back_yes,
            "end_yes": self.end_yes,
            "retry_dm": self.retry_dm,
        }

    async def more(self, visit: Visit) -> Answer:
        """Show the rest of the fixed row."""
        info = await self.find_table(visit)
        of_features = doors(self.service.deps, lambda one: one.on_more)
        more = [await on_more(self.service.deps, info, visit) for on_more in of_features]
        return settings.more_screen(info, visit.person, [button for button in more if button is not None])

    async def settings(self, visit: Visit) -> Answer:
        """Return the settings of the table."""
        info = await self.find_table(visit)
        return settings.settings_screen(info, person_of(visit))

    async def set_one(self, visit: Visit) -> Answer:
        """Set a setting from a menu of an older screen. Refused: host_only."""
        return await self.change(visit, visit.option, next(iter(visit.values), ""))

    async def change(self, visit: Visit, setting: str, value: str) -> Screen:
        """Change a setting. Refused: host_only, unknown_setting, bad_setting, and as `StartHandlers.set`."""
        info = await self.find_table(visit)
        setting = typed_settings.read_setting(setting, typed_settings.table_settings())
        if setting == settings.STARTS:
            for start_set in doors(self.service.deps, lambda one: one.start_set):
                return await start_set(self, visit, value)
            raise Refused("feature_off", table=info.id)
        if possible := typed_settings.table_values(setting):
            value = typed_settings.read_value(value, table_text(f"settings.short.{setting}"), possible)
        if info.state == "running" and setting in TIMES:
            return self._asked(info, await self.service.ask_times(info.id, person_of(visit), **{setting: value}))
        info = await self.service.change_settings(info.id, person_of(visit), **{setting: value})
        line = table_text("settings.changed", changes=options_in_words.settings(info.settings)[setting])
        return settings.settings_screen(info, person_of(visit), line)

    async def form(self, visit: Visit) -> Form:
        """Open the form of some settings. Refused: host_only, over, unknown_setting."""
        info = await self._of_host(visit)
        return settings.topic_form(info, _topic(visit.option))

    async def sent(self, visit: Visit) -> Answer:
        """Apply the form; in a running game ask the players about times. Refused: unknown_setting, and as
        `GameService.change_settings` and `ask_times`.
        """
        info, person = await self.find_table(visit), person_of(visit)
        changes = settings.read_topic(info, _topic(visit.option), visit.fields)
        if not changes:
            return settings.settings_screen(info, person, table_text("lobby.stayed"))
        info = await self.service.change_settings(info.id, person, **changes)
        told = options_in_words.settings(info.settings)
        line = table_text("settings.changed", changes=", ".join(told[name] for name in changes))
        return settings.settings_screen(info, person, line)

    async def _of_host(self, visit: Visit) -> TableInfo:
        """Return the table, for its host. Refused: host_only."""
        info = await self.find_table(visit)
        if visit.person != info.host.id:
            raise Refused("host_only", table=info.id, host=info.host)
        return info

    async def times(self, visit: Visit) -> Form:
        """Open the form of time settings. Refused: host_only."""
        return settings.times_form(await self._of_host(visit))

    async def times_in(self, visit: Visit) -> Answer:
        """Ask the players to agree to the time settings of the form. Refused: as `GameService.ask_times`."""
        info = await self.find_table(visit)
        changes = {name: visit.field(name) for name in TIMES if visit.field(name)}
        return self._asked(info, await self.service.ask_times(info.id, person_of(visit), **changes))

    async def back(self, visit: Visit) -> Answer:
        """Show the points the host may ask to go back to. Refused: host_only."""
        info = await self._of_host(visit)
        return settings.back_screen(info, await self.service.checkpoints(info.id, person_of(visit)))

    async def back_ask(self, visit: Visit) -> Answer:
        """Ask whether to go back. Refused: no_checkpoint."""
        info, wanted = await self.find_table(visit), next(iter(visit.values), "")
        points = await self.service.checkpoints(info.id, person_of(visit))
        point = next((p for p in points if str(p.no) == wanted), None)
        if point is None:
            raise Refused("no_checkpoint", table=info.id)
        return settings.back_ask(info, point)

    async def back_yes(self, visit: Visit) -> Answer:
        """Go back, or ask those concerned. Refused: host_only, no_checkpoint, over, undo_pending."""
        info = await self.find_table(visit)
        return self._asked(info, await self.service.go_back(info.id, person_of(visit), number(visit.option) or 0))

    async def seat(self, visit: Visit, typed: str, player: Person | None, by: str) -> Answer:
        """Offer one's seat to a person, hand it to the NPC, or take it back. Refused: unknown_seat, owner_only,
        seat_own, seat_seen, over, not_begun.
        """
        info = await self.find_table(visit)
        there = self.seat_named(info, typed)
        names = self.names(info)
        mine = there.person is not None and there.person.id == visit.person
        kept = there in info.missing and player is None
        if not mine and not kept and (player is not None or by == "npc"):
            return await self._without(visit, info, there, player)
        if player is not None:
            made = await self.service.give_seat(info.id, person_of(visit), there.number, player)
            return offer_posts.made_screen(info, made)
        control = "npc" if by == "npc" else "human"
        await self.service.control(info.id, person_of(visit), there.number, "npc" if control == "npc" else "human")
        return notice_screen(
            table_text("seat.npc" if control == "npc" else "seat.person", civ=place(there, names)), table=info.id
        )

    async def _without(self, visit: Visit, info: TableInfo, there: SeatInfo, to: Person | None) -> Screen:
        """Ask the others to decide about a seat whose owner is away, or that has none. Refused: as `ask_seat`."""
        gone = there.person is not None and await self.places.has_left(info.place.guild, there.person.id)
        asked = await self.service.ask_seat(info.id, person_of(visit), there.number, to, gone=gone)
        return self._asked(info, asked)

    def _asked(self, info: TableInfo, asked: Petition) -> Screen:
        return msgspec.structs.replace(request_posts.asked_screen(asked, self.names(info)), table=info.id.lower())

    def seat_named(self, info: TableInfo, typed: str) -> SeatInfo:
        """Return the seat a text means, by civilization or number. Refused: unknown_seat."""
        reading = read(typed, [thing(s, self.names(info)) for s in info.seats], sure=True)
        if reading.one is None:
            shown = list_of([seat_at(s, self.names(info)) for s in info.seats])
            raise Refused("unknown_seat", seat=cut(typed, 40), seats=shown, table=info.id)
        return next(s for s in info.seats if str(s.number) == reading.found[0].value)

    async def host(self, visit: Visit, player: Person) -> Answer:
        """Offer the host's role to a person, or ask the players to do so for an absent host. Refused: host_only,
        host_own, not_away, no_seat.
        """
        info = await self.find_table(visit)
        if visit.person == info.host.id or info.state != "running":
            return offer_posts.made_screen(info, await self.service.give_host(info.id, person_of(visit), player))
        gone = await self.places.has_left(info.place.guild, info.host.id)
        return self._asked(info, await self.service.ask_host(info.id, person_of(visit), player, gone=gone))

    async def move(self, visit: Visit, table: str, place: Place) -> Answer:
        """Go on in this channel. Refused: host_only, other_server, channel_taken."""
        info = await self.service.move(table, person_of(visit), place)
        return notice_screen(table_text("moved.done", id=info.id), table=info.id)

    async def end(self, visit: Visit, reason: str) -> Answer:
        """End the game or close the lobby, after a second press. Refused: host_only, over, end."""
        info = await self.find_table(visit)
        try:
            await self.service.end(info.id, person_of(visit), reason=reason)
        except Refused as refused:
            if refused.code != "end":
                raise
            more = f"{refused.said['confirm']}~~{reason}"
            if len(more) > OPTION:
                mark = await self.service.put_off(person_of(visit), END, {"reason": reason})
                more = f"{refused.said['confirm']}~{mark}"
            raise Refused("end", **{**refused.said, "confirm": more, "info": info}) from refused
        return notice_screen(table_text("end_game.ended", id=info.id), table=info.id)

    async def end_yes(self, visit: Visit) -> Answer:
        """End it. Refused: host_only, over, put_off_gone."""
        confirm, _, rest = visit.option.partition("~")
        mark, _, reason = rest.partition("~")
        info = await self.find_table(visit)
        if mark:
            reason = (await self.service.take_up(person_of(visit), END, mark))["reason"]
        info = await self.service.end(info.id, person_of(visit), reason=reason, confirm=confirm)
        return notice_screen(
            table_text("end_game.ended" if info.state == "over" else "end_game.asked", id=info.id), table=info.id
        )

    async def retry_dm(self, visit: Visit) -> Answer:
        """Try direct messages again from now on."""
        await self.service.retry_dm(person_of(visit))
        return notice_screen(table_text("dm.retried"), table=visit.table)


def _topic(option: str) -> str:
    """Return the form that a button names. Refused: unknown_setting."""
    if option not in settings.TOPICS:
        raise Refused("unknown_setting", setting=cut(option, 30), settings=", ".join(settings.TOPICS))
    return option


class RepairHandlers(TableHandlers):
    """Lets the host continue a damaged game."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"mend": self.ask, "mend_yes": self.mend}

    async def ask(self, visit: Visit) -> Answer:
        """Show where a damaged game could continue. Refused: over, host_only, not_damaged, nothing_whole."""
        info = await self.find_table(visit)
        return whole_screen(info, await self.service.last_good_position(info.id, person_of(visit)))

    async def mend(self, visit: Visit) -> Answer:
        """Go on there. Refused: as `ask`."""
        info = await self.find_table(visit)
        done = await self.service.mend(info.id, person_of(visit))
        view = (await self.service.standing(info.id, person_of(visit))).view
        line = table_text("mend.done", moment=summary_of(info.game).moment(view))
        return notice_screen(line, go("seat", "seat", style="primary"), table=done.info.id)


def whole_screen(info: TableInfo, whole: LastGoodPosition) -> Screen:
    """Return the newest readable position, what came after it, and what would be lost."""
    head = table_text("mend.whole", id=info.id, moment=chapter_name(info.game, whole.chapter), at=when(whole.at))
    stands = several("mend.stands_one", "mend.stands", whole.answers) if whole.answers else ""
    lost = several("mend.lost_one", "mend.lost", whole.lost) if whole.lost else table_text("mend.nothing_lost")
    row = Row((go("mend_yes", "mend_yes", style="danger"), go("stay", "stay")))
    return Screen((Text("\n".join([head, f"{stands} {lost}".strip(), table_text("mend.told")])), row), info.id.lower())
