"""Handlers of `/setup` and its controls, for the server's managers; that is checked with each press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.contract.records import Export, ServerData
from bot.contract.servers import CHOICES, FOR_ALL, FORUM, GAMES_OFF, PINS, ROOMS, THREAD, WHERE, Forum
from bot.features.host import server_setup
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.parts import DISCORD, Button, Form, Menu, Pick, Row, Screen, Text, choice, rows
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.permissions import OF_PEOPLE, has_permission, invited_with, permission_name
from bot.ui.words.presentations import short_title
from bot.ui.words.wording import ago, date, several, table_text
from engine.core.message import list_of
from engine.games import GAMES


class SetupHandlers(TableHandlers):
    """Permissions where one is, a post to try them, how new tables of the server begin, and what is stored of it."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "setup_look": self.look,
            "setup_try": self.try_post,
            "setup_set": self.set_default,
            "setup_form": self.form,
            "setup_sent": self.form_sent,
            "setup_data": self.data,
            "setup_gone": self.ask_removal,
            "setup_away": self.remove,
            "setup_stay": self.keep,
        }

    async def look(self, visit: Visit) -> Answer:
        """Return the screen. Refused: setup_where, managers_only."""
        return await self._screen(visit, await server_setup.defaults(self.service.deps, person_of(visit)))

    async def _screen(self, visit: Visit, defaults: Mapping[str, str], line: str = "") -> Screen:
        left_out = self.service.deps.left_out
        wanted = invited_with(left_out if defaults.get(PINS) else {*left_out, PINS})
        link = self.places.invitation(visit.guild or 0, wanted)
        may = discord.Permissions(visit.bot_may)
        may.create_events = await self.places.may_make_events(visit.guild or 0)
        told = [*permission_lines(may.value, wanted, link), *await self._about_commands(visit.guild or 0, link)]
        menus = [_menu(name, defaults.get(name, "")) for name in FOR_ALL if name not in left_out]
        if (defaults.get(FORUM) or defaults.get(ROOMS)) and ROOMS not in left_out:
            menus.append(_rooms_menu(defaults.get(ROOMS, ""), await self.places.text_channels(visit.guild or 0)))
        return setup_screen(told, defaults, await self.places.forums(visit.guild or 0), line, menus)

    async def _about_commands(self, guild: int, link: str) -> list[str]:
        """Return why the server lacks the commands of its games, if Discord has refused them."""
        code = await server_setup.bring_commands(self.service.deps, guild)
        known = code if code in REFUSALS else "other"
        return [table_text(f"setup.commands_{known}", code=code, link=link)] if code else []

    async def try_post(self, visit: Visit) -> Answer:
        """Post a line here and delete it; what came of it. Refused: setup_where, managers_only."""
        defaults = await server_setup.defaults(self.service.deps, person_of(visit))
        outcome = await self.places.try_post(visit.channel, table_text("setup.trial"))
        return await self._screen(visit, defaults, table_text(f"setup.trial_{outcome}"))

    async def set_default(self, visit: Visit) -> Answer:
        """Set from its menu what all tables do. Refused: setup_where, managers_only, bad_option."""
        chosen = next(iter(visit.values), USUAL)
        value = "" if chosen == USUAL else chosen
        there = await self.places.text_channels(visit.guild or 0) if visit.option == ROOMS else ()
        channels = [str(channel) for channel, _ in there]
        chosen_now = {visit.option: value}
        defaults = await server_setup.set_defaults(self.service.deps, person_of(visit), chosen_now, (), channels)
        return await self._screen(
            visit, defaults, table_text("setup.changed_all", value=setting_text(visit.option, value))
        )

    async def form(self, visit: Visit) -> Answer:
        """Return the form about new tables. Refused: setup_where, managers_only."""
        defaults = await server_setup.defaults(self.service.deps, person_of(visit))
        return tables_form(defaults, await self.places.forums(visit.guild or 0))

    async def form_sent(self, visit: Visit) -> Answer:
        """Set how new tables begin, as the form says. Refused: setup_where, managers_only, bad_option."""
        forums = [str(one.id) for one in await self.places.forums(visit.guild or 0)]
        chosen = read_form(visit.fields)
        defaults = await server_setup.set_defaults(self.service.deps, person_of(visit), chosen, forums)
        return await self._screen(visit, defaults, table_text("setup.changed"))

    async def data(self, visit: Visit) -> Answer:
        """Show what is stored about this server. Refused: setup_where, managers_only."""
        return stock_screen(await server_setup.stock(self.service.deps, person_of(visit)))

    async def file(self, visit: Visit) -> Export:
        """Return what is stored about this server as a file. Refused: setup_where, managers_only."""
        return await server_setup.export(self.service.deps, person_of(visit))

    async def ask_removal(self, visit: Visit) -> Answer:
        """Ask for confirmation of the removal. Refused: setup_where, managers_only."""
        return removal_screen(await server_setup.stock(self.service.deps, person_of(visit)))

    async def remove(self, visit: Visit) -> Answer:
        """Let everything be removed in seven days. Refused: setup_where, managers_only."""
        return stock_screen(await server_setup.remove(self.service.deps, person_of(visit)))

    async def keep(self, visit: Visit) -> Answer:
        """Remove nothing after all. Refused: setup_where, managers_only, not_removing."""
        return stock_screen(await server_setup.keep(self.service.deps, person_of(visit)), table_text("setup.stays"))


