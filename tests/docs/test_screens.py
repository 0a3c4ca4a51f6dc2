"""The pictures of the guides show today's screens and boards: the same people play again, and their words are compared.

With a browser, what they see is compared as well.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops

from tests.wire.sitting import sitting
from tools.boards import boards
from tools.pictures import Camera, browsing
from tools.screens import CASTS, LANGUAGES, Cast, Show, file_of, kept, words_of

SEEN: Final = 48
"""By how much of 255 a pixel must differ before somebody sees it: pictures are stored with some loss."""
OF_A_BOARD: Final = 0.001
OF_A_SCREEN: Final = 0.03
"""The share of pixels that may differ. The times on a screen are others each time."""
LINE: Final = 24
"""By how many pixels a screen may be higher, where a time takes one line more."""


def differing(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels in which two pictures of one size differ visibly."""
    counted = ImageChops.difference(one, other).convert("L").histogram()
    return sum(counted[SEEN:]) / sum(counted)


def picture(language: str, name: str) -> Image.Image:
    """A picture of the guides."""
    return Image.open(file_of(language).parent / f"{name}.webp").convert("RGB")


def alike(shown: Image.Image, then: Image.Image) -> bool:
    """Whether a screen looks as it did, but for its times."""
    if shown.size == then.size:
        return differing(shown, then) <= OF_A_SCREEN
    return shown.width == then.width and abs(shown.height - then.height) <= LINE


@pytest.mark.soak
@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.game)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_screens_of_the_guides_have_the_words_they_were_photographed_with(
    tmp_path: Path, language: str, cast: Cast
) -> None:
    """After a change of words or rules `python -m tools.pictures` makes the pictures anew: look at them."""
    async with sitting(tmp_path) as here:
        channel = await here.visit.new_channel(cast.game)
        shown = {one.name: words_of(one.message) async for one in Show(here, cast, language, channel).shown()}
    then = kept(language)
    assert shown == {name: then[name] for name in shown}


@pytest.mark.browser
@pytest.mark.long  # on demand: shades differ a little from run to run
@pytest.mark.timeout(180)
@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.game)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_screens_of_the_guides_look_as_they_were_photographed(
    tmp_path: Path, language: str, cast: Cast
) -> None:
    """After a change of looks `python -m tools.pictures --all` makes the pictures anew: look at them."""
    async with browsing() as browser, sitting(tmp_path) as here:
        camera, channel = Camera(browser, here.table.url, language), await here.visit.new_channel(cast.game)
        scenes = Show(here, cast, language, channel).shown()
        seen = {one.name: alike(await camera.photograph(one), picture(language, one.name)) async for one in scenes}
    assert [name for name, same in seen.items() if not same] == []
    assert len(seen) >= len(cast.scenes)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boards_of_the_guides_are_drawn_as_they_would_be_today(language: str) -> None:
    drawn = dict(boards(language))
    assert len(drawn) == len(CASTS)
    then = {name: picture(language, name) for name in drawn}
    assert {name: board.size for name, board in drawn.items()} == {name: board.size for name, board in then.items()}
    assert [name for name, board in drawn.items() if differing(board, then[name]) > OF_A_BOARD] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_has_its_picture(language: str) -> None:
    scenes = {scene.name for cast in CASTS for scene in cast.scenes}
    assert scenes <= kept(language).keys()
