"""Messages, embeds, attachments, commands, autocomplete choices and threads as Discord takes them."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from bot.local_table.component_limits import (
    COMPONENTS,
    ActionRow,
    AltText,
    AtTop,
    Fault,
    Short,
    bad_length,
    check_kind,
    check_together,
)
from bot.local_table.errors import ApiError, Json, invalid
from bot.local_table.world import COMPONENTS_V2

CONTENT = 2000
EMBED_TOTAL = 6000
FILE_BYTES = 10 * 1024 * 1024
NONCE = 25
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"

Title: TypeAlias = Annotated[str, Meta(max_length=256)]
PostTags: TypeAlias = Annotated[list[str | int], Meta(max_length=5)]
Minutes: TypeAlias = Literal[60, 1440, 4320, 10080]


class Footer(Struct):
    """The last line of an embed."""

    text: Annotated[str, Meta(max_length=2048)] | None = None


class Author(Struct):
    """Whom an embed names as its author."""

    name: Title | None = None


class EmbedField(Struct):
    """A field of an embed."""

    name: Annotated[str, Meta(min_length=1, max_length=256)]
    value: Annotated[str, Meta(min_length=1, max_length=1024)]


class Embed(Struct):
    """A framed part of a message of the older kind."""

    title: Title | None = None
    description: Annotated[str, Meta(max_length=4096)] | None = None
    footer: Footer | None = None
    author: Author | None = None
    fields: Annotated[list[EmbedField], Meta(max_length=25)] | None = None

    def size(self) -> int:
        """Return the characters that count against 6,000."""
        own = [self.title, self.description, self.footer and self.footer.text, self.author and self.author.name]
        own += [text for field in self.fields or [] for text in (field.name, field.value)]
        return sum(len(text or "") for text in own)


class Attachment(Struct):
    """A file of a message."""

    description: AltText | None = None


class StandingMessage(Struct, kw_only=True):
    """A message as it would be after an edit, with the fields that both kinds have."""

    content: Annotated[str, Meta(max_length=CONTENT)] | None
    embeds: Annotated[list[Embed], Meta(max_length=10)]
    attachments: Annotated[list[Attachment], Meta(max_length=10)]
    nonce: str | int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.nonce, str) and len(self.nonce) > NONCE:
            raise Fault("NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer in length.", "nonce")
        if sum(embed.size() for embed in self.embeds) > EMBED_TOTAL:
            raise Fault("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}", "embeds")


class OlderMessage(StandingMessage):
    """A message of content and embeds, with rows below."""

    components: Annotated[list[ActionRow], Meta(max_length=5)]


class ModernMessage(StandingMessage):
    """A message that is made of components alone."""

    components: Annotated[list[AtTop], Meta(max_length=COMPONENTS)]

    def __post_init__(self) -> None:
        StandingMessage.__post_init__(self)
        for key in ("content", "embeds"):
            if getattr(self, key):
                text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                raise Fault(_LEGACY, text, key)


class AllowedMentions(Struct):
    """Whom a message may ping; a kind cannot be parsed and listed at once."""

    parse: list[Literal["users", "roles", "everyone"]] | None = None
    users: Annotated[list[str | int], Meta(max_length=100)] | None = None
    roles: Annotated[list[str | int], Meta(max_length=100)] | None = None

    def __post_init__(self) -> None:
        for kind in self.parse or []:
            if getattr(self, kind, None):
                text = f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive."
                raise Fault("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


class MessageEdit(Struct, forbid_unknown_fields=True):
    """The fields of an edit; limits are checked on the message after the edit."""

    content: Any = None
    embeds: list[Json] | None = None
    allowed_mentions: AllowedMentions | None = None
    components: list[Json] | None = None
    attachments: list[Json] | None = None
    flags: int | None = None
    tts: bool | None = None


class NewMessage(MessageEdit, forbid_unknown_fields=True):
    """The fields that only a new message has."""

    nonce: str | int | None = None
    enforce_nonce: bool | None = None
    message_reference: Json | None = None


ONLY_NEW = frozenset(NewMessage.__struct_fields__) - frozenset(MessageEdit.__struct_fields__)


class TextChoice(Struct):
    """A choice of a text option."""

    name: Short
    value: Short


class NumberChoice(Struct):
    """A choice of a number option."""

    name: Short
    value: int | float


class TextChoices(Struct):
    """The answer to the autocomplete of a text."""

    choices: Annotated[list[TextChoice], Meta(max_length=25)]


class NumberChoices(Struct):
    """The answer to the autocomplete of a number."""

    choices: Annotated[list[NumberChoice], Meta(max_length=25)]


class ThreadChange(Struct):
    """What may be changed in a thread."""

    name: Short = "thread"
    auto_archive_duration: Minutes | None = None
    applied_tags: PostTags = []


class ApplicationChange(Struct):
    """What may be changed of the application: where interactions are posted, on this machine only."""

    interactions_endpoint_url: Annotated[str, Meta(pattern=r"^(http://127\.0\.0\.1:\d+/.*)?$")] | None = None


class NewPost(Struct, forbid_unknown_fields=True):
    """A post that is to be written in a forum, with its first message."""

    name: Short
    message: Json
    auto_archive_duration: Minutes | None = None
    applied_tags: PostTags = []
    type: int | None = None
    invitable: bool | None = None
    rate_limit_per_user: int | None = None


class NewThread(Struct):
    """A thread to be started; private unless `type` says otherwise."""

    name: Short
    auto_archive_duration: Minutes | None = None
    type: Literal[11, 12] = 12
    invitable: bool = True


def check_message(message: Json, emojis: Collection[str] = ()) -> None:
    """Check a message as it would be: content, embeds, components and attachments (50035, 50006).

    `emojis`: the ids of those that the bot can use.
    """
    if message["flags"] & COMPONENTS_V2:
        check_kind(ModernMessage, message)
    else:
        check_kind(OlderMessage, message)
    check_together(message["components"], emojis)
    if not any(message[key] for key in ("content", "embeds", "components", "attachments")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_choices(choices: Any, kind: int) -> None:
    """Check the answer to an autocomplete of an option of type `kind`; raises ApiError 50035."""
    answer = {"choices": choices}
    check_kind(TextChoices, answer, "data") if kind == 3 else check_kind(NumberChoices, answer, "data")


def check_file_size(size: int) -> None:
    """Refuse a file that is too large (413, 40005)."""
    if size > FILE_BYTES:
        raise ApiError(413, 40005, "Request entity too large")


COMMANDS = {1: 100, 2: 15, 3: 15, 4: 1}
CHARACTERS = 8000
SUB, GROUP, STRING = 1, 2, 3
_NAME = re.compile(r"^[-_'\w]{1,32}$")
_WITH_CHOICES = frozenset((STRING, 4, 10))


def _longest(text: str, translations: dict[str, str] | None) -> int:
    return max(map(len, [text, *(translations or {}).values()]))


class OptionChoice(Struct):
    """A value that is offered for an option."""

    name: Short
    value: str | int | float
    name_localizations: dict[str, str] | None = None

    def size(self) -> int:
        """Return the characters that count, each text in its longest language."""
        return _longest(self.name, self.name_localizations) + len(str(self.value))


class CommandName(Struct):
    """What commands and options have: a name, a description, their translations, and options inside."""

    name: str
    description: Short
    name_localizations: dict[str, str] | None = None
    description_localizations: dict[str, Short] | None = None
    options: Annotated[list[CommandOption], Meta(max_length=25)] | None = None

    def __post_init__(self) -> None:
        _check_name(self.name, "name")
        for text in (self.name_localizations or {}).values():
            _check_name(text, "name_localizations")
        _check_options(self.options or [])

    def size(self) -> int:
        """Return the characters that count against 8,000, each text in its longest language."""
        own = _longest(self.name, self.name_localizations)
        own += _longest(self.description, self.description_localizations)
        return own + sum(option.size() for option in self.options or [])


class CommandOption(CommandName, kw_only=True):
    """An option of a command, a subcommand or a group of them."""

    type: Annotated[int, Meta(ge=1, le=11)]
    required: bool | None = None
    autocomplete: bool | None = None
    choices: Annotated[list[OptionChoice], Meta(max_length=25)] | None = None

    def __post_init__(self) -> None:
        CommandName.__post_init__(self)
        if (self.choices or self.autocomplete) and self.type not in _WITH_CHOICES:
            raise Fault("APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This type of option cannot have choices")
        if self.choices and self.autocomplete:
            raise Fault("APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "Autocomplete cannot go with choices")
        for number, choice in enumerate(self.choices or []):
            if self.type == STRING and not (isinstance(choice.value, str) and 1 <= len(choice.value) <= 100):
                raise bad_length(1, 100, "choices", number, "value")

    def size(self) -> int:
        """Return the characters that count, those of the choices among them."""
        return CommandName.size(self) + sum(choice.size() for choice in self.choices or [])


class ChatCommand(CommandName, tag_field="type", tag=1, kw_only=True):
    """A slash command."""

    integration_types: list[Literal[0, 1]] | None = None
    contexts: list[Literal[0, 1, 2]] | None = None

    def __post_init__(self) -> None:
        CommandName.__post_init__(self)
        if self.size() > CHARACTERS:
            raise Fault("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({CHARACTERS})")


class UserCommand(Struct, tag_field="type", tag=2):
    """A command of the context menu of a person."""

    name: Annotated[str, Meta(min_length=1, max_length=32)]
    description: str | None = None
    integration_types: list[Literal[0, 1]] | None = None
    contexts: list[Literal[0, 1, 2]] | None = None

    def __post_init__(self) -> None:
        if self.description:
            code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED"
            raise Fault(code, "Must be empty", "description")


class MessageCommand(UserCommand, tag=3):
    """A command of the context menu of a message."""


class EntryPoint(Struct, tag_field="type", tag=4):
    """The command that opens the application's Activity: only everywhere."""

    name: Annotated[str, Meta(min_length=1, max_length=32)]
    handler: Literal[1, 2]
    description: Short | None = None
    description_localizations: dict[str, Short] | None = None
    integration_types: list[Literal[0, 1]] | None = None
    contexts: list[Literal[0, 1, 2]] | None = None


