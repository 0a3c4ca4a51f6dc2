"""What people do with the bot: commands, clicks, picks and forms, checked as Discord's own client checks them."""

from typing import Any

from bot.local_table.component_limits import (
    BUTTON,
    CHECK,
    CHECKS,
    RADIO,
    SELECTS,
    TEXT_DISPLAY,
    TEXT_INPUT,
    UPLOAD,
    walk,
)
from bot.local_table.errors import ActRefused, Json
from bot.local_table.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction, Interactions
from bot.local_table.options import OptionReader, resolve_picks
from bot.local_table.page_texts import act_refused
from bot.local_table.people import User
from bot.local_table.places import Channel
from bot.local_table.world import PostedMessage, World

SUB, GROUP = 1, 2
_LINK = 5
_ENTRY = 4


def available_commands(world: World, user: User, channel: Channel) -> list[Json]:
    """Return the commands `user` can use in `channel`: of the right context, installed there or by
    the person, and not reserved for others. Those of the server come first; one of each kind may have the same name.

    A forum itself has none.
    """
    if channel.is_forum:
        return []
    of_server = world.commands_of(channel.guild) if channel.has_bot and not channel.is_private else []
    return [command for command in (*of_server, *world.commands) if _may_use(world, user, channel, command)]


def in_language(part: Json, locale: str) -> Json:
    """Return a command, with its options and their choices, described as a client of that language shows it."""
    key = "name" if "value" in part else "description"
    told = (part.get(f"{key}_localizations") or {}).get(locale, part.get(key))
    inner: Json = {m: [in_language(one, locale) for one in part[m]] for m in ("options", "choices") if m in part}
    return {**part, key: told, **inner}


def with_title(command: Json, locale: str) -> Json:
    """Return a command in that language, with the title that menus of messages and people show for it."""
    title = (command.get("name_localizations") or {}).get(locale, command["name"])
    return {**in_language(command, locale), "title": title}


def _may_use(world: World, user: User, channel: Channel, command: Json) -> bool:
    contexts, installed = command.get("contexts"), command["integration_types"]
    if contexts is not None and channel.context not in contexts:
        return False
    is_there = channel.has_bot and (channel.guild in world.servers or channel.is_private)
    if 1 not in installed and not (is_there and 0 in installed):
        return False
    needed = command.get("default_member_permissions")
    if needed is None or channel.is_private:
        return True
    return world.permissions(user, channel) & int(needed) == int(needed)


def find_command(world: World, user: User, channel: Channel, path: list[str], kind: int = 1) -> tuple[Json, list[Json]]:
    """Return the command at the head of `path` and the chain of its subcommands; ActRefused if there is none."""
    for command in available_commands(world, user, channel):
        if command["name"] == path[0] and command["type"] == kind:
            return command, _descend(command, path[1:])
    raise ActRefused(f"no command {path[0]!r} here")


def _descend(command: Json, names: list[str]) -> list[Json]:
    chain, node = [], command
    for name in names:
        found = [o for o in node.get("options") or [] if o["name"] == name and o["type"] in (SUB, GROUP)]
        if not found:
            raise ActRefused(f"{node['name']!r} has no subcommand {name!r}")
        node = found[0]
        chain.append(node)
    if any(o["type"] in (SUB, GROUP) for o in node.get("options") or []):
        raise ActRefused(f"{node['name']!r} needs a subcommand")
    return chain


