"""Handlers of a question's controls: from My turn to the answer, and undo."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.contract.snapshot import Done, SeatSnapshot
from bot.contract.tables import Batch, Refused, Sheet, TableInfo
from bot.tables.game_service import GameService
from bot.ui.doors import AdvanceScreens, doors
from bot.ui.lookup import errors
from bot.ui.parts import Button, Form, Line, Part, Row, Screen, number
from bot.ui.questions import resting_screens
from bot.ui.questions.controls import JOINT
from bot.ui.questions.draft import DraftAnswers, DraftState, Makers, draft_of, draft_state, owner
from bot.ui.questions.frame import news
from bot.ui.questions.groups import find_group, group_options
from bot.ui.questions.guide import guide_answer
from bot.ui.questions.preview import with_aim_hints
from bot.ui.questions.question_screen import question, with_picture
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words import prompt
from engine.core.ask import PASS, Picks
from engine.core.presentation import Presentation
from engine.core.text import words

REMEMBERED = 512
STALE = ("stale", "not_asked", "window_closed", "other_device")
SENDING = ("go", "stop", "join_go")
Change = Callable[[DraftState], DraftAnswers]
BeforeSending = Callable[["QuestionHandlers", Visit, DraftState], Awaitable[None]]


def _nothing_in_advance(_: QuestionHandlers) -> AdvanceScreens:
    return AdvanceScreens()


class QuestionHandlers:
    """The screens of questions. `presentation_of` gives what a game declares for its screens."""

    def __init__(
        self,
        service: GameService,
        presentation_of: Callable[[str], Presentation],
        makers_of: Callable[[str], Makers] = lambda _: {},
        before_of: Callable[[str], Mapping[str, BeforeSending]] = lambda _: {},
        ways_of: Callable[[str], Mapping[str, Any]] = lambda _: {},
        offers_of: Callable[[str], Mapping[str, Any]] = lambda _: {},
    ) -> None:
        """Keep what the questions of a game, given by name, need.

        `makers_of` returns its own screens for questions. `before_of` returns, by question key, what is done before
        answers from that question on are sent. `ways_of` returns its special commands (`CommandWay` by name), and
        `offers_of`, by question key, completions other than the options.
        """
        self.service = service
        self.presentation_of, self.makers_of, self.before_of = presentation_of, makers_of, before_of
        self.ways_of, self.offers_of = ways_of, offers_of
        self.advance = next(doors(service.deps, lambda one: one.advance), _nothing_in_advance)(self)
        self._sent: OrderedDict[tuple[str, int, int], tuple[str, Batch]] = OrderedDict()

    def presentation(self, info: TableInfo) -> Presentation:
        """Return what the game of a table declares, with the names of its scenario."""
        return self.presentation_of(info.game).of(info.scenario)

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            "seat": self.seat,
            "seat_at": self.seat_at,
            "pause": self.pause,
            "take": self.take,
            "both": self.both,
            "pick": self.pick,
            "group": self.group,
            "order": self.order,
            "go": self.send,
            "back": self.back,
            "over": self.over,
            "reseal": self.reseal,
            "unseal": self.unseal,
            "picture": self.picture,
            "undo": self.undo,
            "undo_now": self.undo_now,
        }

    async def seat_at(self, visit: Visit) -> Answer:
        """Show my turn at the table that the button names."""
        return await self.seat(replace(visit, table=visit.option, ask=None, seat=None, option=""))

    async def seat(self, visit: Visit) -> Answer:
        """Show My turn: the present question, or that there is none. `option` may be the number of one of the person's
        seats.
        """
        there = await self.service.seat(visit.table, person_of(visit), number(visit.option))
        if self._spared(there.sheet):
            return await self.after(Done(there.sheet.info, seat=there))
        return (await self.show(there)).with_line(prompt.standing_still(there.sheet.info))

    async def pause(self, visit: Visit) -> Answer:
        """Close the screen of a person who plays alone; My turn reopens it."""
        info = await self.service.info(visit.table)
        return resting_screens.pause_screen(visit.table, self.presentation(info))

    async def show(self, there: SeatSnapshot, line: str = "", *, again: bool = False) -> Screen:
        """Return the screen of a seat: its question, its secret response, or that nothing is asked."""
        return await asyncio.to_thread(self._shown, there, line, again=again)

    def _shown(self, there: SeatSnapshot, line: str, *, again: bool) -> Screen:
        sheet = there.sheet
        if sheet.request is None or sheet.ask is None:
            return resting_screens.at_rest(sheet, self.presentation(sheet.info), there.advance, self.advance).with_line(
                line
            )
        stage = self.stage(there)
        if resting_screens.stage_is_sealed(stage) and not again:
            return resting_screens.sealed_screen(stage, self.advance).with_line(line)
        return question_screen_of(stage, line or self.advance.why_stopped(there, stage.presentation))

    def stage(self, there: SeatSnapshot, work: DraftAnswers | None = None) -> DraftState:
        """Return the state of a seat's question with its draft, or another one. Run it off the event loop."""
        info = there.sheet.info
        return draft_state(there, self.presentation(info), work, self.makers_of(info.game))

    async def at(self, visit: Visit) -> DraftState:
        """Return the draft state of a press's question. Raises Refused("stale") if it is no longer asked."""
        return await asyncio.to_thread(self.stage, await self.find_seat(visit))

    async def find_seat(self, visit: Visit) -> SeatSnapshot:
        """Return the seat at the question of a press. Raises Refused("stale") if it is no longer asked."""
        there = await self.service.seat(visit.table, person_of(visit), visit.seat)
        if there.sheet.request is None or (visit.ask is not None and visit.ask != there.sheet.ask_no):
            raise Refused("stale")
        return there

    async def change(self, visit: Visit, change: Change) -> Screen:
        """Change the draft, keep it, and show what it leads to."""
        try:
            stage = await self.at(visit)
            return await self.keep(visit, stage, change(stage))
        except Refused as refused:
            return await self.instead(visit, refused)

    async def keep(
        self, visit: Visit, stage: DraftState, work: DraftAnswers, typed: str | None = None, line: str = ""
    ) -> Screen:
        """Save a draft and show the question with it."""
        there = await self.save_draft(visit, stage.there, work, typed)
        return await asyncio.to_thread(lambda: question_screen_of(self.stage(there), line))

    async def unsent(self, visit: Visit, stage: DraftState, work: DraftAnswers) -> Screen:
        """Show what was typed and what it does, with a button to send it, since it may be meant differently."""
        told = words("play.typed.part", typed=visit.unsure[0]) if visit.unsure else words("play.typed.look")
        return with_confirm(await self.keep(visit, stage, work, line=told))

    async def save_draft(
        self, visit: Visit, there: SeatSnapshot, work: DraftAnswers, typed: str | None = None
    ) -> SeatSnapshot:
        """Return the seat with the draft saved."""
        sheet = there.sheet
        draft = draft_of(work, sheet.draft, typed)
        table, person = visit.table, person_of(visit)
        kept = await self.service.save_draft(table, person, sheet.ask_no, draft, seat=sheet.seat.number)
        return there.with_draft(kept)

    async def instead(self, visit: Visit, refused: Refused) -> Screen:
        """Show the present question and why the press did nothing. Raises refusals it doesn't know."""
        if refused.code not in STALE:
            raise refused
        again = await self._twice(visit)
        if again is not None:
            return again
        return await self.show(await self.service.seat(visit.table, person_of(visit)), refusal(refused))

    async def take(self, visit: Visit) -> Answer:
        """Answer with a button."""
        try:
            return await self._answered_with(visit, await self.at(visit), (visit.option,))
        except Refused as refused:
            return await self.instead(visit, refused)

    async def both(self, visit: Visit) -> Answer:
        """Answer the question and the next one with one button."""
        try:
            return await self.submit(visit, await self.at(visit), [(pick,) for pick in visit.option.split(JOINT)])
        except Refused as refused:
            return await self.instead(visit, refused)

    async def _answered_with(self, visit: Visit, stage: DraftState, picks: Sequence[str]) -> Screen:
        """Add an answer to the batch; what leads nowhere else is sent at once. Raises Refused."""
        if stage.is_sealed or not _has_more(stage) or _declines(stage, picks) or _is_last(stage):
            return await self.submit(visit, stage, (*stage.work.whole, tuple(picks)))
        after = await asyncio.to_thread(self.stage, stage.there, stage.work.with_answers(picks))
        return await self.keep(visit, stage, after.work)

    async def pick(self, visit: Visit) -> Answer:
        """Pick from a menu; if more follows on the same screen, a complete choice is set at once."""
        try:
            stage = await self.at(visit)
            work = pick_in_menu(stage, visit.values)
            full = stage.ask is not None and len(work.picks) == stage.ask.most
            if full and _has_more(stage) and not (stage.is_sealed or _is_last(stage)) and stage.request is not None:
                return await self._answered_with(visit, stage, work.picks)
            return await self.keep(visit, stage, work)
        except Refused as refused:
            return await self.instead(visit, refused)

    async def group(self, visit: Visit) -> Answer:
        """Show another group of a long list."""
        wanted = next(iter(visit.values), "")
        return await self.change(visit, lambda stage: msgspec.structs.replace(stage.work, group=wanted))

    async def order(self, visit: Visit) -> Answer:
        """Set the order of a few things."""
        wanted = tuple(next(iter(visit.values), "").split(JOINT))
        return await self.change(visit, lambda stage: msgspec.structs.replace(stage.work, picks=wanted))

    async def back(self, visit: Visit) -> Answer:
        """Take the last answer out of the draft."""
        return await self.change(visit, lambda stage: stage.work.less())

    async def over(self, visit: Visit) -> Answer:
        """Delete the draft."""
        return await self.change(visit, lambda _: DraftAnswers())

    async def send(self, visit: Visit) -> Answer:
        """Confirm: send the batch, or set the picks and go on to what they lead to."""
        try:
            stage = await self.at(visit)
            if stage.request is None:
                return await self.submit(visit, stage, stage.work.whole)
            return await self._answered_with(visit, stage, stage.picks)
        except Refused as refused:
            return await self.instead(visit, refused)

    async def submit(self, visit: Visit, stage: DraftState, batch: Sequence[Sequence[str]]) -> Screen:
        """Send answers and show what comes next. Raises Refused."""
        require_names(visit)
        return await self.after(await self.send_answers(visit, stage, batch))

    async def send_answers(self, visit: Visit, stage: DraftState, batch: Sequence[Sequence[str]]) -> Done:
        """Send answers. Raises Refused."""
        sheet = stage.sheet
        before = self.before_of(sheet.info.game).get(stage.key)
        if before is not None:
            await before(self, visit, stage)
        done = await self.service.answer(visit.table, person_of(visit), sheet.ask_no, batch, seat=sheet.seat.number)
        self._sent[visit.table.lower(), visit.person, sheet.ask_no] = (_mark(visit), batch)
        if len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
        return done

    async def one_by_one(self, visit: Visit, stage: DraftState, tokens: Sequence[str]) -> Screen:
        """Answer a question repeatedly while it's asked and the next token is offered. Raises Refused.

        This isn't one batch: what an answer reveals decides whether the next one is possible.
        """
        done = Done(stage.sheet.info, (), stage.there)
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

    async def onward(self, done: Done) -> Done:
        """Answer the questions that the person needn't be asked."""
        events = list(done.events)
        while done.sheet is not None and (picks := self._spared(done.sheet)):
            sheet = done.sheet
            done = await self.service.answer(sheet.info.id, owner(sheet), sheet.ask_no, [picks], seat=sheet.seat.number)
            events += done.events
        return replace(done, events=tuple(events))

    def _spared(self, sheet: Sheet) -> Picks:
        return default_saves(sheet, self.presentation(sheet.info).questions.veiled)

    async def after(self, done: Done) -> Screen:
        """Show the same person's next question in place, or that there is none."""
        done = await self.onward(done)
        presentation, there = self.presentation(done.info), done.seat
        line = words("play.text.done_already") if done.repeated else ""
        if there is None or there.sheet.request is None or there.sheet.ask is None:
            return resting_screens.done_screen(done, presentation, self.advance).with_line(line)
        told = news(done, presentation)
        return await self.show(_told(there) if told and not line else there, line or told)

    async def picture(self, visit: Visit) -> Answer:
        """Show the screen with a picture of what the draft would do."""
        try:
            there = await self.find_seat(visit)
            return await asyncio.to_thread(lambda: with_picture(self.stage(there)))
        except Refused as refused:
            return await self.instead(visit, refused)

    async def reseal(self, visit: Visit) -> Answer:
        """Choose another secret response."""
        try:
            there = await self.find_seat(visit)
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self.show(there, again=True)

    async def unseal(self, visit: Visit) -> Answer:
        """Withdraw the secret response."""
        try:
            done = await self.service.unseal(visit.table, person_of(visit), visit.ask, seat=visit.seat)
        except Refused as refused:
            return await self.instead(visit, refused)
        return await self.after(done)

    async def undo(self, visit: Visit) -> Answer:
        """Show what could be undone."""
        sheet = await self.service.sheet(visit.table, person_of(visit), visit.seat or number(visit.option))
        return resting_screens.undo_screen(sheet, self.presentation(sheet.info))

    async def undo_now(self, visit: Visit) -> Answer:
        """Undo the last answer and ask it again."""
        done = await self.service.undo(visit.table, person_of(visit), seat=visit.seat)
        if done.seat is None:
            return resting_screens.done_screen(done, self.presentation(done.info), self.advance)
        return await self.show(done.seat, words("play.text.taken_back"))


