"""What a bot declares, as Discord takes it: its commands, their options and choices."""

import re
from typing import Annotated

from msgspec import Meta, Struct

from bot.playground.component_limits import Short
from bot.playground.errors import Json, invalid
from bot.playground.validation import Fault, bad_length, checked

COMMANDS = {1: 100, 2: 15, 3: 15}
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
        """The characters that count, each text in its longest language."""
        return _longest(self.name, self.name_localizations) + len(str(self.value))


class CommandName(Struct):
    """What commands and options have: a name, a description, their translations, and options inside."""

    name: str
    description: Short
    name_localizations: dict[str, str] | None = None
    description_localizations: dict[str, Short] | None = None
    options: Annotated[list["CommandOption"], Meta(max_length=25)] | None = None

    def __post_init__(self) -> None:
        _check_name(self.name, "name")
        for text in (self.name_localizations or {}).values():
            _check_name(text, "name_localizations")
        _check_options(self.options or [])

    def size(self) -> int:
        """The characters that count against 8,000, each text in its longest language."""
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
        """The characters that count, those of the choices among them."""
        return CommandName.size(self) + sum(choice.size() for choice in self.choices or [])


class ChatCommand(CommandName, tag_field="type", tag=1):
    """A slash command."""

    def __post_init__(self) -> None:
        CommandName.__post_init__(self)
        if self.size() > CHARACTERS:
            raise Fault("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({CHARACTERS})")


class UserCommand(Struct, tag_field="type", tag=2):
    """A command of the context menu of a person."""

    name: Annotated[str, Meta(min_length=1, max_length=32)]
    description: str | None = None

    def __post_init__(self) -> None:
        if self.description:
            code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED"
            raise Fault(code, "Must be empty", "description")


class MessageCommand(UserCommand, tag=3):
    """A command of the context menu of a message."""


def check_commands(commands: list[Json]) -> None:
    """Check the whole list of a bot's commands; raises ApiError 50035."""
    typed = [{"type": 1, **command} for command in commands]
    checked(list[ChatCommand | UserCommand | MessageCommand], typed)
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
