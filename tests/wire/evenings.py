"""Evenings of other kinds: one person against NPCs, and three at another game."""

from __future__ import annotations

from tests.wire.evening import HOST, Evening
from tests.wire.screens import pressable
from tests.wire.seen import SeenMessage
from tests.wire.test_culture_wars import Settler


class Alone(Evening):
    """One person against two NPCs, for four Epochs."""

    players: tuple[str, ...] = (HOST,)
    further: tuple[str, ...] = ()
    leaving = ""

    async def open(self) -> None:
        """Set the options of the table that is open, and start."""
        ana = self.people[HOST].person
        lobby = await ana.wait_for(lambda message: "Join" in message.labels)
        screen = (await self.do(ana.click(lobby, "Options"))).message
        for menu, value in (("length", "epochs:4"), ("npcs", "2")):
            control = next(c for c in pressable(screen)["opt_set"] if c.option == menu)
            screen = (await self.do(ana.select(screen, control.id, [value]))).message
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

    players = ("ana", "ben", "cho")
    person_of = Settler
    rounds = 16

    async def open(self) -> None:
        """Close the table that is open, open one of the other game, join and start."""
        host = self.people[HOST].person
        await host.wait_for(lambda message: "Join" in message.labels)
        sure = (await self.do(host.slash("/game end"))).message
        await self.do(host.click(sure, pressable(sure)["end_yes"][0].id))
        await self.do(host.slash("/game new", game="culture_wars", length=f"rounds {self.rounds}", options="diagonal"))
        lobby = await host.wait_for(self._is_open)
        for name in self.players[1:]:
            await self.do(self.people[name].person.click(lobby, "Join"))
        await self._learn("culture")
        await self.do(host.slash("/game start"))

    def _is_open(self, message: SeenMessage) -> bool:
        return "Join" in message.labels and "Culture Wars" in message.text
