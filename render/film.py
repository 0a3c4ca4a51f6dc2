"""A whole game as a film: its pictures one after another in an animated WebP."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from render.paint.palette import PARCHMENT

MOST: Final = 80  # pictures: more take longer than anybody waits
WIDE, TALL = 960, 1080
LAST: Final = 3000  # milliseconds for which the end stays
HEAVY: Final = 8 * 1024 * 1024  # bytes: Discord takes ten million and a few
QUALITY, METHOD = 60, 2


@dataclass(frozen=True, slots=True)
class Film:
    """An animated WebP, its alternative text (empty: the caller provides one), its size and its pictures."""

    webp: bytes
    alt: str
    width: int
    height: int
    frames: int

    @property
    def data(self) -> bytes:
        """Return the bytes to send."""
        return self.webp


class _Reel:
    """The pictures after the first, opened one at a time while Pillow writes them."""

    def __init__(self, pictures: Sequence[bytes], size: tuple[int, int]) -> None:
        self._pictures, self._size = pictures, size
        self.n_frames = len(pictures)

    def seek(self, place: int) -> None:
        """Open that one."""
        self._open = fit(self._pictures[place], self._size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._open, name)


def film(pictures: Sequence[bytes], each: int, most: int = HEAVY) -> Film:
    """Return two or more PNGs as a film of `each` milliseconds a picture; with every second picture alone, and so on,
    where it would have more than `most` bytes.
    """
    size = size_of(pictures)
    webp = encode(pictures, size, each)
    if len(webp) > most and len(pictures) > 3:
        return film([*pictures[:-1:2], pictures[-1]], each, most)
    return Film(webp, "", *size, len(pictures))


def encode(pictures: Sequence[bytes], size: tuple[int, int], each: int) -> bytes:
    """Return the pictures as one file."""
    out, more = io.BytesIO(), _Reel(pictures[1:], size)
    fit(pictures[0], size).save(
        out, "WEBP", save_all=True, append_images=[more], loop=0, quality=QUALITY, method=METHOD,
        duration=[each] * (len(pictures) - 1) + [LAST],
    )  # fmt: skip
    return out.getvalue()


def size_of(pictures: Sequence[bytes]) -> tuple[int, int]:
    """Return the size of the film: that of the largest of its pictures, made smaller until a client shows all of it."""
    sizes = [Image.open(io.BytesIO(png)).size for png in pictures]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    scale = min(1.0, WIDE / width, TALL / height)
    return round(width * scale), round(height * scale)


def fit(png: bytes, size: tuple[int, int]) -> Image.Image:
    """Return the picture in the middle of that size, as large as it can be there."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    scale = min(size[0] / picture.width, size[1] / picture.height)
    width, height = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    if small.size == size:
        return small
    ground = Image.new("RGB", size, PARCHMENT)
    ground.paste(small, ((size[0] - width) // 2, (size[1] - height) // 2))
    return ground
