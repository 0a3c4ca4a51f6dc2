"""The auto-answers of ACME, six kinds of one parameter each; and what can be queued beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.acme.auto_answers import discards, losses, responses
from engine.acme.auto_answers.queue import AcmeQueueing
from engine.acme.view import AcmeView
from engine.core.ask import PASS, Ask, Picks, Request, Seat
from engine.core.auto_answers import LATE, NPC, AutoAnswer, AutoAnswerKind, PlainAutoAnswers
from engine.core.message import Message
from engine.core.trial import Trial

RESPOND, NEGATE, LOSSES, DISCARD, COMMIT = "respond", "negate", "losses", "discard", "commit"
KINDS: Final[Mapping[str, AutoAnswerKind]] = {
    RESPOND: responses.RESPOND_KIND,
    NEGATE: responses.NEGATE_KIND,
    LOSSES: losses.KIND,
    DISCARD: discards.KIND,
    COMMIT: responses.COMMIT_KIND,
    LATE: AutoAnswerKind((), (NPC,)),
}


class AcmeAutoAnswers(PlainAutoAnswers):
    """The auto-answers of ACME."""

    kinds = KINDS
    queueing = AcmeQueueing()

    def offered_values(self, kind: str, view: AcmeView, seat: Seat) -> Sequence[str]:
        """Return areas where the seat has disks and cards of its hand among them."""
        if kind == RESPOND:
            return responses.response_values(view, seat)
        return discards.discard_values(view, seat) if kind == DISCARD else KINDS[kind].values

    def earlier(self, kind: str, value: str) -> AutoAnswer | None:
        """Return an auto-answer from a line of an earlier version: lists of losses and discards, and letting
        announcements pass.
        """
        found = {
            NEGATE: lambda: responses.NEVER if value == PASS else "",
            LOSSES: lambda: losses.earlier(value),
            DISCARD: lambda: discards.earlier(value),
        }.get(kind, str)()
        return AutoAnswer(kind, found) if found and KINDS[kind].takes(found) else None

    def answer(self, one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message | None:
        """Return the answer of a seat that doesn't respond."""
        if one.kind == RESPOND:
            return responses.response_answer(one, trial, request, ask)
        if one.kind == NEGATE:
            return responses.negation_answer(one, trial, ask)
        if one.kind == LOSSES:
            return losses.saving_answer(one, trial, request, ask)
        return (
            discards.discard_answer(one, ask)
            if one.kind == DISCARD
            else responses.commitment_answer(trial, request, ask)
        )
