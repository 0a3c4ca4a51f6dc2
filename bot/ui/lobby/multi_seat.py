"""People with several seats at a table: how the lobby shows it, and which seat is meant."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract.tables import Person, Refused, SeatInfo, TableInfo
from bot.ui.lobby import team_seats
from bot.ui.parts import Button, Screen, Text, rows
from bot.ui.typed import match
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import has_civ, place, said_of, table_text, thing, who
from engine.core.message import list_of
from engine.core.naming import Named, Names
from engine.core.text import cut


def several_allowed(info: TableInfo) -> bool:
    """Return whether one person may take several seats of that game."""
    return lobby_of(info.game).several


def has_room(info: TableInfo) -> bool:
    """Return whether a seat of the lobby is free still."""
    return info.state == "lobby" and len([s for s in info.seats if s.person]) + info.npcs < info.most


def seated_people(info: TableInfo, names: Names) -> list[str]:
    """Return the players of a lobby, each once: `Ana (host), 2 seats: Red`."""
    owners = {seat.person.id: seat.person for seat in reversed(info.seats) if seat.person is not None}
    return [_person(info, owners[number], names) + team_seats.beside(info, number) for number in reversed(owners)]


def _person(info: TableInfo, person: Person, names: Names) -> str:
    own = info.of(person)
    name = table_text("lobby.seat_host", name=who(person)) if person.id == info.host.id else who(person)
    named = [names.name("civ", seat.civ) for seat in own if seat.civ and has_civ(seat, names)]
    beside = odds(info, [seat.civ for seat in own if seat.civ])
    named[-1:] = [f"{civ}, {beside}" if beside else civ for civ in named[-1:]]
    if len(own) == 1:
        return table_text("lobby.seat_civ", name=name, civ=named[0]) if named else name
    told = said_of(info.game, "lobby.seat_several", name=name, n=len(own))
    return table_text("lobby.seat_several_civs", seats=told, civs=", ".join(named)) if named else told


def odds(info: TableInfo, people: Sequence[str]) -> str:
    """Return a warning about these civilizations being played by one person; usually empty."""
    persons = len({seat.person.id for seat in info.seats if seat.person is not None})
    return lobby_of(info.game).odds(info.scenario, info.options, persons, info.npcs, people)


def advice(info: TableInfo) -> str:
    """Return advice for newcomers if a player has several seats, else an empty text (Playbook p. 36)."""
    persons = [seat.person.id for seat in info.seats if seat.person is not None]
    return said_of(info.game, "lobby.several") if several_allowed(info) and len(set(persons)) < len(persons) else ""


def sat_down(info: TableInfo, person: Person, line: str) -> Screen:
    """Return the answer to joining: what the player has now, and what they can do."""
    own = info.of(person)
    if not own:
        return Screen((Text(line),), info.id.lower())
    told = [line, advice(info) if own[1:] else ""]
    buttons = [Button(said_of(info.game, "button.name_civs"), "opt_civs", lasting=True)]
    if several_allowed(info) and has_room(info):
        buttons.append(Button(said_of(info.game, "button.join_again"), "join_again", lasting=True))
    if own[1:]:
        buttons.append(Button(said_of(info.game, "button.give_back"), "give_back", str(own[-1].number), lasting=True))
    if team_seats.teams_offered(info):
        buttons.append(Button(table_text("button.teams"), "teams", lasting=True))
    buttons.append(Button(table_text("button.how"), "how", lasting=True))
    return Screen((Text("\n".join(part for part in told if part)), *rows(buttons)), info.id.lower())


def seats_text(info: TableInfo, person: Person) -> str:
    """Return how many seats the person has now, as a sentence."""
    own = info.of(person)
    if not own:
        return table_text("lobby.left", id=info.id)
    return (
        said_of(info.game, "lobby.holding", id=info.id, n=len(own))
        if own[1:]
        else said_of(info.game, "lobby.joined", id=info.id)
    )


def seat_meant(info: TableInfo, person: Person, typed: str, names: Names) -> int | None:
    """Return the number of the person's seat that a text means; None if the text is empty. Refused: seats_many."""
    if not typed.strip():
        return None
    if not info.of(person):
        raise Refused("no_seat", table=info.id, host=info.host)
    found = match.read(typed, own_seats(info, person, names), sure=True).one
    if found is None:
        shown = list_of([place(seat, names) for seat in info.of(person)])
        raise Refused("seats_many", seats=shown, seat=cut(typed, 40), table=info.id, info=info)
    return int(found.value)


def own_seats(info: TableInfo, person: Person, names: Names) -> tuple[Named, ...]:
    """Return the person's seats by name, for choosing one of them."""
    return tuple(thing(seat, names) for seat in info.of(person))


def menu_name(info: TableInfo, seat: SeatInfo) -> str:
    """Return the short name of a seat's player, numbered if the player has several seats."""
    own, name = info.of(seat.person), cut(seat.person.name if seat.person else "", 36)
    return table_text("name.seat_nth", name=name, n=1 + [s.number for s in own].index(seat.number)) if own[1:] else name
