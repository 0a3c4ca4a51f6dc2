"""Requests of the bot about its own emojis: listing, making, renaming and deleting them."""

import base64
import binascii
import re
from typing import Annotated, Any

from msgspec import Meta, Struct

from bot.local_table.archive import StoredFile
from bot.local_table.component_limits import check_kind
from bot.local_table.errors import ApiError, Json, invalid, unknown_error
from bot.local_table.people import APP_ID
from bot.local_table.table import Call

MOST = 2000
BYTES = 256 * 1024
_NAME = re.compile(r"^[A-Za-z0-9_]+$")
_IMAGE = re.compile(r"^data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)$", re.DOTALL)


class EmojiName(Struct, forbid_unknown_fields=True):
    """What may be changed of an emoji."""

    name: Annotated[str, Meta(min_length=2, max_length=32)]


class NewEmoji(EmojiName, forbid_unknown_fields=True):
    """An emoji that is to be made."""

    image: str


async def listed(call: Call) -> Json:
    """Return all emojis of the application, without pages."""
    _require_application(call)
    return {"items": list(call.world.emojis.values())}


async def read(call: Call) -> Json:
    """Return one emoji."""
    return _emoji(call)


async def make(call: Call) -> Json:
    """Return a new emoji, which only the application can use."""
    _require_application(call)
    wanted = check_kind(NewEmoji, call.body)
    _check_name(call, wanted.name)
    kind, picture = _picture(wanted.image)
    if len(call.world.emojis) >= MOST:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
    emoji: Json = {"id": call.world.mint(), "name": wanted.name, "roles": [], "user": call.world.bot.payload()}
    emoji |= {"require_colons": True, "managed": False, "animated": kind == "image/gif", "available": True}
    call.world.archive.keep_file(StoredFile(emoji["id"], wanted.name, kind, picture))
    call.world.keep_emoji(emoji)
    return emoji


async def rename(call: Call) -> Json:
    """Give an emoji another name; its picture can't be changed."""
    emoji = _emoji(call)
    name = check_kind(EmojiName, call.body).name
    if name != emoji["name"]:
        _check_name(call, name)
    call.world.keep_emoji({**emoji, "name": name})
    return call.world.emojis[emoji["id"]]


async def delete(call: Call) -> None:
    """Delete an emoji; a component that still names it is refused from then on."""
    call.world.drop_emoji(_emoji(call))


def _require_application(call: Call) -> None:
    if call.parts["application"] != APP_ID:
        raise unknown_error("Application")


def _emoji(call: Call) -> Json:
    _require_application(call)
    found = call.world.emojis.get(call.parts["emoji"])
    if found is None:
        raise unknown_error("Emoji")
    return found


def _check_name(call: Call, name: str) -> None:
    if not _NAME.match(name):
        raise invalid(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji["name"] == name for emoji in call.world.emojis.values()):
        text = "An emoji with that name already exists."
        raise invalid(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)


def _picture(image: str) -> tuple[str, bytes]:
    """The kind and the bytes of a picture; one that is too large is refused with a text and no code."""
    found = _IMAGE.match(image)
    if found is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        picture = base64.b64decode(found[2], validate=True)
    except binascii.Error as error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from error
    if len(picture) > BYTES:
        refused = ApiError(400, 0, "")
        refused.body = {"image": ["File cannot be larger than 256.0 kb."]}
        raise refused
    return found[1], picture


ROUTES: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/applications/{application}/emojis", listed),
    ("POST", "/applications/{application}/emojis", make),
    ("GET", "/applications/{application}/emojis/{emoji}", read),
    ("PATCH", "/applications/{application}/emojis/{emoji}", rename),
    ("DELETE", "/applications/{application}/emojis/{emoji}", delete),
)
