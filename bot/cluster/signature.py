"""How Discord signs what it sends over HTTP: Ed25519 over the time and the body.

https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint-validating-security-request-headers
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"
FRESH: Final = 60.0
"""So many seconds may lie between the time that is signed and that of this machine."""


def public_key(text: str) -> Ed25519PublicKey:
    """The key of an application as Discord shows it: 64 hexadecimal digits. Raises ValueError."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))


def is_signed(key: Ed25519PublicKey, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Whether the body was signed with that key within the last minute; `now` in seconds since 1970."""
    sealed, at = headers.get(SIGNATURE, ""), headers.get(TIMESTAMP, "")
    if not (at.isascii() and at.isdecimal() and len(at) <= 12) or abs(now - int(at)) > FRESH:
        return False
    try:
        key.verify(bytes.fromhex(sealed), at.encode() + body)
    except (ValueError, InvalidSignature):
        return False
    return True