class Invoker:
    """Turns acts of people into interactions."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    def slash(self, user: User, channel: Channel, path: list[str], values: Json) -> Interaction:
        """Use a slash command with its options."""
        self._require_commands(user, channel)
        command, chain = find_command(self.world, user, channel, path)
        reader = OptionReader(self.world)
        options = reader.read((chain or [command])[-1], values)
        data = {**_head(command), "options": _nest(chain, options), **reader.resolved_data()}
        return self.interactions.open(COMMAND, user, channel, data, " ".join(path))

    def autocomplete(self, user: User, channel: Channel, path: list[str], option: str, values: Json) -> Interaction:
        """Type into an option that the bot completes; `values` holds what has been entered so far."""
        command, chain = find_command(self.world, user, channel, path)
        reader = OptionReader(self.world)
        options = reader.read_partly((chain or [command])[-1], values, option)
        data = {**_head(command), "options": _nest(chain, options)}
        return self.interactions.open(AUTOCOMPLETE, user, channel, data, " ".join(path))

    def on_message(self, user: User, message: PostedMessage, name: str) -> Interaction:
        """Use a command of the context menu of a message."""
        channel = self.world.channels[message.channel]
        command, _ = find_command(self.world, user, channel, [name], kind=3)
        data = {**_head(command), "target_id": message.id, "resolved": {"messages": {message.id: message.payload}}}
        return self.interactions.open(COMMAND, user, channel, data, name)

    def entry(self, user: User, channel: Channel) -> Interaction:
        """Open the application's Activity by its own entry in the list of apps."""
        found = [command for command in available_commands(self.world, user, channel) if command["type"] == _ENTRY]
        if not found:
            raise ActRefused("no entry point here")
        return self.interactions.open(COMMAND, user, channel, _head(found[0]), found[0]["name"])

    def on_user(self, user: User, channel: Channel, target: User, name: str) -> Interaction:
        """Use a command of the context menu of a person."""
        command, _ = find_command(self.world, user, channel, [name], kind=2)
        resolved = {"users": {target.id: target.payload()}, "members": {target.id: target.member()}}
        data = {**_head(command), "target_id": target.id, "resolved": resolved}
        return self.interactions.open(COMMAND, user, channel, data, name)

    def press(self, user: User, message: PostedMessage, custom_id: str, values: list[str] | None) -> Interaction:
        """Press a button, or make picks in a select."""
        component = self._component(message, custom_id)
        kind = component["type"]
        data: Json = {"custom_id": component["custom_id"], "component_type": kind, "id": component["id"]}
        if kind in SELECTS:
            picks = check_picks(component, values if values is not None else [])
            ids, resolved = resolve_picks(self.world, kind, picks)
            data |= {"values": ids, **({"resolved": resolved} if resolved else {})}
        channel = self.world.channels[message.channel]
        return self.interactions.open(COMPONENT, user, channel, data, component["custom_id"], source=message)

    def submit(self, user: User, opened: Interaction, values: Json) -> Interaction:
        """Send a form off with `values` by custom_id; fields left out keep what they were filled with."""
        modal = opened.modal
        if modal is None or opened.user.id != user.id:
            raise act_refused("no_form")
        fields = FieldReader(self.world, values)
        parts = [fields.part(part) for part in modal["components"]]
        fields.refuse_strangers()
        data: Json = {"custom_id": modal["custom_id"], "components": parts}
        if fields.resolved:
            data["resolved"] = fields.resolved
        opened.modal = None
        origin = {"source": opened.source, "parent": opened}
        return self.interactions.open(MODAL, user, opened.channel, data, opened.name, **origin)

    def _require_commands(self, user: User, channel: Channel) -> None:
        if not self.world.can(user, channel, "use_application_commands"):
            raise ActRefused("commands are not allowed here")

    def _component(self, message: PostedMessage, wanted: str) -> Json:
        parts = [c for c in walk(message.payload["components"]) if c.get("custom_id") or c.get("label")]
        found = [c for c in parts if c.get("custom_id") == wanted] or [c for c in parts if c.get("label") == wanted]
        if not found:
            raise ActRefused(f"the message has nothing called {wanted!r}")
        if len(found) > 1:
            raise ActRefused(f"the message has {len(found)} buttons called {wanted!r}")
        component = found[0]
        if component.get("disabled"):
            raise ActRefused(f"{wanted!r} is greyed out")
        if component["type"] == BUTTON and component.get("style") == _LINK:
            raise ActRefused(f"{wanted!r} is a link")
        return component


