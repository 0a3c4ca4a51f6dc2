"""Handlers of the buttons and commands that only look: status, map, log, rules, help."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from bot.contract.records import Result
from bot.contract.tables import Person, Refused, Standing, TableInfo, TableLine
from bot.tables.history import since
from bot.tables.lobby.options import games_off
from bot.ui.doors import doors
from bot.ui.lobby import status
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.lookup import help as help_screen
from bot.ui.lookup import log as logs
from bot.ui.lookup import map as maps
from bot.ui.lookup import rules
from bot.ui.lookup.points_chart import chart_screen
from bot.ui.lookup.rules import found_screen
from bot.ui.parts import Form, Screen, number
from bot.ui.posts.board_link import page_screen
from bot.ui.posts.end_post import result_screen
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import rank_matches, read
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import presentation_of, summary_of
from bot.ui.words.wording import table_text
from engine.core.text import cut
from engine.games import PRESENTATIONS

ATLASES = [presentation.atlas for presentation in PRESENTATIONS.values() if presentation.atlas]
OWN = tuple(dict.fromkeys(show for atlas in ATLASES for show in (*atlas.shows, *atlas.side_pictures)))
MAP, LOG = "map", "log"
SHOWS = (maps.BOARD, maps.MINE, *OWN, maps.CHANGES, "text", "legend")


class LookupHandlers(TableHandlers):
    """Screens that change nothing. All but one's own areas look the same for everyone."""

    contact = ""  # of who hosts the bot
    left_out: frozenset[str] = frozenset()  # commands that this bot does not offer
    page_token: Callable[[int, int], str] = staticmethod(lambda _person, _guild: "")  # for a page that members see

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "status": self.status,
            "page": self.page,
            "open": self.opened,
            "there": self.there,
            "cities": self.cities,
            "discard": self.discard,
            "map": self.map,
            "map_show": self.map_show,
            "map_text": self.map_text,
            "legend": self.legend,
            "chart": self.chart,
            "log": self.log,
            "log_go": self.log_go,
            "log_then": self.log_then,
            "story": self.story,
            "why": self.why,
            "rules": self.rules,
            "result": self.result,
            "rule": self.rule,
            "rule_find": self.rule_find,
            "rule_found": self.rule_found,
            "rule_list": self.rule_list,
            "help": self.help,
            "privacy": self.privacy,
        }

    async def standing(self, visit: Visit) -> Standing:
        """Return the public state of the table meant. Refused: no_table, not_begun."""
        info = await self.find_table(visit)
        if info.state == "lobby":
            raise Refused("not_begun", table=info.id, info=info)
        return await self.service.standing(info.id, person_of(visit))

    async def status(self, visit: Visit) -> Answer:
        """Show the state of the table."""
        info = await self.find_table(visit)
        if info.state == "lobby":
            return status.lobby_status(info)
        return status.status(await self.service.standing(info.id, person_of(visit)), self.names(info))

    async def opened(self, visit: Visit) -> Answer:
        """Return the status of a table named by the button."""
        return await self.status(replace(visit, table=visit.option, ask=None, seat=None, option=""))

    async def page(self, visit: Visit) -> Screen:
        """Return the link to the table's page in the web, if only members of its server see it one for this person
        alone. Refused: no_page; no_table, also for whoever doesn't ask from that server.
        """
        info = await self.find_table(visit)
        if not info.page or info.settings.page == "off":
            raise Refused("no_page")
        if info.settings.page == "link":
            return page_screen(info)
        if visit.guild is None or visit.elsewhere or visit.guild != info.place.guild:
            raise Refused("no_table", table=info.id)
        return page_screen(info, self.page_token(visit.person, visit.guild))

    async def unopened(self, visit: Visit) -> Answer:
        """Return other ways to the board than the Activity, which could not be opened: the link to the page of the
        table meant, else the person's tables.
        """
        try:
            return (await self.page(visit)).with_line(table_text("page.no_activity"))
        except Refused:
            return await self.tables(visit)

    async def tables(self, visit: Visit) -> Screen:
        """Show the person's tables."""
        lines = await self.service.list_tables(person_of(visit))
        moments = [await self._moment(line, person_of(visit)) for line in lines[: status.MOST]]
        return status.tables(lines, moments, await self._results(person_of(visit)))

    async def _results(self, person: Person) -> tuple[Result, ...]:
        of_features = doors(self.service.deps, lambda one: one.own_results)
        return tuple([result for own in of_features for result in await own(self.service.deps, person)])

    async def _moment(self, line: TableLine, person: Person) -> str:
        info = line.info
        if line.damaged:
            return table_text("status.list_damaged")
        if info.state == "lobby":
            return table_text("status.list_lobby", n=len([s for s in info.seats if s.person]) + info.npcs)
        return summary_of(info.game).moment((await self.service.standing(info.id, person)).view)

    async def cities(self, visit: Visit) -> Answer:
        """Return the areas that count most."""
        standing = await self.standing(visit)
        return status.sites(standing, self.names(standing.info))

    async def discard(self, visit: Visit) -> Answer:
        """Return the discard pile."""
        standing = await self.standing(visit)
        return status.discard(standing, self.names(standing.info))

    async def map(self, visit: Visit) -> Answer:
        """Return the whole board."""
        return await self.map_of(visit, maps.BOARD)

    async def map_show(self, visit: Visit) -> Answer:
        """Show what the menu or button names."""
        return await self.map_of(visit, next(iter(visit.values), visit.option) or maps.BOARD)

    async def map_of(self, visit: Visit, show: str) -> Screen:
        """Show a picture of that view."""
        if not (await self.service.preferences(person_of(visit))).pictures:
            return await self.text_of(visit, show)
        standing = await self.standing(visit)
        show = legal(standing, show)
        look = await self.make_look(visit, standing, show)
        return maps.map_screen(look, show) if maps.is_drawn(look, show) else maps.text_screen(look, show)

    async def look_command(self, visit: Visit, show: str, player: str) -> Screen:
        """Show that view of the board, of the named seat if there is one. Refused: unknown_player, unknown_look for a
        game without it.
        """
        info = await self.find_table(visit)
        atlas = presentation_of(info.game).atlas
        if atlas is None or show not in (*atlas.shows, *atlas.side_pictures):
            raise Refused("unknown_look", table=info.id, game=info.game_title)
        if not player:
            return await self.map_of(visit, show)
        seats = self.names(info).things("civ", [seat.civ or seat.seat for seat in info.seats])
        reading = read(player, seats)
        if not reading.found:
            raise Refused("unknown_player", name=cut(player, 40), near=[seat.name for seat in seats], table=info.id)
        return await self.map_of(visit, f"{show}:{(reading.one or rank_matches(player, reading.found)[0]).value}")

    async def players(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Return the seats that such a look can be of, for autocomplete."""
        info = await self.find_table(visit)
        seats = self.names(info).things("civ", [seat.civ or seat.seat for seat in info.seats])
        return [(seat.name, seat.name) for seat in rank_matches(typed, list(seats))]

    async def make_look(self, visit: Visit, standing: Standing, show: str) -> maps.Look:
        """Return the board and its reader; for changes with the earlier board they are counted from."""
        info = standing.info
        before = await since.board_since(self.service, info.id, person_of(visit)) if show == maps.CHANGES else None
        shareable = visit.may_post and is_here(info, visit)
        return maps.Look(info, standing.view, self.names(info), info.of(visit.person), before, shareable)

    async def map_text(self, visit: Visit) -> Answer:
        """Show the present view of the board in words."""
        show, _, page = visit.option.partition("~")
        return await self.text_of(visit, show or maps.BOARD, number(page) or 1)

    async def text_of(self, visit: Visit, show: str, page: int = 1) -> Screen:
        """Return that view of the board in words."""
        standing = await self.standing(visit)
        show = legal(standing, show)
        return maps.text_screen(await self.make_look(visit, standing, show), show, page)

    async def there(self, visit: Visit) -> Answer:
        """Show what was asked for without a table, at the table that the button names. Refused: put_off_gone."""
        table, kind, mark = [*visit.option.split("~", 2), "", ""][:3]
        if kind not in {MAP, LOG}:
            raise Refused("put_off_gone")
        wanted = await self.service.take_up(person_of(visit), kind, mark)
        await self.service.put_off(person_of(visit), kind, wanted)  # the buttons beside it carry it too
        return await self._at_a_table(replace(visit, table=table, ask=None, seat=None, option=""), kind, wanted)

    async def _at_a_table(self, visit: Visit, kind: str, wanted: dict[str, Any]) -> Answer:
        """A command; where several tables may be meant, the buttons that say which carry it. Refused: no_table."""
        try:
            carry_out = self._map_of_command if kind == MAP else self._log_of_command
            return await carry_out(visit, **wanted)
        except Refused as refused:
            if refused.code != "no_table" or visit.table:
                raise
            mark = await self.service.put_off(person_of(visit), kind, wanted)
            raise Refused("no_table", **{**refused.said, "then": f"{kind}~{mark}"}) from refused

    async def map_command(self, visit: Visit, area: str, show: str, turn: str = "") -> Answer:
        """`/map`: an area or region by name, or one of the shows, now or at the end of a turn.

        Refused: no_table, unknown_place, no_checkpoint.
        """
        return await self._at_a_table(visit, MAP, {"area": area, "show": show, "turn": turn})

    async def _map_of_command(self, visit: Visit, area: str, show: str, turn: str) -> Answer:
        if show == "legend":
            return await self.legend(visit)
        wanted = await self.place(visit, area) if area else (show if show in (*maps.PICTURES, *OWN) else maps.BOARD)
        if turn:
            return await self.map_then(visit, wanted, turn)
        return await self.text_of(visit, wanted) if show == "text" else await self.map_of(visit, wanted)

    async def map_then(self, visit: Visit, show: str, turn: str) -> Screen:
        """Return that view of the board at the end of a turn. Refused: no_checkpoint."""
        standing = await self.standing(visit)
        info = standing.info
        point = maps.find_point(turn, info.game, await self.service.checkpoints(info.id, person_of(visit)))
        if point is None:
            raise Refused("no_checkpoint", table=info.id)
        view = await self.service.history(info.id, point.no, person_of(visit))
        here = maps.Look(info, view, self.names(info), info.of(visit.person))
        return maps.then_screen(here, legal(standing, maps.BOARD if show == maps.CHANGES else show))

    async def place(self, visit: Visit, typed: str) -> str:
        """Return the area or region a text means. Refused: unknown_place."""
        info = await self.find_table(visit)
        names = self.names(info)
        things = (*names.things("area"), *names.things("region"))
        reading = read(typed, things)
        if not reading.found:
            raise Refused("unknown_place", area=cut(typed, 40), near=[t.name for t in reading.near], table=info.id)
        found = reading.one or rank_matches(typed, reading.found)[0]
        is_area = any(thing.value == found.value for thing in names.things("area"))
        return f"area:{found.value}" if is_area else f"region:{found.value}"

    async def legend(self, visit: Visit) -> Answer:
        """Show what colours and shapes mean."""
        standing = await self.standing(visit)
        return maps.legend_screen(standing.info, standing.view)

    async def chart(self, visit: Visit) -> Answer:
        """Return the points after every turn. Refused: not_begun, chart_hidden, chart_none, no_chart."""
        info = await self.find_table(visit)
        return chart_screen(await self.service.course(info.id, person_of(visit)), self.names(info))

    async def log(self, visit: Visit) -> Answer:
        """Return a page of the log."""
        return await self.log_at(visit, logs.place_of(visit.option))

    async def log_go(self, visit: Visit) -> Answer:
        """Return a chapter of the log."""
        chosen = next(iter(visit.values), logs.WHOLE)
        return await self.log_at(visit, logs.LogPlace(1, "" if chosen == logs.WHOLE else chosen))

    async def log_at(self, visit: Visit, place: logs.LogPlace) -> Screen:
        """Return that page of the log, with lines told only to the reader. Refused: no_turn."""
        info = await self.find_table(visit)
        person = person_of(visit)
        page = await self.service.log(info.id, person, chapter=place.chapter, about=place.about, page=place.page)
        if place.chapter and place.chapter not in {chapter.key for chapter in page.chapters}:
            meant = logs.chapter_meant(place.chapter, info.game, page.chapters)
            return await self.log_at(visit, replace(place, chapter=meant))
        boards = info.state != "lobby" and presentation_of(info.game).atlas is not None
        return logs.log_screen(page, self.names(info), place, boards=boards)

    async def story(self, visit: Visit) -> Answer:
        """Return all that an update told. Refused: no_table."""
        info, place = await self.find_table(visit), logs.story_place(visit.option)
        lines = await self.service.story(info.id, person_of(visit), place.first, place.last)
        return logs.story_screen(info, lines, self.names(info), place)

    async def log_command(self, visit: Visit, about: str, turn: str, page: int) -> Answer:
        """`/log`: about a civilization, area or card, of a phase, or by page. Refused: no_table, no_turn."""
        return await self._at_a_table(visit, LOG, {"about": about, "turn": turn, "page": page})

    async def _log_of_command(self, visit: Visit, about: str, turn: str, page: int) -> Answer:
        names = self.names(await self.find_table(visit))
        things = [thing for kind in ("civ", "area", "card") for thing in names.things(kind)]
        found = read(about, things, near=0).one if about else None
        return await self.log_at(visit, logs.LogPlace(page, turn, found.value if found else about))

    async def why(self, visit: Visit) -> Answer:
        """Show the reasons for a line, chosen from the menu or a page of them. Refused: no_reason."""
        no, _, page = (next(iter(visit.values), "") or visit.option).partition("~")
        return await self.why_of(visit, number(no) or 0, number(page) or 1)

    async def why_of(self, visit: Visit, no: int, page: int = 1) -> Screen:
        """`/log why`: the reasons for the line of that number. Refused: no_reason, not_begun."""
        told = await self.service.reasons((await self.find_table(visit)).id, no, person_of(visit))
        return logs.why_screen(told, self.names(told.info), page)

    async def log_then(self, visit: Visit) -> Answer:
        """Return the board at the end of a chapter. Refused: no_checkpoint."""
        info = await self.find_table(visit)
        points = await self.service.checkpoints(info.id, person_of(visit))
        points = tuple(p for p in points if p.chapter == visit.option)
        if not points:
            raise Refused("no_checkpoint", table=info.id)
        newest = max(points, key=lambda point: point.no)
        view = await self.service.history(info.id, newest.no, person_of(visit))
        return maps.then_screen(maps.Look(info, view, self.names(info)))

    async def rules(self, visit: Visit) -> Answer:
        """Show what can be looked up."""
        return rules.index_screen(await self._game(visit), visit.table)

    async def _game(self, visit: Visit) -> str:
        """The game of the table meant; empty if none is."""
        try:
            return (await self.find_table(visit)).game
        except Refused:
            return ""

    async def result(self, visit: Visit) -> Answer:
        """Show the result of a finished game in full; of another the status. Refused: as `standing`."""
        standing, person = await self.standing(visit), person_of(visit)
        info, summary = standing.info, summary_of(standing.info.game)
        if info.state != "over":
            return await self.status(visit)
        held = dict[str, tuple[str, ...]]()
        for there in info.seats:
            view = await self.service.history(info.id, 0, person, seat=there.number)
            held[there.seat] = summary.cards(view, there.seat) or ()
        return result_screen(standing, held, self.names(info), summary)

    async def rule(self, visit: Visit) -> Answer:
        """Return an entry chosen from a menu or by autocomplete. Refused: unknown_topic."""
        return await self.rule_of(visit, next(iter(visit.values), visit.option))

    async def rule_of(self, visit: Visit, typed: str) -> Screen:
        """Return the entry that a text means. Refused: no_topic, unknown_topic."""
        if not typed.strip():
            raise Refused("no_topic", table=visit.table, game=await self._game(visit))
        entry = rules.topic_screen(typed, visit.table)
        if entry is not None:
            return entry
        game = await self._game(visit)
        topic, near = rules.search(typed, game)
        entry = rules.topic_screen(topic, visit.table) if topic else None
        entry = entry or await asyncio.to_thread(found_screen, typed, near, game, visit.table)
        if entry is None:
            raise Refused(
                "unknown_topic", topic=cut(typed, 40), near=[t.name for t in near], table=visit.table, game=game
            )
        return entry

    async def rule_find(self, visit: Visit) -> Form:
        """Open the form to look up a rule."""
        return rules.search_form(await self._game(visit), visit.table)

    async def rule_found(self, visit: Visit) -> Answer:
        """Show the rule that the form asks for."""
        return await self.rule_of(visit, visit.field("topic"))

    async def rule_list(self, visit: Visit) -> Answer:
        """Return all things of a kind."""
        return rules.list_screen(visit.option, visit.table) or await self.rules(visit)

    async def help(self, visit: Visit) -> Answer:
        """Show first steps or a page of commands, with the way to one's seat if there is a table."""
        absent = {*self.left_out, *await self._absent(visit)}
        try:
            info = await self.find_table(visit)
            return help_screen.help_screen(info.id, info.game, visit.option, absent)
        except Refused:
            return help_screen.help_screen(topic=visit.option, left_out=absent)

    async def _absent(self, visit: Visit) -> Collection[str]:
        """Return the commands of games that aren't there: of all games in DMs, of those switched off in a server."""
        here = visit.guild is not None and not visit.elsewhere
        off = await games_off(self.service.deps, visit.guild or 0) if here else PRESENTATIONS.keys()
        return {PRESENTATIONS[game].group or game for game in off if PRESENTATIONS[game].commands}

    async def privacy(self, _: Visit) -> Answer:
        """Show what is stored about people."""
        return help_screen.privacy_screen(self.contact)

    async def explain(self, visit: Visit, text: str) -> Answer:
        """Return the rules behind a post."""
        return rules.rules_screen(text, await self._game(visit), visit.table)


def is_here(info: TableInfo, visit: Visit) -> bool:
    """Return whether the visitor is in the table's own channel."""
    return (visit.guild, visit.channel) == (info.place.guild, info.place.channel) and visit.guild is not None


def legal(standing: Standing, show: str) -> str:
    """Return that view if the present map has it, else the whole board. Refused: area_not_here."""
    presentation, (kind, _, slug) = presentation_of(standing.info.game), show.partition(":")
    atlas = presentation.atlas
    if kind == "area" and (presentation.board is None or slug not in presentation.board.stacks(standing.view)):
        raise Refused("area_not_here", area=presentation.names.name("area", slug), table=standing.info.id)
    if kind == "region":
        return show if atlas and atlas.is_region(slug) else maps.BOARD
    if atlas and kind in atlas.side_pictures:
        seats = [seat.civ or seat.seat for seat in standing.info.seats]
        if not atlas.side_picture(standing.view, kind, slug if slug in seats else "").lines:
            return maps.BOARD
        return show if slug in ("", *seats) else kind
    return show if kind == "area" or show in (*maps.PICTURES, *(atlas.shows if atlas else ())) else maps.BOARD
