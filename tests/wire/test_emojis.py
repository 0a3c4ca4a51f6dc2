"""Emojis of the application over the wire: made while people play, shown, and words where Discord refuses them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.contract.posts import Post, PostButton, PostRow, Words
from bot.delivery.wire import AttachedFile, ReadyPost, Target
from bot.local_table.component_limits import emojis_of
from bot.local_table.emoji_routes import MOST
from bot.local_table.launch import CHANNEL
from bot.ui.emojis import FRESH, KnownEmojis
from render.emojis import name_of, pictures
from tests.wire.newcomer import Newcomer
from tests.wire.running import Running, running
from tests.wire.seen import SeenMessage
from tests.wire.sitting import sitting

pytestmark = [pytest.mark.soak, pytest.mark.timeout(180)]
NAMES = {name_of(key, png) for key, png in pictures().items()}
WRITTEN = re.compile(r"<:(\w+):(\d+)>")
MAKES = "POST /applications/[0-9]+/emojis"


def there(here: Running) -> dict[str, str]:
    """The emojis that Discord has, by name."""
    return {emoji["name"]: emoji["id"] for emoji in here.table.local.world.emojis.values()}


async def at_least(here: Running, n: int) -> None:
    """Wait until Discord has so many."""
    async with asyncio.timeout(90):
        while len(there(here)) < n:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def all_shown(here: Running) -> None:
    """Wait until all are there, and the bot has read that."""
    await at_least(here, len(NAMES))
    await asyncio.sleep(FRESH + 1)


def marks(message: SeenMessage) -> list[str]:
    """The names of the emojis in its buttons and menus."""
    return [emoji["name"] for _, emoji in emojis_of(message.components)]


def lines(here: Running) -> list[Any]:
    return [json.loads(line) for line in (here.folder / "transcript.jsonl").read_text().splitlines()]


@asynccontextmanager
async def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *flags: str) -> AsyncIterator[Running]:
    """A table with a bot that makes emojis."""
    monkeypatch.setenv("NISABA_FEATURES", "")
    async with running(tmp_path, *flags) as here:
        yield here


async def test_three_games_are_played_with_them_and_every_body_is_valid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with marked(tmp_path, monkeypatch) as here:
        await all_shown(here)
        ana = here.visit.user("ana", "second-table").waiting(30)
        for game in ("acme", "culture_wars", "civ"):
            newcomer = Newcomer(ana)
            await newcomer.play((await ana.slash("/game learn", game=game)).message)
            assert newcomer.missed == []
        living, told = there(here), lines(here)
    assert living.keys() == NAMES
    bodies = [str(line.get("body")) for line in told]
    said = {found for body in bodies for found in WRITTEN.findall(body)}
    components = [emoji for line in told for _, emoji in emojis_of(line.get("body")) if emoji.get("id")]
    assert {
        game for game in ("acme", "civ", "culture_wars") if any(name.startswith(f"{game}_") for name, _ in said)
    } == {
        "acme",
        "civ",
        "culture_wars",
    }
    assert len({emoji["name"] for emoji in components}) > 5
    used = {*said, *((emoji["name"], str(emoji["id"])) for emoji in components)}
    assert {(name, number) for name, number in used if living[name] != number} == set()
    assert [line for line in told if line.get("status") == 400] == []


async def test_a_kill_and_a_limit_in_the_middle_double_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with marked(tmp_path, monkeypatch) as here:
        await here.visit.fault("429", MAKES, seconds=0.3, via=False, times=3)
        await at_least(here, 40)
        here.kill()
        killed_at = len(there(here))
        here.table.clock.advance(61)
        await here.again()
        await at_least(here, len(NAMES))
        await asyncio.sleep(1)
        assert killed_at < len(NAMES)
        assert len(here.table.local.world.emojis) == len(NAMES)
        assert there(here).keys() == NAMES


@pytest.mark.parametrize("left", [0, 10])
async def test_where_few_or_none_can_be_made_the_words_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    async with running(tmp_path) as here:
        world = here.table.local.world
        for n in range(MOST - left):
            world.keep_emoji({"id": str(n + 1), "name": f"owners_own_{n}"})
        if not left:
            await here.visit.fault("500", MAKES, status=403, times=10_000)
        here.kill()
        monkeypatch.setenv("NISABA_FEATURES", "")
        await here.again()
        ana = here.visit.user("ana", "welcome").waiting(30)
        welcome = await ana.wait_for(lambda message: "Who you are:" in message.text)
        async with asyncio.timeout(60):
            while not re.search(r"emojis\.(full|refused)", here.log):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        screen = (await ana.click(welcome, "Alexander the Great, solo")).message
        assert "Macedon" in screen.text
        assert (len(world.emojis), marks(screen), WRITTEN.findall(screen.text)) == (MOST, [], [])


async def test_a_dead_or_refused_emoji_leaves_the_same_message_without_and_the_preference_takes_all_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with marked(tmp_path, monkeypatch, "--seed", "page") as here:
        await all_shown(here)
        ana = here.visit.user("ana", "welcome").waiting(30)
        welcome = await ana.wait_for(lambda message: "Who you are:" in message.text)
        await ana.click(welcome, "Alexander the Great, solo")
        post = await ana.wait_for(lambda message: "Table 101 starts" in message.text)
        assert "acme_medes_persians" in post.text
        before = (await ana.slash("/hand")).message
        assert len(marks(before)) == 4
        await here.visit.fault("emoji", "POST /interactions/.*/callback")
        refused = (await ana.slash("/hand")).message
        assert marks(refused) == []
        assert (refused.text, refused.labels) == (before.text, before.labels)
        for emoji in list(here.table.local.world.emojis.values()):
            here.table.local.world.drop_emoji(emoji)
        dead = (await ana.slash("/hand")).message
        assert (marks(dead), dead.text, dead.labels) == ([], before.text, before.labels)
        assert WRITTEN.search(dead.text)
        await ana.prefer("emoji", "off")
        plain = (await ana.slash("/hand")).message
        assert (marks(plain), WRITTEN.findall(plain.text), plain.labels) == ([], [], before.labels)
    assert here.log.count("emojis.refused") >= 2


async def test_a_post_with_a_dead_emoji_is_sent_and_edited_without_and_a_reader_may_have_none(tmp_path: Path) -> None:
    async with sitting(tmp_path) as here:
        await here.begin("ana", "ben")
        dead = KnownEmojis({"acme_spy": "<:acme_spy_0000:7>", "acme_egypt": "<:acme_egypt_0000:8>"})
        here.bot.wire.emojis = cast("Any", SimpleNamespace(known=AsyncMock(return_value=dead)))
        row = PostRow((PostButton("Spy", "rules", "spy"),))
        post = Post("matter", (Words("{civ:egypt} played {card:23}."), row))
        files = (AttachedFile("game.json", b"{}"),)
        sent = await here.bot.wire.send(Target(CHANNEL), [ReadyPost(post, "100", "acme", 5, files=files)])
        there = here.table.local.world.messages[str(sent.channel)][str(sent.message)]
        first = SeenMessage(there.payload)
        assert (marks(first), first.labels) == ([], ["Spy"])
        assert first.text == "<:acme_egypt_0000:8> **Egypt** played Spy."
        assert [file["size"] for file in first.attachments] == [2]
        changed = replace(post, parts=(Words("{civ:egypt} drew 1 card."), row))
        await here.bot.wire.edit(sent, ReadyPost(changed, "100", "acme", 5))
        assert SeenMessage(there.payload).text == "<:acme_egypt_0000:8> **Egypt** drew 1 card."
        assert marks(SeenMessage(there.payload)) == []
        await here.bot.wire.edit(sent, ReadyPost(replace(post, emojis=False), "100", "acme", 5))
        assert SeenMessage(there.payload).text == "**Egypt** played Spy."
        refused = [line for line in here.table.local.transcript.lines() if line.get("status") == 400]
    assert len(refused) == 2
    assert all("BUTTON_COMPONENT_INVALID_EMOJI" in str(line["answer"]) for line in refused)
