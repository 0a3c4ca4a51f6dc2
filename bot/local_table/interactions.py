"""Interactions: what a person does, and the one answer the bot owes for it within three seconds."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from bot.local_table.component_limits import check_modal
from bot.local_table.compose import amend, blank, compose
from bot.local_table.errors import ApiError, Json, invalid, unknown_error
from bot.local_table.forms import SentForm
from bot.local_table.gateway import Gateway
from bot.local_table.limits import FILE_BYTES, ONLY_NEW, check_choices
from bot.local_table.people import AMERICAN, APP_ID, User
from bot.local_table.places import Channel
from bot.local_table.world import EPHEMERAL, LOADING, Happening, PostedMessage, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0
FOLLOW_UPS = 5
LAUNCH = 12
_FOR_KIND = {
    COMMAND: (4, 5, 9, LAUNCH),
    COMPONENT: (4, 5, 6, 7, 9, LAUNCH),
    AUTOCOMPLETE: (8,),
    MODAL: (4, 5, 6, LAUNCH),
}
_CHAT, _CONTEXT_MENU, _REPLY = 20, 23, 19


@dataclass(slots=True)
class Interaction:
    """One act of a person and its outcome."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    name: str
    born: float
    source: PostedMessage | None = None
    parent: "Interaction | None" = None
    owners: Json = field(default_factory=dict)
    follow_ups: int = 0
    answer_kind: int = 0
    modal: Json | None = None
    original: str | None = None
    own: set[str] = field(default_factory=set)
    answered: asyncio.Future[Json] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    finished: asyncio.Future[Json] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def answer(self, result: Json, *, final: bool) -> None:
        """Hand over the first answer, and if `final` also the last one, to those who wait for it."""
        for future in (self.answered, self.finished) if final else (self.answered,):
            if not future.done():
                future.set_result(result)

    def metadata(self) -> Json:
        """Return what messages of this interaction say about their origin."""
        base: Json = {
            "id": self.id,
            "type": self.kind,
            "user": self.user.payload(),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == COMPONENT and self.source:
            base["interacted_message_id"] = self.source.id
        if self.kind == MODAL and self.parent:
            base["triggering_interaction_metadata"] = self.parent.metadata()
        return base


class Interactions:
    """All interactions whose token still lives."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        gateway.endpoint.missed = self._missed

    # -- asking ---------------------------------------------------------------------------------------------------

    def open(self, kind: int, user: User, channel: Channel, data: Json, name: str, **origin: Any) -> Interaction:
        """Start an interaction, send it to the bot, and set the clock of three seconds."""
        world = self.world
        token = secrets.token_urlsafe(24)
        made = Interaction(world.mint(), token, kind, user, channel, data, name, world.clock.now(), **origin)
        made.owners = self._owners(made)
        self._forget_old()
        self._by_id[made.id] = made
        self._by_token[made.token] = made
        self.gateway.interaction(self._payload(made))
        world.clock.alarm(ANSWER_SECONDS, lambda: self._fail(made))
        return made

    def get(self, interaction_id: str) -> Interaction | None:
        """Return a living interaction by its id."""
        return self._by_id.get(interaction_id)

    def by_token(self, token: str) -> Interaction:
        """Return the interaction of a token; ApiError 50027 when 15 minutes are over, 10015 before the first answer."""
        made = self._by_token.get(token)
        if made is None or self.world.clock.now() - made.born > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if not made.answer_kind:
            raise unknown_error("Webhook")
        return made

    def _missed(self, interaction_id: str) -> None:
        made = self._by_id.get(interaction_id)
        if made is not None:
            self._fail(made)

    def _fail(self, made: Interaction) -> None:
        if not made.answer_kind and not made.answered.done():
            made.answer({"kind": "failed", "interaction": made.id}, final=True)
            self.world.announce(Happening("INTERACTION_FAILED", {"id": made.id}, made.channel.id, made.user.id))

    def _forget_old(self) -> None:
        now = self.world.clock.now()
        for interaction_id in list(self._by_id):
            made = self._by_id[interaction_id]
            if now - made.born <= TOKEN_SECONDS:
                return
            del self._by_id[interaction_id], self._by_token[made.token]

    def _payload(self, made: Interaction) -> Json:
        world, channel = self.world, made.channel
        allowed = str(world.permissions(world.bot, channel))
        place = {**channel.payload(world.users), "permissions": str(world.permissions(made.user, channel))}
        base: Json = {
            "id": made.id,
            "application_id": APP_ID,
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "data": made.data,
            "channel": place,
            "channel_id": channel.id,
            "locale": made.user.locale,
            "attachment_size_limit": FILE_BYTES,
            "app_permissions": allowed,
            "entitlements": [],
            "authorizing_integration_owners": made.owners,
            "context": channel.context,
            **self._who(made),
        }
        if made.source:
            base["message"] = made.source.payload
        return base

    def _owners(self, made: Interaction) -> Json:
        """Return who installed the bot: the server or the DM, and the person if people can install the command."""
        if made.source and "interaction_metadata" in made.source.payload:
            return dict(made.source.payload["interaction_metadata"]["authorizing_integration_owners"])
        here = {"0": "0" if made.channel.is_dm else made.channel.guild} if made.channel.has_bot else {}
        given = [command for command in self.world.commands if command["id"] == made.data.get("id")]
        by_person = any(1 in command["integration_types"] for command in given)
        return {**here, "1": made.user.id} if by_person else here

    def _who(self, made: Interaction) -> Json:
        if made.channel.is_private:
            return {"user": made.user.payload()}
        permissions = str(self.world.permissions(made.user, made.channel))
        return {
            "guild_id": made.channel.guild,
            "guild": {"id": made.channel.guild, "locale": AMERICAN, "features": []},
            "guild_locale": AMERICAN,
            "member": {**made.user.member_with_user(), "permissions": permissions},
        }

    # -- answering ------------------------------------------------------------------------------------------------

    def callback(self, interaction_id: str, token: str, form: SentForm) -> Json:
        """Take the bot's first answer. Return the body that Discord sends for it.

        Raises ApiError 10062 if it is too late or nobody asked, 40060 for a second answer, 50035 for a bad one.
        """
        made = self._by_id.get(interaction_id)
        if made is None or made.token != token:
            raise unknown_error("Interaction")
        if made.answer_kind:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if made.answered.done() or self.world.clock.now() - made.born > ANSWER_SECONDS:
            raise unknown_error("Interaction")
        kind = form.body.get("type")
        self._check_kind(made, kind)
        inner = SentForm(form.body.get("data") or {}, form.uploads)
        message = self._act(made, int(str(kind)), inner)
        made.answer_kind = int(str(kind))
        return self._receipt(made, message)

    def _check_kind(self, made: Interaction, kind: object) -> None:
        allowed = _FOR_KIND[made.kind]
        if made.kind == MODAL and made.source:
            allowed = (*allowed, 7)
        if kind not in allowed:
            raise invalid(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")

    def _act(self, made: Interaction, kind: int, form: SentForm) -> PostedMessage | None:
        if kind == 4:
            return self._reply(made, form)
        if kind == 5:
            return self._think(made, form)
        if kind in (6, 7):
            return self._update(made, kind, form)
        if kind == LAUNCH:
            self._launch(made)
        elif kind == 8:
            self._complete(made, form)
        else:
            self._open_form(made, form)
        return None

    def _launch(self, made: Interaction) -> None:
        """Open the application's Activity for the person; ApiError 50035 if it has none."""
        if not self.world.has_activity:
            raise invalid(("type",), "BASE_TYPE_CHOICES", "Application does not have Activities enabled.")
        made.answer({"kind": "activity"}, final=True)

    def _reply(self, made: Interaction, form: SentForm) -> PostedMessage:
        message = self.make(made, form)
        self._post(made, message)
        made.answer({"kind": "message", "message": message.payload}, final=True)
        return message

    def _think(self, made: Interaction, form: SentForm) -> PostedMessage:
        payload = {**blank(self.world, made.channel, self.world.bot), **self.origin(made)}
        payload["flags"] = LOADING | (int(form.body.get("flags") or 0) & EPHEMERAL)
        message = PostedMessage(payload, self._reader(made, payload["flags"]))
        self._post(made, message)
        made.answer({"kind": "deferred", "message": payload}, final=False)
        return message

    def _update(self, made: Interaction, kind: int, form: SentForm) -> PostedMessage | None:
        source = made.source
        if source is None:
            made.answer({"kind": "deferred"}, final=False)
            return None
        if kind == 7:
            current = self.world.message(made.channel, source.id)
            amend(self.world, current, SentForm(edit_keys(form.body), form.uploads))
            source = current
        made.original = source.id
        made.own.add(source.id)
        made.answer({"kind": "update" if kind == 7 else "deferred", "message": source.payload}, final=kind == 7)
        return source if kind == 7 else None

    def _complete(self, made: Interaction, form: SentForm) -> None:
        choices = form.body.get("choices") or []
        check_choices(choices, focused_kind(made.data.get("options") or []))
        made.answer({"kind": "choices", "choices": choices}, final=True)

    def _open_form(self, made: Interaction, form: SentForm) -> None:
        modal: Json = without_nulls(form.body)
        check_modal(modal, self.world.emojis)
        made.modal = modal
        made.answer({"kind": "modal", "modal": modal, "interaction": made.id}, final=True)

    # -- messages of an interaction -------------------------------------------------------------------------------

    def make(self, made: Interaction, form: SentForm) -> PostedMessage:
        """Return a message of this interaction, not posted yet; ephemeral if its flags say so."""
        payload = compose(self.world, made.channel, self.world.bot, form)
        payload |= self.origin(made)
        payload["flags"] |= int(form.body.get("flags") or 0) & EPHEMERAL
        return PostedMessage(payload, self._reader(made, payload["flags"]))

    def post_followup(self, made: Interaction, form: SentForm) -> PostedMessage:
        """Post a further message; after a defer the first one fills the waiting message instead.

        Raises ApiError 40094 for the sixth where the bot isn't a member.
        """
        waiting = self.thinking_message(made)
        if waiting:
            return self.edit(made, waiting, form)
        if made.follow_ups >= FOLLOW_UPS and "0" not in made.owners:
            raise ApiError(400, 40094, "This interaction has hit the maximum number of follow up messages")
        made.follow_ups += 1
        message = self.make(made, form)
        if made.original:
            message.payload["type"] = _REPLY
            message.payload["message_reference"] = self._reference(made, made.original)
        self.world.post(message)
        made.own.add(message.id)
        made.answer({"kind": "message", "message": message.payload}, final=True)
        return message

    def edit(self, made: Interaction, message: PostedMessage, form: SentForm) -> PostedMessage:
        """Edit a message of this interaction."""
        amend(self.world, message, SentForm(edit_keys(form.body), form.uploads))
        made.answer({"kind": "update" if made.answer_kind == 6 else "message", "message": message.payload}, final=True)
        return message

    def remove(self, made: Interaction, message: PostedMessage) -> None:
        """Delete a message of this interaction."""
        self.world.remove(message)
        made.answer({"kind": "removed"}, final=True)

    def find(self, made: Interaction, which: str) -> PostedMessage:
        """Return the message meant by "@original" or an id; ApiError 10008 if it is not of this interaction."""
        wanted = made.original if which == "@original" else which
        if wanted is None or wanted not in made.own:
            raise unknown_error("Message")
        return self.world.message(made.channel, wanted)

    def thinking_message(self, made: Interaction) -> PostedMessage | None:
        """Return the message that still says the bot is thinking."""
        found = self.world.messages[made.channel.id].get(made.original or "")
        return found if found and made.answer_kind == 5 and found.payload["flags"] & LOADING else None

    def origin(self, made: Interaction) -> Json:
        """Return the keys that tie a message to this interaction."""
        keys: Json = {"application_id": APP_ID, "webhook_id": APP_ID, "interaction_metadata": made.metadata()}
        if made.kind == COMMAND:
            keys["type"] = _CHAT if made.data.get("type", 1) == 1 else _CONTEXT_MENU
            keys["interaction"] = {"id": made.id, "type": 2, "name": made.name, "user": made.user.payload()}
        elif made.source:
            keys |= {"type": _REPLY, "message_reference": self._reference(made, made.source.id)}
        return keys

    def _reference(self, made: Interaction, message_id: str) -> Json:
        place = {} if made.channel.is_private else {"guild_id": made.channel.guild}
        return {"type": 0, "channel_id": made.channel.id, "message_id": message_id, **place}

    def _post(self, made: Interaction, message: PostedMessage) -> None:
        self.world.post(message)
        made.original = message.id
        made.own.add(message.id)

    def _reader(self, made: Interaction, flags: int) -> str | None:
        return made.user.id if flags & EPHEMERAL else None

    def _receipt(self, made: Interaction, message: PostedMessage | None) -> Json:
        about: Json = {"id": made.id, "type": made.kind}
        if message:
            flags = message.payload["flags"]
            about |= {
                "response_message_id": message.id,
                "response_message_loading": bool(flags & LOADING),
                "response_message_ephemeral": bool(flags & EPHEMERAL),
            }
        resource: Json = {"type": made.answer_kind, **({"message": message.payload} if message else {})}
        if made.answer_kind == LAUNCH:
            about["activity_instance_id"] = instance = f"i-{made.id}-gc-{made.channel.guild}-{made.channel.id}"
            resource["activity_instance"] = {"id": instance}
        return {"interaction": about, "resource": resource}


def edit_keys(body: Json) -> Json:
    """Return the keys of a new message's body that an edit takes over."""
    return {key: value for key, value in body.items() if key not in ONLY_NEW}


def without_nulls(node: Any) -> Any:
    """Return a copy in which keys without a value are left out."""
    if isinstance(node, dict):
        return {key: without_nulls(value) for key, value in node.items() if value is not None}
    return [without_nulls(value) for value in node] if isinstance(node, list) else node


def focused_kind(options: list[Json]) -> int:
    """Return the type of the option that is being typed."""
    for option in options:
        if option.get("focused"):
            return int(option["type"])
        inner = focused_kind(option.get("options") or [])
        if inner:
            return inner
    return 0
