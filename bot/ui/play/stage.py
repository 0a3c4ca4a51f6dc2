"""Where a person stands in answering: the question, what has been set so far, and what that would do.

Answers that belong together are set one after the other in a draft, tried out with dry runs, and sent as one batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from bot.contract import Draft, Person, Refused, Service, Sheet
from bot.ui.limits import DESIGN
from engine.core.ask import Ask, Option, Picks, Request
from engine.core.face import Face, Scene
from engine.core.game import Event, View
from engine.core.naming import told
from engine.core.table import DryRun
from engine.core.text import known, own, words

OUTLOOK = 6


class Work(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draft: answers set (`batch`), picks of the question shown, the group of a long list, notes of a screen.

    `plan` are single picks set after the batch for a question that is asked again and again, `plan_key` its key.
    """

    batch: tuple[tuple[str, ...], ...] = ()
    picks: tuple[str, ...] = ()
    group: str = ""
    notes: dict[str, tuple[str, ...]] = {}
    plan: tuple[str, ...] = ()
    plan_key: str = ""

    @property
    def whole(self) -> tuple[tuple[str, ...], ...]:
        """All answers set, those of the plan included."""
        return (*self.batch, *((pick,) for pick in self.plan))

    def note(self, key: str) -> tuple[str, ...]:
        """What the screen has noted under that key."""
        return self.notes.get(key, ())

    def noting(self, key: str, values: Sequence[str]) -> Work:
        """The same with a note changed."""
        return msgspec.structs.replace(self, notes={**self.notes, key: tuple(values)})

    def adding(self, *answers: Sequence[str]) -> Work:
        """The same with further answers, and the next question not yet touched."""
        return Work((*self.whole, *(tuple(a) for a in answers)), notes=self.notes)

    def planning(self, key: str, plan: Sequence[str]) -> Work:
        """The same with another plan."""
        return Work(self.batch, (), self.group, self.notes, tuple(plan), key)

    def less(self) -> Work:
        """The same without the last answer."""
        if self.plan:
            return self.planning(self.plan_key, self.plan[:-1])
        return Work(self.batch[:-1], notes=self.notes)

    def cut(self, n: int) -> Work:
        """Only the first n answers."""
        if n >= len(self.whole):
            return self
        return Work(self.batch[:n], (), self.group, self.notes, self.plan[: max(0, n - len(self.batch))], self.plan_key)


