"""One press, form or command as plain data: who, where, and what was pressed, chosen or typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import discord

from bot.contract.tables import Person, Refused
from bot.ui.guilds import Sees, sight
from bot.ui.parts import Address, address


async def _nothing() -> Sees:
    """Return the sight of a person of whom no server says what they can open."""
    return lambda _: False


@dataclass(frozen=True, slots=True)
class Visit:
    """One press, form or command: who, where, and what was pressed, chosen or typed.

    It may and sees nothing that whoever brought it doesn't tell: Discord does with each interaction.
    """

    person: int
    channel: int = 0
    table: str = ""
    ask: int | None = None
    verb: str = ""
    """What the control does; empty for a command."""
    option: str = ""
    seat: int | None = None
    values: tuple[str, ...] = ()
    """The choices of a menu."""
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What was entered in a form, by the keys of its fields."""
    private: bool = False
    """Whether it came from a private screen, which the answer replaces."""
    name: str = ""
    guild: int | None = None
    """See `Person`."""
    moderator: bool = False
    """See `Person`."""
    parent: int = 0
    """The channel of a thread."""
    locale: str = ""
    bot_may: int = 0
    """What the bot may do there, as Discord's number of permissions."""
    may_post: bool = False
    """Whether the person may write there."""
    unsure: tuple[str, ...] = ()
    first_shown: bool = False
    """Whether a complete command is shown with its effect before it is sent."""
    sight: Callable[[], Awaitable[Sees]] = field(default=_nothing, compare=False)
    """Tells which channels of the server the person can open."""
    personal: bool = False
    """Whether the bot may only answer because the person added it: then Discord takes few further messages."""
    elsewhere: bool = False
    """Whether it came from a server without the bot, or from DMs of others: then the place counts for nothing."""

    def field(self, key: str) -> str:
        """Return what was typed or picked first in a field; empty if nothing."""
        return next(iter(self.fields.get(key, ())), "")


def person_of(visit: Visit) -> Person:
    """Return the person who pressed or typed."""
    return Person(visit.person, visit.name, visit.guild, visit.moderator)


def own_language(visit: Visit) -> str:
    """Return the language of the person's client: `de`, or `en` for `en-GB`."""
    return visit.locale.partition("-")[0]


def _data(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})


def custom_id(interaction: discord.Interaction[Any]) -> str:
    """Return the address of the control or form."""
    return str(_data(interaction).get("custom_id", ""))


def visit_of(interaction: discord.Interaction[Any]) -> Visit:
    """Return an interaction as plain data; for a command only who and where."""
    where = address(custom_id(interaction)) or Address("", None, "")
    data = _data(interaction)
    message = interaction.message
    visit = Visit(
        person=interaction.user.id,
        table=where.table,
        ask=where.ask,
        verb=where.verb,
        option=where.option,
        seat=where.seat or None,
        values=tuple(data.get("values", ())),
        fields=dict(fields_of(data.get("components", ()))),
        private=message is not None and message.flags.ephemeral,
        name=interaction.user.display_name,
        locale=str(interaction.locale),
        personal=0 not in interaction._integration_owners,  # noqa: SLF001 - nothing public tells in DMs
    )
    if is_elsewhere(interaction):
        name = interaction.user.global_name or interaction.user.name  # tables don't learn what one is called there
        return replace(visit, name=name, elsewhere=True, sight=_nothing)
    return _placed(visit, interaction)


def is_elsewhere(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is there for the person alone: in a server without it, or in DMs of others."""
    if interaction.guild_id is not None:
        return not interaction.is_guild_integration()
    return bool(interaction.context.private_channel)


def require_here(visit: Visit) -> None:
    """Make sure that the bot is in that place itself. Refused: bot_elsewhere."""
    if visit.elsewhere:
        raise Refused("bot_elsewhere")


def _placed(visit: Visit, interaction: discord.Interaction[Any]) -> Visit:
    """Return the visit with its place, and what the person and the bot may do there."""
    return replace(
        visit,
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id,
        moderator=interaction.guild_id is not None and interaction.permissions.manage_guild,
        parent=getattr(interaction.channel, "parent_id", None) or 0,
        bot_may=interaction.app_permissions.value,
        may_post=_may_post(interaction),
        sight=partial(sight, interaction),
    )


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the person may write in that channel or thread, as Discord says with the interaction."""
    if interaction.guild_id is None:
        return False
    may, thread = interaction.permissions, getattr(interaction.channel, "parent_id", None)
    return may.send_messages_in_threads if thread else may.send_messages


def fields_of(components: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Return the key and values of each field of a form, however deep Discord wraps it."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for component in components:
        inner = [component["component"]] if "component" in component else component.get("components", ())
        found += fields_of(inner)
        if "custom_id" in component:
            value = component.get("values", component.get("value"))
            found.append((component["custom_id"], _several(value)))
    return found


def _several(value: Any) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    return tuple(value) if isinstance(value, list) else (str(value),)
