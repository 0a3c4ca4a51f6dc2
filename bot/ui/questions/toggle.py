"""One choice of a menu switched on or off, for surfaces on which each choice is pressed by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.contract.tables import Refused
from bot.ui.parts import Menu, controls
from bot.ui.questions.controls import JOINT
from bot.ui.questions.draft import DraftState
from bot.ui.questions.handlers import QuestionHandlers, question_screen_of
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit

TOGGLE: Final = "toggle"


class ToggleHandlers:
    """Switches what any menu of a question offers. `chosen` are the handlers of these menus: one of them gets all that
    is chosen then, and checks it.
    """

    def __init__(self, play: QuestionHandlers, chosen: Mapping[str, Handler]) -> None:
        self.play, self.chosen = play, chosen

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verb answered here."""
        return {TOGGLE: self.toggle}

    async def toggle(self, visit: Visit) -> Answer:
        """Switch the value of a menu, whose verb and option are named, as the draft is now. Unlike a whole choice it
        forgets nothing that was chosen elsewhere meanwhile.
        """
        verb, _, option = visit.option.partition(JOINT)
        try:
            stage = await self.play.at(visit)
            menu = await asyncio.to_thread(_menu, stage, verb, option)
            values = switched(menu, next(iter(visit.values), ""))
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await self.chosen[verb](replace(visit, verb=verb, option=option, values=values))


def toggle_option(menu: Menu) -> str:
    """Return the option of the verb that switches a value of that menu."""
    return f"{menu.verb}{JOINT}{menu.option}"


def _menu(stage: DraftState, verb: str, option: str) -> Menu:
    """Return that menu of the question shown. Raises Refused("stale") if it isn't there."""
    shown = (one for one in controls(question_screen_of(stage)) if isinstance(one, Menu) and not one.lasting)
    found = next((menu for menu in shown if (menu.verb, menu.option) == (verb, option)), None)
    if found is None:
        raise Refused("stale")
    return found


def switched(menu: Menu, value: str) -> tuple[str, ...]:
    """Return what is chosen in the menu once that value is switched, in its order; if that is too much, the first of
    the others goes. Raises Refused("stale") for a value that isn't offered.
    """
    offered = [choice.value for choice in menu.choices]
    if value not in offered:
        raise Refused("stale")
    chosen = [choice.value for choice in menu.choices if choice.chosen]
    if value in chosen:
        return tuple(one for one in chosen if one != value)
    kept = {*chosen[max(0, len(chosen) + 1 - menu.most) :], value}
    return tuple(one for one in offered if one in kept)
