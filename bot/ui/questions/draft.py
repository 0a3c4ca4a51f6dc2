"""The state of an answer in progress: the question, what has been set so far, and what it would do.

Answers that belong together are set one after another in a draft, tried in dry runs, and sent as one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

import msgspec

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Draft, Person, Refused, Sheet
from bot.ui.parts import DESIGN, Screen
from engine.core.ask import Ask, Option, Picks, Request
from engine.core.decoding import decoder
from engine.core.game import Event, View
from engine.core.naming import name_tokens
from engine.core.presentation import PlanTraits, Presentation, QuestionTraits, Scene
from engine.core.text import catalogue, has_text, own, sentence, words
from engine.core.trial import DryRun, Reached

OUTLOOK = 6


class DraftAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft."""

    batch: tuple[tuple[str, ...], ...] = ()
    """The answers set."""
    picks: tuple[str, ...] = ()
    """The picks for the question shown."""
    group: str = ""
    """The open group of a long list."""
    notes: dict[str, tuple[str, ...]] = {}
    """Notes of a screen, by key."""
    plan: tuple[str, ...] = ()
    """Single picks set after the batch, for a question that is asked repeatedly."""
    plan_key: str = ""
    """The key of the plan's question."""

    @property
    def whole(self) -> tuple[tuple[str, ...], ...]:
        """Return all answers set, those of the plan included."""
        return (*self.batch, *((pick,) for pick in self.plan))

    def note(self, key: str) -> tuple[str, ...]:
        """Return what the screen has noted under that key."""
        return self.notes.get(key, ())

    def with_note(self, key: str, values: Sequence[str]) -> DraftAnswers:
        """Return the draft with a note changed."""
        return msgspec.structs.replace(self, notes={**self.notes, key: tuple(values)})

    def with_answers(self, *answers: Sequence[str]) -> DraftAnswers:
        """Return the draft with further answers; the next question is untouched."""
        return DraftAnswers((*self.whole, *(tuple(a) for a in answers)), notes=self.notes)

    def with_plan(self, key: str, plan: Sequence[str]) -> DraftAnswers:
        """Return the draft with another plan."""
        return DraftAnswers(self.batch, (), self.group, self.notes, tuple(plan), key)

    def less(self) -> DraftAnswers:
        """Return the draft without its last answer."""
        if self.plan:
            return self.with_plan(self.plan_key, self.plan[:-1])
        return DraftAnswers(self.batch[:-1], notes=self.notes)

    def cut(self, n: int) -> DraftAnswers:
        """Return only the first n answers."""
        if n >= len(self.whole):
            return self
        return DraftAnswers(
            self.batch[:n], (), self.group, self.notes, self.plan[: max(0, n - len(self.batch))], self.plan_key
        )


Makers: TypeAlias = "Mapping[str, Callable[[DraftState], Screen]]"
DRAFT_ANSWERS: Final = decoder(DraftAnswers)


