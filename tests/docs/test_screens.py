"""The pictures of screens in the guides show today's words: the same people play again, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.sitting import sitting
from tools.screens import CASTS, LANGUAGES, Cast, Show, kept, words_of


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_has_its_picture(language: str) -> None:
    scenes = {scene.name for cast in CASTS for scene in cast.scenes}
    assert scenes <= kept(language).keys()
