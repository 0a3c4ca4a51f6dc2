"""The screen of moves: a menu of group moves comes before those of single moves."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from bot.contract.tables import Refused
from bot.games.civ.fleet import LAST, MOVES, TAX, rate_is_open, shorthand_name, tax_menu
from bot.games.civ.joined_form import RATE_FIELD, rate_apart
from bot.ui.parts import Menu, Part, Row, Screen, choice, limits
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.guide import is_aside
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_line import more
from bot.ui.questions.plan_screen import plan_screen, wrong_screen
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from engine.civ.presentation.shorthands import shortcuts
from engine.core.naming import WrongLine

VERB: Final = "shortcut"


def move_screen(stage: DraftState) -> Screen:
    """Return the plan with the menu of shorthands that would move something."""
    made = plan_screen(stage)
    lines = shortcuts(stage.scene) if stage.request is not None else []
    choices = tuple(choice(line, shorthand_name(stage, line)) for line in lines)
    menus = [Menu(stage.words("play.shortcut.menu"), VERB, choices)] if choices else []
    last = _first(made.parts, Row)
    at = min(_first(made.parts, Menu), last)
    taxes = tax_menu(stage)
    if sum(isinstance(part, Menu) for part in (*made.parts, *menus, *taxes)) > limits().menus:
        taxes = rate_apart(stage, taxes)
    return structs.replace(made, parts=(*made.parts[:at], *menus, *made.parts[at:last], *taxes, *made.parts[last:]))


def _first(parts: Sequence[Part], kind: type[Part]) -> int:
    """The place of the first part of that kind, the row of a hint apart; behind all if there is none."""
    return next((i for i, part in enumerate(parts) if isinstance(part, kind) and not is_aside(part)), len(parts))


async def keep_rate(play: QuestionHandlers, visit: Visit, stage: DraftState) -> None:
    """Store the rate shown beside the moves, if no other was chosen (CIV §5.2, CIV-RUL-060)."""
    if rate_is_open(stage):
        await play.advance.set_kind(visit.table, person_of(visit), *LAST, stage.sheet.seat.number)


class MoveHandlers:
    """Handlers of that menu."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {VERB: self.shortcut, TAX: self.rate}

    async def rate(self, visit: Visit) -> Answer:
        """Set the rate of tax from now on, from its menu or its form."""
        person, rate = person_of(visit), next(iter(visit.values), "") or visit.field(RATE_FIELD)
        there = await self.play.service.seat(visit.table, person, visit.seat)
        await self.play.advance.set_kind(visit.table, person, "tax", rate, there.sheet.seat.number)
        return await self.play.show(await self.play.service.seat(visit.table, person, visit.seat))

    async def shortcut(self, visit: Visit) -> Answer:
        """Return the moves of a shorthand, behind those planned."""
        line = next(iter(visit.values), "")
        try:
            stage = await self.play.at(visit)
            return await self.play.keep(visit, stage, await asyncio.to_thread(_added, stage, line))
        except WrongLine as wrong:
            return await asyncio.to_thread(wrong_screen, stage, wrong, line)
        except Refused as refused:
            return await self.play.instead(visit, refused)


def _added(stage: DraftState, line: str) -> DraftAnswers:
    """The plan with those moves. Raises WrongLine, or Refused("stale") for what the menu does not have."""
    if stage.step != MOVES or line not in shortcuts(stage.scene):
        raise Refused("stale")
    return more(stage, line)
