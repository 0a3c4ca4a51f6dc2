"""The teams of a lobby: who has chosen which, and one's own choice; the rest are dealt by lot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.ui.parts import Button, Part, Row, Screen, Text, rows
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import table_text, who
from engine.core.game import teams_of
from engine.core.message import list_of
from engine.core.naming import Named
from engine.core.text import words
from engine.games import GAMES

LOT: Final = "lot"


def teams_offered(info: TableInfo) -> tuple[str, ...]:
    """Return the teams that can be chosen in that lobby; none in a game without teams, or one that has begun."""
    return teams_of(GAMES.get(info.game), info.options) if info.state == "lobby" else ()


def beside(info: TableInfo, person: int) -> str:
    """Return the team that a person has chosen, to put after the name; empty for none."""
    chosen = [seat.team for seat in info.seats if seat.person and seat.person.id == person and seat.team]
    named = [lobby_of(info.game).team(team) for team in chosen if team in teams_offered(info)]
    return table_text("lobby.in_team", team=list_of(named)) if named else ""


def team_names(info: TableInfo) -> tuple[Named, ...]:
    """Return what can be typed to choose a team: its name, its number, or the lot."""
    teams = [Named(team, lobby_of(info.game).team(team), aliases=(team,)) for team in teams_offered(info)]
    return (*teams, Named(LOT, table_text("button.team_lot"), aliases=(LOT,))) if teams else ()


def teams_screen(info: TableInfo, person: Person) -> Screen:
    """Return each team with its members, who is left to the lot, and buttons to choose."""
    teams = teams_offered(info)
    if not teams:
        return Screen((Text(table_text("lobby.no_teams", id=info.id)),), info.id.lower())
    lines = [_line(info, team) for team in teams]
    left = [seat for seat in info.seats if seat.person is not None and seat.team not in teams]
    lots = [table_text("lobby.team_lot", who=list_of(_people(left)))] if left else []
    parts: list[Part] = [
        Text("\n".join([table_text("lobby.team_title", id=info.id), *lines, *lots, table_text("lobby.team_even")]))
    ]
    parts += [row for seat in info.of(person) for row in team_buttons(info, seat, teams)]
    has_team = any(seat.team in teams for seat in info.of(person))
    room = [Button(words("room.button.room"), "room", lasting=True)] if has_team and info.settings.rooms == "on" else []
    done = Button(table_text("button.done"), "done", style="primary", lasting=True)
    return Screen((*parts, Row((done, *room))), info.id.lower())


def _line(info: TableInfo, team: str) -> str:
    there = _people([seat for seat in info.seats if seat.team == team and seat.person is not None])
    name = lobby_of(info.game).team(team)
    return (
        table_text("lobby.team_line", team=name, who=list_of(there))
        if there
        else table_text("lobby.team_none", team=name)
    )


def _people(seats: Sequence[SeatInfo]) -> list[str]:
    return [who(seat.person) for seat in seats if seat.person is not None]


def team_buttons(info: TableInfo, seat: SeatInfo, teams: Sequence[str]) -> list[Row]:
    """Return a button for each team and one for the lot; the present choice is highlighted."""
    lobby, now = lobby_of(info.game), seat.team if seat.team in teams else ""
    named = [*((team, lobby.team(team)) for team in teams), ("", table_text("button.team_lot"))]
    return rows(
        Button(label, "team_pick", f"{seat.number}.{team}", "success" if team == now else "secondary", lasting=True)
        for team, label in named
    )
