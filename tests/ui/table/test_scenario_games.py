"""Named scenarios in play: posts and screens have their names, for civilizations and for Factions of nobody's."""

from __future__ import annotations

import random
import re

import pytest

from bot.contract.posts import Post
from bot.ui.words.presentations import presentation_of
from engine.acme.facts.catalog import CIVS, REGIONS
from engine.acme.history.casting import castings
from engine.acme.history.facts import HISTORICAL, Historical
from tests.ui.table.room import ANA, HERE, Room, fits, words

ANSWERS = 90
SLUG = re.compile(r"\{[a-z]+:|\b[a-z]+_[a-z_]+\b")


def cast_of(h: Historical) -> list[str]:
    """The civilizations of one person in the first cast that fits."""
    for n in range(1, len(h.side) + 1):
        players = {f"seat_{i}": "Ana" if i < n else "" for i in range(len(h.side))}
        if found := next(castings(h, {}, players), None):
            return [found[seat] for seat in players if players[seat]]
    raise AssertionError(h.id)


async def played(room: Room, h: Historical) -> list[Post]:
    """So many answers of one person, at random, and what was posted in the meantime."""
    info = await room.service.open_table(ANA, HERE, "acme", scenario=h.id)
    for i, civ in enumerate(cast_of(h)):
        await room.service.join(info.id, ANA, civ=civ, again=i > 0)
    await room.service.start(info.id, ANA)
    dice = random.Random(h.id)
    for _ in range(ANSWERS):
        sheet = await room.service.sheet(info.id, ANA)
        if sheet.ask is None:
            break
        n = dice.randint(sheet.ask.least, min(sheet.ask.most, len(sheet.ask.options)))
        await room.service.answer(
            info.id, ANA, sheet.ask_no, [dice.sample(list(sheet.ask.options), n)], seat=sheet.seat.number
        )
    return [post for post in await room.posts() if post.kind != "lobby"]


@pytest.mark.soak
@pytest.mark.parametrize("scenario", list(HISTORICAL))
async def test_posts_and_screens_have_the_names_of_the_scenario(room: Room, scenario: str) -> None:
    h = HISTORICAL[scenario]
    places = {region.name for region in REGIONS.values()}
    renamed = [CIVS[side.civ].name for side in h.side if side.name not in {"", CIVS[side.civ].name}]
    renamed = [name for name in renamed if name not in places]
    told = [words(post) for post in await played(room, h)]
    shown = [await room.say(ANA, verb) for verb in ("status", "log", "cities")]
    atlas, info = presentation_of("acme").atlas, await room.service.table_in(HERE.channel)
    assert info is not None
    assert atlas is not None
    board = atlas.pages((await room.service.standing(info.id)).view)
    for text in (*told[1:], *shown, *board):
        assert not SLUG.search(text), text
        assert "None" not in text
        assert [name for name in renamed if re.search(rf"\b{re.escape(name)}\b", text)] == [], text
    for post in await room.posts():
        if post.kind not in {"lobby", "seated", "hand", "end"}:
            fits(post)
    everything = "\n".join((*told, *shown, *board))
    assert all(neutral.name in everything for neutral in h.neutral)