def with_confirm(shown: Screen) -> Screen:
    """Return the screen with Confirm as the button that sends what it shows."""
    return msgspec.structs.replace(shown, parts=tuple(_confirming(part) for part in shown.parts))


def _confirming(part: Part) -> Part:
    if not isinstance(part, Row):
        return part
    label, said = words("play.button.confirm"), msgspec.structs.replace
    return said(part, buttons=tuple(said(b, label=label) if _sends(b) else b for b in part.buttons))


def _sends(button: Button) -> bool:
    """Whether it sends what is shown, which may be that nothing is done."""
    return button.verb in SENDING or (button.style == "primary" and button.verb != "fill")


def require_names(visit: Visit) -> None:
    """Refuse a typed answer that isn't a whole name and would be sent at once. Refused: not_an_option."""
    if visit.unsure:
        raise Refused("not_an_option", given=visit.unsure[0], near=visit.unsure[1:])


def question_screen_of(stage: DraftState, line: str = "") -> Screen:
    """Return the screen of a question, with what its options would do where that helps to choose."""
    return question(with_aim_hints(stage)).with_line(line)


def default_saves(sheet: Sheet, veiled: Collection[str]) -> Picks:
    """Return the answer to a question that a lone player needn't be asked; empty if it is asked.

    Such questions are responses that can only pass, questions that hide what others hold (`veiled`), and what a guide
    leaves out.
    """
    if sheet.request is None or sheet.ask is None or not sheet.info.alone:
        return ()
    only = len(sheet.ask.options) == 1
    passes = sheet.request.sealed and sheet.ask.silence == sheet.ask.options
    return sheet.ask.options if only and (passes or sheet.request.key in veiled) else guide_answer(sheet)


