"""Commands that fill in a screen of several questions; what they don't name is answered by silence."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.contract.tables import Refused
from bot.games.civ.fleet import completions as coming
from bot.games.civ.fleet import set_march
from bot.games.civ.joined import (
    BUILD,
    BUY,
    CARDS,
    CITY,
    CREDITS,
    DISCARD,
    FLEET,
    FREE,
    JOINED,
    KEEP,
    PAY,
    TOLLS,
    JoinedStep,
    joined_answers,
    walk_steps,
    with_choice,
)
from bot.games.civ.joined_handlers import send_all
from bot.games.civ.joined_screen import division_state
from bot.games.civ.toll_lines import completions, set_toll
from bot.ui.parts import Screen, number
from bot.ui.questions import division
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.game_screens import CommandWay
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.questions.resolve import resolve
from bot.ui.typed.grammar import items
from bot.ui.visit import Visit
from engine.civ.catalog import CARDS as MONEY
from engine.civ.geography import area_of
from engine.civ.payment import best, raise_values, raised_with, token_value_with
from engine.civ.presentation.board import nation
from engine.civ.presentation.names import NAMES
from engine.core.commands import Given
from engine.core.naming import WrongLine, fold

FILLS: Final[Mapping[str, str]] = {
    KEEP: "keep",
    BUILD: "build",
    CITY: "cities",
    "city.settlers": "settlers",
    CARDS: "cards",
    BUY: "advances",
    FREE: "free",
    CREDITS: "credits",
    PAY: "pay",
    DISCARD: "discard",
}
AUTO, TREASURY = "auto", "treasury"
NOTHING: Final = frozenset({"none", "nothing", "no", "0", "done"})


async def send_joined(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Send what the command names, and silence for the rest; a discard that wasn't named is shown first."""
    if stage.key not in JOINED:
        return stage
    given = _with_architecture(given)
    work = await asyncio.to_thread(fill_joined, stage, given)
    after = replace(stage, work=work)
    steps = await asyncio.to_thread(walk_steps, after)
    open_ = any(step.key == DISCARD and not given.get(FILLS[DISCARD]) for step in steps)
    if open_ or not any(given.get(name) for name in FILLS.values()):
        return await play.keep(visit, stage, work)
    return await (play.unsent(visit, stage, work) if visit.first_shown else send_all(play, visit, after))


def fill_joined(stage: DraftState, given: Given) -> DraftAnswers:
    """Return the draft with everything that the options name. Raises Refused("not_an_option")."""
    done = set[str]()
    while True:
        named = (step for step in walk_steps(stage) if step.id not in done and _names(given, step.key))
        step = next(named, None)
        if step is None:
            return stage.work
        done.add(step.id)
        here, text = division_state(stage, step), given.get(FILLS[step.key], "")
        kept = given.get("keep", "") if step.key == PAY else ""
        tokens = cards_to_keep(here, step, kept) if kept and fold(text) in {"", AUTO} else _tokens(here, step, text)
        stage = replace(stage, work=with_choice(stage, step.id, tokens))


def _names(given: Given, key: str) -> bool:
    """Whether the command says something to that question."""
    return bool(given.get(FILLS[key]) or (key == PAY and given.get("keep")))


def _with_architecture(given: Given) -> Given:
    """The city that Architecture helps to build among the cities: `rome with treasury`."""
    helped = given.get("architecture", "").strip()
    if not helped:
        return given
    others = [item for item in items(given.get("cities", "")) if fold(item) != fold(helped)]
    return {**given, "cities": ", ".join([f"{helped} with treasury", *others])}


def cards_to_keep(here: DraftState, step: JoinedStep, kept: str) -> tuple[str, ...]:
    """Return the cards that pay best of those that are not to be kept, and treasury. Raises
    Refused("not_an_option").
    """
    spared = _each(here, items(kept))
    free = [token for token in step.ask.options if token in MONEY and token not in spared]
    own, options = nation(here.sheet.view, here.seat), here.sheet.view.options
    more = raise_values(free, raised_with(own.advances, options.deck, bonus=options.mining_bonus))
    rich = own.treasury * token_value_with(own.advances, options.deck)
    due = number(str(step.request.said.values.get("due", ""))) or 0
    try:
        paid, cards = best(free, more, rich, due, frugal=options.track == "classic")
    except ValueError:
        raise Refused("not_an_option", given=kept) from None
    return cards if paid >= due else (*cards, TREASURY)


