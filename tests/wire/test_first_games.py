"""The guided first games over the wire: a newcomer who only presses, picks and reads finishes each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.guide import guide_of
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.newcomer import Newcomer
from tests.wire.running import Running, running
from tests.wire.screens import pressable

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]
STEPS, PRESSES, WORDS = 14, 25, 700
OTHERWISE = {
    "window_again",
    "contested",
    "tile_anywhere",
    "moves",
    "build",
    "loss_again",
    "tokens_anywhere",
    "settle_anywhere",
    "ended",
}
"""Hints that are met only by who does otherwise than is suggested."""
GAMES = ("acme", "culture_wars", "civ")
GERMAN, FRENCH = "de", "fr"


def somebody(here: Running, channel: str, locale: str = "") -> SimulatedPerson:
    return here.visit.user("ana", channel).waiting(30).speaking(locale)


async def learnt(here: Running, game: str, locale: str = "") -> tuple[Newcomer, set[str]]:
    """The newcomer after the guided game of that name, and what the last screen offers to go on with."""
    newcomer = Newcomer(somebody(here, "second-table", locale))
    last = await newcomer.play((await newcomer.person.slash("/game learn", game=game)).message)
    return newcomer, {f"{c.verb} {c.option}" for verb in ("learn", "alone") for c in pressable(last).get(verb, ())}


def met(game: str) -> int:
    """How many hints of a guided game are met by who does what is suggested."""
    return len([step for step in guide_of(game).step if step.id not in OTHERWISE])


async def test_a_newcomer_finishes_the_guided_games(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        await somebody(here, "table").wait_for(lambda message: "Join" in message.labels)
        english = [await learnt(here, game) for game in GAMES]
        german = [await learnt(here, game, GERMAN) for game in GAMES]
        french, _ = await learnt(here, "culture_wars", FRENCH)
        elsewhere = (await somebody(here, "table").slash("/game learn", game="acme")).message.text
        listed = (await somebody(here, "second-table").slash("/games")).message.text
    all_of_them = [*(newcomer for newcomer, _ in (*english, *german)), french]
    assert [newcomer.missed for newcomer in all_of_them] == [[]] * len(all_of_them)
    assert [len(newcomer.hints) for newcomer in all_of_them] == [met(game) for game in (*GAMES, *GAMES, "culture_wars")]
    assert max(len(newcomer.hints) for newcomer in all_of_them) <= STEPS
    assert max(len(newcomer.presses) + 1 for newcomer in all_of_them) <= PRESSES
    assert max(newcomer.words for newcomer in all_of_them) <= WORDS
    assert english[0][1] == {"alone acme", "learn culture_wars", "learn civ"}
    assert "Du führst die Sonnen" in german[1][0].hints[0]
    assert "Vous menez les Soleils" in french.hints[0]
    assert "Its updates are in <#" in elsewhere
    assert "Your best" not in listed


async def test_a_newcomer_finishes_alexander_alone_from_the_welcome(tmp_path: Path) -> None:
    async with running(tmp_path, "--seed", "alexander") as here:
        ana = somebody(here, "welcome")
        welcome = await ana.wait_for(lambda message: "Who you are:" in message.text)
        newcomer = Newcomer(ana, most=400)
        last = await newcomer.play((await ana.click(welcome, "Alexander the Great, solo")).message)
    assert "The game has ended" in last.text
    assert newcomer.hints == []
    assert len(newcomer.presses) > 20


async def test_a_guided_game_is_seen_by_its_learner_alone_and_takes_no_channel(tmp_path: Path) -> None:
    async with running(tmp_path) as here:
        ana, ben = (here.visit.user(name, "second-table").waiting(30) for name in ("ana", "ben"))
        first = (await ana.slash("/game learn", game="civ")).message
        assert "Nobody else sees this game" in first.text
        assert len(first.attachments) == 1
        thread = ana.at("Advanced Civilization: first game of Ana")
        posted = await thread.wait_for(lambda message: "Advanced Civilization" in message.text)
        assert not posted.is_ephemeral
        with pytest.raises(TableRefused):
            await ben.at("Advanced Civilization: first game of Ana").sees()
        assert "There's no game in this channel" in (await ben.slash("/game status")).message.text
        await here.visit.deny("second-table", "create_private_threads")
        by_dm = (await ben.slash("/game learn", game="civ")).message
        assert "of this game by DM" in by_dm.text
        assert len(by_dm.attachments) == 1
        await here.visit.close_dms("cho")
        cho = here.visit.user("cho", "second-table").waiting(30)
        shown = (await cho.slash("/game learn", game="civ")).message
        assert "### Move" in shown.text
        assert "of this game by DM" not in shown.text
        assert "Learn ACME" in (await cho.slash("/game learn")).message.labels
