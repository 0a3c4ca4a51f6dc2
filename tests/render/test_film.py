"""A film: its pictures in order and in full, within the bytes that may be sent."""

from __future__ import annotations

import io
import weakref
from itertools import pairwise

import pytest
from PIL import Image

from render.film import LAST, TALL, WIDE, film, fit

COLOURS = ((200, 30, 30), (30, 160, 30), (30, 30, 200), (210, 200, 40), (20, 20, 20))


def png(colour: tuple[int, int, int], size: tuple[int, int] = (320, 240)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def noise(seed: int) -> bytes:
    out = io.BytesIO()
    Image.frombytes("L", (320, 240), bytes((n * n * seed + n * 7 * seed) >> 3 & 255 for n in range(320 * 240))).save(
        out, "PNG"
    )
    return out.getvalue()


def opened(webp: bytes) -> Image.Image:
    return Image.open(io.BytesIO(webp))


def test_the_pictures_follow_each_other_and_the_last_one_stays() -> None:
    made = film([png(colour) for colour in COLOURS], 700)
    shown = opened(made.data)
    assert (shown.format, shown.is_animated, shown.n_frames) == ("WEBP", True, 5)  # type: ignore[attr-defined]
    assert (made.width, made.height, made.frames) == (*shown.size, 5)
    starts = []
    for place, colour in enumerate(COLOURS):
        shown.seek(place)
        middle = shown.convert("RGB").getpixel((160, 120))
        assert isinstance(middle, tuple)
        assert max(abs(a - b) for a, b in zip(middle, colour, strict=True)) < 16
        starts.append(shown.info["timestamp"])
    assert {b - a for a, b in pairwise(starts)} == {700}
    assert shown.info["duration"] == LAST


@pytest.mark.soak
def test_boards_that_grow_stand_in_the_middle_and_nothing_is_larger_than_a_client_shows() -> None:
    made = film([png(COLOURS[0], (800, 400)), png(COLOURS[1], (1920, 1000)), png(COLOURS[2], (900, 2000))], 100)
    assert made.width <= WIDE
    assert made.height <= TALL
    small = fit(png(COLOURS[2], (100, 300)), (300, 300))
    assert (small.size, small.getpixel((150, 150)), small.getpixel((5, 150)) == small.getpixel((294, 150))) == (
        (300, 300), COLOURS[2], True,
    )  # fmt: skip
    assert small.getpixel((5, 150)) != COLOURS[2]


def test_however_long_a_film_is_no_more_than_three_of_its_pictures_lie_open_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there, most = [0], [0]

    def counted(picture: bytes, size: tuple[int, int]) -> Image.Image:
        opened = fit(picture, size)
        there[0] += 1
        most[0] = max(most[0], there[0])
        weakref.finalize(opened, lambda: there.__setitem__(0, there[0] - 1))
        return opened

    monkeypatch.setattr("render.film.fit", counted)
    assert film([png(colour) for colour in COLOURS * 6], 100).frames == 30
    assert most[0] == 3, "the first, the one being written, and the one before until then"


@pytest.mark.soak
@pytest.mark.parametrize("count", [8, 9])
def test_a_film_that_is_too_heavy_has_every_second_picture_and_still_the_last(count: int) -> None:
    pictures = [*(noise(n) for n in range(3, count + 2)), png(COLOURS[0])]
    full = film(pictures, 100)
    assert full.frames == count
    light = film(pictures, 100, len(full.data) - 1)
    assert light.frames < count
    assert len(light.data) < len(full.data)
    shown = opened(light.data)
    shown.seek(light.frames - 1)
    middle = shown.convert("RGB").getpixel((160, 120))
    assert isinstance(middle, tuple)
    assert middle[0] > 150
