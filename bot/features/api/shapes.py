"""What goes over the wire, in the words of `docs/protocol.md`: the OpenAPI document is made of these types."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from bot.contract.tables import LogLine, SeatInfo, Sheet, Standing, TableInfo, is_program
from bot.features.api.views import TableLook, deadline_of
from engine.core.ask import Ask, Request
from engine.core.game import Control, Outcome
from engine.core.game import Event as GameEvent
from engine.core.text import old_sentence, plainly

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Pick: TypeAlias = str | int
"""An option; a card or a number of things may be written as a number."""


class ApiRefusal(msgspec.Struct, frozen=True):
    """Why a request isn't answered. Nothing has changed then."""

    error: str
    message: str


class ApiSeat(msgspec.Struct, frozen=True):
    """One seat of a table."""

    number: int
    seat: str
    """The name that the rules have for it; empty before the start."""
    civ: str
    player: str
    """The player's name; empty for one of the game's own computers."""
    program: bool
    """Whether a program has it."""
    by: Control
    """Who plays it now."""
    deadline: datetime | None
    """Until when it has to answer, where everyone may know that."""


class ApiTable(msgspec.Struct, frozen=True):
    """What everyone may know of a table, its board apart."""

    id: str
    game: str
    scenario: str
    state: Literal["lobby", "running", "over"]
    options: dict[str, Any]
    host: str
    seats: tuple[ApiSeat, ...]
    started_at: datetime | None
    over_at: datetime | None
    starts_at: datetime | None
    paused_until: datetime | None


class ApiAsk(msgspec.Struct, frozen=True):
    """How a seat can answer: `least` to `most` of `options`; with `caps` a division of `total`."""

    seat: str
    options: tuple[str, ...]
    least: int
    most: int
    caps: tuple[int, ...]
    total: int


class ApiQuestion(msgspec.Struct, frozen=True):
    """A question. Everyone sees who is asked; only the seat itself sees `number`, `ask` and `given`."""

    key: str
    prompt: str
    about: tuple[str, ...]
    sealed: bool
    asked: tuple[str, ...]
    left: int = 0
    number: int | None = None
    ask: ApiAsk | None = None
    given: tuple[str, ...] | None = None
    """A secret answer that can still be changed."""
    deadline: datetime | None = None


class ApiOutcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    scores: dict[str, int]
    winners: tuple[str, ...]
    reason: str
    order: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...]
    outright: bool


class ApiState(msgspec.Struct, frozen=True):
    """A table with its position, as everyone or as one seat sees it."""

    table: ApiTable
    seat: int | None
    view: dict[str, Any] | None
    """What `view` says in `python -m engine`; null before the start."""
    question: ApiQuestion | None
    outcome: ApiOutcome | None
    told: int
    """The number of the newest public event."""


class ApiTables(msgspec.Struct, frozen=True):
    """The person's tables that aren't over."""

    tables: tuple[ApiTable, ...]


class ApiAsked(msgspec.Struct, frozen=True):
    """A question that waits for one of the person's seats."""

    table: str
    game: str
    seat: int
    question: ApiQuestion


class ApiWaiting(msgspec.Struct, frozen=True):
    """All questions that wait for the person."""

    waiting: tuple[ApiAsked, ...]


class ApiAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the number of the question, and `picks`, or `batch` for several answers in a row."""

    question: Number
    picks: tuple[Pick, ...] | None = None
    batch: tuple[tuple[Pick, ...], ...] | None = None


class ApiTold(msgspec.Struct, frozen=True):
    """Something that happened, as `events` of `python -m engine` tells it."""

    text: str
    to: str | None
    focus: tuple[str, ...]
    action: int
    key: str


class ApiDone(msgspec.Struct, frozen=True):
    """What an answer has brought. `repeated`: the very same answer had been given before, and nothing was done."""

    repeated: bool
    events: tuple[ApiTold, ...]
    state: ApiState


class ApiEvent(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """A line of the log; `no` says where a later stream can go on."""

    no: str
    text: str
    to: str | None
    focus: tuple[str, ...]
    action: int
    key: str
    at: datetime
    undone: bool


class ApiUndone(msgspec.Struct, frozen=True, tag="undone", tag_field="kind"):
    """These events count as not happened."""

    events: tuple[str, ...]


class ApiQuestionNow(msgspec.Struct, frozen=True, tag="question", tag_field="kind"):
    """The seat is asked the question with that number; null: it is asked nothing."""

    number: int | None


Streamed: TypeAlias = ApiEvent | ApiUndone | ApiQuestionNow


class ApiPosition(msgspec.Struct, frozen=True):
    """A position in notation."""

    text: str


def table_of(info: TableInfo) -> ApiTable:
    """Return what everyone may know of a table."""
    seats = tuple(_seat(info, one) for one in info.seats)
    return ApiTable(
        info.id, info.game, info.scenario, info.state, dict(info.options), info.host.name, seats,
        info.started_at, info.over_at, info.starts_at, info.paused_until,
    )  # fmt: skip


def _seat(info: TableInfo, one: SeatInfo) -> ApiSeat:
    player = one.person.name if one.person is not None else one.name
    program = one.person is not None and is_program(one.person.id)
    return ApiSeat(one.number, one.seat, one.civ, player, program, one.by, info.deadlines.get(one.number))


def state_of(look: TableLook) -> ApiState:
    """Return a table with its position."""
    standing, sheet = look.standing, look.sheet
    view: Any = None if standing is None else standing.view
    question = None if standing is None else _public_question(standing)
    if sheet is not None:
        view, question = sheet.view, question_of(sheet) or question
    outcome = None if standing is None or standing.outcome is None else _outcome(standing.outcome)
    number = None if sheet is None else sheet.seat.number
    return ApiState(table_of(look.info), number, view, question, outcome, look.told)


def _public_question(standing: Standing) -> ApiQuestion | None:
    ask = standing.ask
    if ask is None:
        return None
    return ApiQuestion(ask.key, plainly(ask.prompt), ask.about, ask.sealed, tuple(seat.seat for seat in ask.asked))


def question_of(sheet: Sheet) -> ApiQuestion | None:
    """Return what a seat is asked; None if it is asked nothing."""
    if sheet.request is None or sheet.ask is None:
        return None
    public = sheet.public.ask
    asked = tuple(seat.seat for seat in public.asked) if public is not None else ()
    return _own_question(sheet, sheet.request, sheet.ask, asked)


def _own_question(sheet: Sheet, request: Request, ask: Ask, asked: tuple[str, ...]) -> ApiQuestion:
    how = ApiAsk(ask.seat, tuple(ask.options), ask.least, ask.most, tuple(ask.caps), ask.total)
    return ApiQuestion(
        request.key, request.prompt, request.about, request.sealed, asked, request.left, sheet.ask_no, how,
        sheet.sealed, deadline_of(sheet),
    )  # fmt: skip


def asked_of(sheet: Sheet) -> ApiAsked | None:
    """Return the question that waits for a seat; None if none does."""
    question = question_of(sheet)
    return None if question is None else ApiAsked(sheet.info.id, sheet.info.game, sheet.seat.number, question)


def _outcome(found: Outcome) -> ApiOutcome:
    return ApiOutcome(
        dict(found.scores), found.winners, str(found.reason), found.order, found.teams, found.outright
    )  # fmt: skip


def told_of(event: GameEvent) -> ApiTold:
    """Return an event of the rules."""
    return ApiTold(event.text, event.to, event.focus, event.action, event.key)


def event_of(number: str, line: LogLine) -> ApiEvent:
    """Return a line of the log."""
    text = plainly(old_sentence(line.said))
    return ApiEvent(number, text, line.to or None, line.focus, line.action, line.key, line.at, line.undone)
