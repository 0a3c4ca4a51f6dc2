"""The review of a player's decisions, on a private screen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import TableInfo
from bot.features.coach import reviews
from bot.features.coach.reviews import SeatReview
from bot.tables.work.unit_of_work import Deps
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Button, Row, Screen, Text, number, short
from bot.ui.questions.any_question import several
from bot.ui.questions.draft import DraftAnswers, DraftState, answer_label
from bot.ui.questions.frame import civ_name
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Handler
from bot.ui.visit import Visit, person_of
from engine.core.ask import Picks, Request
from engine.core.message import NOTHING
from engine.core.review import WORLDS, ReviewFinding, reviewer_of
from engine.core.text import words

ANSWERS: Final = 160


class ReviewHandlers:
    """The verb of reviews."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verb answered here."""
        return {"review": self.review}

    async def review(self, visit: Visit) -> Screen:
        """Show the review of the visitor's decisions, or that it is being worked out. Refused: as `reviews.review`."""
        person, seat = person_of(visit), visit.seat or number(visit.option)
        found = await reviews.review(self.play.service, visit.table, person, seat)
        there = await self.play.service.seat(visit.table, person, found.number)
        return await asyncio.to_thread(self._shown, there, found)

    def _shown(self, there: SeatSnapshot, found: SeatReview) -> Screen:
        sheet, presentation = there.sheet, self.play.presentation(there.sheet.info)
        stage = DraftState(there, presentation, DraftAnswers())
        head = f"### {words('coach.review.title')} · {civ_name(presentation, sheet.seat)}"
        again = Row((Button(words("coach.button.review"), "review", str(sheet.seat.number), lasting=True),))
        if found.findings is None:
            return Screen((Text(f"{head}\n{words('coach.review.waiting')}"), again), sheet.info.id.lower())
        how = reviewer_of(self.play.service.deps.games.get(sheet.info.game))
        unit = words(f"coach.unit.{how.unit}") if how else ""
        told = [finding_text(stage, one, unit) for one in found.findings] or [words("coach.review.none")]
        ending = words("coach.review.how", n=WORLDS)
        return Screen((Text(head), *map(Text, told), Text(ending)), sheet.info.id.lower())


def finding_text(stage: DraftState, found: ReviewFinding, unit: str) -> str:
    """Return what was decided, what the computer would have, and what that was worth, counted in that unit."""
    asked = replace(stage.there.sheet, request=Request(found.key, NOTHING, ()))
    here = replace(stage, there=replace(stage.there, sheet=asked))
    return words(
        "coach.review.finding",
        when=chapter_name(stage.sheet.info.game, found.chapter),
        own=answers_text(here, found.own),
        other=answers_text(here, found.other),
        n=round(found.better),
        unit=unit,
        low=round(found.low),
        high=round(found.high),
    )


def answers_text(stage: DraftState, answers: Sequence[tuple[str, Picks]]) -> str:
    """Return answers in words, equal ones together."""
    labels = Counter(label for _, picks in answers for pick in picks if (label := answer_label(stage, pick)))
    told = " · ".join(several(label, n) for label, n in labels.items())
    return short(told, ANSWERS) if told else words("coach.review.nothing")


async def on_more(deps: Deps, info: TableInfo, visit: Visit) -> Button | None:
    """Return the button of the review, for who has played a game that is over and can be reviewed."""
    own = info.of(visit.person)
    if info.state != "over" or info.guided or not own or reviewer_of(deps.games.get(info.game)) is None:
        return None
    return Button(words("coach.button.review"), "review", lasting=True)
