"""Games of each title played by text alone: without a picture on any screen, by somebody who only reads and presses."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.contract.plain_words import EMOJI
from bot.local_table.errors import Json
from tests.wire.newcomer import Newcomer, verb_of
from tests.wire.running import Running, running
from tests.wire.screens import asked
from tests.wire.seen import SeenMessage

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]
GAMES = ("acme", "culture_wars", "civ")
PICTURES = frozenset({"picture", "map", "map_show", "legend", "hand"})


@dataclass
class Listener(Newcomer):
    """Somebody who has each screen read aloud, and remembers those with a picture and those that say too little."""

    drawn: list[str] = field(default_factory=list)
    mute: list[str] = field(default_factory=list)

    def _read(self, screen: SeenMessage) -> None:
        super()._read(screen)
        self.drawn += [screen.text] if screen.attachments else []
        self.mute += [screen.text] if asked(screen) and len(screen.text.split()) < 5 else []

    async def _press(self, screen: SeenMessage, button: Json) -> SeenMessage:
        assert verb_of(button) not in PICTURES
        return await super()._press(screen, button)


async def listener(here: Running, channel: str, *looks: str, most: int = 60) -> Listener:
    """Somebody who has asked for those looks, such as `pictures off`."""
    ana = here.visit.user("ana", channel).waiting(30)
    for look in looks:
        setting, value = look.split()
        kept = (await ana.prefer(setting, value)).message
        assert "Saved" in kept.text
    return Listener(ana, most=most)


async def test_a_short_game_of_each_title_is_played_by_text_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        for game in GAMES:
            alone = await listener(here, "second-table", "pictures off", "emoji off")
            last = await alone.play((await alone.person.slash("/game learn", game=game)).message)
            assert not asked(last)
            assert (alone.drawn, alone.mute, alone.missed) == ([], [], [])
            assert len(alone.presses) > 5
            assert not EMOJI.search(last.text)


async def test_alexander_is_played_to_its_end_with_words_first(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "alexander") as here:
        alone = await listener(here, "welcome", "pictures off", "words first", "emoji off", most=400)
        welcome = await alone.person.wait_for(lambda message: "Who you are:" in message.text)
        last = await alone.play((await alone.person.click(welcome, "Alexander the Great, solo")).message)
    assert "The game has ended" in last.text
    assert (alone.drawn, alone.mute) == ([], [])
    assert "**" not in last.text
    assert len(alone.presses) > 20
