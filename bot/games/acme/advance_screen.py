"""The screen for advancing on a Culture Track: what each asks, what pays, and the cheapest payment ready to confirm."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.tables import Refused
from bot.games.acme.payments import counted_item
from bot.ui.parts import Button, Menu, Part, Row, Screen, Text, limits, rows, short
from bot.ui.questions.any_question import facts_parts, generic, title
from bot.ui.questions.controls import as_choice, take_button
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.frame import foot, heading, screen
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_context import look_ahead
from bot.ui.router import Answer, Handler
from bot.ui.typed.grammar import items
from bot.ui.typed.match import Index
from bot.ui.typed.planner import fit
from bot.ui.visit import Visit
from engine.acme.facts.catalog import TRACKS
from engine.acme.presentation import culture
from engine.acme.presentation.culture import ADVANCE, PAY
from engine.acme.verbs.payments import CARD, DISK, MINA
from engine.core.naming import Named
from engine.core.text import count_noun, words

OPEN, BUY = "advance", "advance_to"
SACK: Final = "culture.sack"
MOST_BUTTONS: Final = 8
COINS: Final = ("mina", "1 mina", "minas", "talent", "talents", "mine", "minen", "1 mine")
NAMED_KIND: Final = re.compile(r"^(?:cards?|disks?|karten?|scheiben?) +", re.IGNORECASE)


def open_tracks(stage: DraftState) -> list[str]:
    """Return the tracks on which the seat can advance now."""
    return [t.removeprefix(ADVANCE) for t in (stage.ask.options if stage.ask else ()) if t.startswith(ADVANCE)]


def advance_screen(stage: DraftState) -> Screen:
    """Return the three tracks, each with a button that makes the cheapest payment ready; below, other payments."""
    able = open_tracks(stage)
    tracks = [part for track in TRACKS for part in _track(stage, track, able, alone=len(able) == 1)]
    has = culture.has(stage.view, stage.seat)
    note = f"{has}\n{stage.words('play.advance.note')}"
    last = Row(
        (Button(words("play.button.look_again"), "over"), Button(words("play.button.hand"), "hand", lasting=True))
    )
    title = heading(stage, stage.words("play.advance.title"))
    return screen(stage.sheet, [title, Text(note), *tracks, *_otherwise(stage, able), last])


def _track(stage: DraftState, track: str, able: Sequence[str], *, alone: bool) -> list[Part]:
    """Return what the track asks and brings, and below it the button, or why there is none. Only the one track on which
    the seat can advance stands out.
    """
    view, seat = stage.view, stage.seat
    picks = culture.cheapest(view, seat, track) if track in able else []
    pays = [culture.worths(view, seat, track), stage.words("play.advance.cheapest", what=culture.told_picks(picks))]
    lines = [culture.track_lines(view, seat, track), *(pays if picks else [culture.why_not(view, seat, track)])]
    told = Text("\n".join(line for line in lines if line))
    label = stage.words("play.advance.to", n=culture.stage_of(view, seat, track) + 1)
    return [told, Row((Button(label, BUY, track, "primary" if alone else "secondary"),))] if picks else [told]


def _otherwise(stage: DraftState, able: Sequence[str]) -> list[Part]:
    """Return a menu of the tracks, to choose the payment by hand."""
    choices = tuple(as_choice(stage.option(f"{ADVANCE}{track}")) for track in able)
    return [Menu(stage.words("play.advance.otherwise"), "pick", choices, "otherwise")] if choices else []


def cheapest_payment(stage: DraftState, track: str) -> DraftAnswers | None:
    """Return the draft with the cheapest payment for the next stage; None if there is none any longer."""
    if track not in open_tracks(stage):
        return None
    return fill_payment(stage, track, culture.cheapest(stage.view, stage.seat, track))


def fill_payment(stage: DraftState, track: str, picks: Sequence[str]) -> DraftAnswers | None:
    """Return the draft with that payment, in whichever order it is legal and nothing of it superfluous; None if it is
    not.
    """
    cost, start = culture.price(stage.view, stage.seat, track), [(f"{ADVANCE}{track}",)]
    if not 0 < cost <= worth(track, picks):
        return None
    for order in (picks, sorted(picks, key=lambda pick: culture.value(track, pick))):
        fitted = fit(look_ahead(stage, PAY), list(order), start)
        alone = worth(track, [pick for (pick,) in fitted.batch[1:]]) < cost  # the rules take what is left as only means
        if fitted.offered is None and (alone or not fitted.unplaced):
            return DraftAnswers(fitted.batch)
    return None


def worth(track: str, picks: Sequence[str]) -> int:
    """Return what a payment is worth on the track."""
    return sum(culture.value(track, pick) for pick in picks)


def read(stage: DraftState, track: str, line: str) -> list[str]:
    """Return what a line pays with: `card 20, mina 1, kaska 2`. Raises WrongLine for what can't pay."""
    run = stage.there.preview([(f"{ADVANCE}{track}",)])
    asked = run.request is not None and run.request.key == PAY
    able = [option.token for option in run.options] if asked else culture.cheapest(stage.view, stage.seat, track)
    tokens, known = {_plain(token): token for token in able}, Index(means_named(stage, able))
    found: list[str] = []
    for item in items(line):
        bare = NAMED_KIND.sub("", item)
        thing, n = (Named(bare, bare), 1) if bare in tokens else counted_item(bare, known)
        found += [tokens[thing.value]] * (n or 1)
    return found


