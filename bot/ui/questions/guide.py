"""What a guided first game adds to the ordinary screens, and how to start one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

from msgspec.structs import replace

from bot.contract.tables import Sheet, TableInfo
from bot.ui.parts import Button, Menu, Part, Row, Screen, Section, Style, Text, rows
from bot.ui.questions.draft import draft_answers
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import said_of, table_text
from engine.core.ask import Picks
from engine.core.guide import OVER, WON, Guide
from engine.core.text import has, words
from engine.games import GAMES, PRESENTATIONS

WHY: Final = "hint_why"


def hints(sheet: Sheet) -> list[Part]:
    """Return the hint of a guided game for the present question, with its buttons, if there is one."""
    step, over = _step(sheet), sheet.info.state == "over"
    if not step or not (over or sheet.info.settings.hints):
        return []
    head, *more = words(f"{sheet.info.game}.guide.{step}").splitlines()
    text = Text("\n".join(f"> {line}" for line in (table_text("guide.head", text=head), *more)))
    return [text] if over else [text, Row((_aside(WHY), _aside("hint_off"), _aside("learn_stop")))]


def with_hint(sheet: Sheet, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with the hint directly above the first control."""
    at = next((n for n, part in enumerate(parts) if isinstance(part, Row | Menu | Section)), len(parts))
    return (*parts[:at], *hints(sheet), *parts[at:])


def is_aside(part: Part) -> bool:
    """Return whether it is the row of buttons below a hint."""
    return isinstance(part, Row) and part.buttons[:1] == (_aside(WHY),)


def with_reason(screen: Screen, sheet: Sheet) -> Screen:
    """Return the screen with why its hint says what it says."""
    step, shown = _step(sheet), hints(sheet)
    if not step or not shown or shown[0] not in screen.parts:
        return screen
    why = words(f"{sheet.info.game}.guide_why.{step}").splitlines()
    at = screen.parts.index(shown[0])
    whole = Text("\n".join((cast("Text", shown[0]).text, *(f"> {line}" for line in why))))
    return replace(screen, parts=(*screen.parts[:at], whole, *screen.parts[at + 1 :]))


def choose_guide(off: Collection[str] = ()) -> Screen:
    """Return the choice of guided games, but for those of games that are `off`."""
    there = [button for button in learn_buttons("") if button.option not in off]
    return Screen((Text(table_text("guide.which")), *rows(there, 2)))


def guide_answer(sheet: Sheet) -> Picks:
    """Return what the guide answers for its learner while hints are on; empty if the learner answers."""
    guide = _guide(sheet) if sheet.info.settings.hints else None
    answer = guide.passes.get(sheet.request.key, "") if guide and sheet.request else ""
    return (answer,) if sheet.ask is not None and answer in sheet.ask.options else ()


def silent(sheet: Sheet) -> list[Button]:
    """Return the button that turns the hints of a guided game back on, if they are off."""
    skipped = sheet.info.guided and not sheet.info.settings.hints and sheet.request is not None
    return [_aside("hint_on")] if skipped else []


def stop_screen(table: str) -> Screen:
    """Return the question whether the guided game is to end here."""
    row = Row((_aside("learn_ends", style="danger"), Button(table_text("button.keep"), "seat", lasting=True)))
    return Screen((Text(table_text("guide.stop")), row), table.lower())


def after_stop(info: TableInfo) -> Screen:
    """Return the screen after an unfinished guided game: what else there is."""
    return Screen((Text(table_text("guide.stopped")), *ways(first=info.game, played=info.game)), info.id.lower())


def _step(sheet: Sheet) -> str:
    """Return the step of the guide that fits the question; empty if none does."""
    guide = _guide(sheet)
    if guide is None:
        return ""
    asked = OVER if sheet.info.state == "over" else sheet.request.key if sheet.request else ""
    offered, work = [option.token for option in sheet.options], draft_answers(sheet.draft)
    about = sheet.request.about if sheet.request else ()
    result = sheet.public.outcome
    won = (WON,) if result is not None and sheet.seat.seat in result.winners else ()
    turn = presentation_of(sheet.info.game).summary.turn_number(sheet.view)
    step = guide.hint(asked, (*offered, *about, *won), turn, begun=bool(work.whole or work.picks))
    return step.id if step else ""


def _guide(sheet: Sheet) -> Guide | None:
    return presentation_of(sheet.info.game).guide if sheet.info.guided else None


def _aside(verb: str, style: Style = "secondary") -> Button:
    return Button(table_text(f"button.{verb}"), verb, style=style, lasting=True)


def onward(sheet: Sheet) -> list[Row]:
    """After a guided game: a game alone, and what else can be learnt."""
    over = sheet.info.guided and sheet.info.state == "over"
    return ways(first=sheet.info.game, played=sheet.info.game) if over else []


def ways(first: str, played: str = "") -> list[Row]:
    """Return the buttons for games to begin at once: those guided, and alone; for who has `played` one alone first."""
    order = sorted((game for game in PRESENTATIONS if PRESENTATIONS[game].guide), key=lambda game: game != first)
    buttons = [_learn(game, main=game == first and not played) for game in order if game != played]
    alone = [_alone(game, main=bool(played)) for game in order if game == first and _scenario(game)]
    return rows([*alone, *buttons] if played else [*buttons[:1], *alone, *buttons[1:]], 2)


def learn_buttons(game: str) -> list[Button]:
    """Return the button for the guided game of a game, or of all games; none for a game without one."""
    named = [name for name in PRESENTATIONS if PRESENTATIONS[name].guide and game in {"", name}]
    return [_learn(name, main=False) for name in named]


def _scenario(game: str) -> str:
    guide = presentation_of(game).guide
    return guide.alone if guide else ""


def _named(game: str) -> str:
    """Which game is learned: by its short name where the language has one, else by its title."""
    title = GAMES[game].title
    if has(f"{game}.table.button.learn_game"):
        return said_of(game, "button.learn_game", title=title)
    return table_text("button.learn_game", title=title)


def _learn(game: str, *, main: bool) -> Button:
    label = table_text("button.learn") if main else _named(game)
    return Button(label, "learn", game, "primary" if main else "secondary", lasting=True)


def _alone(game: str, *, main: bool) -> Button:
    title = GAMES[game].scenarios[_scenario(game)].title
    return Button(
        table_text("button.alone", scenario=title), "alone", game, "primary" if main else "secondary", lasting=True
    )
