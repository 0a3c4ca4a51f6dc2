"""Options of slash commands: turns what a person typed into what Discord sends to the bot."""

from typing import Any

from bot.local_table.errors import ActRefused, Json
from bot.local_table.page_texts import act_refused
from bot.local_table.people import User
from bot.local_table.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
_RESOLVED_BY_SELECT = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}


class OptionReader:
    """Reads the options of one command and collects the things that their ids refer to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._resolved: Json = {}

    def read(self, command: Json, values: Json) -> list[Json]:
        """Return all options as Discord sends them; ActRefused for unknown, missing or impossible ones."""
        declared = {option["name"]: option for option in command.get("options") or []}
        for name in values:
            if name not in declared:
                raise ActRefused(f"{command['name']!r} has no option {name!r}")
        for name, option in declared.items():
            if option.get("required") and values.get(name) is None:
                raise act_refused("required", label=repr(name))
        return [self._option(declared[name], value) for name, value in values.items() if value is not None]

    def read_partly(self, command: Json, values: Json, focused: str) -> list[Json]:
        """Return options while one of them is being typed: nothing is required, and its text may be anything."""
        declared = {option["name"]: option for option in command.get("options") or []}
        if not (declared.get(focused) or {}).get("autocomplete"):
            raise ActRefused(f"the bot does not complete the option {focused!r}")
        read = []
        for name, value in values.items():
            option = declared.get(name)
            if option is None:
                raise ActRefused(f"{command['name']!r} has no option {name!r}")
            if name == focused:
                read.append({"name": name, "type": option["type"], "value": str(value), "focused": True})
            elif value is not None:
                read.append({"name": name, "type": option["type"], "value": self._plain(option, value)})
        return read

    def resolved_data(self) -> Json:
        """Return the `resolved_data` key of the data, if anything needs it."""
        return {"resolved": self._resolved} if self._resolved else {}

    def attachment(self, file_id: str) -> Json:
        """Return an uploaded file as an attachment."""
        stored = self.world.archive.file(file_id)
        if stored is None:
            raise act_refused("not_uploaded")
        return {**self.world.attachment(stored), "ephemeral": True}

    def _option(self, option: Json, value: Any) -> Json:
        return {"name": option["name"], "type": option["type"], "value": self._value(option, value)}

    def _plain(self, option: Json, value: Any) -> Any:
        if option["type"] in (INTEGER, NUMBER):
            return _number(option, value)
        return value if option["type"] == BOOLEAN else str(value)

    def _value(self, option: Json, value: Any) -> Any:
        kind = option["type"]
        if kind == STRING:
            return _checked_choice(option, _checked_length(option, str(value)))
        if kind in (INTEGER, NUMBER):
            return _checked_choice(option, _checked_range(option, _number(option, value)))
        if kind == BOOLEAN:
            return value if isinstance(value, bool) else str(value).lower() == "true"
        return self._snowflake(kind, str(value))

    def _snowflake(self, kind: int, value: str) -> str:
        if kind == ATTACHMENT:
            self._resolved.setdefault("attachments", {})[value] = self.attachment(value)
            return value
        found, resolved = resolve_one(self.world, kind, value)
        for name, entries in resolved.items():
            self._resolved.setdefault(name, {}).update(entries)
        return found


def resolve_picks(world: World, select: int, picks: list[str]) -> tuple[list[str], Json]:
    """Return the ids of the picks of a select of users, roles or channels, and what `resolved_data` says of them.

    The picks of a select of texts are returned as they are.
    """
    kind = _RESOLVED_BY_SELECT.get(select)
    if kind is None:
        return picks, {}
    ids, merged = [], dict[str, Any]()
    for pick in picks:
        found, resolved = resolve_one(world, kind, pick)
        ids.append(found)
        for name, entries in resolved.items():
            merged.setdefault(name, {}).update(entries)
    return ids, merged


def resolve_one(world: World, kind: int, value: str) -> tuple[str, Json]:
    """Return the id behind a user, role or channel given by id or name, and what `resolved_data` says of it."""
    if kind in (USER, MENTIONABLE):
        user = world.users.get(value) or _named_user(world, value)
        if user:
            return user.id, {"users": {user.id: user.payload()}, "members": {user.id: user.member()}}
    if kind in (ROLE, MENTIONABLE):
        for role in world.roles.values():
            if value in (role.id, role.name):
                return role.id, {"roles": {role.id: role.payload()}}
    if kind == CHANNEL:
        for channel in world.channels.values():
            if value in (channel.id, channel.name) and channel.has_bot and not channel.is_dm:
                place = {**channel.payload(world.users), "permissions": str(world.permissions(world.bot, channel))}
                return channel.id, {"channels": {channel.id: place}}
    raise ActRefused(f"there is no {value!r} to choose")


def _named_user(world: World, name: str) -> User | None:
    return next((user for user in world.users.values() if name.lower() in (user.name, user.display.lower())), None)


def _checked_length(option: Json, text: str) -> str:
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if not least <= len(text) <= most:
        raise act_refused("characters", label=repr(option["name"]), least=least, most=most, n=len(text))
    return text


def _checked_range(option: Json, number: float) -> float:
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and number < least) or (most is not None and number > most):
        raise act_refused("range", label=repr(option["name"]), least=least, most=most)
    return number


def _checked_choice(option: Json, value: Any) -> Any:
    choices = option.get("choices")
    if not choices:
        return value
    for choice in choices:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    raise act_refused("choice", value=repr(value), label=repr(option["name"]))


def _number(option: Json, value: Any) -> float:
    try:
        return int(value) if option["type"] == INTEGER else float(value)
    except (TypeError, ValueError) as error:
        raise act_refused("number", label=repr(option["name"])) from error