def check_picks(select: Json, picks: list[str]) -> list[str]:
    """Return the picks as they were made; ActRefused for a wrong number, a repeated one or one that is not offered."""
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(picks) <= most or len(set(picks)) < len(picks):
        raise ActRefused(f"{len(picks)} picks, but {least} to {most} are allowed")
    if select["type"] not in (3, RADIO, CHECKS):
        return picks
    offered = [option["value"] for option in select["options"]]
    strangers = [pick for pick in picks if pick not in offered]
    if strangers:
        raise ActRefused(f"{strangers[0]!r} is not offered; offered are {offered}")
    return picks


class FieldReader:
    """Fills the fields of a form, and refuses what Discord's client wouldn't send."""

    def __init__(self, world: World, values: Json) -> None:
        self.world = world
        self.values = values
        self.used: set[str] = set()
        self.resolved: Json = {}

    def part(self, part: Json) -> Json:
        """Return one part of the form as it is sent to the bot."""
        if part["type"] == TEXT_DISPLAY:
            return {"type": TEXT_DISPLAY, "id": part.get("id", 0)}
        if part["type"] == 1:
            return {"type": 1, "components": [self._field(child, child["label"]) for child in part["components"]]}
        return {"type": 18, "id": part.get("id", 0), "component": self._field(part["component"], part["label"])}

    def refuse_strangers(self) -> None:
        """Refuse values for fields the form does not have."""
        strangers = self.values.keys() - self.used
        if strangers:
            raise ActRefused(f"the form has no field {min(strangers)!r}")

    def _field(self, field: Json, label: str) -> Json:
        keys = [key for key in (field["custom_id"], label) if key in self.values]
        self.used.update(keys)
        given = self.values[keys[0]] if keys else _prefilled(field)
        base = {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]}
        return {**base, **self._value(field, label, given)}

    def _value(self, field: Json, label: str, given: Any) -> Json:
        kind = field["type"]
        if kind == TEXT_INPUT:
            return {"value": _checked_text(field, label, str(given or ""))}
        if kind == CHECK:
            return {"value": bool(given)}
        picks = [given] if isinstance(given, str) else list(given or [])
        picks = self._picks(field, label, [str(pick) for pick in picks])
        if kind == RADIO:
            return {"value": picks[0] if picks else None}
        return {"values": picks}

    def _picks(self, field: Json, label: str, picks: list[str]) -> list[str]:
        required = field.get("required", True)
        if not picks:
            if required and field.get("min_values", 1) > 0:
                raise act_refused("fill_in", label=repr(label))
            return []
        if field["type"] == UPLOAD:
            self._attach(picks)
            return picks
        picks, resolved = resolve_picks(self.world, field["type"], picks)
        for kind, found in resolved.items():
            self.resolved.setdefault(kind, {}).update(found)
        most = {RADIO: 1, CHECKS: len(field.get("options") or [])}.get(field["type"], 1)
        return check_picks({"min_values": 0 if not required else 1, "max_values": most, **field}, picks)

    def _attach(self, ids: list[str]) -> None:
        reader = OptionReader(self.world)
        self.resolved.setdefault("attachments", {}).update({i: reader.attachment(i) for i in ids})


def _prefilled(field: Json) -> Any:
    if field["type"] == TEXT_INPUT:
        return field.get("value")
    if field["type"] == CHECK:
        return field.get("default", False)
    if field.get("default_values"):
        return [str(entry["id"]) for entry in field["default_values"]]
    return [option["value"] for option in field.get("options") or [] if option.get("default")]


def _checked_text(field: Json, label: str, text: str) -> str:
    if not text:
        if field.get("required", True):
            raise act_refused("fill_in", label=repr(label))
        return ""
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise act_refused("characters", label=repr(label), least=least, most=most, n=len(text))
    return text


def _head(command: Json) -> Json:
    head = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return {**head, "guild_id": command["guild_id"]} if "guild_id" in command else head


def _nest(chain: list[Json], options: list[Json]) -> list[Json]:
    for node in reversed(chain):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    return options
