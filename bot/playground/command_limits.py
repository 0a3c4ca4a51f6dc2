"""Discord's limits on what a bot declares: its commands, their options and choices."""

import re
from collections.abc import Iterator
from typing import Any

from bot.playground.errors import Problems
from bot.playground.shapes import Json

COMMANDS = {1: 100, 2: 15, 3: 15}
OPTIONS = 25
CHARACTERS = 8000
SUB, GROUP = 1, 2
_NAME = re.compile(r"^[-_'\w]{1,32}$")
_WITH_CHOICES = frozenset((3, 4, 10))

Path = tuple[str | int, ...]


def check_commands(commands: Any) -> None:
    """Check the whole list of a bot's commands; raises ApiError 50035 with every fault at its place."""
    problems = Problems()
    for number, command in enumerate(commands):
        _check_command((number,), command, problems)
    for kind, most in COMMANDS.items():
        names = [c.get("name") for c in commands if c.get("type", 1) == kind]
        if len(names) > most:
            problems.add(
                (), "APPLICATION_COMMAND_TOO_MANY", f"Maximum number of application commands reached ({most})."
            )
        if len(names) != len(set(names)):
            problems.add((), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    problems.raise_any()


def command_length(command: Json) -> int:
    """The characters of a command that count against 8,000, each text in its longest language."""
    own = _longest(command, "name") + _longest(command, "description")
    own += sum(command_length(option) for option in command.get("options") or [])
    return own + sum(_longest(choice, "name") + len(str(choice["value"])) for choice in command.get("choices") or [])


def _longest(part: Json, key: str) -> int:
    translations = part.get(f"{key}_localizations") or {}
    return max(len(text or "") for text in [part.get(key), *translations.values()])


def _check_command(path: Path, command: Json, problems: Problems) -> None:
    if command.get("type", 1) != 1:
        problems.text((*path, "name"), command.get("name"), 1, 32)
        if command.get("description"):
            problems.add(
                (*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED", "Must be empty"
            )
        return
    _check_named(path, command, problems)
    _check_options(path, command, problems)
    if command_length(command) > CHARACTERS:
        text = f"Command exceeds maximum size ({CHARACTERS})"
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_named(path: Path, part: Json, problems: Problems) -> None:
    for key, text in _texts(part, "name"):
        if not isinstance(text, str) or not _NAME.match(text) or text != text.lower():
            problems.add((*path, key), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    for key, text in _texts(part, "description"):
        problems.text((*path, key), text, 1, 100)


def _texts(part: Json, key: str) -> Iterator[tuple[str, Any]]:
    yield key, part.get(key)
    for text in (part.get(f"{key}_localizations") or {}).values():
        yield f"{key}_localizations", text


def _check_options(path: Path, part: Json, problems: Problems) -> None:
    options = part.get("options") or []
    problems.count((*path, "options"), options, 0, OPTIONS)
    names = [option.get("name") for option in options]
    if len(names) != len(set(names)):
        problems.add(
            (*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique"
        )
    kinds = {option.get("type") in (SUB, GROUP) for option in options}
    if len(kinds) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        problems.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    _check_required_first((*path, "options"), options, problems)
    for number, option in enumerate(options):
        _check_option((*path, "options", number), option, problems)


def _check_required_first(path: Path, options: list[Json], problems: Problems) -> None:
    optional = False
    for number, option in enumerate(options):
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            problems.add((*path, number), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")


def _check_option(path: Path, option: Json, problems: Problems) -> None:
    _check_named(path, option, problems)
    problems.number((*path, "type"), option.get("type"), 1, 11)
    if option.get("type") in (SUB, GROUP):
        _check_options(path, option, problems)
    choices = option.get("choices") or []
    problems.count((*path, "choices"), choices, 0, OPTIONS)
    if (choices or option.get("autocomplete")) and option.get("type") not in _WITH_CHOICES:
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This type of option cannot have choices")
    if choices and option.get("autocomplete"):
        problems.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "Autocomplete cannot go with choices")
    for number, choice in enumerate(choices):
        problems.text((*path, "choices", number, "name"), choice.get("name"), 1, 100)
        if option.get("type") == 3:
            problems.text((*path, "choices", number, "value"), choice.get("value"), 1, 100)