@dataclass(frozen=True, slots=True)
class DraftState:
    """A draft, carried out as far as it goes."""

    there: SeatSnapshot
    presentation: Presentation
    work: DraftAnswers
    line: str = ""
    run: DryRun | None = None
    request: Request | None = None
    """What is to be answered next, as are `ask` and `options`; None: the batch is complete and can be sent."""
    ask: Ask | None = None
    options: tuple[Option, ...] = ()
    ended: DryRun | None = None
    """The run of an action whose plan could be ended here."""
    dropped: int = 0
    """How many answers of the draft are no longer legal."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why cards of the hand can't be played now."""
    outlook: tuple[Mapping[str, int], ...] = ()
    """How a fight ends if the seat pays 0, 1, 2 ... times and nobody else pays."""
    onward: DryRun | None = None
    """What the present choice leads to, if one button gives both."""
    makers: Makers = field(default_factory=dict)
    """The game's own screens for questions, by key."""

    @property
    def sheet(self) -> Sheet:
        """Return what the seat sees of the table."""
        return self.there.sheet

    @property
    def questions(self) -> QuestionTraits:
        """Return how questions of the game differ from plain ones."""
        return self.presentation.questions

    @property
    def lines(self) -> PlanTraits:
        """Return how plans of the game are counted, written and told."""
        return self.presentation.lines

    @property
    def seat(self) -> str:
        """Return the engine's name of the seat."""
        return self.sheet.seat.seat

    @property
    def key(self) -> str:
        """Return the key of the question that is really asked."""
        return self.sheet.request.key if self.sheet.request else ""

    @property
    def view(self) -> View:
        """Return the seat's view after what has been set."""
        return self.run.view if self.run else self.sheet.view

    @property
    def is_sealed(self) -> bool:
        """Return whether the answer is secret until the time to respond ends."""
        return bool(self.sheet.request and self.sheet.request.sealed and not self.sheet.info.alone)

    @property
    def picks(self) -> Picks:
        """Return what is chosen now: the picks of the draft, else the secret response, else what silence means.

        For an order, the offered order is chosen until another one is.
        """
        if self.work.picks or self.ask is None:
            return self.work.picks
        if is_order(self.ask):
            return self.ask.options
        if not self.is_sealed:
            return ()
        return self.sheet.sealed or self.ask.silence or ()

    @property
    def step(self) -> str:
        """Return the key of the question come to, or of the plan that has just been completed."""
        return self.request.key if self.request else self.work.plan_key

    @property
    def whole(self) -> int | None:
        """Return how many picks the whole plan has; None if that isn't counted."""
        asked = self.sheet.request
        if (
            asked is None
            or asked.sealed
            or self.step not in self.presentation.lines.counted
            or self.step not in self.presentation.plans
        ):
            return None
        return len(self.work.plan) + (self.request.left if self.request else 0)

    @property
    def scene(self) -> Scene[View]:
        """Return the draft as the game's own words are made from it."""
        sheet, work = self.sheet, self.work
        latest = [Event(line.said, action=line.action, key=line.key) for line in sheet.public.latest]
        options = self.ask.options if self.ask else ()
        return Scene(
            self.seat,
            self.key,
            self.step,
            sheet.view,
            self.view,
            sheet.request,
            self.request,
            work.whole,
            work.plan,
            self.picks,
            self.sheet.ask.options if self.sheet.ask else (),
            options,
            self.whole,
            latest,
        )

    @property
    def asked_request(self) -> Request | None:
        """Return the question come to, or the one really asked where there is none."""
        return self.request or self.sheet.request

    @property
    def prompt(self) -> str:
        """Return the question as a sentence."""
        return self.name_tokens(sentence(self.asked_request.said)) if self.asked_request else ""

    def question_facts(self) -> str:
        """Return the facts that the question turns on, if the game gives any."""
        return self.presentation.explain(self.scene) if self.presentation.explain else ""

    def subject(self) -> str:
        """Return what the question is about, if the game says so."""
        return self.presentation.questions.subject(self.scene) if self.presentation.questions.subject else ""

    def words(self, key: str, **said: object) -> str:
        """Return a text in the game's own words where it has some, else in those common to all games."""
        return words(own(self.presentation.names.game, key), **said)

    def has(self, key: str) -> bool:
        """Return whether there is a text of that key for the game."""
        return has_text(own(self.presentation.names.game, key))

    def words_or(self, key: str, other: str, **said: object) -> str:
        """Return the text of that key, if the game or all games have one, else the other."""
        return self.words(key if self.has(key) else other, **said)

    def name_tokens(self, text: str) -> str:
        """Return a text of the engine with its names."""
        return name_tokens(text, self.presentation.names)

    @property
    def regions(self) -> tuple[str, ...]:
        """Return the names of the groups of long lists, in the order in which they are offered."""
        names = self.presentation.names
        return tuple(names.name("region", region) for region in self.questions.regions)

    def option(self, token: str) -> Option:
        """Return the option of that token, named in plain words."""
        found = next((o for o in self.options if o.token == token), None) or Option(token, token)
        label, hint = self._renamed(token, self.name_tokens(found.label)), self.name_tokens(found.hint)
        if self.is_sealed and self.ask is not None and self.ask.silence == (token,):
            hint = hint or words("play.text.as_silence")
        group = self.presentation.names.name("region", found.group) if found.group else ""
        return replace(found, label=label, hint=hint, group=group)

    def _renamed(self, token: str, label: str) -> str:
        """The words of a screen for an option, where the engine's are too few: `Buy 2` for `2`."""
        key, game = f"play.option.{self.request.key if self.request else self.key}", self.presentation.names.game
        there = next((k for k in (own(game, f"{key}.{token}"), own(game, f"{key}.any")) if has_text(k)), "")
        return words(there, n=label) if there else label


