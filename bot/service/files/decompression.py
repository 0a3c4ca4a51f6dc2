"""Compressed data of strangers, inflated no further than allowed: a megabyte may hold a gigabyte of nothing."""

from __future__ import annotations

import zlib
from typing import Final

from bot.values import Refused

RATIO: Final = 40
ENOUGH: Final = 1024


class Inflater:
    """Inflates one thing after another, within a limit for each and one for all together."""

    def __init__(self, each: int, together: int) -> None:
        """The limits in bytes."""
        self._each, self._left = each, together

    def inflate(self, raw: bytes) -> bytes:
        """What that was before zlib compressed it. Refused: import (large, damaged)."""
        most = min(self._each, self._left, max(len(raw) * RATIO, ENOUGH))
        whole = inflated(raw, most)
        self._left -= len(whole)
        return whole


def inflated(raw: bytes, most: int) -> bytes:
    """What that was before zlib compressed it, if that is no more than so many bytes.

    Refused: import (large, damaged).
    """
    stream = zlib.decompressobj()
    try:
        whole = stream.decompress(raw, most + 1)
    except zlib.error as error:
        raise Refused("import", reason="damaged", what="compressed") from error
    if len(whole) > most:
        raise Refused("import", reason="large", what="inflated")
    if not stream.eof or stream.unused_data:
        raise Refused("import", reason="damaged", what="compressed")
    return whole
