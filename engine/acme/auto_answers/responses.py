"""Auto-answers to announcements, to cards revealed in Competitions, and before Competitions.

*Don't respond* may except hits on the Home Area or another area; then the owner is asked, or *use a Negate* decides:
never, or if the seat would lose a disk (ACME §8.5). A trial shows what an announcement hits (ACME §9.1, §9.3). *Commit
nothing* gives no card to Competitions where the seat has no disks (ACME §9.1, RUL-068, RUL-181); the seat is asked
there only to pledge a card, and when it could Negate a revealed card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.acme.effects.losses import LOSE
from engine.acme.facts.catalog import AREAS
from engine.acme.fight import opening
from engine.acme.npc.cards.worth import given_up_first
from engine.acme.view import AcmeView
from engine.core import text
from engine.core.ask import PASS, Ask, Picks, Request, Seat
from engine.core.auto_answers import AutoAnswer, AutoAnswerKind
from engine.core.message import Message
from engine.core.trial import DryRun, Trial

NEGATE, REVEALED = "card.negate", "competition.negate"
BUY_OFF: Final = "loss.buy_off"
ALWAYS, HOME = "always", "home"
MOST_LOST: Final = 24
MOST_OFFERED: Final = 25  # choices of a menu
NEVER, CHEAPEST, ANY = "never", "cheapest", "any"
ABSENT: Final = "absent"
RESPOND_KIND: Final = AutoAnswerKind((NEGATE, REVEALED, opening.KEY), (ALWAYS, HOME), frozenset(AREAS))
NEGATE_KIND: Final = AutoAnswerKind((NEGATE,), (NEVER, CHEAPEST, ANY))
COMMIT_KIND: Final = AutoAnswerKind((opening.KEY, REVEALED), (ABSENT,))


def response_values(view: AcmeView, seat: Seat) -> list[str]:
    """Return the values: always, unless it hits the Home Area, or unless it hits one of the areas with the seat's
    disks.
    """
    held = (area for area, here in view.areas.items() if here.disks.get(seat) and area in AREAS)
    return [ALWAYS, HOME, *sorted(area for area in held if area != view.civs[seat].home)][:MOST_OFFERED]


def response_answer(one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message:
    """Return silence, or why the owner is asked: the area that is hit."""
    if one.value != ALWAYS:
        view: AcmeView = trial.run(()).view
        area = view.civs[ask.seat].home or "" if one.value == HOME else one.value
        if area in (hit(trial, ask.seat) if request.key == NEGATE else fights(view, request, ask.seat)):
            return Message("acme.auto.stop.hits", {"area": text.area(area)})
    return silence(request)


def silence(request: Request) -> Picks:
    """Return the answer of who doesn't respond."""
    return (opening.NOTHING if request.key == opening.KEY else PASS,)


def fights(view: AcmeView, request: Request, seat: Seat) -> set[str]:
    """Return the areas of the Competitions that the question is about in which the seat takes part."""
    if request.key == REVEALED:
        there = view.competition
        return {there.area} if there and seat in there.units else set()
    return {area for area, here in view.areas.items() if here.contested and here.disks.get(seat)}


def disks_lost(trial: Trial, seat: Seat) -> int:
    """Return how many disks the seat loses if it neither Negates the announcement nor saves any."""
    return sum(hit(trial, seat).values())


def hit(trial: Trial, seat: Seat) -> Mapping[str, int]:
    """Return the areas that the announcement hits, with the seat's losses if it saves none; 0 if a loss there takes
    none of its disks.
    """
    before: AcmeView = trial.run(()).view
    passed, met = _let_pass(trial)
    after: AcmeView = passed.view
    less = {area: here.disks.get(seat, 0) - after.areas[area].disks.get(seat, 0) for area, here in before.areas.items()}
    return {area: max(0, n) for area, n in less.items() if n > 0 or area in met}


def _let_pass(trial: Trial) -> tuple[DryRun, set[str]]:
    """Return what follows if the seat passes and saves no disk, and the areas of its losses."""
    batch, met = [(PASS,)], set[str]()
    run = trial.after(batch)
    while run.request is not None and run.request.key == BUY_OFF and not run.stopped:
        if len(batch) >= MOST_LOST:
            break
        met.update(token for token in run.request.about if token in AREAS)
        batch.append((LOSE,))
        run = trial.after(batch)
    return trial.run(batch), met


def negation_answer(one: AutoAnswer, trial: Trial, ask: Ask) -> Picks:
    """Return what it Negates with, or that it passes."""
    means = [option for option in ask.options if option != PASS]
    if one.value == NEVER or not means or not disks_lost(trial, ask.seat):
        return (PASS,)
    return (_cheapest(means) if one.value == CHEAPEST else means[0],)


def _cheapest(means: Sequence[str]) -> str:
    """Return the cheapest means: face up ones before cards in hand, then the least useful card (RUL-144)."""
    face_up = [option for option in means if not option.isdigit()]
    return face_up[0] if face_up else str(given_up_first(int(option) for option in means)[0])


def commitment_answer(trial: Trial, request: Request, ask: Ask) -> Picks | None:
    """Return no commitment if the seat has no disks there, else None."""
    return None if fights(trial.run(()).view, request, ask.seat) else silence(request)
