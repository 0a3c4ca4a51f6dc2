"""What happens when a control of a question is pressed: from My seat to the answer, and back by undo."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from bot.contract import Batch, Done, Person, Refused, Service, Sheet, TableInfo
from bot.ui.parts import Form, Line, Screen
from bot.ui.play import sitting
from bot.ui.play.aims import aimed
from bot.ui.play.generic import JOINT
from bot.ui.play.groups import grouped, shown
from bot.ui.play.question import question, with_picture
from bot.ui.play.stage import Stage, Work, draft_of, owner, stage_of
from bot.ui.play.talk import news
from bot.ui.router import Answer, Handler, Visit
from bot.ui.table import errors
from engine.core.ask import PASS
from engine.core.face import Face
from engine.core.text import words

REMEMBERED = 512
STALE = ("stale", "not_asked", "window_closed", "other_device")
Change = Callable[[Stage], Work]


class Play:
    """The screens of questions. `face_of` gives what a game declares for its screens."""

    def __init__(self, service: Service, face_of: Callable[[str], Face]) -> None:
        self.service = service
        self.face_of = face_of
        self._sent: OrderedDict[tuple[str, int, int], tuple[str, Batch]] = OrderedDict()

    def face(self, info: TableInfo) -> Face:
        """What the game of a table declares, with the names of its scenario."""
        return self.face_of(info.game).of(info.scenario)

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            "seat": self.seat,
            "pause": self.pause,
            "take": self.take,
            "both": self.both,
            "pick": self.pick,
            "group": self.group,
            "order": self.order,
            "go": self.send,
            "back": self.back,
            "over": self.over,
            "number": self.number,
            "typed_num": self.number_typed,
            "typed_ord": self.order_form,
            "order_sent": self.order_typed,
            "reseal": self.reseal,
            "unseal": self.unseal,
            "picture": self.picture,
            "undo": self.undo,
            "undo_now": self.undo_now,
        }

    async def seat(self, visit: Visit) -> Answer:
        """My seat: what is asked now, or that nothing is. `option` may be the number of one of the person's seats."""
        number = int(visit.option) if visit.option.isdigit() else None
        sheet = await self.service.sheet(visit.table, person_of(visit), number)
        return await self.after(Done(sheet.info, sheet=sheet)) if is_idle(sheet) else await self.show(sheet)

    async def pause(self, visit: Visit) -> Answer:
        """Close the screen of somebody who plays alone; My seat goes on."""
        return sitting.paused(visit.table)

    async def show(self, sheet: Sheet, line: str = "", *, again: bool = False) -> Screen:
        """The screen of a sheet: its question, the answer sealed, or that nothing is asked."""
        face = self.face(sheet.info)
        if sheet.request is None or sheet.ask is None:
            return sitting.at_rest(sheet, face).with_line(line)
        stage = await self.stage(sheet)
        if sitting.stage_is_sealed(stage) and not again:
            return sitting.sealed(stage).with_line(line)
        return await self.asking(stage, line)

    async def asking(self, stage: Stage, line: str = "") -> Screen:
        """The screen of a question, with what its options would do where that helps to choose."""
        return question(await aimed(self.service, stage)).with_line(line)

    async def stage(self, sheet: Sheet, work: Work | None = None) -> Stage:
        """The question of a sheet with its draft carried out."""
        return await stage_of(self.service, sheet, self.face(sheet.info), work)

    async def at(self, visit: Visit) -> Stage:
        """Where the question of a press stands. Raises Refused("stale") if it is not asked any more."""
        sheet = await self.service.sheet(visit.table, person_of(visit), visit.seat)
        if sheet.request is None or (visit.ask is not None and visit.ask != sheet.ask_no):
            raise Refused("stale")
        return await self.stage(sheet)

    async def change(self, visit: Visit, change: Change) -> Screen:
        """Change the draft, keep it, and show what it leads to."""
        try:
            stage = await self.at(visit)
            return await self.keep(visit, stage, change(stage))
        except Refused as refused:
            return await self.instead(visit, refused)

    async def keep(self, visit: Visit, stage: Stage, work: Work, typed: str | None = None, line: str = "") -> Screen:
        """Save a draft and show the question with it."""
        sheet = await self.saved(visit, stage.sheet, work, typed)
        return await self.asking(await self.stage(sheet), line)

    async def saved(self, visit: Visit, sheet: Sheet, work: Work, typed: str | None = None) -> Sheet:
        """The sheet with the draft saved."""
        draft = draft_of(work, sheet.draft, typed)
        table, person = visit.table, person_of(visit)
        await self.service.save_draft(table, person, sheet.ask_no, draft, seat=sheet.seat.number)
        return await self.service.sheet(table, person, sheet.seat.number)

    async def instead(self, visit: Visit, refused: Refused) -> Screen:
        """What is asked now, with a line on top that says why the press did nothing. Raises what it does not know."""
        if refused.code not in STALE:
            raise refused
        again = await self._twice(visit)
        if again is not None:
            return again
        sheet = await self.service.sheet(visit.table, person_of(visit))
        return await self.show(sheet, refusal(refused))

    async def take(self, visit: Visit) -> Answer:
        """A button that is an answer by itself."""
        return await self._answered_with(visit, (visit.option,))

    async def both(self, visit: Visit) -> Answer:
        """A button that answers the question and the one it leads to."""
        try:
            return await self.submit(visit, await self.at(visit), [(pick,) for pick in visit.option.split(JOINT)])
        except Refused as refused:
            return await self.instead(visit, refused)

    async def _answered_with(self, visit: Visit, picks: Sequence[str]) -> Screen:
        """Add an answer to the batch; what leads nowhere else is sent at once."""
        try:
            stage = await self.at(visit)
            if stage.sealed or not _has_more(stage) or _declines(stage, picks):
                return await self.submit(visit, stage, (*stage.work.whole, tuple(picks)))
            after = await self.stage(stage.sheet, stage.work.adding(picks))
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self.keep(visit, stage, after.work)

    async def pick(self, visit: Visit) -> Answer:
        """Choices of a menu; where more follows on the same screen, a choice that is complete is set at once."""
        try:
            stage = await self.at(visit)
            work = picked(stage, visit.values)
            full = stage.ask is not None and len(work.picks) == stage.ask.most
            if full and _has_more(stage) and not stage.sealed and stage.request is not None:
                return await self._answered_with(visit, work.picks)
            return await self.keep(visit, stage, work)
        except Refused as refused:
            return await self.instead(visit, refused)

    async def group(self, visit: Visit) -> Answer:
        """Another group of a long list."""
        wanted = next(iter(visit.values), "")
        return await self.change(visit, lambda stage: msgspec.structs.replace(stage.work, group=wanted))

    async def order(self, visit: Visit) -> Answer:
        """An order of a few things."""
        wanted = tuple(next(iter(visit.values), "").split(JOINT))
        return await self.change(visit, lambda stage: msgspec.structs.replace(stage.work, picks=wanted))

    async def back(self, visit: Visit) -> Answer:
        """Take the last answer out of the draft."""
        return await self.change(visit, lambda stage: stage.work.less())

    async def over(self, visit: Visit) -> Answer:
        """Throw the draft away."""
        return await self.change(visit, lambda _: Work())

    async def send(self, visit: Visit) -> Answer:
        """Confirm: send the batch, or set the picks and go on to what they lead to."""
        try:
            stage = await self.at(visit)
            if stage.request is None:
                return await self.submit(visit, stage, stage.work.whole)
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self._answered_with(visit, stage.picks)

    async def submit(self, visit: Visit, stage: Stage, batch: Sequence[Sequence[str]]) -> Screen:
        """Send answers and show what comes next. Raises Refused."""
        sheet = stage.sheet
        done = await self.service.answer(visit.table, person_of(visit), sheet.ask_no, batch, seat=sheet.seat.number)
        self._sent[visit.table.lower(), visit.person, sheet.ask_no] = (_mark(visit), batch)
        if len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
        return await self.after(done)

    async def one_by_one(self, visit: Visit, stage: Stage, tokens: Sequence[str]) -> Screen:
        """Answer a question again and again, as long as it is asked and what comes next is offered. Raises Refused.

        Not as one batch: what an answer brings to light decides whether the next one can be given.
        """
        done = Done(stage.sheet.info, (), stage.sheet)
        events = list(done.events)
        for token in tokens:
            sheet = done.sheet
            if sheet is None or sheet.ask is None or sheet.request is None or sheet.request.key != stage.key:
                break
            if token not in sheet.ask.options:
                break
            person, seat = person_of(visit), sheet.seat.number
            done = await self.service.answer(visit.table, person, sheet.ask_no, [(token,)], seat=seat)
            events += done.events
        return await self.after(replace(done, events=tuple(events)))

    async def _twice(self, visit: Visit) -> Screen | None:
        """The answer to the second press of a button that has sent something: what the first one did."""
        mark, batch = self._sent.get((visit.table.lower(), visit.person, visit.ask or 0), ("", ()))
        if mark != _mark(visit):
            return None
        try:
            done = await self.service.answer(visit.table, person_of(visit), visit.ask, batch, seat=visit.seat)
        except Refused:
            return None
        return await self.after(done)

    async def _onward(self, done: Done) -> Done:
        """Let windows pass in which a person who plays alone has nothing to choose."""
        events = list(done.events)
        while done.sheet is not None and done.sheet.ask is not None and is_idle(done.sheet):
            sheet, silence = done.sheet, [done.sheet.ask.options]
            done = await self.service.answer(sheet.info.id, owner(sheet), sheet.ask_no, silence, seat=sheet.seat.number)
            events += done.events
        return replace(done, events=tuple(events))

    async def after(self, done: Done) -> Screen:
        """The next question of the same person in place, or that there is none."""
        done = await self._onward(done)
        face, sheet = self.face(done.info), done.sheet
        line = words("play.text.done_already") if done.repeated else ""
        if sheet is None or sheet.request is None or sheet.ask is None:
            return sitting.done(done, face).with_line(line)
        told = news(done, face)
        return await self.show(_told(sheet) if told and not line else sheet, line or told)

    async def picture(self, visit: Visit) -> Answer:
        """The screen with a picture of what the draft brings about."""
        try:
            return with_picture(await self.at(visit))
        except Refused as refused:
            return await self.instead(visit, refused)

    async def number(self, visit: Visit) -> Answer:
        """The form for a number of a wide range."""
        stage = await self.at(visit)
        field = Line("number", words("play.form.number"), example=words("play.form.number_example"), least=1, most=6)
        return form(stage, words("play.form.number"), "typed_num", field)

    async def number_typed(self, visit: Visit) -> Answer:
        """A number from the form, if it is one of the options."""
        typed = visit.field("number").strip()
        return await self.change(visit, lambda stage: picked(stage, (typed,)))

    async def order_form(self, visit: Visit) -> Answer:
        """The form for an order of many things, by their numbers."""
        stage = await self.at(visit)
        several = " ".join(str(i + 1) for i in range(len(stage.ask.options if stage.ask else ())))
        field = Line("order", words("play.form.order"), value=several, least=1, most=200)
        return form(stage, words("play.form.order"), "order_sent", field)

    async def order_typed(self, visit: Visit) -> Answer:
        """An order from the form."""
        return await self.change(visit, lambda stage: _ordered(stage, visit.field("order")))

    async def reseal(self, visit: Visit) -> Answer:
        """Choose another answer to the open window."""
        try:
            stage = await self.at(visit)
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self.show(stage.sheet, again=True)

    async def unseal(self, visit: Visit) -> Answer:
        """Let silence stand again."""
        try:
            done = await self.service.unseal(visit.table, person_of(visit), visit.ask, seat=visit.seat)
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self.after(done)

    async def undo(self, visit: Visit) -> Answer:
        """What could be taken back."""
        sheet = await self.service.sheet(visit.table, person_of(visit), visit.seat)
        return sitting.undo_screen(sheet, self.face(sheet.info))

    async def undo_now(self, visit: Visit) -> Answer:
        """Take the last answer back and ask it again."""
        done = await self.service.undo(visit.table, person_of(visit), seat=visit.seat)
        if done.sheet is None:
            return sitting.done(done, self.face(done.info))
        return await self.show(done.sheet, words("play.text.taken_back"))