def means_named(stage: DraftState, able: Sequence[str]) -> list[Named]:
    """Return what can pay, by typed names: `1 mina`, cards and areas."""
    plain, names = [_plain(token) for token in able], stage.presentation.names
    cards = names.things("card", [p for p in plain if p.isdigit()])
    areas = names.things("area", [p for p in plain if not p.isdigit() and p != MINA])
    return [*([Named(MINA, count_noun(1, "mina"), COINS)] if MINA in plain else []), *cards, *areas]


def _plain(token: str) -> str:
    return token.removeprefix(CARD).removeprefix(DISK)


def refusal_screen(stage: DraftState, track: str, picks: Sequence[str]) -> Screen:
    """Return the screen that the payment is too little or more than needed, with the way to the tracks."""
    is_worth = worth(track, picks)
    cost = culture.price(stage.view, stage.seat, track)
    key = "play.advance.too_little" if is_worth < cost else "play.advance.too_much"
    reason = stage.words(key, worth=is_worth, cost=cost, what=culture.told_picks(picks))
    return screen(stage.sheet, [Text(reason), Row((Button(stage.words("play.advance.title"), OPEN, style="primary"),))])


def sack_screen(stage: DraftState) -> Screen:
    """Return the screen of a sacked City: each move on the tracks as one press, and both civilizations' stages."""
    options = [stage.option(token) for token in stage.ask.options] if stage.ask else []
    if stage.request is None or stage.request.key != SACK or len(options) > MOST_BUTTONS:
        return generic(stage)
    stand = Text("\n".join(culture.between(stage.view, stage.seat, stage.request.about[-1])))
    buttons = [take_button(short(o.label, limits().label), o) for o in options]
    return screen(stage.sheet, [title(stage), stand, *facts_parts(stage), *rows(buttons, 2), foot(stage)])


class AdvanceHandlers:
    """The verbs of Culture Tracks."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {OPEN: self.tracks, BUY: self.ready}

    async def tracks(self, visit: Visit) -> Answer:
        """Return the three tracks; at a table without them a line that says so."""
        try:
            stage = await self.play.at(visit)
            if not culture.has_tracks(stage.view):
                return await self.play.show(stage.there, words("error.not_an_option_plain"))
            return await asyncio.to_thread(advance_screen, stage)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def ready(self, visit: Visit) -> Answer:
        """Return the preview of the next stage with the cheapest payment."""
        try:
            stage = await self.play.at(visit)
            work = await asyncio.to_thread(cheapest_payment, stage, visit.option)
            if work is None:
                return await self.play.show(stage.there, words("error.not_an_option_plain"))
            return await self.play.keep(visit, stage, work)
        except Refused as refused:
            return await self.play.instead(visit, refused)