def _mark(visit: Visit) -> str:
    """Return what distinguishes one press from another on the same screen."""
    return f"{visit.verb}|{visit.option}"


def refusal(refused: Refused) -> str:
    """Return why something was refused, as a line."""
    return errors.text(refused)


def form(stage: DraftState, title: str, verb: str, field: Line, option: str = "") -> Form:
    """Return a form that belongs to the question asked."""
    sheet = stage.sheet
    return Form(title, (field,), verb, option, table=sheet.info.id.lower(), ask=sheet.ask_no, seat=sheet.seat.number)


def pick_in_menu(stage: DraftState, values: Sequence[str]) -> DraftAnswers:
    """Return the draft with these choices of the menu shown; the latest picks of other groups are kept, as many as may
    be.
    """
    if stage.ask is None:
        return stage.work
    options = [stage.option(token) for token in stage.ask.options]
    groups = group_options(options, stage.regions)
    legal = tuple(v for v in values if v in stage.ask.options)
    if not groups or stage.ask.most == 1:
        return msgspec.structs.replace(stage.work, picks=_without_silence(stage, legal))
    gone = {*(o.token for o in find_group(groups, stage.work.group).options), *legal}
    kept = [t for t in stage.work.picks if t not in gone]
    room = max(0, stage.ask.most - len(legal))
    return msgspec.structs.replace(stage.work, picks=(*kept[max(0, len(kept) - room) :], *legal))