def person_of(visit: Visit) -> Person:
    """Who pressed."""
    return Person(visit.person, visit.name)


def is_idle(sheet: Sheet) -> bool:
    """Whether a window is asked of somebody who plays alone and can only let it pass."""
    if sheet.request is None or sheet.ask is None or not (sheet.request.sealed and sheet.info.alone):
        return False
    return len(sheet.ask.options) == 1 and sheet.ask.silence == sheet.ask.options


def _mark(visit: Visit) -> str:
    """What tells one press from another on the same screen."""
    return f"{visit.verb}|{visit.option}"


def refusal(refused: Refused) -> str:
    """Why something was refused, as a line."""
    return errors.text(refused)


def form(stage: Stage, title: str, verb: str, *fields: Line) -> Form:
    """A form that belongs to the question asked."""
    sheet = stage.sheet
    return Form(title, fields, verb, table=sheet.info.id.lower(), ask=sheet.ask_no, seat=sheet.seat.number)


def picked(stage: Stage, values: Sequence[str]) -> Work:
    """The draft with these choices of the menu shown; picks of other groups are kept."""
    if stage.ask is None:
        return stage.work
    options = [stage.option(token) for token in stage.ask.options]
    groups = grouped(options, stage.face.regions)
    legal = tuple(v for v in values if v in stage.ask.options)
    if not groups or stage.ask.most == 1:
        return msgspec.structs.replace(stage.work, picks=legal)
    here = {o.token for o in shown(groups, stage.work.group).options}
    kept = tuple(t for t in stage.work.picks if t not in here)
    return msgspec.structs.replace(stage.work, picks=(*kept, *legal))


def _ordered(stage: Stage, typed: str) -> Work:
    options = stage.ask.options if stage.ask else ()
    numbers = [int(n) for n in typed.replace(",", " ").split() if n.isdigit()]
    order = tuple(options[n - 1] for n in numbers if 1 <= n <= len(options))
    whole = sorted(order) == sorted(options)
    return msgspec.structs.replace(stage.work, picks=order if whole else ())


def _has_more(stage: Stage) -> bool:
    """Whether the question may lead to others on the same screen, so that nothing is sent without a preview."""
    return stage.key in stage.face.composites or stage.key in stage.face.plans


def _told(sheet: Sheet) -> Sheet:
    """The question without the lines that stand above it already."""
    return replace(sheet, public=replace(sheet.public, latest=()))


def _declines(stage: Stage, picks: Sequence[str]) -> bool:
    """Whether the answer says no to everything, so that nothing can follow it."""
    return tuple(picks) == (PASS,) or (stage.key in stage.face.composites and tuple(picks) == (stage.face.decline,))
