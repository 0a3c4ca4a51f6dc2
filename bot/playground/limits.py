"""Discord's limits on messages, embeds, attachments, autocomplete choices and thread names."""

from typing import Any

from bot.playground.component_limits import check_components
from bot.playground.errors import ApiError, Problems
from bot.playground.shapes import Json
from bot.playground.world import COMPONENTS_V2

CONTENT = 2000
EMBEDS = 10
EMBED_TOTAL = 6000
ATTACHMENTS = 10
ALT_TEXT = 1024
FILE_BYTES = 10 * 1024 * 1024
NONCE = 25
CHOICES = 25
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
_EDIT_KEYS = frozenset(("content", "embeds", "allowed_mentions", "components", "attachments", "flags", "poll", "tts"))
_CREATE_KEYS = _EDIT_KEYS | {"nonce", "enforce_nonce", "message_reference", "sticker_ids"}
_EMBED_TEXTS = {"title": 256, "description": 4096}


def check_keys(body: Json, *, edit: bool = False) -> None:
    """Refuse keys the local table does not know, and stickers and polls, which it does not have."""
    problems = Problems()
    for key in body.keys() - (_EDIT_KEYS if edit else _CREATE_KEYS):
        problems.add((key,), "PLAYGROUND_UNKNOWN_KEY", f"The local table does not know the key {key!r}")
    for key in ("sticker_ids", "poll"):
        if body.get(key):
            problems.add((key,), "PLAYGROUND_UNKNOWN_KEY", f"The local table has no {key}")
    problems.raise_any()


def check_message(message: Json, emojis: set[str]) -> None:
    """Check a message as it would stand: content, embeds, components and attachments (50035, 50006)."""
    problems = Problems()
    modern = bool(message["flags"] & COMPONENTS_V2)
    problems.optional_text(("content",), message["content"], CONTENT)
    _check_nonce(message, problems)
    if modern:
        _check_no_legacy(message, problems)
    _check_embeds(message["embeds"], problems)
    check_components(message["components"], problems, modern=modern, emojis=emojis)
    _check_attachments(message["attachments"], problems)
    problems.raise_any()
    if not any(message[key] for key in ("content", "embeds", "components", "attachments")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_choices(choices: Any, kind: int) -> None:
    """Check the answer to an autocomplete of an option of type `kind`: at most 25, names and values within 100."""
    problems = Problems()
    problems.count(("data", "choices"), choices, 0, CHOICES)
    for number, choice in enumerate(choices if isinstance(choices, list) else []):
        path = ("data", "choices", number)
        problems.text((*path, "name"), choice.get("name"), 1, 100)
        _check_choice_value((*path, "value"), choice.get("value"), kind, problems)
    problems.raise_any()


def check_thread(body: Json) -> None:
    """Check name and archive time of a thread."""
    problems = Problems()
    if "name" in body:
        problems.text(("name",), body["name"], 1, 100)
    if body.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        choices = "Value must be one of (60, 1440, 4320, 10080)."
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", choices)
    problems.raise_any()


def check_file_size(size: int) -> None:
    """Refuse a file that is too large (413, 40005)."""
    if size > FILE_BYTES:
        raise ApiError(413, 40005, "Request entity too large")


def _check_nonce(message: Json, problems: Problems) -> None:
    nonce = message.get("nonce")
    if isinstance(nonce, str) and len(nonce) > NONCE:
        problems.add(("nonce",), "NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer in length.")


def _check_no_legacy(message: Json, problems: Problems) -> None:
    for key in ("content", "embeds"):
        if message[key]:
            problems.add((key,), _LEGACY, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")


def _check_attachments(attachments: list[Json], problems: Problems) -> None:
    problems.count(("attachments",), attachments, 0, ATTACHMENTS)
    for number, attachment in enumerate(attachments):
        problems.optional_text(("attachments", number, "description"), attachment.get("description"), ALT_TEXT)


def _check_embeds(embeds: list[Json], problems: Problems) -> None:
    problems.count(("embeds",), embeds, 0, EMBEDS)
    for number, embed in enumerate(embeds):
        _check_embed(("embeds", number), embed, problems)
    if sum(_embed_length(embed) for embed in embeds) > EMBED_TOTAL:
        text = f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


def _check_embed(path: tuple[str | int, ...], embed: Json, problems: Problems) -> None:
    for key, most in _EMBED_TEXTS.items():
        problems.optional_text((*path, key), embed.get(key), most)
    problems.optional_text((*path, "footer", "text"), (embed.get("footer") or {}).get("text"), 2048)
    problems.optional_text((*path, "author", "name"), (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    problems.count((*path, "fields"), fields, 0, 25)
    for number, field in enumerate(fields):
        problems.text((*path, "fields", number, "name"), field.get("name"), 1, 256)
        problems.text((*path, "fields", number, "value"), field.get("value"), 1, 1024)


def _embed_length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text or "") for text in texts)


def _check_choice_value(path: tuple[str | int, ...], value: Any, kind: int, problems: Problems) -> None:
    if kind == 3:
        problems.text(path, value, 1, 100)
    elif not isinstance(value, (int, float)) or isinstance(value, bool):
        problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
