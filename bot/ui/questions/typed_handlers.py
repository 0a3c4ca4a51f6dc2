"""Handlers of answers typed into a form: a number, an order, or a sum to divide."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec

from bot.contract.tables import Refused
from bot.ui.parts import Line, number
from bot.ui.questions import division
from bot.ui.questions.draft import DraftState
from bot.ui.questions.handlers import QuestionHandlers, form, question_screen_of, refusal
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from bot.ui.words.wording import plainly
from engine.core.ask import Picks
from engine.core.text import cut, words

GIVEN = 40


class TypedHandlers:
    """The verbs of these forms."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            "number": self.number,
            "typed_num": self.number_typed,
            "part": self.part,
            "part_less": self.part,
            "part_form": self.parts_form,
            "part_sent": self.parts_typed,
            "typed_ord": self.order_form,
            "order_sent": self.order_typed,
        }

    async def number(self, visit: Visit) -> Answer:
        """Return the form for a number of a wide range."""
        stage = await self.play.at(visit)
        options = stage.ask.options if stage.ask else ("",)
        label = words("play.form.number_of", low=options[0], high=options[-1])
        field = Line("number", label, example=words("play.form.number_example"), least=1)
        return form(stage, words("play.form.number"), "typed_num", field)

    async def number_typed(self, visit: Visit) -> Answer:
        """Return a number from the form, if it is one of the options."""
        typed = visit.field("number").strip()
        try:
            stage = await self.play.at(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        options = stage.ask.options if stage.ask else ()
        return await self._picked(visit, stage, (typed,) if typed in options else (), "number_wrong", typed)

    async def order_form(self, visit: Visit) -> Answer:
        """Return the form for an order of many things, by their numbers."""
        stage = await self.play.at(visit)
        several = " ".join(str(i + 1) for i in range(len(stage.ask.options if stage.ask else ())))
        field = Line("order", words("play.form.order"), value=several, least=1)
        return form(stage, words("play.form.order"), "order_sent", field)

    async def order_typed(self, visit: Visit) -> Answer:
        """Return an order from the form."""
        typed = visit.field("order")
        try:
            stage = await self.play.at(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await self._picked(visit, stage, _order(stage, typed), "order_wrong", typed)

    async def _picked(self, visit: Visit, stage: DraftState, picks: Picks, wrong: str, typed: str) -> Answer:
        """Return the draft with what was typed; if that is no answer, the old draft with the reason."""
        if picks:
            return await self.play.keep(visit, stage, msgspec.structs.replace(stage.work, picks=picks))
        options = stage.ask.options if stage.ask else ("",)
        said = {"typed": plainly(cut(typed, GIVEN)), "low": options[0], "high": options[-1], "n": len(options)}
        return await asyncio.to_thread(question_screen_of, stage, words(f"play.form.{wrong}", **said))

    async def part(self, visit: Visit) -> Answer:
        """Give the rest of a sum to the chosen option."""
        wanted = next(iter(visit.values), "")
        return await self.play.change(visit, lambda stage: division.given_rest(stage, wanted))

    async def parts_form(self, visit: Visit) -> Answer:
        """Return the form for a sum that is divided in a line."""
        stage = await self.play.at(visit)
        field = division.field(stage)
        return form(stage, words("play.form.parts"), "part_sent", field)

    async def parts_typed(self, visit: Visit) -> Answer:
        """Return a line from the form: the draft as far as it can be read, with what is still wrong."""
        try:
            stage = await self.play.at(visit)
            picks = division.parts_of(stage, visit.field("parts"))
        except Refused as refused:
            if refused.code != "not_an_option":
                return await self.play.instead(visit, refused)
            return await asyncio.to_thread(question_screen_of, stage, refusal(refused))
        work = msgspec.structs.replace(stage.work, picks=picks)
        return await self.play.keep(visit, stage, work, line=division.refusal(stage, picks))


def _order(stage: DraftState, typed: str) -> Picks:
    """Return all options in the order of the typed numbers; empty if one is missing or there twice."""
    options = stage.ask.options if stage.ask else ()
    numbers = [number(word) or 0 for word in typed.replace(",", " ").split()]
    order = tuple(options[n - 1] for n in numbers if 1 <= n <= len(options))
    return order if len(numbers) == len(order) and sorted(order) == sorted(options) else ()