@dataclass(frozen=True, slots=True)
class Stage:
    """A draft carried out as far as it goes.

    `request`, `ask` and `options` are what is to be answered next; without a request the batch is complete and can
    be sent. `ended` is the run of an action whose plan could be ended here. `dropped` counts answers of the draft that
    are legal no more. `reasons`: why a card of the hand cannot be played now. `outlook`: how a fight ends if the seat
    pays 0, 1, 2 ... times and nobody else anything. `onward`: what the choice made leads to, where both are given by
    one button.
    """

    sheet: Sheet
    face: Face
    work: Work
    line: str = ""
    run: DryRun | None = None
    request: Request | None = None
    ask: Ask | None = None
    options: tuple[Option, ...] = ()
    ended: DryRun | None = None
    dropped: int = 0
    reasons: Mapping[str, str] = field(default_factory=dict)
    outlook: tuple[Mapping[str, int], ...] = ()
    onward: DryRun | None = None

    @property
    def seat(self) -> str:
        """The engine's name of the seat."""
        return self.sheet.seat.seat

    @property
    def key(self) -> str:
        """The key of the question that is really asked."""
        return self.sheet.request.key if self.sheet.request else ""

    @property
    def view(self) -> View:
        """The seat's view after what has been set."""
        return self.run.view if self.run else self.sheet.view

    @property
    def sealed(self) -> bool:
        """Whether the answer is sealed until a window closes."""
        return bool(self.sheet.request and self.sheet.request.sealed and not self.sheet.info.alone)

    @property
    def picks(self) -> Picks:
        """What is chosen now: the picks of the draft, else what is sealed already, else what silence means."""
        if self.work.picks or not self.sealed or self.ask is None:
            return self.work.picks
        return self.sheet.sealed or self.ask.silence or ()

    @property
    def step(self) -> str:
        """The key of the question come to, or of the plan that has just been completed."""
        return self.request.key if self.request else self.work.plan_key

    @property
    def whole(self) -> int | None:
        """How many picks the whole plan has, if that is counted."""
        asked = self.sheet.request
        if asked is None or asked.sealed or self.step not in self.face.counted or self.step not in self.face.plans:
            return None
        return len(self.work.plan) + (self.request.left if self.request else 0)

    @property
    def scene(self) -> Scene:
        """The stage as the game's own words are made from it."""
        sheet, work = self.sheet, self.work
        latest = [Event(line.text, action=line.action, key=line.key) for line in sheet.public.latest]
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

    def explained(self) -> str:
        """The facts that the question turns on, if the game gives any."""
        return self.face.explain(self.scene) if self.face.explain else ""

    def subject(self) -> str:
        """What the question is about, if the game says so."""
        return self.face.subject(self.scene) if self.face.subject else ""

    def words(self, key: str, **said: object) -> str:
        """A text in the game's own words where it has some, else in those common to all games."""
        return words(own(self.face.names.game, key), **said)

    def has(self, key: str) -> bool:
        """Whether there is a text of that key for the game."""
        return known(own(self.face.names.game, key))

    def words_or(self, key: str, other: str, **said: object) -> str:
        """The text of that key, if the game or all games have one, else the other."""
        return self.words(key if self.has(key) else other, **said)

    def told(self, text: str) -> str:
        """A text of the engine with its names."""
        return told(text, self.face.names)

    def option(self, token: str) -> Option:
        """The option of that token, named in plain words."""
        found = next((o for o in self.options if o.token == token), None) or Option(token, token)
        label, hint = self._renamed(token, self.told(found.label)), self.told(found.hint)
        if self.sealed and self.ask is not None and self.ask.silence == (token,):
            hint = hint or words("play.text.as_silence")
        group = self.face.names.name("region", found.group) if found.group else ""
        return replace(found, label=label, hint=hint, group=group)

    def _renamed(self, token: str, label: str) -> str:
        """The words of a screen for an option, where the engine's are too few: `Buy 2` for `2`."""
        key, game = f"play.option.{self.request.key if self.request else self.key}", self.face.names.game
        there = next((k for k in (own(game, f"{key}.{token}"), own(game, f"{key}.any")) if known(k)), "")
        return words(there, n=label) if there else label


def work_of(draft: Draft | None) -> Work:
    """The draft as the screens keep it; an empty one for anything else."""
    if draft is None or not draft.more:
        return Work()
    return msgspec.convert(dict(draft.more), Work)


def draft_of(work: Work, before: Draft | None, line: str | None = None) -> Draft:
    """The draft to be saved."""
    more: Mapping[str, Any] = msgspec.to_builtins(work)
    old = before or Draft()
    return Draft((), old.line if line is None else line, more, old.version)


async def stage_of(service: Service, sheet: Sheet, face: Face, work: Work | None = None) -> Stage:
    """What the screen of a sheet is made from; answers that fit no more are left out from the first such on."""
    own = work if work is not None else work_of(sheet.draft)
    if not own.batch:
        own = msgspec.structs.replace(own, batch=await _beginning(service, sheet, face, own))
    line = sheet.draft.line if sheet.draft else ""
    run, fitting = await _carried_out(service, sheet, own.whole)
    dropped = len(own.whole) - fitting
    stage = Stage(sheet, face, own.cut(fitting), line, run, dropped=dropped)
    if run is None:
        reasons, outlook = await _reasons(service, sheet, face), await _outlook(service, sheet, face)
        here = replace(stage, request=sheet.request, ask=sheet.ask, options=sheet.options)
        return replace(here, reasons=reasons, outlook=outlook, onward=await _onward(service, here))
    if follows(face, stage.key, run):
        asked = run.request.of(stage.seat) if run.request else None
        there = replace(stage, request=run.request, ask=asked, options=run.options)
        return replace(there, ended=await _ended(service, there))
    return stage