def is_order(ask: Ask) -> bool:
    """Return whether all options are taken, so that only their order is chosen."""
    return ask.least == ask.most == len(ask.options) > 1


def draft_answers(draft: Draft | None) -> DraftAnswers:
    """Return the draft as the screens keep it; an empty one for anything else."""
    if draft is None or not draft.more:
        return DraftAnswers()
    return DRAFT_ANSWERS.plain(dict(draft.more))


def draft_of(work: DraftAnswers, before: Draft | None, line: str | None = None) -> Draft:
    """Return the draft to be saved."""
    more: Mapping[str, Any] = msgspec.to_builtins(work)
    old = before or Draft()
    return Draft((), old.line if line is None else line, more, old.version)


def draft_state(
    there: SeatSnapshot, presentation: Presentation, work: DraftAnswers | None = None, makers: Makers | None = None
) -> DraftState:
    """Return the state behind a seat's screen; from the first answer that no longer fits, answers are dropped."""
    sheet = there.sheet
    own = work if work is not None else draft_answers(sheet.draft)
    if not own.batch:
        own = msgspec.structs.replace(own, batch=_beginning(there, presentation, own))
    line = sheet.draft.line if sheet.draft else ""
    run, fitting = _carried_out(there, own.whole)
    dropped = len(own.whole) - fitting
    stage = DraftState(there, presentation, own.cut(fitting), line, run, dropped=dropped, makers=makers or {})
    if run is None:
        here = replace(stage, request=sheet.request, ask=sheet.ask, options=sheet.options)
        return replace(
            here, reasons=_reasons(there, presentation), outlook=_outlook(there, presentation), onward=_onward(here)
        )
    if follows(presentation, stage.key, run, own.whole):
        asked = run.request.of(stage.seat) if run.request else None
        here = replace(stage, request=run.request, ask=asked, options=run.options)
        return replace(here, ended=_ended(here))
    return stage


def _onward(stage: DraftState) -> DryRun | None:
    """Return what the choice leads to, if one button gives both answers."""
    follower = stage.questions.paired.get(stage.key, "")
    if not follower or not stage.work.picks:
        return None
    run = stage.there.preview((stage.work.picks,))
    leads = run.request is not None and run.request.key == follower and not run.presumed
    return run if leads and 0 < len(run.options) <= DESIGN.buttons else None


def _ended(stage: DraftState) -> DryRun | None:
    """Return what the action would do if its plan ended here; None if it cannot, or something else follows."""
    key = stage.request.key if stage.request else ""
    stop = (
        stage.presentation.plans.get(key, "") if key != stage.key and stage.key not in stage.questions.defaults else ""
    )
    if not stop or not stage.work.plan or stage.ask is None or stop not in stage.ask.options:
        return None
    answers = (*stage.work.whole, (stop,))
    run = stage.there.preview(answers)
    return None if follows(stage.presentation, stage.key, run, answers) else run


def follows(presentation: Presentation, start: str, run: DryRun | Reached, batch: Sequence[Picks] = ()) -> bool:
    """Return whether the question after a batch still belongs to the same screen: not if its plan has been ended."""
    if run.stopped or run.presumed or run.request is None:
        return False
    key, stop = run.request.key, presentation.plans.get(start, "")
    ended = bool(stop) and bool(batch) and tuple(batch[-1]) == (stop,)
    again = key == start and not ended and (start in presentation.plans or start in presentation.questions.defaults)
    return again or key in presentation.composites.get(start, ())


