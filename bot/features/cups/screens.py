"""The private screen of a cup: how it is played, entrants, tables and standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.contract.posts import Style
from bot.contract.tables import Person
from bot.features.cups.values import CupInfo, CupLine, CupTable, Entrant
from bot.ui.parts import Button, Part, Screen, Section, Text, rows
from bot.ui.words.wording import date, fit_lines, plainly
from engine.core.message import list_of
from engine.core.text import cut, sentence, words

NAME: Final = 32
TABLES: Final = 900
LINES: Final = 1300
ACROSS: Final = 2


def cup_screen(cup: CupInfo, person: Person, line: str = "") -> Screen:
    """Return everything about a cup, with what the person can do."""
    texts = [line, "\n".join(head(cup)), *people(cup), *_tables(cup), *_standings(cup), *fair(cup)]
    parts: list[Part] = [Text(text) for text in texts if text]
    return Screen((*parts, *rows(_ways(cup, person), ACROSS)))


def head(cup: CupInfo) -> list[str]:
    """Name, game and how it is played."""
    plan = cup.plan
    kind = words(f"cup.text.{plan.kind}", size=plan.size)
    played = [cup.game_title, str(cup.scenario_title), kind, words(f"table.pace.{cup.pace}")]
    lines = [f"### {title(cup)}", " · ".join(part for part in played if part)]
    if cup.round:
        lines.append(words(f"cup.text.round_{cup.state}", round=cup.round, rounds=plan.rounds))
    elif cup.state == "over":
        lines.append(words("cup.text.unbegun"))
    elif plan.rounds:
        lines.append(words("cup.text.rounds", rounds=plan.rounds))
    if plan.days:
        until = words("cup.text.until", time=date(cup.ends_at)) if cup.ends_at and not cup.between else ""
        lines.append(f"{words('cup.text.days', n=plan.days)} {until}".strip())
    return [*lines, words("cup.text.host", host=plainly(cut(cup.host.name, NAME)), channel=cup.place.channel)]


def title(cup: CupInfo) -> str:
    """Return a text such as `Cup 3: Spring`."""
    return words("cup.text.title", id=cup.id, name=plainly(cut(cup.plan.name, 80)))


def name(one: Entrant) -> str:
    """Return the public name of an entrant."""
    shown = plainly(cut(one.person.name, NAME)) if one.person else words("cup.text.nobody")
    return words("cup.text.gone", name=shown) if one.gone else shown


def people(cup: CupInfo) -> list[str]:
    """Return who has signed up, until the cup begins."""
    if cup.round:
        return []
    names = cut(sentence(list_of([name(one) for one in cup.entrants])), LINES) if cup.entrants else ""
    return [words("cup.text.people", n=len(cup.entrants), names=names) if names else words("cup.text.none")]


def _tables(cup: CupInfo) -> list[str]:
    """Return the tables of the current round with their players."""
    if cup.state == "over" or not cup.round:
        return []
    lines = [_table(one) for one in cup.tables]
    lines += [words("cup.text.byes", names=list_of([name(one) for one in cup.byes]))] if cup.byes else []
    return [fit_lines([words("cup.text.tables"), *lines], TABLES)]


def _table(one: CupTable) -> str:
    people = list_of([name(entrant) for entrant in one.entrants])
    if not one.table:
        return words("cup.text.table_closed", people=people)
    key = "cup.text.table_done" if one.done else "cup.text.table"
    return words(key, id=one.table, channel=one.channel, people=people)


def _standings(cup: CupInfo) -> list[str]:
    if not cup.round:
        return []
    return [fit_lines([words("cup.text.standings"), *standing_lines(cup.lines)], LINES)]


def standing_lines(lines: Sequence[CupLine]) -> list[str]:
    """Return one line for each: place, name, points, then what breaks ties."""
    return [
        words(
            "cup.text.standing",
            place=place,
            name=name(one.entrant),
            points=decimal(one.points),
            opponents=decimal(one.opponents),
            share=decimal(one.share),
        )
        for place, one in enumerate(lines, 1)
    ]


def decimal(hundredths: int) -> str:
    """Return a text such as `1.5` of 150, with as many digits as it needs."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}{words('cup.text.point')}{rest:02}".rstrip("0").removesuffix(words("cup.text.point"))


def fair(cup: CupInfo) -> list[str]:
    """Return how lots are drawn: the seed's fingerprint from the start, the seed at the end."""
    key = "cup.text.seed" if cup.seed else "cup.text.fingerprint"
    return [words(key, seed=cup.seed, fingerprint=cup.fingerprint)]


def _ways(cup: CupInfo, person: Person) -> list[Button]:
    """To sign up or go, to draw, to end, to look again."""
    own, looks_after = cup.entrant(person.id), person.id == cup.host.id or person.moderator
    buttons: list[Button] = []
    if cup.state == "open" and own is None:
        buttons.append(_button(cup, "join", "success"))
    if cup.state == "open" and looks_after:
        buttons.append(_button(cup, "draw", "primary"))
    if cup.between and (looks_after or own is not None):
        buttons.append(_button(cup, "next", "primary"))
    elif any(not table.table for table in cup.tables) and (looks_after or own is not None):
        buttons.append(_button(cup, "tables", "primary"))
    if cup.state != "over" and own is not None:
        buttons.append(_button(cup, "leave"))
    if cup.state != "over" and looks_after:
        buttons.append(_button(cup, "end"))
    return [*buttons, _button(cup, "look")]


VERBS: Final = {
    **dict.fromkeys(("draw", "next", "tables"), "cup_draw"),
    **{what: f"cup_{what}" for what in ("join", "leave", "end")},
}


def _button(cup: CupInfo, what: str, style: Style = "secondary") -> Button:
    """A button about the cup: whatever opens tables has one verb, and so has whatever shows it."""
    return Button(words(f"cup.button.{what}"), VERBS.get(what, "cup"), str(cup.id), style, lasting=True)


def cups_screen(cups: Sequence[CupInfo]) -> Screen:
    """Return the cups of a server, each with the way to it."""
    if not cups:
        return Screen((Text(f"{words('cup.text.cups')}\n{words('cup.text.no_cups')}"),))
    return Screen((Text(words("cup.text.cups")), *(_line(one) for one in cups)))


def _line(cup: CupInfo) -> Part:
    state = words(f"cup.text.state_{cup.state}", round=cup.round, rounds=cup.plan.rounds, n=len(cup.entrants))
    text = f"**{title(cup)}**\n{cup.game_title} · {state}"
    return Section(text, _button(cup, "open"))


def end_screen(cup: CupInfo, confirm: str) -> Screen:
    """Return the question whether to end the cup."""
    yes = Button(words("cup.button.end_yes"), "cup_end", f"{cup.id}.{confirm}", "danger", lasting=True)
    return Screen((Text(words("cup.text.end_ask", title=title(cup))), *rows([yes, _button(cup, "keep")])))
