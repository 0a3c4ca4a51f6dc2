"""Routes presses, menus, forms and commands to their handlers, and sends exactly one answer back.

A handler takes a `Visit`, which is plain data, and returns a `Screen` or a `Form`. Everything about Discord is here:
deferring after 1.5 seconds, editing a private screen or opening a new one, and failures of handlers. Handlers are found
by the verb of the control's address (`bot.ui.parts.Address`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, Protocol, TypeAlias

import aiohttp
import discord
import structlog
from discord import ui
from discord.ext import commands

from bot.contract.lengths import of_field
from bot.contract.tables import Busy, Refused
from bot.telemetry import Metrics, Outcome, has_changed, new_trace, trace
from bot.ui.layout import Painter, even_without_emojis, layout, modal, paint_screen
from bot.ui.parts import ADDRESS, DISCORD, Button, Form, Row, Screen, Text, address
from bot.ui.truncate import without_verbs
from bot.ui.visit import Visit, custom_id, own_language, visit_of
from engine.core.text import speaking, words

UNWRITTEN: Final = frozenset({"busy", "not_stored"})
"""Refusals that say that nothing was done."""
log = structlog.get_logger(__name__)

PATIENCE: Final = 1.5
OLD: Final = timedelta(minutes=15)
MISSHAPEN: Final = frozenset({400, 413})
ANSWERED: Final = 40060
NEWER: Final = "newer"

Answer: TypeAlias = Screen | Form
Ready: TypeAlias = tuple[Answer, list[discord.File]]


class Screens(Protocol):
    """Knows which private screens are open; see `bot.ui.open_screens`."""

    def pressed(self, person: int) -> None:
        """Note that a press begins."""

    def released(self, person: int) -> None:
        """Note that a press is answered."""

    async def shown(
        self, interaction: discord.Interaction[Any], visit: Visit, screen: Screen, message: int, *, further: bool
    ) -> None:
        """Note that a private screen was shown in that message; `further` if it isn't the first answer of the
        interaction.
        """


class Doorkeeper(Protocol):
    """Holds interactions that came over HTTP until it is known who answers them; see
    `bot.cluster.interactions_endpoint`.
    """

    def note_taken(self, interaction: int) -> None:
        """Note that this process answers the interaction."""

    def passed_on(self, interaction: int) -> bool:
        """Pass the interaction on to another process. Return False if it's too late or there is none."""


Handler: TypeAlias = Callable[[Visit], Coroutine[Any, Any, Answer]]
Trouble: TypeAlias = Callable[[Exception, Visit], Screen | None]
Faulty: TypeAlias = Callable[[Exception, str, str], Awaitable[None]]
Finish: TypeAlias = Callable[[Screen, Visit], Awaitable[Screen]]


class Instead(Exception):
    """Raised by a handler to answer with this screen: why it isn't possible, and what to do next."""

    def __init__(self, screen: Screen) -> None:
        super().__init__("answered otherwise")
        self.screen = screen


