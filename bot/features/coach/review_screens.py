"""The review of a player's decisions, on a private screen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Refused, TableInfo
from bot.features.coach import reviews
from bot.features.coach.reviews import SeatReview
from bot.features.coach.wording import labels_of, listed
from bot.tables.work.unit_of_work import Deps
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Button, Row, Screen, Text, number, short
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.frame import civ_name
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Handler
from bot.ui.visit import Visit, person_of
from engine.core.ask import Request
from engine.core.message import NOTHING
from engine.core.review import Reviewer, ReviewFinding, reviewer_of
from engine.core.text import decimal, words

ANSWERS: Final = 160
COUNTED_IN_TENTHS: Final = {"settlements"}


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
        if how is None:
            raise Refused("no_review", table=sheet.info.id)
        told = [finding_text(stage, one, how.unit) for one in found.findings] or [words("coach.review.none")]
        return Screen((Text(head), *map(Text, told), Text(method_text(how))), sheet.info.id.lower())


def method_text(how: Reviewer) -> str:
    """Return how the answers were compared."""
    way = "coach.review.how_turns" if how.effort.turns else "coach.review.how"
    return words(way, n=how.effort.worlds, turns=how.effort.turns)


def finding_text(stage: DraftState, found: ReviewFinding, unit: str) -> str:
    """Return what was decided, what the computer would have, and what that was worth, counted in that unit."""
    asked = replace(stage.there.sheet, request=Request(found.key, NOTHING, ()))
    here = replace(stage, there=replace(stage.there, sheet=asked))
    own, other = labels_of(here, found.own), labels_of(here, found.other)
    shortened = own - other and max(map(len, map(listed, (own, other)))) > ANSWERS
    if shortened:
        own, other = own - other, other - own
    said = decimal if unit in COUNTED_IN_TENTHS else round
    return words(
        "coach.review.instead" if shortened else "coach.review.finding",
        when=chapter_name(stage.sheet.info.game, found.chapter),
        own=answers_text(own),
        other=answers_text(other),
        n=said(found.better),
        unit=words(f"coach.unit.{unit}"),
        low=said(found.low),
        high=said(found.high),
    )


def answers_text(labels: Mapping[str, int]) -> str:
    """Return answers in words, not too long."""
    return short(listed(labels), ANSWERS) or words("coach.review.nothing")


async def on_more(deps: Deps, info: TableInfo, visit: Visit) -> Button | None:
    """Return the button of the review, for who has played a game that is over and can be reviewed."""
    own = info.of(visit.person)
    if info.state != "over" or info.guided or not own or reviewer_of(deps.games.get(info.game)) is None:
        return None
    return Button(words("coach.button.review"), "review", lasting=True)
