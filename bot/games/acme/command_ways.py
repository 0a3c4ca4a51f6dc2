"""The commands of ACME that do more than fill in questions: buying, fighting, saving."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from bot.contract.tables import Refused
from bot.games.acme import advance_screen, fight_screen, loss_screen, purchase
from bot.games.acme.declared import CARDS, DEITY, FIGHTS, LOSSES, SAVED_FIRST
from bot.games.acme.fight_handlers import follow
from bot.games.acme.payments import read_payments, read_saves
from bot.ui.parts import Screen
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.game_screens import CommandWay
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_context import named_options
from bot.ui.questions.question_screen import question
from bot.ui.questions.resolve import resolve, several
from bot.ui.typed.match import Index
from bot.ui.visit import Visit
from engine.acme.presentation.culture import PAY
from engine.core.ask import Ask, Option
from engine.core.commands import Given
from engine.core.naming import Named


async def fight(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Return one plan for the whole fight, if the options make one."""
    if stage.key not in FIGHTS or not fight_screen.is_plan(given):
        return stage
    return await follow(play, visit, stage, fight_screen.read_fight_plan(stage, given))


async def losses(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Return several losses at once: all, none, the best, or areas by name."""
    if stage.key not in LOSSES:
        return stage
    if not given.get("save"):
        return question(stage)
    saved, means = read_saves(stage, given["save"]), read_payments(stage, given.get("with", ""))
    if len(means) < len(saved):
        noted = stage.work.with_note(loss_screen.SAVE, saved).with_note(
            loss_screen.PAY, loss_screen.number_tokens(means)
        )
        return await play.keep(visit, stage, noted)
    return await follow(play, visit, stage, loss_screen.wishes(stage, saved, means))


async def buy(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Buy a Deity as typed, or choose another option by its word. Return the draft, or the screen of a refusal."""
    mode = given.get("mode", next(iter(DEITY.modes), ""))
    token = DEITY.modes.get(mode) or resolve(stage, [mode, given.get("target", "")])
    if stage.ask is None or token not in stage.ask.options:
        raise Refused("not_an_option", given=mode, near=())
    if token != DEITY.token:
        return await asyncio.to_thread(play.stage, stage.there, stage.work.with_answers((token,)))
    work, reason = await asyncio.to_thread(lambda: purchase.fill_purchase(stage, _fields(stage, given)))
    if reason:
        await play.save_draft(visit, stage.there, work)
        return purchase.refusal_screen(stage, reason)
    return await (play.unsent(visit, stage, work) if visit.first_shown else play.submit(visit, stage, work.whole))


async def advance(play: QuestionHandlers, visit: Visit, stage: DraftState, given: Given) -> Screen | DraftState:
    """Advance on a Culture Track, paid as the line says, or most cheaply."""
    track = _track(stage, given.get("track", ""))
    if not given.get("with"):
        work = await asyncio.to_thread(advance_screen.cheapest_payment, stage, track)
        return await play.keep(visit, stage, work) if work is not None else stage
    picks = await asyncio.to_thread(advance_screen.read, stage, track, given["with"])
    work = await asyncio.to_thread(advance_screen.fill_payment, stage, track, picks)
    if work is None:
        return advance_screen.refusal_screen(stage, track, picks)
    return await (play.unsent(visit, stage, work) if visit.first_shown else play.submit(visit, stage, work.whole))


def _track(stage: DraftState, name: str) -> str:
    """The track that is meant. Raises Refused for one that there is not, or on which the seat cannot advance."""
    tracks = stage.presentation.names.things("track")
    found = Index(tracks).read(name).one
    if found is None:
        raise Refused("not_an_option", given=name, near=tuple(track.name for track in tracks))
    if found.value not in advance_screen.open_tracks(stage):
        raise Refused("not_an_option", given=found.name, near=())
    return found.value


def track_words(stage: DraftState, _head: str) -> Sequence[Named] | None:
    """Return the tracks on which the seat can advance, by their names; then what can pay."""
    if stage.request is not None and stage.request.key == PAY:
        return advance_screen.means_named(stage, [option.token for option in stage.options])
    if stage.request is None or stage.request.key not in CARDS:
        return None
    return stage.presentation.names.things("track", advance_screen.open_tracks(stage))


def _fields(stage: DraftState, given: Given) -> Mapping[str, tuple[str, ...]]:
    """The options of the command as the form would have them."""
    there = purchase.terms(stage)
    fields: dict[str, tuple[str, ...]] = {
        purchase.PIECES: (given.get(purchase.PIECES, ""),),
        DEITY.coin: (given.get(DEITY.coin, "0"),),
    }
    if given.get(DEITY.kind):
        fields[purchase.WHICH] = (resolve(_offering(stage, there.which), [given[DEITY.kind]]),)
    if given.get(purchase.CARDS):
        fields[purchase.CARDS] = several(_offering(stage, there.means), given[purchase.CARDS])
    return fields


def _offering(stage: DraftState, options: tuple[Option, ...]) -> DraftState:
    asked: Ask | None = structs.replace(stage.ask, options=tuple(o.token for o in options)) if stage.ask else None
    return replace(stage, options=options, ask=asked)


def loss_words(stage: DraftState) -> Sequence[Named]:
    """Return areas that lose a disk, the words for several, and the means."""
    areas = stage.presentation.names.things("area", dict.fromkeys(loss_screen.coming_losses(stage)))
    words = [Named(word, word) for word in ("all", "none", *SAVED_FIRST)]
    return [*words, *areas, *named_options(stage, list(dict.fromkeys(loss_screen.best_means(stage))))]


FIGHT: Final = CommandWay(fight)
LOSS: Final = CommandWay(losses, here=lambda stage: stage.key in LOSSES)
ADVANCING: Final = CommandWay(advance, takes=lambda stage: stage.key in CARDS, offers=track_words)
PURCHASE: Final = CommandWay(buy, takes=lambda stage: stage.key in CARDS, begins=DraftAnswers(batch=((DEITY.token,),)))
