"""What a drawing need not do twice, and that nothing looks different for it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw

import render
from render.acme import overlay
from render.board.cutouts import Cutout, lay, patches
from render.paint import picture, plates
from render.paint.canvas import tint
from render.paint.fonts import font
from render.paint.palette import INK, PAPER
from render.paint.picture import png
from tests.conformance.culture import crowded
from tests.render.picture_views import position


def drawn_plainly(x: float, y: float, words: str, face: str, size: float, anchor: str) -> Image.Image:
    """The text as Pillow itself writes it."""
    out = Image.new("RGB", (420, 90), PAPER)
    ImageDraw.Draw(out).text((x, y), words, font=font(face, size), fill=INK, anchor=anchor)
    return out


@pytest.mark.parametrize("anchor", ["lm", "mm", "rm", "lt", "ms"])
@pytest.mark.parametrize(("x", "y"), [(200, 40), (200.25, 40.5), (199.9, 41.03), (3.4, 2.7)])
@pytest.mark.parametrize(("face", "size"), [("title", 34), ("note", 19.5), ("bold", 11.25)])
def test_text_lies_to_the_pixel_where_pillow_puts_it(x: float, y: float, face: str, size: float, anchor: str) -> None:
    for words in ("Ágypt jŷ", "12", "Mittani, Hatti & \N{EM DASH} f"):
        out = Image.new("RGB", (420, 90), PAPER)
        plates.text(ImageDraw.Draw(out), x, y, words, face, size, anchor=anchor)
        assert ImageChops.difference(out, drawn_plainly(x, y, words, face, size, anchor)).getbbox() is None


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[Any]:
    """The first arguments with which a function is called from now on."""
    real, calls = getattr(where, name), list[Any]()

    def noted(*given: Any, **named: Any) -> Any:
        calls.append(given[0])
        return real(*given, **named)

    monkeypatch.setattr(where, name, noted)
    return calls


@pytest.mark.soak
def test_a_board_drawn_again_sets_no_text_and_inks_no_band_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _ = position("full_six")
    first = render.draw("acme", view)
    written, inked = plates.write_line.cache_info().misses, counted(monkeypatch, overlay, "with_cover")
    assert render.draw("acme", view).png == first.png
    assert (plates.write_line.cache_info().misses, inked) == (written, [])


def test_a_board_of_squares_drawn_again_sets_no_text_anew() -> None:
    view = crowded(3).view(None)
    first = render.draw("culture_wars", view)
    written = plates.write_line.cache_info().misses
    assert render.draw("culture_wars", view).png == first.png
    assert plates.write_line.cache_info().misses == written


@pytest.mark.parametrize("seed", range(3))
def test_what_is_laid_in_patches_looks_as_if_it_was_laid_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mask = rng.integers(0, 256, (150, 230), np.uint8) * (rng.random((150, 230)) > 0.998)
    mask[20:30, :] = 200
    whole = Cutout(Image.fromarray(mask.astype(np.uint8)), 31, 17)
    parts = patches(whole)
    for paint in (PAPER, None):
        one, other = (Image.linear_gradient("L").resize((300, 200)).convert("RGB") for _ in range(2))
        sprite = whole if paint else replace(whole, image=tint(whole.image, INK))
        lay(one, parts if paint else patches(sprite), paint)
        other.paste(paint or sprite.image, (31, 17), sprite.image)
        assert ImageChops.difference(one, other).getbbox() is None
    assert sum(part.surface for part in parts) < whole.surface / 2


def test_nothing_is_laid_of_a_mask_without_anything() -> None:
    assert patches(Cutout(Image.new("L", (200, 90), 0), 5, 5)) == ()


def test_a_picture_is_the_same_as_a_file_as_it_was_before() -> None:
    for colours, side in ((2, 1), (7, 33), (144, 90), (256, 120)):
        reduced = noise(side).quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        for level in (picture.QUICKLY, picture.THOROUGHLY, picture.SLOWLY):
            read = Image.open(io.BytesIO(png(reduced, level)))
            assert (read.format, read.mode, read.size) == ("PNG", "P", reduced.size)
            assert read.convert("RGB").tobytes() == reduced.convert("RGB").tobytes()


def noise(side: int) -> Image.Image:
    """A picture that hardly gets smaller."""
    return Image.effect_noise((side, side), 90).convert("RGB")


@pytest.mark.parametrize("limit", [1, 2])
def test_a_heavy_picture_is_pressed_harder_before_it_loses_colours(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    image = Image.radial_gradient("L").convert("RGB")
    reduced = image.quantize(144, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    quick, thorough = (len(png(reduced, level)) for level in (picture.QUICKLY, picture.THOROUGHLY))
    assert quick > thorough
    monkeypatch.setattr(picture, "HEAVY", quick if limit == 1 else thorough)
    sent = picture.encode(image)
    assert len(sent) == (quick if limit == 1 else thorough)
    assert ImageChops.difference(Image.open(io.BytesIO(sent)).convert("RGB"), reduced.convert("RGB")).getbbox() is None


def test_a_picture_too_heavy_at_any_pressure_gets_fewer_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    image = noise(64)
    monkeypatch.setattr(picture, "HEAVY", 1)
    assert len(Image.open(io.BytesIO(picture.encode(image))).getcolors() or []) <= 64
