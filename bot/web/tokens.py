"""Tokens of links: each says who may enter, and works for ten minutes. Nothing is stored of one before it is used."""

from __future__ import annotations

import hashlib
import re
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, NamedTuple

LIFE: Final = 600.0
"""Seconds that a token works."""
BODY: Final = struct.Struct(">QQQ16s")
MAC: Final = 32
TEXT: Final = re.compile(r"[\w-]{96}", re.ASCII)


class Token(NamedTuple):
    """What a token says: the person, the server whose tables they may see, until when, and which one it is."""

    person: int
    guild: int
    until: int
    nonce: bytes


def make(secret: bytes, person: int, guild: int, now: float) -> str:
    """Return a new token for a member of that server."""
    body = BODY.pack(person, guild, int(now + LIFE), secrets.token_bytes(16))
    return urlsafe_b64encode(body + _mac(secret, body)).decode()


def read(secret: bytes, text: str, now: float) -> Token | None:
    """Return what a token says; None for one that the bot hasn't made, or whose time is over."""
    if not secret or TEXT.fullmatch(text) is None:
        return None
    raw = urlsafe_b64decode(text)
    body, mac = raw[: BODY.size], raw[BODY.size :]
    if not secrets.compare_digest(mac, _mac(secret, body)):
        return None
    token = Token(*BODY.unpack(body))
    return token if token.until > now else None


def _mac(secret: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(body, key=secret, digest_size=MAC, person=b"page.token").digest()