def stock_screen(stock: ServerData, line: str = "") -> Screen:
    """Return tables and settings in figures, what the file contains, and when all of it is removed; `line` tells the
    latest change.
    """
    told = [
        table_text("setup.data_head"),
        *([line] if line else []),
        tables(stock),
        settings(stock),
        table_text("setup.data_file"),
    ]
    told.append(table_text("setup.data_people"))
    if stock.removed_at is not None:
        told.append(table_text("setup.removing", time=date(stock.removed_at), left=ago(stock.removed_at)))
        last = Button(table_text("setup.keep"), "setup_stay", style="success", lasting=True)
    else:
        last = Button(table_text("setup.remove"), "setup_gone", style="danger", lasting=True)
    return Screen((Text("\n".join(told)), Row((Button(table_text("setup.back"), "setup_look", lasting=True), last))))


def tables(stock: ServerData) -> str:
    """Return how many tables there are, in words."""
    counted = ((stock.lobbies, "lobby"), (stock.running, "running"), (stock.over, "over"))
    told = [several(f"setup.one_{state}", f"setup.some_{state}", n) for n, state in counted if n]
    return table_text("setup.data_tables", tables=list_of(told)) if told else table_text("setup.data_no_tables")


def settings(stock: ServerData) -> str:
    """Return the defaults of new tables, in words."""
    told = [setting_text(name, value) for name, value in stock.settings.items()]
    return table_text("setup.data_settings", settings=list_of(told)) if told else table_text("setup.data_no_settings")


def removal_screen(stock: ServerData) -> Screen:
    """Return the question whether to remove all: what, when, and what stays."""
    yes = Button(table_text("setup.remove_yes"), "setup_away", style="danger", lasting=True)
    no = Button(table_text("setup.remove_no"), "setup_data", lasting=True)
    return Screen(
        (
            Text("\n".join((table_text("setup.remove_ask"), tables(stock), table_text("setup.remove_what")))),
            Row((yes, no)),
        )
    )


USUAL: Final = "usual"
GAMES_ON: Final = "games"
REFUSALS: Final = frozenset({"50001", "30034"})
"""The codes of Discord for commands that it refuses which say what can be done."""


def permission_lines(bot_may: int, wanted: Sequence[str], link: str) -> list[str]:
    """Return a line for each permission, with what fails without it, and a link that gives the bot all that is wanted
    if one is missing.
    """
    lines = [_permission(one, bot_may) for one in (*wanted, OF_PEOPLE)]
    missing = [one for one in wanted if not has_permission(bot_may, one)]
    return [*lines, *([table_text("setup.invite", link=link)] if missing and link else [])]


def setup_screen(
    permissions: Sequence[str],
    defaults: Mapping[str, str],
    forums: Sequence[Forum] = (),
    line: str = "",
    menus: Sequence[Menu] = (),
) -> Screen:
    """Return the permissions and how new tables begin, in words; `line` tells the latest change."""
    told = [table_text("setup.head"), *([line] if line else []), table_text("setup.permissions"), *permissions]
    told += [table_text("setup.who"), table_text("setup.privacy"), table_text("setup.tables")]
    told += [table_text("setup.line", value=value) for value in _in_words(defaults)]
    told += about_forum(defaults.get(FORUM, ""), forums)
    tables = Button(table_text("setup.form"), "setup_form", style="primary", lasting=True)
    trial = Button(table_text("setup.try"), "setup_try", lasting=True)
    privacy = Button(table_text("button.privacy"), "privacy", lasting=True)
    data = Button(table_text("setup.data"), "setup_data", lasting=True)
    return Screen((Text("\n".join(told)), *menus, *rows((tables, trial, data, privacy), 2)))


def _in_words(defaults: Mapping[str, str]) -> list[str]:
    """Return how new tables begin: games, place, and what else is set or usual."""
    off = defaults.get(GAMES_OFF, "").split(",")
    games = list_of([short_title(game) for game in GAMES if game not in off])
    where = FORUM if FORUM in defaults else WHERE
    told = [setting_text(name, defaults.get(name, "")) for name in (where, *CHOICES)]
    return [table_text("setup.games_are", games=games), *told]


