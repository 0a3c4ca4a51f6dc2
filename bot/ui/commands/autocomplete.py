"""Autocomplete of the commands about tables: value and what is shown, from lists in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.contract.tables import Refused, TableInfo
from bot.tables.lobby.options import games_off
from bot.ui.lobby import multi_seat, npc_seats, option_parser, typed_settings
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.lookup import map as maps
from bot.ui.lookup import rules
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import DISCORD, short
from bot.ui.typed import match
from bot.ui.visit import Visit, person_of
from bot.ui.words.presentations import lobby_of, presentation_of, scenarios_of
from bot.ui.words.wording import has_civ, said_of, table_text, with_owner
from engine.core.naming import Named

MOST: Final = DISCORD.menu
LABEL: Final = DISCORD.choice
PART: Final = " · "
Shown = tuple[str, str]


def shown_choices(things: Iterable[Named]) -> list[Shown]:
    """Return the name shown and the value behind it, both at most 100 characters."""
    return [(short(thing.name, LABEL), thing.value[:LABEL]) for thing in things][:MOST]


def without_end(line: str) -> str:
    """Return the line without its last parts, so that it's short enough for a completion."""
    while len(line) > LABEL and PART in line:
        line = line.rpartition(PART)[0]
    return line


class Suggestions(TableHandlers):
    """Completions; a stranger gets what is public, a channel without a table nothing."""

    async def tables(self, visit: Visit, typed: str, games: Collection[str] = ()) -> list[Shown]:
        """Return the person's tables, waiting ones first; with `games`, only tables of these."""
        lines = await self.service.list_tables(person_of(visit))
        things = [
            Named(line.info.id, self._line(line.info, visit.person, yours=line.yours), rank=i)
            for i, line in enumerate(lines)
            if not games or line.info.game in games
        ]
        return shown_choices(match.rank_matches(typed, things))

    def _line(self, info: TableInfo, person: int, *, yours: bool) -> str:
        names = self.names(info)
        civs = [names.name("civ", s.civ) for s in info.of(person) if has_civ(s, names)]
        parts = [info.id, info.game_title, *civs[:1], *([table_text("name.your_turn")] if yours else [])]
        return " · ".join(parts)

    async def info(self, visit: Visit) -> TableInfo | None:
        """Return the table meant, if there is one."""
        try:
            return await self.find_table(visit)
        except Refused:
            return None

    async def areas(self, visit: Visit, typed: str) -> list[Shown]:
        """Return areas and regions of the map in play."""
        info = await self.info(visit)
        if info is None or info.state == "lobby":
            return []
        view = (await self.service.standing(info.id, person_of(visit))).view
        names = self.names(info)
        atlas, board = presentation_of(info.game).atlas, presentation_of(info.game).board
        regions = [slug for slug, _ in atlas.regions(view)] if atlas else []
        things = (*names.things("area", board.stacks(view) if board else ()), *names.things("region", regions))
        return shown_choices(match.rank_matches(typed, things))

    async def topics(self, visit: Visit, typed: str) -> list[Shown]:
        """Return everything that can be looked up, with its kind; in the channel of a table, of its game."""
        info = await self.info(visit)
        found = match.rank_matches(typed, rules.topics(info.game if info else ""))[:MOST]
        return shown_choices(Named(t.value, f"{t.name} — {rules.kind_of(t.value)}") for t in found)

    async def peoples(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the civilizations that no one in the lobby has chosen, with their homes if these are settled."""
        info = await self.info(visit)
        if info is None or info.state != "lobby":
            return []
        names, taken = self.names(info), {*info.npc_civs, *(s.civ for s in info.seats)}
        lobby = lobby_of(info.game, info.scenario)
        found = match.rank_matches(
            typed, names.things("civ", [c for c in lobby.peoples(info.options) or () if c not in taken])
        )
        homes = {thing.value: lobby.home(info.scenario, thing.value) for thing in found}
        return shown_choices(
            replace(t, name=f"{t.name} · {names.name('area', homes[t.value])}") if homes[t.value] else t for t in found
        )

    async def about(self, visit: Visit, typed: str) -> list[Shown]:
        """Return civilizations in play, areas and cards; no cards that share a name, since it wouldn't say which."""
        info = await self.info(visit)
        if info is None:
            return []
        names = self.names(info)
        civs = names.things("civ", [s.civ for s in info.seats if has_civ(s, names)])
        cards = names.things("card")
        called = Counter(card.name for card in cards)
        single = [card for card in cards if called[card.name] == 1]
        return shown_choices(match.rank_matches(typed, (*civs, *names.things("area"), *single)))

    async def turns(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the chapters of the log, newest first."""
        info = await self.info(visit)
        if info is None:
            return []
        chapters = (await self.service.log(info.id, person_of(visit))).chapters
        newest = sorted(chapters, key=lambda c: -c.first)
        things = [Named(c.key, chapter_name(info.game, c.key), rank=i) for i, c in enumerate(newest)]
        return shown_choices(match.rank_matches(typed, things))

    async def ends(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the turns whose last board can be looked at, newest first."""
        info = await self.info(visit)
        if info is None or info.state == "lobby":
            return []
        return shown_choices(
            match.rank_matches(
                typed, maps.named_points(info.game, await self.service.checkpoints(info.id, person_of(visit)))
            )
        )

    async def seats(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the seats of the table."""
        info = await self.info(visit)
        if info is None:
            return []
        return shown_choices(match.rank_matches(typed, [with_owner(s, self.names(info)) for s in info.seats]))

    async def own_seats(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the seats of the person who asks."""
        info = await self.info(visit)
        own = multi_seat.own_seats(info, person_of(visit), self.names(info)) if info else ()
        return shown_choices(match.rank_matches(typed, own))

    async def settings(self, _visit: Visit, typed: str) -> list[Shown]:
        """Return the names of the settings."""
        return shown_choices(match.rank_matches(typed, typed_settings.table_settings()))

    async def values(self, setting: str, typed: str) -> list[Shown]:
        """Return the values of a setting, which may be typed in words too."""
        name = typed_settings.find_key(setting, typed_settings.table_settings())
        return shown_choices(match.rank_matches(typed, typed_settings.table_values(name)))

    async def lengths(self, game: str, typed: str, scenario: str = "") -> list[Shown]:
        """Return the ends of the game, as far as its scenario leaves a choice."""
        return option_parser.lengths(typed, lobby_of(game, scenario), game)

    async def games(self, visit: Visit, typed: str) -> list[Shown]:
        """Return the games of which a table can be opened there."""
        deps = self.service.deps
        off = await games_off(deps, visit.guild) if visit.guild is not None else frozenset[str]()
        named = [Named(game.name, game.title, rank=i) for i, game in enumerate(deps.games.values())]
        there = [one for one in named if one.value not in off]
        return shown_choices(match.rank_matches(typed, there))

    async def scenarios(self, game: str, typed: str, players: int = 0) -> list[Shown]:
        """Return the scenarios of a game with a description, best ones for beginners first.

        With `players`, only those for that many. Words of the description are found too: `hard`, `4 turns`.
        """
        there = [s for s in scenarios_of(game).values() if not players or npc_seats.is_for(game, s, players)]
        hints = {s.name: npc_seats.brief(game, s, players or 1) for s in there}
        offered = [thing for thing in option_parser.scenarios(game) if thing.value in hints]
        told = [thing for thing in offered if typed.strip().casefold() in hints[thing.value].casefold()]
        found = match.rank_matches(typed, offered) or told
        return shown_choices(
            replace(thing, name=without_end(f"{thing.name} · {hints[thing.value]}")) for thing in found
        )

    async def maps(self, game: str, typed: str, scenario: str = "") -> list[Shown]:
        """Return the boards of a game; where none can be chosen a hint, which may be picked and chooses nothing."""
        lobby, chosen = lobby_of(game), scenarios_of(game).get(scenario)
        why = "" if lobby.map else said_of(game, "lobby.no_maps")
        if not why and chosen and all(choice.name != lobby.map for choice in chosen.options):
            why = table_text("lobby.own_map", scenario=chosen.title)
        hint = Named(option_parser.NO_MAP, table_text("lobby.leave_map", why=why))
        return shown_choices([hint] if why else match.rank_matches(typed, option_parser.maps(lobby)))

    async def options(self, game: str, typed: str, scenario: str = "") -> list[Shown]:
        """Return the last option of the line; a line too long to be kept is not offered."""
        return [
            (label, line)
            for label, line in option_parser.complete(typed, lobby_of(game, scenario), self.names_of(game), game)
            if len(line) <= LABEL
        ]
