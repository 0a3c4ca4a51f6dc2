"""Answers Discord's interactions with what the router's handlers return, each exactly once.

Everything about an interaction is here: deferring it after 1.5 seconds, editing a private screen or opening a new one,
pictures as files, forms that come too late, and handing an interaction to another process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, Protocol, TypeAlias, cast

import aiohttp
import discord
import structlog
from discord import ui
from discord.ext import commands

from bot.telemetry import Kind, Metrics, Outcome, new_trace
from bot.ui.layout import Painter, even_without_emojis, layout, modal, paint_screen
from bot.ui.parts import ADDRESS, Button, Form, Row, Screen, Text, address, within
from bot.ui.router import ROOM, Answer, Handler, Pressing, Router, Trouble, VisitAnswer
from bot.ui.truncate import without_verbs
from bot.ui.visit import Visit, custom_id, visit_of
from engine.core.text import speaking, words

log = structlog.get_logger(__name__)

PATIENCE: Final = 1.5
OLD: Final = timedelta(minutes=15)
MISSHAPEN: Final = frozenset({400, 413})
ANSWERED: Final = 40060
LAUNCH: Final = "launch"
KINDS: Final[Mapping[discord.InteractionType, Kind]] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.modal_submit: "form",
}

Ready: TypeAlias = tuple[Answer, list[discord.File]]


class Screens(Pressing, Protocol):
    """Knows which private screens are open; see `bot.ui.open_screens`."""

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


class DiscordRouter(Router):
    """A router that answers interactions.

    `paint` draws a picture by its recipe. `screens` see every screen shown. The `doorkeeper` passes presses of a newer
    version's controls to another process. `further` returns what else whoever gives a command is shown, below its
    answer. `opens_activity`: whether there is an Activity. `unopened` answers whoever asks for it in vain.
    """

    def __init__(
        self, paint: Painter | None = None, trouble: Trouble | None = None, metrics: Metrics | None = None
    ) -> None:
        super().__init__(trouble, metrics)
        self.screens: Screens | None = None
        self.doorkeeper: Doorkeeper | None = None
        self.further: Callable[[Visit], Awaitable[Screen | None]] | None = None
        self.opens_activity = False
        self.unopened: Handler | None = None
        self._paint = paint

    def install(self, bot: commands.Bot) -> None:
        """Listen to all controls and forms of the bot, those sent before a restart included."""
        bot.add_dynamic_items(_pressed(self))
        bot.add_listener(self.sheet_sent, "on_interaction")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button or menu."""
        await self.answer(interaction, visit_of(interaction), self.handle)

    async def sheet_sent(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a form, if the interaction is one of ours."""
        if interaction.type is discord.InteractionType.modal_submit and address(custom_id(interaction)):
            await self.answer(interaction, visit_of(interaction), self.handle)

    async def answer(self, interaction: discord.Interaction[Any], visit: Visit, handler: Handler) -> None:
        """Let the handler answer, in time: after 1.5 seconds the interaction is deferred and answered later."""
        with self.attending(visit, "discord"):
            await self._answer(interaction, visit, handler)

    async def launch(self, interaction: discord.Interaction[Any]) -> None:
        """Open the Activity; if there is none or Discord refuses, answer with other ways to the board."""
        if self.opens_activity and await self._is_launched(interaction):
            if self.doorkeeper is not None:
                self.doorkeeper.note_taken(interaction.id)
            return
        if self.unopened is not None:
            await self.answer(interaction, visit_of(interaction), self.unopened)

    async def _is_launched(self, interaction: discord.Interaction[Any]) -> bool:
        begun = time.perf_counter()
        try:
            await interaction.response.launch_activity()
        except (discord.HTTPException, aiohttp.ClientError) as error:
            log.warning("activity.not_launched", reason=str(error))
            return False
        self.metrics.count_answer("command", LAUNCH, "answered", time.perf_counter() - begun, "discord")
        return True

    async def make_ready(self, visit: Visit) -> Ready:
        """Return the answer to that visit with its pictures drawn, for a screen that is already open."""
        with new_trace(), speaking(self.language(visit)), within(ROOM["discord"]):
            answered = await self.raw_answer(visit, self.handle)
            await self.note(answered, visit)
            answer = answered.answer
            if isinstance(answer, Form) or answer.live != "asked":
                return answer, []
            return await paint_screen(await self.finished(answer, visit), self._paint)

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
            reply.answered.outcome = "lost"
        except aiohttp.ClientError as error:
            log.warning("answer.lost", verb=visit.verb, table=visit.table, reason=str(error))
            reply.answered.outcome = "lost"
        await self.note(reply.answered, visit)
        self._count(interaction, visit, reply.answered.outcome, time.perf_counter() - begun)

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
        if reply.answered.newer and self.doorkeeper.passed_on(reply.interaction.id):
            return True
        self.doorkeeper.note_taken(reply.interaction.id)
        return False

    def _count(self, interaction: discord.Interaction[Any], visit: Visit, outcome: Outcome, seconds: float) -> None:
        kind = KINDS.get(interaction.type, "press")
        name = self.named(visit)
        if kind == "command":
            name = _command(interaction)
        self.metrics.count_answer(kind, name, outcome, seconds, "discord")

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
            await reply.deliver(_unshown(error, reply))

    async def _ready(self, visit: Visit, handler: Handler, reply: _Reply) -> Ready:
        """The answer with its pictures drawn, which may take longer than anything else."""
        reply.answered = await self.raw_answer(visit, handler)
        await self.complete(reply.answered, visit)
        try:
            return await reply.prepare(reply.answered.answer)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the person gets an answer
            return _unshown(error, reply)


def _unshown(error: Exception, reply: _Reply) -> Ready:
    reply.answered.fail(error, reply.visit)
    return reply.answered.answer, []


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
    answered: VisitAnswer = field(default_factory=lambda: VisitAnswer(Screen(())))

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


def _command(interaction: discord.Interaction[Any]) -> str:
    """Return the name of a command; the library knows no entry point."""
    if cast("Mapping[str, Any]", interaction.data or {}).get("type") not in {None, 1, 2, 3}:
        return LAUNCH
    return interaction.command.qualified_name if interaction.command else ""


def _is_old(interaction: discord.Interaction[Any]) -> bool:
    message = interaction.message
    return message is not None and interaction.created_at - message.created_at > OLD


def _pressed(router: DiscordRouter) -> type[ui.DynamicItem[ui.Item[Any]]]:
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
