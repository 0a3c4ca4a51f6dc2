"""Who is mentioned by a text, and whom a message may ping."""

import re
from collections.abc import Iterable
from typing import Any

from bot.playground.people import User
from bot.playground.shapes import Json

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def mentioned(texts: Iterable[str], allowed: Any, users: dict[str, User], replied_to: str | None) -> Json:
    """The mention keys of a message: `mentions`, `mention_roles` and `mention_everyone`."""
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
