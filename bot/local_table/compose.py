"""Makes messages out of what a bot sends, by Discord's rules of creating, editing and mentioning."""

import re
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from bot.local_table.component_limits import FILE, GALLERY, THUMBNAIL, check_kind, emojis_of, texts, walk
from bot.local_table.errors import ApiError, Json, invalid
from bot.local_table.forms import SentForm
from bot.local_table.limits import MessageEdit, NewMessage, check_message
from bot.local_table.people import User
from bot.local_table.places import Channel
from bot.local_table.world import COMPONENTS_V2, EPHEMERAL, LOADING, PostedMessage, World

_SETTABLE = COMPONENTS_V2 | 1 << 2 | 1 << 12
_DEFAULT, _REPLY = 0, 19


def blank(world: World, channel: Channel, author: User) -> Json:
    """Return an empty message of `author` in `channel`, ready to be filled."""
    return {
        "id": world.mint(),
        "type": _DEFAULT,
        "channel_id": channel.id,
        "author": author.payload(),
        "content": "",
        "timestamp": world.stamp(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }


def compose(world: World, channel: Channel, author: User, form: SentForm) -> Json:
    """Return a new message out of a request; raises ApiError where Discord refuses it. Nothing is posted yet."""
    body = form.body
    check_kind(NewMessage, body)
    draft = blank(world, channel, author)
    draft["content"] = body.get("content") or ""
    draft["embeds"] = deepcopy(body.get("embeds") or [])
    draft["components"] = deepcopy(body.get("components") or [])
    draft["flags"] = int(body.get("flags") or 0) & _SETTABLE
    draft["attachments"] = _planned(form, [])
    check_message({**draft, "nonce": body.get("nonce")}, world.emojis)
    replied_to = _refer(world, draft, body.get("message_reference"))
    _settle(world, form, draft, replied_to)
    return draft


def amend(world: World, message: PostedMessage, form: SentForm) -> None:
    """Change a message as an edit request says; missing keys leave things as they are. Tells of the change."""
    body = form.body
    check_kind(MessageEdit, body)
    old = message.payload
    draft = {**old, "flags": _edited_flags(old, body)}
    for key, empty in (("content", ""), ("embeds", []), ("components", [])):
        if key in body:
            draft[key] = deepcopy(body[key]) or empty
    draft["attachments"] = _planned(form, old["attachments"])
    check_message(draft, world.emojis)
    _settle(world, form, draft, None)
    draft["edited_timestamp"] = None if old["flags"] & LOADING else world.stamp()
    old.update(draft)
    world.change(message)


def shown_texts(message: Json) -> list[str]:
    """Return every text of a message that can mention a person."""
    return [message["content"], *texts(message["components"])]


def _edited_flags(old: Json, body: Json) -> int:
    flags = int(old["flags"]) & ~LOADING
    if body.get("flags") is None:
        return flags
    return flags & (EPHEMERAL | COMPONENTS_V2) | int(body["flags"]) & _SETTABLE


def _planned(form: SentForm, present: list[Json]) -> list[Json]:
    """The attachments as they shall be: known ones kept, new ones as {"upload": number}."""
    listed = form.body.get("attachments")
    if listed is None:
        return [*present, *({"upload": number} for number in sorted(form.uploads))]
    by_id = {attachment["id"]: attachment for attachment in present}
    plan, named = [], set()
    for number, entry in enumerate(listed):
        key = str(entry.get("id"))
        if key in by_id:
            plan.append({**by_id[key], **_description(entry)})
        elif key.isdecimal() and int(key) in form.uploads:
            named.add(int(key))
            plan.append({"upload": int(key), **_description(entry)})
        else:
            raise invalid(("attachments", number, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")
    return plan + [{"upload": number} for number in sorted(form.uploads.keys() - named)]


def _description(entry: Json) -> Json:
    return {"description": entry["description"]} if entry.get("description") else {}


def _settle(world: World, form: SentForm, draft: Json, replied_to: str | None) -> None:
    _check_references(form, draft)
    draft["attachments"] = [_stored(world, form, entry) for entry in draft["attachments"]]
    _number(draft["components"])
    for _, emoji in emojis_of(draft["components"]):
        emoji.update({"id": str(emoji["id"])} if emoji.get("id") else {})
    for media in _media(draft):
        _resolve(draft["attachments"], media)
    draft |= mention_keys(shown_texts(draft), form.body.get("allowed_mentions"), world.users, replied_to)


def _stored(world: World, form: SentForm, entry: Json) -> Json:
    if "upload" not in entry:
        return entry
    upload = form.uploads[entry["upload"]]
    return world.add_file(upload.name, upload.kind, upload.body, entry.get("description"))


def _number(components: list[Json]) -> None:
    """Give every component without an id the next free number, as Discord does."""
    taken = {c["id"] for c in walk(components) if c.get("id")}
    number = 0
    for component in walk(components):
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number


def _media(draft: Json) -> list[Json]:
    """Every place of a message that shows a file: {"url": ...}."""
    found: list[Json] = []
    for component in walk(draft["components"]):
        if component["type"] == GALLERY:
            found += [item["media"] for item in component["items"]]
        elif component["type"] in (THUMBNAIL, FILE):
            found.append(component["file" if component["type"] == FILE else "media"])
    for embed in draft["embeds"]:
        found += [embed[key] for key in ("image", "thumbnail") if embed.get(key)]
    return found


def _check_references(form: SentForm, draft: Json) -> None:
    names = {entry.get("filename") or form.uploads[entry["upload"]].name for entry in draft["attachments"]}
    for media in _media(draft):
        scheme, _, name = media["url"].partition("://")
        if scheme == "attachment" and name not in names:
            raise invalid(
                ("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No attachment {name}"
            )


def _resolve(attachments: list[Json], media: Json) -> None:
    """Turn attachment://name, or the address of a kept attachment, into what Discord shows for it."""
    scheme, _, name = media["url"].partition("://")
    for attachment in attachments:
        if (scheme == "attachment" and attachment["filename"] == name) or attachment["url"] == media["url"]:
            keys = ("url", "proxy_url", "width", "height", "content_type")
            media |= {key: attachment[key] for key in keys if key in attachment}
            media |= {"attachment_id": attachment["id"], "loading_state": 2, "flags": 0}
            return


def _refer(world: World, draft: Json, reference: Any) -> str | None:
    """Note the message this one replies to; return its author's id."""
    if not reference:
        return None
    channel = world.channel(reference.get("channel_id") or draft["channel_id"])
    target = world.messages[channel.id].get(str(reference.get("message_id")))
    if target is None or target.only_for:
        if reference.get("fail_if_not_exists", True):
            raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None
    if channel.id != draft["channel_id"]:
        raise ApiError(400, 50035, "Invalid Form Body")
    draft["type"] = _REPLY
    draft["message_reference"] = {"type": 0, "channel_id": channel.id, "message_id": target.id}
    return str(target.payload["author"]["id"])


_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def mention_keys(texts: Iterable[str], allowed: Any, users: dict[str, User], replied_to: str | None) -> Json:
    """Return the mention keys of a message: `mentions`, `mention_roles` and `mention_everyone`."""
    whole = "\n".join(texts)
    ids = [i for i in dict.fromkeys(_USER.findall(whole)) if i in users and _may(allowed, "users", i)]
    if replied_to in users and replied_to not in ids and _may_ping_reply(allowed):
        ids.append(replied_to)
    return {
        "mentions": [users[i].payload() for i in ids],
        "mention_roles": [i for i in dict.fromkeys(_ROLE.findall(whole)) if _may(allowed, "roles", i)],
        "mention_everyone": bool(_EVERYONE.search(whole)) and _may(allowed, "everyone", ""),
    }


def _may(allowed: Any, kind: str, wanted: str) -> bool:
    if allowed is None:
        return True
    return kind in (allowed.get("parse") or []) or wanted in map(str, allowed.get(kind) or [])


def _may_ping_reply(allowed: Any) -> bool:
    return True if allowed is None else bool(allowed.get("replied_user", False))