def _tokens(here: DraftState, step: JoinedStep, text: str) -> tuple[str, ...]:
    """The picks that a text means at that question. Raises Refused."""
    if step.ask.caps:
        return division.complete(here, text)
    if step.key == KEEP:
        return (_kept(here, step, text),)
    if fold(text) in NOTHING:
        return ()
    if step.key in {PAY, DISCARD}:
        return tuple(_each(here, items(text)))
    return tuple(token for item in items(text) for token in _several(here, step, item))


def _each(here: DraftState, named: Sequence[str]) -> list[str]:
    """Money cards by their names: `ore 3` twice are two such cards. Raises Refused("not_an_option")."""
    found = list[str]()
    for item in named:
        alike = [o.token for o in here.options if fold(o.label) == fold(item) and o.token not in found]
        found.append(alike[0] if alike else _one(here, item))
    return found


def _several(here: DraftState, step: JoinedStep, item: str) -> tuple[str, ...]:
    """One thing, or a pile of money cards so many times: `ore 2`."""
    highest = max((number(token) or 0 for token in step.ask.options), default=0)
    if step.key == CARDS and (several := number(item)) is not None:
        return (str(highest),) * min(several, 9)
    name, _, n = item.rpartition(" ")
    times = number(n) if name and step.key == CARDS else None
    return (_one(here, name if times else item),) * min(times or 1, 9)


def _one(here: DraftState, item: str) -> str:
    """The option that a text means, as a whole or word by word: `rome with treasury`, `rome treasury`."""
    try:
        return resolve(here, [item])
    except Refused:
        words = [word for word in item.split() if fold(word) != "with"]
        if len(words) < 2:
            raise
        return resolve(here, words)


def _kept(here: DraftState, step: JoinedStep, text: str) -> str:
    """Return what becomes of one old ship: by its area, `tyre drop, sidon treasury`, or one word for all."""
    name = fold(NAMES.name("area", area_of(step.request.about[0])))
    for item in items(text):
        area, _, way = item.rpartition(" ")
        if area and name.startswith(fold(area)):
            return resolve(here, [way])
    return resolve(here, [text]) if len(items(text)) == 1 and " " not in text.strip() else step.picks[0]


async def march(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Send ships and the moves after them; moves alone go the usual way."""
    return await _marched(play, visit, stage, given, sends=True)


async def foresee(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Show ships and the moves after them without sending them."""
    return await _marched(play, visit, stage, given, sends=False)


async def _marched(
    play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given, *, sends: bool
) -> Screen | DraftState:
    if stage.key not in FLEET:
        return stage
    line = given.get("plan") or await asyncio.to_thread(_one_move, stage, given)
    try:
        work = await asyncio.to_thread(set_march, stage, line) if line else stage.work
    except WrongLine as wrong:
        return await play.keep(visit, stage, stage.work, line, await asyncio.to_thread(wrong_text, stage, wrong))
    if line and sends and visit.first_shown:
        return await play.unsent(visit, stage, work)
    if line and sends:
        return await send_all(play, visit, replace(stage, work=work))
    return await play.keep(visit, stage, work)


def _one_move(stage: DraftState, given: Given) -> str:
    """The line of a move whose parts are given, on foot if it can be made so, else by ship."""
    steps = [given[name] for name in ("from", "to", "count") if given.get(name)]
    on_foot, by_ship = (" ".join([sign.join(steps[:2]), *steps[2:]]) for sign in ">~")
    for line in (on_foot, by_ship):
        with suppress(WrongLine):
            set_march(stage, line)
            return line
    return on_foot


async def losses(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Send what a line says a calamity costs; without a line its screen."""
    line = ", ".join(filter(None, given.values()))
    if stage.key not in TOLLS or not line:
        return stage if stage.key not in TOLLS else await play.keep(visit, stage, stage.work)
    after = replace(stage, work=await asyncio.to_thread(set_toll, stage, line))
    if visit.first_shown:
        return await play.unsent(visit, stage, after.work)
    return await play.submit(visit, after, await asyncio.to_thread(joined_answers, after))


JOINED_WAY: Final = CommandWay(send_joined)
MARCH_WAY: Final = CommandWay(march, offers=coming)
PREVIEW_WAY: Final = CommandWay(foresee, offers=coming)
LOSS_WAY: Final = CommandWay(losses, offers=completions)
