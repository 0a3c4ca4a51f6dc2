"""Building a Deity in one form: which, and what pays for it; and the draft that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.contract import Service
from bot.plan.planner import Fit, Look, fit
from bot.plan.reading import Ground, wanted
from bot.ui.parts import Button, Field, Form, Line, Note, Pick, Row, Screen, Text, choice
from bot.ui.play.ground import UNLIMITED, looking
from bot.ui.play.labels import token_name
from bot.ui.play.stage import Stage, Work, owner
from bot.ui.play.talk import screen
from engine.core.ask import Option, Picks
from engine.core.table import DryRun
from engine.core.text import words

START: Final[Picks] = ("deity",)
CHOOSE: Final = "deity.choose"
PAY: Final = "deity.pay"
DISK: Final = "disk:"
CARD: Final = "card:"
MINA: Final = "mina"
FIELDS: Final = ("which", "disks", "mina", "cards")


@dataclass(frozen=True, slots=True)
class Terms:
    """What can be built and what can pay."""

    deities: tuple[Option, ...]
    means: tuple[Option, ...]


async def terms(service: Service, stage: Stage) -> Terms:
    """The Deities and the means as the rules offer them. A single Deity is not asked for and may be missing."""
    run = await _try(service, stage, [START])
    if run.request is None or run.request.key != CHOOSE:
        return Terms((), run.options)
    paying = await _try(service, stage, [START, (run.options[0].token,)])
    return Terms(run.options, paying.options)


async def _try(service: Service, stage: Stage, batch: Sequence[Picks]) -> DryRun:
    sheet = stage.sheet
    return await service.preview(sheet.info.id, owner(sheet), batch, seat=sheet.seat.number)


async def form(service: Service, stage: Stage) -> Form:
    """The form, filled in with what was noted last."""
    there = await terms(service, stage)
    fields = [*_which(stage, there), *_payment(stage, there), Note(words("play.deity.note"))]
    sheet = stage.sheet
    where = (sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)
    return Form(words("play.deity.form"), tuple(fields), "deity_ok", "", *where)


def _which(stage: Stage, there: Terms) -> list[Field]:
    if not there.deities:
        return []
    chosen = stage.work.note("which")
    choices = tuple(
        choice(o.token, stage.told(o.label), stage.told(o.hint), chosen=o.token in chosen) for o in there.deities[:25]
    )
    return [Pick("which", words("play.deity.which"), choices, least=1)]


def _payment(stage: Stage, there: Terms) -> list[Field]:
    """Fields for the means there are."""
    disks = Line(
        "disks",
        words("play.deity.disks"),
        ", ".join(stage.work.note("disks")),
        example=words("play.deity.disks_example"),
        most=120,
    )
    board = stage.face.board
    mina = board.means(stage.view, stage.seat, MINA) if board else 0
    cards = [o for o in there.means if o.token.startswith(CARD)][:25]
    fields: list[Field] = [disks] if any(o.token.startswith(DISK) for o in there.means) else []
    if mina:
        noted = next(iter(stage.work.note("mina")), "0")
        choices = tuple(choice(str(n), str(n), chosen=str(n) == noted) for n in range(min(mina, 24) + 1))
        fields.append(Pick("mina", words("play.deity.mina"), choices))
    if cards:
        chosen = stage.work.note("cards")
        several = tuple(
            choice(o.token, token_name(stage, o.token), stage.told(o.hint), chosen=o.token in chosen) for o in cards
        )
        fields.append(Pick("cards", words("play.deity.cards"), several, most=len(several)))
    return fields


async def filled(service: Service, stage: Stage, fields: Mapping[str, Sequence[str]]) -> tuple[Work, str]:
    """The draft with the Deity paid for, or with what was filled in and the reason why it does not fit.

    Raises WrongLine for disks that cannot be read.
    """
    there = await terms(service, stage)
    which = tuple(fields.get("which", ())) or tuple(o.token for o in there.deities[:1])
    start: list[Picks] = [START, *([which] if there.deities else [])]
    noted = stage.work
    for key in FIELDS:
        noted = noted.noting(key, tuple(fields.get(key, ())))
    picks = _picks(stage, there, fields)
    look = looking(service, stage, PAY)
    fitted = await fit(look, picks, start)
    if fitted.offered is None and not fitted.unplaced and picks:
        return Work(fitted.batch, notes=noted.notes), ""
    return noted, await _reason(look, fitted, len(picks), len(start))


def _picks(stage: Stage, there: Terms, fields: Mapping[str, Sequence[str]]) -> list[str]:
    """Disks first, so that those a card demands are among them; then mina, then cards."""
    areas = [o.token.removeprefix(DISK) for o in there.means if o.token.startswith(DISK)]
    known = stage.face.names.things("area", areas)
    ground = Ground(known, stage.face.names.things("area"), {}, lambda _: UNLIMITED, lambda _: None)
    disks = wanted(next(iter(fields.get("disks", ())), ""), ground).areas
    mina = int(next(iter(fields.get("mina", ())), "0") or 0)
    return [*(f"{DISK}{a}" for a in disks), *([MINA] * mina), *fields.get("cards", ())]


async def _reason(look: Look, fitted: Fit, named: int, start: int) -> str:
    """`That is 4 resources; 5 are needed.`"""
    batch, offered = list(fitted.batch), fitted.offered
    while offered:
        batch.append((min(offered),))
        offered = await look(batch)
    needed = len(batch) - start
    key = "play.deity.too_many" if named > needed else "play.deity.sum"
    return words(key, n=named, wanted=needed)


def refused(stage: Stage, reason: str) -> Screen:
    """The reason, and the way back to the form."""
    change = Button(words("play.deity.change"), "deity", style="primary")
    away = Button(words("play.button.start_over"), "over")
    return screen(stage.sheet, [Text(reason), Row((change, away))])