def check_commands(commands: list[Json], *, installable: bool = True) -> None:
    """Check the whole list of a bot's commands; raises ApiError 50035. `installable`: people can add the bot for
    themselves.
    """
    typed = [{"type": 1, **command} for command in commands]
    check_kind(list[ChatCommand | UserCommand | MessageCommand | EntryPoint], typed)
    for number, command in enumerate(typed):
        if 1 in (command.get("integration_types") or ()) and not installable:
            raise invalid((number, "integration_types"), "BASE_TYPE_CHOICES", "Value must be one of (0,).")
    for kind, most in COMMANDS.items():
        names = [command["name"] for command in typed if command["type"] == kind]
        if len(names) > most:
            text = f"Maximum number of application commands reached ({most})."
            raise invalid((), "APPLICATION_COMMAND_TOO_MANY", text)
        if len(names) != len(set(names)):
            raise invalid((), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")


def _check_name(text: str, *path: str) -> None:
    if not _NAME.match(text) or text != text.lower():
        raise Fault("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", *path)


def _check_options(options: list[CommandOption]) -> None:
    if len({option.name for option in options}) != len(options):
        raise Fault("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique", "options")
    if len({option.type in (SUB, GROUP) for option in options}) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        raise Fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text, "options")
    wanted = [bool(option.required) for option in options]
    if wanted != sorted(wanted, reverse=True):
        text = "Required options must be placed before non-required options"
        raise Fault("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text, "options")
