"""The state of a table, and the tables of a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.contract.records import Result
from bot.contract.tables import Standing, TableInfo, TableLine
from bot.ui.parts import Button, Part, Row, Screen, Text
from bot.ui.words import prompt
from bot.ui.words.options_in_words import house, pace, seats
from bot.ui.words.presentations import lobby_of, names_of, scenarios_of, summary_of
from bot.ui.words.wording import (
    ago,
    civ,
    date,
    day,
    in_order,
    mark_head,
    said_of,
    seat,
    seat_of,
    several,
    table_text,
    totals,
)
from engine.core.game import View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.summary import Summary
from engine.core.text import cut, list_parts
from engine.games import GAMES

MOST = 10
LIST = 2800


def status(standing: Standing, names: Names) -> Screen:
    """Return the state of a table: who is waited for, the standings, and the piles."""
    info, view, summary = standing.info, standing.view, summary_of(standing.info.game)
    head = [
        mark_head(table_text("status.head", id=info.id, moment=summary.moment(view)), info),
        *waiting_lines(standing, names),
    ]
    texts = ["\n".join(head), standing_lines(info, view, names, summary), summary.piles(view)]
    parts: list[Part] = [Text(cut(text, 1500)) for text in texts if text]
    return Screen((*parts, Row(buttons(summary, standing))), info.id.lower())


def standing_lines(info: TableInfo, view: View, names: Names, summary: Summary) -> str:
    """Return one line for each civilization, in turn order, then the totals of players with several."""
    lines = []
    for slug in in_order(info, summary, view):
        there, owner = summary.standing(view, slug), seat_of(info, slug)
        if there and owner:
            lines.append(f"{seat(owner, names, bold=True)} {there}")
    return "\n".join([*lines, *totals(view, summary)])


def waiting_lines(standing: Standing, names: Names) -> list[str]:
    """Return who is asked, and until when players can respond."""
    info, ask = standing.info, standing.ask
    if info.state == "over":
        return [table_text("status.over")]
    if info.missing:
        return [table_text("status.missing", seats=list_of([seat(one, names) for one in info.missing]))]
    line = prompt.waiting_text(info, ask, names, prompt.exact(info.game, ask, standing.view))
    free = [told] if (told := prompt.ahead(info, ask, standing.view, names)) else []
    limit = [table_text("status.time_up_at", time=date(info.time_up_at))] if info.time_up_at is not None else []
    plain = prompt.window_of(info, ask) or not lobby_of(info.game).windows
    return [
        line if plain else f"{line} {table_text('status.no_window')}",
        *free,
        *prompt.deadlines(info, names),
        *limit,
    ]


def buttons(summary: Summary, standing: Standing) -> tuple[Button, ...]:
    """Return the areas that count most, discard pile, settings: as far as the game has them."""
    there = (
        [Button(said_of(standing.info.game, "button.sites"), "cities", lasting=True)]
        if summary.board(standing.view)
        else []
    )
    there += [Button(table_text("button.discard"), "discard", lasting=True)] if summary.discard(standing.view) else []
    return (*there, Button(table_text("button.settings"), "settings", lasting=True))


def lobby_status(info: TableInfo) -> Screen:
    """Return a table that has not begun."""
    seated = len([s for s in info.seats if s.person]) + info.npcs
    lines = [
        table_text("status.lobby", id=info.id),
        f"{info.game_title} · {info.scenario_title}",
        pace(info),
        table_text("lobby.options", options=house(info)),
        seats(info, seated),
    ]
    if info.starts_at is not None:
        lines.append(table_text("starts.line", time=date(info.starts_at), left=ago(info.starts_at)))
    row = Row((Button(table_text("button.options"), "options", lasting=True),))
    return Screen((Text("\n".join(lines)), row), info.id.lower())


def sites(standing: Standing, names: Names) -> Screen:
    """Return the areas of every seat that count most."""
    info, summary = standing.info, summary_of(standing.info.game)
    lines = [said_of(info.game, "status.sites_head", id=info.id)]
    for slug in in_order(info, summary, standing.view):
        owner = seat_of(info, slug)
        there = [names.name("area", a) for a in summary.sites(standing.view, slug)]
        shown = list_parts(there, 450) if there else said_of(info.game, "status.no_sites")
        who = civ(owner, names) if owner else slug
        lines.append(said_of(info.game, "status.sites_line", civ=who, areas=shown))
    return Screen((Text("\n".join(lines)), _back()), info.id.lower())


def discard(standing: Standing, names: Names) -> Screen:
    """Return the discard pile, newest card first."""
    info = standing.info
    cards = [names.name("card", card) for card in summary_of(info.game).discard(standing.view)]
    told = list_parts(cards, LIST) if cards else table_text("status.discard_none")
    return Screen((Text(f"{table_text('status.discard_head', id=info.id)}\n{told}"), _back()), info.id.lower())


def _back() -> Row:
    return Row((Button(table_text("button.status"), "status", lasting=True),))


def tables(lines: Sequence[TableLine], moments: Sequence[str], results: Sequence[Result] = ()) -> Screen:
    """Return a person's tables, those waiting for them first, the first few with a button, and their best results."""
    told = [table_text("status.list_head")]
    for line, moment in zip(lines, moments, strict=False):
        key = "status.list_yours" if line.yours else "status.list_line"
        info = line.info
        told.append(table_text(key, id=info.id, game=info.game_title, moment=moment, channel=info.place.channel))
    if len(lines) > MOST:
        told.append(table_text("status.list_more", n=len(lines) - MOST))
    if not lines:
        told.append(table_text("status.list_none"))
    best = [Text("\n".join([table_text("status.best_head"), *best_lines(results)]))] if results else []
    return Screen((Text("\n".join(told)), *open_rows([line.info for line in lines]), *best))


def best_lines(results: Sequence[Result]) -> list[str]:
    """Return the best result of each scenario, and how many games it is the best of."""
    told = []
    for (game, scenario), group in groupby(results, key=lambda r: (r.game, r.scenario)):
        them = list(group)
        one, title = them[0], scenarios_of(game)[scenario].title if scenario in scenarios_of(game) else scenario
        told.append(
            table_text(
                "status.best_line",
                game=GAMES[game].title if game in GAMES else game,
                scenario=title,
                points=summary_of(game).points(one.score),
                place=one.place,
                seats=one.seats,
                civ=names_of(game, scenario).name("civ", one.civ),
                games=several("status.best_game", "status.best_games", len(them)),
                day=day(one.over_at),
            )
        )
    return told[:MOST]


def open_rows(infos: Sequence[TableInfo]) -> list[Row]:
    """Return a button for each of the first three tables."""
    shown = infos[:3]
    return (
        [
            Row(
                tuple(
                    Button(table_text("button.open_table", id=i.id), "open", i.id.lower(), lasting=True) for i in shown
                )
            )
        ]
        if shown
        else []
    )
