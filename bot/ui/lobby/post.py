"""The lobby post: what will be played, who sits, and the buttons for all."""

from __future__ import annotations

from functools import reduce
from typing import Final

from bot.contract.posts import Part, Post, PostButton, PostRow, Rule, Words
from bot.contract.tables import TableInfo
from bot.ui.lobby import multi_seat, npc_seats, team_seats
from bot.ui.parts import short
from bot.ui.words import options_in_words
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import ago, date, said_of, table_text
from engine.core.naming import Names

TEASER: Final = 90


def lobby(info: TableInfo, names: Names) -> Post:
    """Return the lobby post: sent when a table opens, edited whenever something about it changes. While the game is
    played it has the fixed row, for those who find it among the pinned messages.
    """
    parts: list[Part] = [Words(head(info, names)), Rule(), Words(seats(info, names))]
    if info.state == "lobby":
        parts += buttons(info)
    return Post("lobby", tuple(parts), slot=f"lobby:{info.id}", row=info.state == "running" and not info.alone)


def head(info: TableInfo, names: Names) -> str:
    """Return title, map, length, pace and options."""
    scenario = [str(info.scenario_title), board(info, names), options_in_words.length(info)]
    lines = [
        table_text("lobby.head", title=info.game_title, id=info.id),
        " · ".join(part for part in scenario if part),
        *teaser(info),
        options_in_words.pace(info),
        table_text("lobby.options", options=options_in_words.house(info)),
    ]
    if info.starts_at is not None:
        lines.append(table_text("starts.line", time=date(info.starts_at), left=ago(info.starts_at)))
    if info.settings.note:
        lines.append(table_text("lobby.note", note=options_in_words.note(info.settings)))
    return "\n".join(lines)


def teaser(info: TableInfo) -> list[str]:
    """Return how the story of the scenario begins, in two lines of a phone: whole sentences, if one fits."""
    return [_beginning(told) for told in npc_seats.scene(info)[:1]]


def _beginning(told: str) -> str:
    end = told[:TEASER].rfind(". ")
    return told[: end + 1] if len(told) > TEASER and end > 0 else short(told, TEASER)


def board(info: TableInfo, names: Names) -> str:
    """Return the map chosen, in words."""
    chosen = str(options_in_words.effective(info).get(lobby_of(info.game).map) or "")
    return said_of(info.game, "lobby.map", map=names.name("map", chosen)) if chosen else ""


def seats(info: TableInfo, names: Names) -> str:
    """Return who sits at the table, and what happens next."""
    people = len([seat for seat in info.seats if seat.person is not None])
    npcs = [line] if (line := npc_seats.seats_line(info, names)) else []
    state = {"lobby": "lobby.open", "running": "lobby.started", "over": "lobby.ended"}[info.state]
    if info.state == "over" and info.started_at is not None:
        state = "lobby.started"
    count = " ".join(filter(None, [_count(info, people + info.npcs), _wanted(info, people + info.npcs)]))
    advice = multi_seat.advice(info) if info.state == "lobby" else ""
    there = " · ".join([*multi_seat.seated_people(info, names), *npcs])
    cast = npc_seats.cast_now(info) if info.state == "lobby" else []
    lines = [count, there, *cast, advice, said_of(info.game, state)]
    return "\n".join(line for line in lines if line)


def _count(info: TableInfo, there: int) -> str:
    return options_in_words.seats(info, there)


def _wanted(info: TableInfo, there: int) -> str:
    """Return for how many players the options are, if it is another number than now seated."""
    numbers = lobby_of(info.game, info.scenario).numbers(info.options) if info.state == "lobby" else ()
    if not numbers or there in numbers:
        return ""
    several = reduce(lambda one, other: table_text("lobby.either", one=one, other=other), map(str, numbers))
    return table_text("lobby.numbers", numbers=several, n=there)


def _start(info: TableInfo, taken: int) -> PostButton:
    """Return the button that starts the game, or adds a computer while there are too few seats."""
    if taken < info.least and npc_seats.npc_choices(info):
        return PostButton(table_text("button.add_npc"), "add_npc")
    return PostButton(table_text("button.start", n=taken), "start", style="success")


def buttons(info: TableInfo) -> list[Part]:
    """Return the buttons that most people want in a lobby; the last one leads to the rest."""
    taken = len([s for s in info.seats if s.person]) + info.npcs
    story = "about" if npc_seats.scene(info) else "how"
    first = "teams" if team_seats.teams_offered(info) else story
    return [
        PostRow(
            (
                PostButton(table_text("button.join"), "join", style="primary"),
                _start(info, taken),
                PostButton(table_text("button.options"), "options"),
            )
        ),
        PostRow((PostButton(table_text(f"button.{first}"), first), PostButton(table_text("button.more"), "more"))),
    ]
