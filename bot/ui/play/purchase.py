"""Something bought in one form: which, and what pays for it; and the draft that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.contract import Refused, Service
from bot.plan.planner import Fit, Look, fit
from bot.plan.reading import Ground, wanted
from bot.ui.parts import Button, Field, Form, Line, Note, Pick, Row, Screen, Text, choice
from bot.ui.play.ground import UNLIMITED, looking
from bot.ui.play.labels import token_name
from bot.ui.play.stage import Stage, Work, owner
from bot.ui.play.talk import screen
from engine.core.ask import Option, Picks
from engine.core.face import Purchase
from engine.core.table import DryRun
from engine.core.text import words

WHICH, PIECES, CARDS = "which", "disks", "cards"


@dataclass(frozen=True, slots=True)
class Terms:
    """What can be bought and what can pay."""

    which: tuple[Option, ...]
    means: tuple[Option, ...]


def wanted_by(stage: Stage) -> Purchase:
    """What can be bought in the question asked. Raises Refused("stale") if nothing can."""
    there = stage.face.actions.purchase if stage.face.actions else None
    if there is None:
        raise Refused("stale")
    return there


async def terms(service: Service, stage: Stage) -> Terms:
    """What is to be had and the means, as the rules offer them. A single thing is not asked for and may be missing."""
    buying = wanted_by(stage)
    run = await _try(service, stage, [(buying.token,)])
    if run.request is None or run.request.key != buying.choose:
        return Terms((), run.options)
    paying = await _try(service, stage, [(buying.token,), (run.options[0].token,)])
    return Terms(run.options, paying.options)


async def _try(service: Service, stage: Stage, batch: Sequence[Picks]) -> DryRun:
    sheet = stage.sheet
    return await service.preview(sheet.info.id, owner(sheet), batch, seat=sheet.seat.number)


async def form(service: Service, stage: Stage) -> Form:
    """The form, filled in with what was noted last."""
    there = await terms(service, stage)
    fields = [*_which(stage, there), *_payment(stage, there), Note(stage.words("play.purchase.note"))]
    sheet = stage.sheet
    where = (sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)
    return Form(stage.words("play.purchase.form"), tuple(fields), f"{wanted_by(stage).verb}_ok", "", *where)


def _which(stage: Stage, there: Terms) -> list[Field]:
    if not there.which:
        return []
    chosen = stage.work.note(WHICH)
    choices = tuple(
        choice(o.token, stage.told(o.label), stage.told(o.hint), chosen=o.token in chosen) for o in there.which[:25]
    )
    return [Pick(WHICH, stage.words("play.purchase.which"), choices, least=1)]


def _payment(stage: Stage, there: Terms) -> list[Field]:
    """Fields for the means there are."""
    buying = wanted_by(stage)
    stacks = any(o.token.startswith(buying.stack) for o in there.means)
    return [*([_pieces(stage)] if stacks else []), *_coins(stage, buying), *_cards(stage, buying, there)]


def _pieces(stage: Stage) -> Field:
    noted, label = ", ".join(stage.work.note(PIECES)), stage.words("play.purchase.pieces")
    return Line(PIECES, label, noted, example=stage.words("play.purchase.pieces_example"), most=120)


def _coins(stage: Stage, buying: Purchase) -> list[Field]:
    board = stage.face.board
    there = board.means(stage.view, stage.seat, buying.coin) if board else 0
    noted = next(iter(stage.work.note(buying.coin)), "0")
    choices = tuple(choice(str(n), str(n), chosen=str(n) == noted) for n in range(min(there, 24) + 1))
    return [Pick(buying.coin, stage.words("play.purchase.coins"), choices)] if there else []


def _cards(stage: Stage, buying: Purchase, there: Terms) -> list[Field]:
    cards, chosen = [o for o in there.means if o.token.startswith(buying.card)][:25], stage.work.note(CARDS)
    several = tuple(
        choice(o.token, token_name(stage, o.token), stage.told(o.hint), chosen=o.token in chosen) for o in cards
    )
    return [Pick(CARDS, stage.words("play.purchase.cards"), several, most=len(several))] if cards else []


async def filled(service: Service, stage: Stage, fields: Mapping[str, Sequence[str]]) -> tuple[Work, str]:
    """The draft with everything paid for, or with what was filled in and the reason why it does not fit.

    Raises WrongLine for pieces that cannot be read.
    """
    there, buying = await terms(service, stage), wanted_by(stage)
    which = tuple(fields.get(WHICH, ())) or tuple(o.token for o in there.which[:1])
    start: list[Picks] = [(buying.token,), *([which] if there.which else [])]
    noted = stage.work
    for key in (WHICH, PIECES, buying.coin, CARDS):
        noted = noted.noting(key, tuple(fields.get(key, ())))
    picks = _picks(stage, there, fields)
    look = looking(service, stage, buying.pay)
    fitted = await fit(look, picks, start)
    if fitted.offered is None and not fitted.unplaced and picks:
        return Work(fitted.batch, notes=noted.notes), ""
    return noted, await _reason(stage, look, fitted, len(picks), len(start))


def _picks(stage: Stage, there: Terms, fields: Mapping[str, Sequence[str]]) -> list[str]:
    """Pieces first, so that those a card demands are among them; then coins, then cards."""
    buying = wanted_by(stage)
    areas = [o.token.removeprefix(buying.stack) for o in there.means if o.token.startswith(buying.stack)]
    known = stage.face.names.things("area", areas)
    ground = Ground(known, stage.face.names.things("area"), {}, lambda _: UNLIMITED, lambda _: None)
    pieces = wanted(next(iter(fields.get(PIECES, ())), ""), ground).areas
    coins = int(next(iter(fields.get(buying.coin, ())), "0") or 0)
    return [*(f"{buying.stack}{a}" for a in pieces), *([buying.coin] * coins), *fields.get(CARDS, ())]


async def _reason(stage: Stage, look: Look, fitted: Fit, named: int, start: int) -> str:
    """`That is 4 resources; 5 are needed.`"""
    batch, offered = list(fitted.batch), fitted.offered
    while offered:
        batch.append((min(offered),))
        offered = await look(batch)
    needed = len(batch) - start
    key = "play.purchase.too_many" if named > needed else "play.purchase.sum"
    return stage.words(key, n=named, wanted=needed)


def refused(stage: Stage, reason: str) -> Screen:
    """The reason, and the way back to the form."""
    change = Button(stage.words("play.purchase.change"), wanted_by(stage).verb, style="primary")
    away = Button(words("play.button.start_over"), "over")
    return screen(stage.sheet, [Text(reason), Row((change, away))])
