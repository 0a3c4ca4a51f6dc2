"""Pictures of private screens on a page: each by its recipe, which stands in the address, signed for one person.

A recipe that holds a view has none in its address: the board is there already, and nothing hidden leaves the bot.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from bot.ui.parts import ScreenPicture
from bot.web.addresses import Addresses
from bot.web.looks import LANGUAGE, PALETTE, PageLook

LONGEST: Final = 1500
"""Letters of a recipe in an address."""
WHOLE: Final = 20_000
"""Bytes of a recipe."""


class SignedPictures:
    """The pictures of one person's screens at one table."""

    def __init__(self, addresses: Addresses, table: str, person: int) -> None:
        self._addresses, self._table, self._person = addresses, table, person

    def address(self, picture: ScreenPicture, look: PageLook) -> str:
        """Return where a picture is found; empty for one of the board, and for one whose recipe is too long."""
        if picture.recipe.get("view"):
            return ""
        kept = {key: value for key, value in picture.recipe.items() if key not in {"view", "style"}}
        recipe = urlsafe_b64encode(zlib.compress(msgspec.json.encode(kept))).decode()
        if len(recipe) > LONGEST:
            return ""
        asked = {"recipe": recipe, "key": self._key(recipe), LANGUAGE: look.language, PALETTE: look.palette}
        return f"/t/{self._addresses.of(self._table)}/seat/picture?{urlencode(asked)}"

    def recipe(self, text: str, key: str) -> Mapping[str, Any] | None:
        """Return the recipe of an address; None for one that the bot hasn't made for this person."""
        if len(text) > LONGEST or not secrets.compare_digest(key.encode(), self._key(text).encode()):
            return None
        raw = zlib.decompressobj().decompress(urlsafe_b64decode(text), WHOLE)
        found: Mapping[str, Any] = msgspec.json.decode(raw)
        return {**found, "view": {}}

    def _key(self, recipe: str) -> str:
        said = f"{self._table.upper()} {self._person} {recipe}".encode()
        return hashlib.blake2b(said, key=self._addresses.secret, digest_size=16, person=b"page.picture").hexdigest()