async def _onward(service: Service, stage: Stage) -> DryRun | None:
    """What the choice made leads to, if one button gives both answers."""
    sheet, follower = stage.sheet, stage.face.paired.get(stage.key, "")
    if not follower or not stage.work.picks:
        return None
    run = await service.preview(sheet.info.id, owner(sheet), (stage.work.picks,), seat=sheet.seat.number)
    there = run.request is not None and run.request.key == follower and not run.presumed
    return run if there and 0 < len(run.options) <= DESIGN.buttons else None


async def _ended(service: Service, stage: Stage) -> DryRun | None:
    """What a whole action would do if its plan ended here; None where it cannot, or something else follows."""
    key = stage.request.key if stage.request else ""
    stop = stage.face.plans.get(key, "") if key != stage.key and stage.key not in stage.face.defaults else ""
    if not stop or not stage.work.plan or stage.ask is None or stop not in stage.ask.options:
        return None
    sheet, batch = stage.sheet, (*stage.work.whole, (stop,))
    run = await service.preview(sheet.info.id, owner(sheet), batch, seat=sheet.seat.number)
    return None if follows(stage.face, stage.key, run) else run


def follows(face: Face, start: str, run: DryRun) -> bool:
    """Whether what is asked after a batch still belongs to the same screen."""
    if run.stopped or run.presumed or run.request is None:
        return False
    key = run.request.key
    if key == start:
        return start in face.plans or start in face.defaults
    return key in face.composites.get(start, ())


async def _outlook(service: Service, sheet: Sheet, face: Face) -> tuple[Mapping[str, int], ...]:
    """How a fight ends for each number of payments, where one plan decides it."""
    if sheet.request is None or sheet.request.key not in face.fights.keys:
        return ()
    return await service.outlook(sheet.info.id, owner(sheet), OUTLOOK, seat=sheet.seat.number)


async def _reasons(service: Service, sheet: Sheet, face: Face) -> dict[str, str]:
    """Why the cards of the hand that are not offered cannot be played, where the screen says so."""
    if sheet.request is None or sheet.ask is None or face.actions is None or face.board is None:
        return {}
    if sheet.request.key not in face.actions.keys:
        return {}
    barred = [card for card in face.board.hand(sheet.view, sheet.seat.seat) if card not in sheet.ask.options]
    table, person, seat = sheet.info.id, owner(sheet), sheet.seat.number
    return {card: told(await service.why_not(table, person, card, seat=seat), face.names) for card in barred}


async def _beginning(service: Service, sheet: Sheet, face: Face, work: Work) -> tuple[Picks, ...]:
    """The answers a composite begins with: those noted for its first questions, else their defaults."""
    batch: list[Picks] = []
    request, noted = sheet.request, {key: list(work.note(key)) for key in face.defaults}
    while request is not None and request.key in face.defaults:
        ask, wishes = request.of(sheet.seat.seat), noted[request.key]
        wish = wishes.pop(0) if wishes else ""
        batch.append((wish,) if ask and wish in ask.options else face.defaults[request.key])
        run = await service.preview(sheet.info.id, owner(sheet), batch, seat=sheet.seat.number)
        request = run.request if sheet.request and follows(face, sheet.request.key, run) else None
    return tuple(batch)


async def _carried_out(service: Service, sheet: Sheet, batch: Sequence[Picks]) -> tuple[DryRun | None, int]:
    info, person = sheet.info, owner(sheet)
    for n in range(len(batch), 0, -1):
        try:
            run = await service.preview(info.id, person, batch[:n], seat=sheet.seat.number)
        except Refused:
            continue
        return run, min(n, run.taken)
    return None, 0


def owner(sheet: Sheet) -> Person:
    """Whose screen it is."""
    return sheet.seat.person or Person(0, "")