def _outlook(there: SeatSnapshot, presentation: Presentation) -> tuple[Mapping[str, int], ...]:
    """Return how a fight ends for each number of payments, if one plan decides it."""
    asked = there.sheet.request
    return there.outlook(OUTLOOK) if asked is not None and asked.key in presentation.questions.forecast else ()


def _reasons(there: SeatSnapshot, presentation: Presentation) -> dict[str, str]:
    """Why the cards of the hand that are not offered cannot be played, where the screen says so."""
    sheet = there.sheet
    if sheet.request is None or sheet.ask is None or presentation.board is None:
        return {}
    if sheet.request.key not in presentation.questions.card_actions:
        return {}
    barred = [card for card in presentation.board.hand(sheet.view, sheet.seat.seat) if card not in sheet.ask.options]
    return {card: name_tokens(there.why_not(card), presentation.names) for card in barred}


def _beginning(there: SeatSnapshot, presentation: Presentation, work: DraftAnswers) -> tuple[Picks, ...]:
    """The answers a composite begins with: those noted for its first questions, else their defaults."""
    batch: list[Picks] = []
    sheet, noted = there.sheet, {key: list(work.note(key)) for key in presentation.questions.defaults}
    request = sheet.request
    while request is not None and request.key in presentation.questions.defaults:
        ask, wishes = request.of(sheet.seat.seat), noted[request.key]
        wish = wishes.pop(0) if wishes else ""
        batch.append((wish,) if ask and wish in ask.options else presentation.questions.defaults[request.key])
        run = there.preview(batch)
        request = run.request if sheet.request and follows(presentation, sheet.request.key, run, batch) else None
    return tuple(batch)


def _carried_out(there: SeatSnapshot, batch: Sequence[Picks]) -> tuple[DryRun | None, int]:
    for n in range(len(batch), 0, -1):
        try:
            run = there.preview(batch[:n])
        except Refused:
            continue
        return run, min(n, run.taken)
    return None, 0


def owner(sheet: Sheet) -> Person:
    """Return the person whose screen it is."""
    return sheet.seat.person or Person(0, "")


def answer_label(stage: DraftState, token: str) -> str:
    """Return an answer by the label it had, as far as that is known; a stop and a step left at its default say
    nothing.
    """
    if token in stage.presentation.plans.values():
        return ""
    if stage.key in stage.questions.defaults and any(token in picks for picks in stage.questions.defaults.values()):
        return ""
    known = next((o for o in (*stage.sheet.options, *stage.options) if o.token == token), None)
    return stage.name_tokens(known.label) if known else token_name(stage, token)


def token_name(stage: DraftState, token: str) -> str:
    """Return the name of a token: a thing of the game, a means such as `card:42`, or a word."""
    kind, _, about = token.partition(":")
    names = stage.presentation.names
    if stage.lines.spell(token):
        return stage.lines.spell(token)
    if stage.questions.about.get(kind) == "card" and about.isdigit():
        return f"{names.name('card', about)} ({about})"
    thing = about if stage.questions.about.get(kind) == "area" else token
    named = next((names.name(k, thing) for k in names.kinds if _is_thing(stage, k, thing)), "")
    known = next((o.label for o in (*stage.options, *stage.sheet.options) if o.token == token), "")
    if named or known:
        return named or stage.name_tokens(known)
    asked = (stage.key, *stage.presentation.composites.get(stage.key, ()))
    texts = (*(f"option.{key}.{token}" for key in asked), f"option.{token}")
    return next((words(text) for text in texts if text in catalogue()), token)


def planned_option(stage: DraftState, token: str) -> Option:
    """Return a piece of the plan as it was offered; on no shape of the board if that isn't known any more."""
    known = next((o for o in (*stage.options, *stage.sheet.options) if o.token == token), Option(token, token))
    return replace(known, label=token_name(stage, token), hint="")


def _is_thing(stage: DraftState, kind: str, slug: str) -> bool:
    return any(thing.value == slug for thing in stage.presentation.names.things(kind))
