"""Evenings of other kinds: one person against NPCs, three people at another game, two with NPCs at a third."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from random import Random
from typing import Final

from tests.wire.evening import HOST, Evening
from tests.wire.policy import Step
from tests.wire.screens import Control, pressable
from tests.wire.seen import Answer, SeenMessage
from tests.wire.simulated import Simulated
from tests.wire.test_civilization import Settler as Founder
from tests.wire.test_culture_wars import Settler

LOOKS: Final = 100
SMALLEST: Final = "fertile_crescent"


class Alone(Evening):
    """One person against two NPCs, for four Epochs."""

    players: tuple[str, ...] = (HOST,)
    further: tuple[str, ...] = ()
    leaving = ""
    board = ""

    async def open(self) -> None:
        """Set the options of the table that is open, and start."""
        ana = self.people[HOST].person
        lobby = await ana.wait_for(lambda message: "Join" in message.labels)
        screen = (await self.do(ana.click(lobby, "Options"))).message
        form = (await self.do(ana.click(screen, "Board, length, pace"))).modal
        await self.do(ana.submit(form, length="epochs:4", npcs="2"))
        await self._learn("acme")
        await self.do(ana.slash("/game start"))

    async def _learn(self, group: str) -> None:
        commands = await self.people[HOST].person.commands()
        verbs = next(command for command in commands if command["name"] == group)["options"]
        for person in self.people.values():
            person.verbs = {verb["name"]: verb for verb in verbs}

    async def _beside(self, number: int) -> None:
        """Nobody looks around."""


class Settlers(Alone):
    """Three people at Culture Wars."""

    players: tuple[str, ...] = ("ana", "ben", "cho")
    person_of: type[Simulated] = Settler
    title = "Culture Wars"
    rounds = 16

    async def open(self) -> None:
        """Close the table that is open, open one of the other game, join and start."""
        await self.opened("culture", game="culture_wars", length=f"rounds {self.rounds}", options="diagonal")

    async def opened(self, group: str, **options: str | int) -> None:
        """Close the table that is open, open one with these options, join and start."""
        host = self.people[HOST].person
        await host.wait_for(lambda message: "Join" in message.labels)
        sure = (await self.do(host.slash("/game end"))).message
        await self.do(host.click(sure, pressable(sure)["end_yes"][0].id))
        await self.do(host.slash("/game new", **options))
        lobby = await host.wait_for(self._is_open)
        for name in self.players[1:]:
            await self.do(self.people[name].person.click(lobby, "Join"))
        await self._learn(group)
        await self.do(host.slash("/game start"))

    def _is_open(self, message: SeenMessage) -> bool:
        return "Join" in message.labels and self.title in message.text


class Scholar(Simulated):
    """Somebody who advances on the Culture Tracks by lines too."""

    async def _typed(self, there: Mapping[str, list[Control]], dice: Random) -> Step | None:
        """Now and then `/acme advance`, where it is offered."""
        if "advance" in there and dice.random() < 0.5:
            step = await self._command("advance", dice)
            if step is not None:
                return step
        return await super()._typed(there, dice)


class Scholars(Settlers):
    """Two people at ACME on the smallest map for a few turns, with Culture Tracks whose stages are cheap."""

    players: tuple[str, ...] = ("ana", "ben")
    person_of = Scholar
    title = "Culture Tracks"  # which tells it from the table that was open before
    rounds = 3
    board = SMALLEST

    async def open(self) -> None:
        """A game in which nobody needs a City to begin a track."""
        rules = "culture on, culture_cities 0 1 2 3, culture_costs 1 1 2 2"
        length = f"turns {self.rounds}"
        await self.opened("acme", game="acme", scenario="standard", map=SMALLEST, length=length, options=rules)


class Unwavering(Founder):
    """Somebody who takes nothing back: where NPCs go on by themselves, whether one still can is a matter of time."""

    takes_back = 0.0


class Founders(Settlers):
    """Two people and two NPCs at Advanced Civilization, to the end after fewer turns than are on offer.

    While the bot is to be killed in the middle of a message, they wait for what is on its way to them.
    """

    players: tuple[str, ...] = ("ana", "ben")
    person_of = Unwavering
    title = "Advanced Civilization"
    rounds = 8

    async def open(self) -> None:
        """A game of so many turns."""
        await self.opened("civ", game="civ", scenario="basic", length=f"turns {self.rounds}", npcs=2)

    async def do(self, act: Awaitable[Answer]) -> Answer:
        """An act of one person, and what is sent after it."""
        answer = await super().do(act)
        for _ in range(LOOKS):
            if not self.ambush.set_up or self.here.is_gone or not self._unsent():
                break
            await asyncio.sleep(0.05)
        return answer
