"""A short game with two NPCs, played at random to its end."""

from __future__ import annotations

import random

from bot.contract.table_settings import Settings
from bot.contract.tables import Person
from tests.ui.table.room import HERE, Room


async def played(room: Room, *people: Person, turns: int = 1, seed: int = 4) -> str:
    """A game with two NPCs, played at random to its end."""
    return await room.once(("played", people, turns, seed), lambda other: _play(other, people, turns, seed))


async def _play(room: Room, people: tuple[Person, ...], turns: int, seed: int) -> str:
    options = {"map": "western", "turns": turns}
    info = await room.service.open_table(
        people[0], HERE, "acme", options=options, npcs=2, npc_civs=("hittites",), settings=Settings(pace="live")
    )
    for person in people[1:]:
        await room.service.join(info.id, person)
    await room.service.start(info.id, people[0])
    dice = random.Random(seed)
    while (await room.service.info(info.id)).state == "running":
        await step(room, info.id, people, dice)
    return info.id


async def step(room: Room, number: str, people: tuple[Person, ...], dice: random.Random) -> None:
    for person in people:
        sheet = await room.service.sheet(number, person)
        if sheet.ask is not None and sheet.sealed is None:
            most = min(sheet.ask.most, len(sheet.ask.options))
            picks = dice.sample(list(sheet.ask.options), dice.randint(sheet.ask.least, most))
            await room.service.answer(number, person, sheet.ask_no, [picks])
            return
    room.now += 60
    await room.service.ring(number, "window", (await room.service.info(number)).ask_no)
