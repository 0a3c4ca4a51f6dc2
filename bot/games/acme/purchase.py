"""Purchases in one form: what is bought, what pays, and the resulting draft."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.contract.tables import Refused
from bot.games.acme.declared import DEITY
from bot.ui.parts import Button, Field, Form, Line, Note, Pick, Row, Screen, Text, choice, number
from bot.ui.questions.draft import DraftAnswers, DraftState, token_name
from bot.ui.questions.frame import screen
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_context import UNLIMITED, look_ahead
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.router import Answer, Handler
from bot.ui.typed.planner import Look, PlanFit, fit
from bot.ui.typed.reading import Ground, parse_line
from bot.ui.visit import Visit
from engine.acme.presentation.board import BOARD
from engine.core.ask import Option, Picks
from engine.core.message import list_of
from engine.core.naming import WrongLine
from engine.core.text import count_noun, words

MOST, EXAMPLES = 99, 2
WHICH, PIECES, CARDS = "which", "disks", "cards"


@dataclass(frozen=True, slots=True)
class PurchaseTerms:
    """What can be bought and what can pay."""

    which: tuple[Option, ...]
    means: tuple[Option, ...]


def terms(stage: DraftState) -> PurchaseTerms:
    """Return what can be bought and what can pay, from dry runs of the rules. A single thing may be missing, since it
    isn't asked for.
    """
    run = stage.there.preview([(DEITY.token,)])
    if run.request is None or run.request.key != DEITY.choose:
        return PurchaseTerms((), run.options)
    paying = stage.there.preview([(DEITY.token,), (run.options[0].token,)])
    return PurchaseTerms(run.options, paying.options)


def form(stage: DraftState) -> Form:
    """Return the form, filled in with what was noted last."""
    there = terms(stage)
    note = f"{_price(stage, there)} {stage.words('play.purchase.note')}"
    fields = [*_which(stage, there), *_payment(stage, there), Note(note)]
    sheet = stage.sheet
    where = (sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)
    return Form(stage.words("play.purchase.form"), tuple(fields), f"{DEITY.verb}_ok", "", *where)


def _price(stage: DraftState, there: PurchaseTerms) -> str:
    """`5 resources; you have 9: 3 mina, 4 cards, 2 disks on the map.`"""
    start: list[Picks] = [(DEITY.token,), *([(there.which[0].token,)] if there.which else [])]
    needed = _needed(look_ahead(stage, DEITY.pay), start) - len(start)
    coins = BOARD.means(stage.view, stage.seat, DEITY.coin)
    cards = sum(o.token.startswith(DEITY.card) for o in there.means)
    areas = {o.token.removeprefix(DEITY.stack) for o in there.means if o.token.startswith(DEITY.stack)}
    pieces = sum(n.get(stage.seat, 0) for area, n in BOARD.stacks(stage.view).items() if area in areas)
    there_are = {"mina": coins, "card": cards, "disk": pieces}
    held = list_of([count_noun(n, noun) for noun, n in there_are.items() if n])
    return stage.words("play.purchase.price", wanted=needed, have=sum(there_are.values()), held=held)


def _needed(look: Look, start: Sequence[Picks]) -> int:
    """Return how many answers it takes to pay for everything, those given included."""
    batch, offered = list(start), look(start)
    while offered:
        batch.append((min(offered),))
        offered = look(batch)
    return len(batch)


def _which(stage: DraftState, there: PurchaseTerms) -> list[Field]:
    if not there.which:
        return []
    chosen = stage.work.note(WHICH)
    choices = tuple(
        choice(o.token, stage.name_tokens(o.label), stage.name_tokens(o.hint), chosen=o.token in chosen)
        for o in there.which[:25]
    )
    return [Pick(WHICH, stage.words("play.purchase.which"), choices, least=1)]


def _payment(stage: DraftState, there: PurchaseTerms) -> list[Field]:
    """Fields for the means there are."""
    stacks = [o.token.removeprefix(DEITY.stack) for o in there.means if o.token.startswith(DEITY.stack)]
    return [*([_pieces(stage, stacks)] if stacks else []), *_coins(stage), *_cards(stage, there)]


def _pieces(stage: DraftState, stacks: Sequence[str]) -> Field:
    noted, label = ", ".join(stage.work.note(PIECES)), stage.words("play.purchase.pieces")
    example = ", ".join(stage.presentation.names.name("area", area).lower() for area in stacks[:EXAMPLES])
    return Line(PIECES, label, noted, example=example)


def _coins(stage: DraftState) -> list[Field]:
    there = BOARD.means(stage.view, stage.seat, DEITY.coin)
    noted = next(iter(stage.work.note(DEITY.coin)), "0")
    choices = tuple(choice(str(n), str(n), chosen=str(n) == noted) for n in range(min(there, 24) + 1))
    return [Pick(DEITY.coin, stage.words("play.purchase.coins"), choices)] if there else []


def _cards(stage: DraftState, there: PurchaseTerms) -> list[Field]:
    cards, chosen = [o for o in there.means if o.token.startswith(DEITY.card)][:25], stage.work.note(CARDS)
    several = tuple(
        choice(o.token, token_name(stage, o.token), stage.name_tokens(o.hint), chosen=o.token in chosen) for o in cards
    )
    return [Pick(CARDS, stage.words("play.purchase.cards"), several, most=len(several))] if cards else []


def fill_purchase(stage: DraftState, fields: Mapping[str, Sequence[str]]) -> tuple[DraftAnswers, str]:
    """Return the draft with everything paid for, or with what was filled in and the reason why it does not fit.

    Raises WrongLine for pieces that cannot be read.
    """
    there = terms(stage)
    which = tuple(fields.get(WHICH, ())) or tuple(o.token for o in there.which[:1])
    start: list[Picks] = [(DEITY.token,), *([which] if there.which else [])]
    noted = stage.work
    for key in (WHICH, PIECES, DEITY.coin, CARDS):
        noted = noted.with_note(key, tuple(fields.get(key, ())))
    picks = _picks(stage, there, fields)
    look = look_ahead(stage, DEITY.pay)
    fitted = fit(look, picks, start)
    if fitted.offered is None and not fitted.unplaced and picks:
        return DraftAnswers(fitted.batch, notes=noted.notes), ""
    return noted, _reason(stage, look, fitted, len(picks), len(start))


def _picks(stage: DraftState, there: PurchaseTerms, fields: Mapping[str, Sequence[str]]) -> list[str]:
    """Pieces first, so that those a card demands are among them; then coins, then cards."""
    areas = [o.token.removeprefix(DEITY.stack) for o in there.means if o.token.startswith(DEITY.stack)]
    known = stage.presentation.names.things("area", areas)
    ground = Ground(known, stage.presentation.names.things("area"), {}, lambda _: UNLIMITED, lambda _: None)
    pieces = parse_line(next(iter(fields.get(PIECES, ())), ""), ground).areas
    coins = min(number(next(iter(fields.get(DEITY.coin, ())), "")) or 0, MOST)
    return [*(f"{DEITY.stack}{a}" for a in pieces), *([DEITY.coin] * coins), *fields.get(CARDS, ())[:MOST]]


def _reason(stage: DraftState, look: Look, fitted: PlanFit, named: int, start: int) -> str:
    """`That is 4 resources; 5 are needed.`"""
    needed = _needed(look, fitted.batch) - start
    key = "play.purchase.too_many" if named > needed else "play.purchase.sum"
    return stage.words(key, resources=count_noun(named, "resource"), wanted=needed)


def refusal_screen(stage: DraftState, reason: str) -> Screen:
    """Return the reason, and the way back to the form."""
    change = Button(stage.words("play.purchase.change"), DEITY.verb, style="primary")
    away = Button(words("play.button.start_over"), "over")
    return screen(stage.sheet, [Text(reason), Row((change, away))])


class PurchaseHandlers:
    """The verbs of purchases."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {DEITY.verb: self.buy, f"{DEITY.verb}_ok": self.bought}

    async def buy(self, visit: Visit) -> Answer:
        """Return the form of what can be bought."""
        try:
            return await asyncio.to_thread(form, await self.play.at(visit))
        except Refused as refusal:
            return await self.play.instead(visit, refusal)

    async def bought(self, visit: Visit) -> Answer:
        """Return the preview of it as filled in, or why it cannot be had so."""
        try:
            stage = await self.play.at(visit)
            work, reason = await asyncio.to_thread(fill_purchase, stage, visit.fields)
            if not reason:
                return await self.play.keep(visit, stage, work)
            await self.play.save_draft(visit, stage.there, work)
            return refusal_screen(stage, reason)
        except WrongLine as wrong:
            return refusal_screen(stage, wrong_text(stage, wrong))
        except Refused as refusal:
            return await self.play.instead(visit, refusal)
