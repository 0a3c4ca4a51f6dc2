"""The key with which files of running games are sealed, so that only a bot can read them."""

from __future__ import annotations

import contextlib
import os
from base64 import urlsafe_b64encode
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

OPEN = "open"


class FileKey:
    """Seals and opens files; one that leaves files open has no key."""

    def __init__(self, key: str = "", beside: Path | None = None) -> None:
        """With that key (any text), or with one kept in a file that is made when first needed; `open` means none."""
        self._key = key
        self._beside = beside

    @cached_property
    def _fernet(self) -> Fernet | None:
        if self._key == OPEN:
            return None
        if self._key:
            return Fernet(urlsafe_b64encode(blake2b(self._key.encode(), digest_size=32).digest()))
        return Fernet(_kept(self._beside) if self._beside else Fernet.generate_key())

    def seal(self, raw: bytes) -> bytes | None:
        """Return the sealed file, or None if this bot leaves files open."""
        return None if self._fernet is None else self._fernet.encrypt(raw)

    def open(self, sealed: bytes) -> bytes | None:
        """Return the decrypted bytes; None if another key was used or they are damaged."""
        if self._fernet is None:
            return None
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            return None


def _kept(file: Path) -> bytes:
    """The key of that file, readable by its owner alone."""
    with contextlib.suppress(FileNotFoundError):
        return file.read_bytes().strip()
    key = Fernet.generate_key()
    with contextlib.suppress(FileExistsError):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as made:
            made.write(key)
    return file.read_bytes().strip()
