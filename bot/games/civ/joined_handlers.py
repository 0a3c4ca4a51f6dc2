"""Handlers of a screen of several questions: choosing, and sending all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.contract.tables import Refused
from bot.games.civ import joined_screen
from bot.games.civ.fleet import (
    GROUP,
    LAST,
    MOVES,
    SHORTHAND,
    add_moves,
    bought_advances,
    is_aboard,
    keeps_rate,
    less_moves,
    line_field,
    plan_moves,
    planned_moves,
    set_march,
    tax_menu,
)
from bot.games.civ.joined import (
    CARDS,
    LESS,
    SEND,
    TOLLS,
    TYPE,
    TYPED,
    VERB,
    picks_of,
    walk_steps,
    with_choice,
)
from bot.games.civ.joined_form import OPEN, RATE, SENT, Asked, in_form, menus_form, rate_form, shown_before
from bot.games.civ.toll_lines import set_toll
from bot.ui.parts import Menu, Screen, number
from bot.ui.questions import division
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.giving_up import SURE
from bot.ui.questions.groups import find_group, group_options
from bot.ui.questions.handlers import QuestionHandlers, form, question_screen_of, refusal
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from engine.civ.presentation.lines import move_text
from engine.core.ask import Ask, Picks
from engine.core.naming import WrongLine


class JoinedHandlers:
    """The verbs of these screens."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            VERB: self.chosen,
            LESS: self.less,
            SEND: self.send,
            TYPE: self.form,
            TYPED: self.typed,
            OPEN: self.menus,
            SENT: self.filled,
            RATE: self.rate,
        }

    async def chosen(self, visit: Visit) -> Answer:
        """Return a choice of one of the menus."""
        try:
            stage = await self.play.at(visit)
            work = await asyncio.to_thread(_noted, stage, visit.option, visit.values)
            return await self.play.keep(visit, stage, work)
        except WrongLine as wrong:
            return await asyncio.to_thread(question_screen_of, stage, wrong_text(stage, wrong))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def less(self, visit: Visit) -> Answer:
        """Take away one of the moves planned behind the ships."""
        try:
            stage = await self.play.at(visit)
            token = next(iter(visit.values), "")
            return await self.play.keep(visit, stage, await asyncio.to_thread(less_moves, stage, token))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def menus(self, visit: Visit) -> Answer:
        """Return the form that has the menus of the screen."""
        try:
            stage = await self.play.at(visit)
            pairs = await asyncio.to_thread(_pairs, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return menus_form(stage, pairs) if pairs else await self.play.show(stage.there)

    async def filled(self, visit: Visit) -> Answer:
        """Return the screen with what was chosen in the form."""
        try:
            stage = await self.play.at(visit)
            return await self.play.keep(visit, stage, await asyncio.to_thread(_filled, stage, visit.fields))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def rate(self, visit: Visit) -> Answer:
        """Return the form of the tax rate."""
        try:
            stage = await self.play.at(visit)
            steps = await asyncio.to_thread(walk_steps, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        menu = next((one for one in tax_menu(stage, bought_advances(steps)) if isinstance(one, Menu)), None)
        return rate_form(stage, menu) if menu is not None else await self.play.show(stage.there)

    async def send(self, visit: Visit) -> Answer:
        """Send all of it; asks for confirmation before every ship is given up."""
        try:
            stage = await self.play.at(visit)
            if visit.option != SURE and await asyncio.to_thread(joined_screen.gives_up, stage):
                return await asyncio.to_thread(joined_screen.giving_up, stage)
            return await send_all(self.play, visit, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def form(self, visit: Visit) -> Answer:
        """Return the form for a line: of ships and moves, or of a sum that is divided."""
        try:
            stage = await self.play.at(visit)
            if visit.option == MOVES:
                return form(stage, stage.words("play.joined.title.ships.build"), TYPED, line_field(stage), MOVES)
            steps = await asyncio.to_thread(walk_steps, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        found = next((step for step in steps if step.id == visit.option and step.ask.caps), None)
        if found is None:
            return await self.play.instead(visit, Refused("stale"))
        return joined_screen.division_form(stage, found)

    async def typed(self, visit: Visit) -> Answer:
        """Return a line from the form."""
        try:
            stage = await self.play.at(visit)
            if visit.option == MOVES:
                return await self._marched(visit, stage, visit.field("parts"))
            work = await asyncio.to_thread(_divided, stage, visit.option, visit.field("parts"))
            return await self.play.keep(visit, stage, work)
        except Refused as refused:
            if refused.code not in {"not_an_option", "misdivided"}:
                return await self.play.instead(visit, refused)
            return await asyncio.to_thread(question_screen_of, stage, refusal(refused))

    async def _marched(self, visit: Visit, stage: DraftState, line: str) -> Screen:
        """Ships and moves as typed; a line that does not fit is kept, and refused as a whole."""
        try:
            work = await asyncio.to_thread(set_march, stage, line)
            return await self.play.keep(visit, stage, work, "")
        except WrongLine as wrong:
            text = await asyncio.to_thread(wrong_text, stage, wrong)
            return await self.play.keep(visit, stage, stage.work, line, text)


async def send_all(play: QuestionHandlers, visit: Visit, stage: DraftState) -> Screen:
    """Send the answers of the screen. Moves planned behind ships are lodged first, and made if their turn has come:
    those for which the ships leave tokens. While some of them end aboard, nothing is sent.
    """
    steps, sheet = await asyncio.to_thread(walk_steps, stage), stage.sheet
    batch = [step.picks for step in steps]
    march = await asyncio.to_thread(plan_moves, stage, steps) if stage.work.note(MOVES) else None
    if is_aboard(march):
        return await play.keep(visit, stage, stage.work)
    if keeps_rate(stage, steps):
        await play.advance.set_kind(visit.table, person_of(visit), *LAST, sheet.seat.number)
    moves = _to_lodge(stage, march)
    if moves is None:
        return await play.submit(visit, stage, batch)
    table, person, seat = visit.table, person_of(visit), sheet.seat.number
    await play.advance.plan(table, person, moves, ", ".join(map(move_text, moves)), batch, seat)
    done = await play.send_answers(visit, stage, batch)
    if done.sheet is not None and done.sheet.request is not None and done.sheet.request.key == MOVES:
        done = replace(await play.advance.carry_out(table, person, seat), events=done.events)
    return await play.after(done)


def _to_lodge(stage: DraftState, march: DraftState | None) -> tuple[str, ...] | None:
    """The moves behind the ships, none where all are to stay; None where there are none to be lodged."""
    if march is None or (planned_moves(stage) and not march.work.plan):
        return None
    return march.work.plan


def _pairs(stage: DraftState) -> list[Asked]:
    return in_form(joined_screen.questions(stage, walk_steps(stage)))


def _filled(stage: DraftState, fields: Mapping[str, Sequence[str]]) -> DraftAnswers:
    """The draft with what the form changes, one question after another: later ones may hang on it."""
    for _, menu in _pairs(stage):
        values = fields.get(menu.option)
        if values is not None and {*values} != shown_before(menu):
            stage = replace(stage, work=_noted(stage, menu.option, values))
    return stage.work


def _noted(stage: DraftState, name: str, values: Sequence[str]) -> DraftAnswers:
    """The draft with that choice; of a long list, what was chosen in other groups stays."""
    if name in {MOVES, SHORTHAND, GROUP}:
        return add_moves(stage, name, values)
    steps = walk_steps(stage)
    step = next((step for step in steps if step.id == name), None)
    if step is None:
        return stage.work
    if step.key == CARDS:
        return with_choice(stage, name, _counted(values))
    if step.ask.caps:
        return with_choice(stage, name, divide_to(step.ask, step.picks, next(iter(values), "")))
    groups = group_options(joined_screen.listed_options(stage, step), stage.regions)
    here = {o.token for o in find_group(groups, stage.work.group).options} if groups else set(step.ask.options)
    kept = [pick for pick in picks_of(steps, name) if pick not in here]
    chosen = [value for value in values if value in step.ask.options]
    only = [value for value in chosen if value != "auto"] if len(chosen) > 1 else chosen
    return with_choice(stage, name, [*kept, *only])


def divide_to(ask: Ask, picks: Picks, first: str) -> Picks:
    """Return the division in which that option gets all it may, and the others what is left, as they have it now."""
    parts, room = ask.parts(picks), dict(zip(ask.options, ask.caps, strict=True))
    left, given = ask.total, dict[str, int]()
    wanted = {first: room.get(first, 0), **{option: n for option, n in parts.items() if option != first}}
    for most in (wanted, room):
        for option, n in most.items():
            more = min(max(0, n - given.get(option, 0)), left)
            given[option], left = given.get(option, 0) + more, left - more
    return tuple(f"{option}:{given[option]}" for option in ask.options if given.get(option))


def _counted(values: Sequence[str]) -> list[str]:
    """`4x2` is twice a card of pile 4."""
    found = list[str]()
    for value in values:
        pile, times, n = value.partition(joined_screen.TIMES)
        found += [pile] * (min(number(n) or 0, 9) if times else 1)
    return found


def _divided(stage: DraftState, name: str, line: str) -> DraftAnswers:
    if stage.key in TOLLS:
        return set_toll(stage, line)
    step = next((step for step in walk_steps(stage) if step.id == name and step.ask.caps), None)
    if step is None:
        raise Refused("stale")
    return with_choice(stage, name, division.complete(joined_screen.division_state(stage, step), line))