def _without_silence(stage: DraftState, picks: Picks) -> Picks:
    """Return the picks with the silent answer alone or not at all: any other choice replaces it."""
    silence = stage.ask.silence if stage.ask is not None else None
    others = tuple(token for token in picks if silence != (token,))
    if not others or len(others) == len(picks) or silence is None:
        return picks
    return others if silence[0] in stage.picks else silence


def _has_more(stage: DraftState) -> bool:
    """Whether the question may lead to others on the same screen, so that nothing is sent without a preview."""
    return stage.key in stage.presentation.composites or stage.key in stage.presentation.plans


def _is_last(stage: DraftState) -> bool:
    """Return whether an answer to the present question sends all, as its buttons say."""
    return stage.request is not None and stage.request.key in stage.questions.last


def _told(there: SeatSnapshot) -> SeatSnapshot:
    """Return the snapshot without the lines that are shown above it already."""
    return replace(there, sheet=replace(there.sheet, public=replace(there.sheet.public, latest=())))


def _declines(stage: DraftState, picks: Sequence[str]) -> bool:
    """Whether the answer says no to everything, so that nothing can follow it."""
    return tuple(picks) == (PASS,) or (
        stage.key in stage.presentation.composites and tuple(picks) == (stage.questions.decline,)
    )


class WindowHandlers:
    """Handlers for letting a response pass."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"let_pass": self.let_pass}

    async def let_pass(self, visit: Visit) -> Answer:
        """Respond with silence; if the time to respond is over, show the present question. Refused: as `answer`."""
        seat, _, ask = visit.option.partition(".")
        person, service = person_of(visit), self.play.service
        sheet = (await service.seat(visit.table, person, number(seat))).sheet
        if sheet.ask is None or sheet.ask.silence is None or sheet.ask_no != number(ask):
            return await self.play.seat(replace(visit, option=seat))
        done = await service.answer(visit.table, person, sheet.ask_no, [sheet.ask.silence], seat=sheet.seat.number)
        return await self.play.after(done)
