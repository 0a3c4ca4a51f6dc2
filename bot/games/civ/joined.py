"""Questions that belong on one screen: what is chosen for each, and what silence means for the rest.

What is chosen is noted by question; the answers are made anew from the notes each time, so that a change of the first
leaves the others as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.contract.tables import Refused
from bot.ui.questions.draft import DraftAnswers, DraftState
from engine.civ.presentation.tolls import BRIBES
from engine.civ.silence import silent
from engine.core.ask import Ask, Option, Picks, Request

KEEP, BUILD, CITY, CARDS = "ships.keep", "ships.build", "city.build", "cards.buy"
BUY, FREE, CREDITS, PAY, DISCARD = "advance.buy", "advance.free", "advance.credits", "advance.pay", "hand.discard"
GROWTH: Final = "growth.place"
FLEET: Final = (KEEP, BUILD)
WORKS: Final = (CITY, "city.settlers", CARDS)
PURCHASE: Final = (BUY, FREE, CREDITS, PAY, DISCARD)
SUFFERED: Final = ("famine.water", "famine.cards", "calamity.lose_cities", "calamity.lose")
ESCAPE: Final = "mega.escape"
ESCAPED: Final = (ESCAPE, BRIBES, "calamity.cities")
COUNTED: Final = frozenset({"war.pick_count", "mega.pick_count", "mega.keep_count"})
ONE_BY_ONE: Final = (BRIBES, "support.reduce")
TOLLS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys((SUFFERED[0], *SUFFERED[2:]), SUFFERED),
    ESCAPE: ESCAPED,
    **{key: (key,) for key in ("calamity.cities", "calamity.victims", "calamity.named", "calamity.pirates")},
    **{key: (key,) for key in ("annex.betrayed", "mega.sacrifice", "revolt.cities", "revolt.lost")},
    **{key: (key,) for key in ONE_BY_ONE},
    **dict.fromkeys(("annex.cities", "annex.tokens"), ("annex.cities", "annex.tokens")),
    **{
        f"{key}{part}": (f"{key}_count", f"{key}_cities", key)
        for key in ("war.faction", "war.pick", "war.loss", "mega.pick", "mega.keep")
        for part in ("_count", "_cities", "")
    },
}
JOINED: Final[Mapping[str, tuple[str, ...]]] = {
    KEEP: FLEET,
    BUILD: FLEET,
    CITY: WORKS,
    CARDS: WORKS,
    BUY: PURCHASE,
    GROWTH: (GROWTH,),
    **TOLLS,
}
APART: Final = frozenset({"calamity.pirates"})  # the next one is about another nation, and has a screen of its own
SEVERAL: Final = frozenset({BUILD, CITY, CARDS, BUY, PAY})
STOPS: Final = ("done", "auto", "treasury")
NUMBERED: Final = "#"
VERB, LESS, SEND, TYPE, TYPED = "joined", "join_less", "join_go", "join_type", "join_typed"


@dataclass(frozen=True, slots=True)
class JoinedStep:
    """A question of the screen with the answer it has; `id` is what its choices are noted under."""

    id: str
    request: Request
    ask: Ask
    options: tuple[Option, ...]
    picks: Picks

    @property
    def key(self) -> str:
        """Return the key of the question."""
        return self.request.key


def walk_steps(stage: DraftState) -> list[JoinedStep]:
    """Return each question of the screen, as it is asked after the answers before it. Raises Refused("stale")."""
    if stage.key not in JOINED:
        raise Refused("stale")
    sheet, given = stage.sheet, list(stage.work.whole)
    wishes, done = {key: list(picks) for key, picks in stage.work.notes.items()}, list[JoinedStep]()
    request, ask, options = sheet.request, sheet.ask, sheet.options
    while request is not None and ask is not None and request.key in JOINED[stage.key]:
        name = _id(request.key, done)
        if given and ask.refusal(given[0]) is None:
            wishes[name], picks = [], given.pop(0)
        else:
            given, picks = [], _chosen(request.key, ask, wishes.get(name))
        done.append(JoinedStep(name, request, ask, options, picks))
        if request.key in APART:
            break
        request, ask, options = _after(stage, done)
    return done


def _id(key: str, done: Sequence[JoinedStep]) -> str:
    """Return the id of a question; each old ship has one of its own."""
    return f"{key}{NUMBERED}{sum(step.key == key for step in done)}" if key == KEEP else key


def _after(stage: DraftState, done: Sequence[JoinedStep]) -> tuple[Request | None, Ask | None, tuple[Option, ...]]:
    """Return what the seat itself is asked next. An answer that is no longer legal ends the screen."""
    try:
        run = stage.there.preview([step.picks for step in done])
    except Refused:
        return None, None, ()
    if run.request is None or run.stopped or run.presumed:
        return None, None, ()
    return run.request, run.request.of(stage.seat), run.options


def _chosen(key: str, ask: Ask, wishes: list[str] | None) -> Picks:
    """Return the noted answer as far as it is offered, else the silent one; repeated questions end by themselves."""
    if wishes is None:
        return silent(ask, key)
    if ask.caps or ask.most > 1:
        return tuple(wishes) if ask.refusal(tuple(wishes)) is None else silent(ask, key)
    while wishes:
        if (wish := wishes.pop(0)) in ask.options:
            return (wish,)
    stop = next((stop for stop in STOPS if stop in ask.options), "") if key in SEVERAL else ""
    return (stop,) if stop else silent(ask, key)


def joined_answers(stage: DraftState) -> list[Picks]:
    """Return the answers of the screen in their order, ready to be sent."""
    return [step.picks for step in walk_steps(stage)]


def picks_of(steps: Sequence[JoinedStep], name: str) -> tuple[str, ...]:
    """Return the picks for that question, without its end."""
    return tuple(pick for step in steps if step.id == name for pick in step.picks if pick not in STOPS)


def with_choice(stage: DraftState, name: str, values: Sequence[str]) -> DraftAnswers:
    """Return the draft with another choice for one question, those of the others kept as notes."""
    steps = walk_steps(stage)
    known = dict(stage.work.notes)
    if stage.work.whole:
        known |= {step.id: picks_of(steps, step.id) for step in steps}
    return DraftAnswers(group=stage.work.group, notes={**known, name: tuple(values)})