class Router:
    """Finds the handler of a verb and makes sure that every interaction gets exactly one answer.

    `paint` draws a picture by its recipe. `trouble` makes the screen for an exception it knows, or None. `metrics`
    count answers, and `fault` stores failures (where, at which table). `finish` may add to every screen, such as
    one-time notices. `language` returns the language of a visit. `screens` see every screen shown. `in_flight` counts
    answers under way. The `doorkeeper` passes presses of a newer version's controls to another process. Controls of
    verbs in `left_out` aren't shown. `further` returns what else whoever gives a command is shown, below its answer.
    """

    def __init__(
        self, paint: Painter | None = None, trouble: Trouble | None = None, metrics: Metrics | None = None
    ) -> None:
        self.handlers: dict[str, Handler] = {}
        self.finish: Finish | None = None
        self.screens: Screens | None = None
        self.doorkeeper: Doorkeeper | None = None
        self.in_flight: AbstractContextManager[None] = nullcontext()
        self.language: Callable[[Visit], str] = own_language
        self._paint = paint
        self._trouble = trouble
        self.metrics = metrics or Metrics()
        self.fault: Faulty | None = None
        self.left_out: frozenset[str] = frozenset()
        self.further: Callable[[Visit], Awaitable[Screen | None]] | None = None

    def add(self, handlers: Mapping[str, Handler]) -> None:
        """Let these handlers answer these verbs. Raises ValueError for a verb that is taken."""
        taken = self.handlers.keys() & handlers.keys()
        if taken:
            raise ValueError(f"verbs answered twice: {', '.join(sorted(taken))}")
        self.handlers.update(handlers)

    def install(self, bot: commands.Bot) -> None:
        """Listen to all controls and forms of the bot, those sent before a restart included."""
        bot.add_dynamic_items(_pressed(self))
        bot.add_listener(self.sheet_sent, "on_interaction")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button or menu."""
        await self.answer(interaction, visit_of(interaction), self._handle)

    async def sheet_sent(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a form, if the interaction is one of ours."""
        if interaction.type is discord.InteractionType.modal_submit and address(custom_id(interaction)):
            await self.answer(interaction, visit_of(interaction), self._handle)

    async def answer(self, interaction: discord.Interaction[Any], visit: Visit, handler: Handler) -> None:
        """Let the handler answer, in time: after 1.5 seconds the interaction is deferred and answered later."""
        if self.screens is not None:
            self.screens.pressed(visit.person)
        try:
            with self.in_flight, new_trace(), speaking(self.language(visit)):
                await self._answer(interaction, visit, handler)
        finally:
            if self.screens is not None:
                self.screens.released(visit.person)

    async def make_ready(self, visit: Visit) -> Ready:
        """Return the answer to that visit with its pictures drawn, for a screen that is already open."""
        with new_trace(), speaking(self.language(visit)):
            faults: list[Exception] = []
            answer, _ = await self._answer_of(visit, self._handle, faults)
            await self._note(faults, visit)
            if isinstance(answer, Form) or answer.live != "asked":
                return answer, []
            return await paint_screen(await self._finished(answer, visit), self._paint)

    async def _answer(self, interaction: discord.Interaction[Any], visit: Visit, handler: Handler) -> None:
        reply = _Reply(interaction, visit, self._paint, self.screens)
        begun = time.perf_counter()
        further = await self._further(interaction, visit)
        work = asyncio.ensure_future(self._ready(visit, handler, reply))
        await asyncio.wait({work}, timeout=PATIENCE)
        if self._is_passed_on(reply):
            return
        try:
            if not work.done():
                await reply.defer()
            await self._deliver(reply, await work)
            await reply.add(further)
        except discord.HTTPException as error:
            log.warning("answer.lost", verb=visit.verb, table=visit.table, status=error.status, code=error.code)
            reply.outcome = "lost"
        except aiohttp.ClientError as error:
            log.warning("answer.lost", verb=visit.verb, table=visit.table, reason=str(error))
            reply.outcome = "lost"
        await self._note(reply.faults, visit)
        self.metrics.count_answer(*self._named(interaction, visit), reply.outcome, time.perf_counter() - begun)

    async def _further(self, interaction: discord.Interaction[Any], visit: Visit) -> ui.LayoutView | None:
        """Return what a command is answered with besides; nothing if that fails."""
        if self.further is None or interaction.type is not discord.InteractionType.application_command:
            return None
        try:
            screen = await self.further(visit)
            return None if screen is None else layout(without_verbs(screen, self.left_out))
        except Exception as error:
            log.exception("further.failed", exc_info=error)
            return None

    def _is_passed_on(self, reply: _Reply) -> bool:
        """Whether a process of the newer version answers instead; where there is none, this one says why it cannot."""
        if self.doorkeeper is None:
            return False
        if reply.newer and self.doorkeeper.passed_on(reply.interaction.id):
            return True
        self.doorkeeper.note_taken(reply.interaction.id)
        return False

    async def _note(self, faults: Sequence[Exception], visit: Visit) -> None:
        """Report to the host what failed, once the person has an answer."""
        self.metrics.errors.inc(len(faults))
        for error in faults:
            if self.fault is not None:
                await self.fault(error, visit.verb if visit.verb in self.handlers else "", visit.table)

    def _named(self, interaction: discord.Interaction[Any], visit: Visit) -> tuple[str, str]:
        """Return the kind and the name of an interaction, as the code calls them."""
        if interaction.type is discord.InteractionType.application_command:
            return "command", interaction.command.qualified_name if interaction.command else ""
        form = interaction.type is discord.InteractionType.modal_submit
        return "form" if form else "press", visit.verb if visit.verb in self.handlers else ""

    async def fail(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer an interaction of which something went wrong before it came here."""

        async def failing(_visit: Visit) -> Answer:
            raise error

        await self.answer(interaction, visit_of(interaction), failing)

    async def _deliver(self, reply: _Reply, ready: Ready) -> None:
        """Send the answer; report one that cannot be shown, and say so to the person."""
        try:
            await reply.deliver(ready)
        except aiohttp.ClientError:
            raise
        except Exception as error:
            if isinstance(error, discord.HTTPException) and not _is_misshapen(error):
                raise
            await reply.deliver((self._unshown(error, reply), []))

    async def _ready(self, visit: Visit, handler: Handler, reply: _Reply) -> Ready:
        """The answer with its pictures drawn, which may take longer than anything else."""
        answer, reply.outcome = await self._answer_of(visit, reply.note_newer(handler), reply.faults)
        try:
            if isinstance(answer, Screen):
                answer = await self._finished(answer, visit)
            return await reply.prepare(answer)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the person gets an answer
            return self._unshown(error, reply), []

    async def _finished(self, screen: Screen, visit: Visit) -> Screen:
        """Return the screen with notices on top; under much load they wait for the next one."""
        try:
            finished = await self.finish(screen, visit) if self.finish is not None else screen
        except Busy:
            finished = screen
        return without_verbs(finished, self.left_out)

    def _unshown(self, error: Exception, reply: _Reply) -> Screen:
        reply.outcome = "failed"
        reply.faults.append(error)
        return delivery_error(error, reply.visit.verb, reply.visit.table)

    async def _handle(self, visit: Visit) -> Answer:
        handler = self.handlers.get(visit.verb)
        if handler is None:
            return Screen((Text(words("error.gone")),), visit.table)
        check(visit)
        return await handler(visit)

    async def _answer_of(self, visit: Visit, handler: Handler, faults: list[Exception]) -> tuple[Answer, Outcome]:
        """Return the answer and its outcome; failures are added to `faults`."""
        try:
            return await handler(visit), "answered"
        except Instead as instead:
            return instead.screen, "refused"
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the person gets an answer
            return self._troubled(error, visit, faults)

    def _troubled(self, error: Exception, visit: Visit, faults: list[Exception]) -> tuple[Answer, Outcome]:
        error = Refused("busy") if isinstance(error, Busy) else error
        known = self._trouble(error, visit) if self._trouble else None
        if isinstance(error, Refused) and error.code in UNWRITTEN and has_changed():
            known = None
        if known is None:
            faults.append(error)
            told = halfway if has_changed() else internal
            return told(error, visit.verb, visit.table), "failed"
        if isinstance(error, Refused):
            self.metrics.refusal(error.code)
        return known, "refused"


def check(visit: Visit) -> None:
    """Refuse what no client of Discord sends, before a handler reads it. Refused: too_long_field, refused."""
    for key, texts in visit.fields.items():
        longest = max(map(len, texts), default=0)
        if longest > of_field(key):
            raise Refused("too_long_field", n=longest, most=of_field(key))
    if len(visit.values) > DISCORD.menu or any(len(value) > DISCORD.choice for value in visit.values):
        raise Refused("refused")


def _is_misshapen(error: discord.HTTPException) -> bool:
    """Whether Discord refused what was sent, and still waits for an answer."""
    return error.status in MISSHAPEN and error.code != ANSWERED


@dataclass
class _Reply:
    """The one answer to an interaction: in place of the private screen it came from, or as a new private message."""

    interaction: discord.Interaction[Any]
    visit: Visit
    paint: Painter | None
    screens: Screens | None = None
    outcome: Outcome = "answered"
    faults: list[Exception] = field(default_factory=list)
    newer: bool = False

    def note_newer(self, handler: Handler) -> Handler:
        """Return the handler; note if it meets what a newer version has written."""

        async def noted(visit: Visit) -> Answer:
            try:
                return await handler(visit)
            except Refused as refused:
                self.newer = refused.code == NEWER
                raise

        return noted

    @property
    def is_deferred(self) -> bool:
        """Return whether there is an answer already, so that it can only be changed."""
        return self.interaction.response.is_done()

    @property
    def in_place(self) -> bool:
        return self.visit.private and not _is_old(self.interaction)

    async def defer(self) -> None:
        if self.in_place:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def prepare(self, answer: Answer) -> Ready:
        """Return the answer with its pictures."""
        if isinstance(answer, Form):
            return answer, []
        if self.visit.private and not self.in_place:
            answer = answer.with_line(words("notice.new_screen"))
        return await paint_screen(answer, self.paint)

    async def deliver(self, ready: Ready) -> None:
        """Send what has been prepared."""
        answer, files = ready
        if isinstance(answer, Form) and not self.is_deferred:
            await self.interaction.response.send_modal(modal(answer))
            return
        await self._send(_reopener(answer) if isinstance(answer, Form) else answer, files)

    async def add(self, further: ui.LayoutView | None) -> None:
        """Send one more private screen."""
        if further is not None:
            await self.interaction.followup.send(view=further, ephemeral=True)

    async def _send(self, screen: Screen, files: list[discord.File]) -> None:
        message, further = await self._placed(screen, files)
        if self.screens is not None and message:
            await self.screens.shown(self.interaction, self.visit, screen, message, further=further)

    async def _placed(self, screen: Screen, files: list[discord.File]) -> tuple[int, bool]:
        """Send it; the message it is in, 0 if that is not known, and whether it is a further one."""
        view = layout(screen)
        return await even_without_emojis(view, files, lambda: self._put(screen, view, files))

    async def _put(self, screen: Screen, view: ui.LayoutView, files: list[discord.File]) -> tuple[int, bool]:
        response, pressed = self.interaction.response, self.interaction.message
        if self.is_deferred:
            return await self._edit(view, files)
        if self.in_place and pressed is not None:
            try:
                await response.edit_message(view=view, attachments=files)
            except discord.NotFound:
                log.info("screen.moved", table=screen.table)
            else:
                return pressed.id, False
        sent = await response.send_message(view=view, files=files, ephemeral=True)
        return sent.message_id or 0, False

    async def _edit(self, view: ui.LayoutView, files: list[discord.File]) -> tuple[int, bool]:
        try:
            changed = await self.interaction.edit_original_response(view=view, attachments=files)
        except discord.NotFound:
            sent = await self.interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
            return sent.id, True
        return changed.id, False


def _reopener(form: Form) -> Screen:
    """A form can only be the first answer: when that is too late, a button opens it."""
    button = Button(words("ui.button.open_form"), form.verb, form.option, "primary")
    return Screen((Text(words("notice.form_late")), Row((button,))), form.table, form.ask)


def _is_old(interaction: discord.Interaction[Any]) -> bool:
    message = interaction.message
    return message is not None and interaction.created_at - message.created_at > OLD


def _pressed(router: Router) -> type[ui.DynamicItem[ui.Item[Any]]]:
    class Pressed(ui.DynamicItem[ui.Item[Any]], template=ADDRESS):
        """Every control of the bot."""

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: Any, /
        ) -> Pressed:
            return cls(item)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            await router.press(interaction)

    return Pressed


def internal(error: Exception, verb: str, table: str) -> Screen:
    """Log a failure and return the screen that says that nothing was done (error.internal)."""
    log.error("handler.failed", verb=verb, table=table, exc_info=error)
    return _told("error.internal", table)


def halfway(error: Exception, verb: str, table: str) -> Screen:
    """Log a failure and return the screen that says that a part was done (error.halfway)."""
    log.error("handler.failed_halfway", verb=verb, table=table, exc_info=error)
    return _told("error.halfway", table)


def delivery_error(error: Exception, verb: str, table: str) -> Screen:
    """Log and return that the answer can't be shown, such as one over a limit; the action may be done."""
    log.error("answer.unshown", verb=verb, table=table, exc_info=error)
    return _told("error.unshown", table)


def _told(key: str, table: str) -> Screen:
    reference = trace()
    report = Button(words("table.button.report"), "report", reference, lasting=True)
    return Screen((Text(words(key, reference=reference)), Row((report,))), table)