def tables_form(defaults: Mapping[str, str], forums: Sequence[Forum]) -> Form:
    """Return the form about new tables: of which games, where, and how they begin."""
    off = defaults.get(GAMES_OFF, "").split(",")
    games = tuple(choice(game, short_title(game), chosen=game not in off) for game in GAMES)
    fields = (
        Pick(GAMES_ON, table_text("setup.games"), games, 1, len(games), "checks", table_text("setup.games_hint")),
        _where(defaults, forums),
        *(_pick(name, defaults.get(name, "")) for name in CHOICES),
    )
    return Form(table_text("setup.form"), fields, "setup_sent")


def _where(defaults: Mapping[str, str], forums: Sequence[Forum]) -> Pick:
    """Return the choice of a place: the channel, threads, or one of the forums."""
    now = defaults.get(FORUM) or defaults.get(WHERE, "") or USUAL
    known = [(USUAL, table_text("setup.where_usual")), (THREAD, table_text("setup.where_thread"))]
    known += [(str(one.id), table_text("setup.forum_is", value=f"#{one.name}")) for one in forums[: DISCORD.menu - 2]]
    lines = tuple(choice(value, label, chosen=value == now) for value, label in known)
    return Pick(WHERE, table_text("setup.where"), lines, 1)


def _pick(name: str, chosen: str) -> Pick:
    values = ("", *CHOICES[name])
    lines = tuple(choice(value or USUAL, setting_text(name, value), chosen=value == chosen) for value in values)
    return Pick(name, table_text(f"setup.{name}"), lines, 1)


def read_form(fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return what the form about new tables says; what it leaves open is as anywhere."""
    told = {name: next(iter(fields.get(name, ())), USUAL) for name in (WHERE, *CHOICES)}
    told = {name: "" if value == USUAL else value for name, value in told.items()}
    where = told.pop(WHERE)
    wanted = fields.get(GAMES_ON, ())
    off = ",".join(game for game in GAMES if game not in wanted)
    return {**told, GAMES_OFF: off, WHERE: where if where == THREAD else "", FORUM: "" if where == THREAD else where}


def _permission(permission: str, bot_may: int) -> str:
    name = permission_name(permission)
    return (
        table_text("setup.has", name=name)
        if has_permission(bot_may, permission)
        else table_text(f"setup.without_{permission}", name=name)
    )


def about_forum(chosen: str, forums: Sequence[Forum]) -> list[str]:
    """Return what the bot lacks in the forum that is set."""
    if not chosen:
        return []
    forum = next((one for one in forums if str(one.id) == chosen), None)
    if forum is None:
        return [table_text("setup.forum_gone")]
    missing = list_of([permission_name(one) for one in forum.lacks])
    lines = [table_text("setup.forum_lacks", channel=f"<#{chosen}>", missing=missing)] if forum.lacks else []
    tags = list_of(list(forum.missing_tags))
    return [*lines, table_text("setup.forum_tags", channel=f"<#{chosen}>", tags=tags)] if forum.missing_tags else lines


def _rooms_menu(chosen: str, channels: Sequence[tuple[int, str]]) -> Menu:
    usual = choice(USUAL, table_text("setup.rooms_usual"), chosen=not chosen)
    known = [
        choice(str(channel), table_text("setup.rooms_is", value=f"#{name}"), chosen=str(channel) == chosen)
        for channel, name in channels[: DISCORD.menu - 1]
    ]
    return Menu(table_text("setup.rooms"), "setup_set", (usual, *known), ROOMS, lasting=True)


def _menu(name: str, chosen: str) -> Menu:
    usual = choice(USUAL, table_text(f"setup.{name}_usual"), chosen=not chosen)
    lines = [choice(value, setting_text(name, value), chosen=value == chosen) for value in FOR_ALL[name]]
    return Menu(table_text(f"setup.{name}"), "setup_set", (usual, *lines), name, lasting=True)


def setting_text(name: str, value: str) -> str:
    """Return a setting of new tables in words; without a value, the general default."""
    if not value:
        return table_text(f"setup.{name}_usual")
    if name in (FORUM, ROOMS):
        return table_text(f"setup.{name}_is", value=f"<#{value}>")
    if name == WHERE:
        return table_text("setup.where_thread")
    if name == GAMES_OFF:
        return table_text("setup.games_off", games=list_of([short_title(game) for game in value.split(",")]))
    return table_text(
        f"setup.{name}_is", value=table_text(f"pace.{value}" if name == "pace" else f"settings.{name}_{value}")
    )
