"""A whole game over the wire, played by people who decide by chance: the lobby, the sittings, and what was posted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.wire.client import SimulatedPerson
from tests.wire.policy import Fill, Step, filled
from tests.wire.running import Running
from tests.wire.screens import Control, pressable
from tests.wire.seen import SeenMessage
from tests.wire.simulated import Simulated

OVER = "The game has ended."
Look = tuple[str, Mapping[str, object]]


class Typist(Simulated):
    """One person who plays by commands, lines, menus and buttons; each game says what a line looks like."""

    async def _decide(self, ask: str) -> Step:
        dice = self.dice(ask, len(self._path))
        if self._form is None:
            return await super()._decide(ask)
        if "line" in self._form.fields:
            return Fill({"line": self.written(self._behind, dice)})
        return filled(self._form, self._behind, dice)

    def written(self, behind: list[Control], dice: Random) -> str:
        """A line of what the menus behind the form offer."""
        raise NotImplementedError

    async def offered(self, verb: str, option: str, given: Mapping[str, object], dice: Random, most: int = 8) -> str:
        """A completion of an option of a command by chance, out of the first; empty if there is none."""
        found = await self._complete(f"/{self.group} {verb}", option, "", given)
        return str(dice.choice(found[:most])[1]) if found else ""


@dataclass(frozen=True, slots=True)
class Course:
    """How a game goes: its opening for `/game new`, its title, who plays, and with which seed; where somebody looks
    around, every so many rounds of sittings; what its last post says."""

    opening: Mapping[str, object]
    title: str
    names: Sequence[str]
    seed: str
    looks: Sequence[Look]
    looks_every: int
    last: str
    patience: float = 40.0


class WholeGame:
    """The people of a table, and what they saw when they looked around."""

    def __init__(self, here: Running, course: Course, kind: type[Typist]) -> None:
        self.here, self.course, self._group = here, course, kind.group
        self.people = {name: kind(self._person(name), course.seed, here.unless_gone) for name in course.names}
        self.host = self.people[course.names[0]].person
        self.guest = self._person("fay")
        self.looked: Counter[str] = Counter()

    def _person(self, name: str) -> SimulatedPerson:
        return self.here.visit.user(name).waiting(self.course.patience)

    async def open(self) -> str:
        """Close the lobby that is open, open one of this game, join, start; what the lobby said."""
        await self.host.wait_for(lambda message: "Join" in message.labels)
        sure = await self.host.slash("/game end")
        await self.host.click(sure.message, pressable(sure.message)["end_yes"][0].id)
        await self.host.slash("/game new", **self.course.opening)
        lobby = await self.host.wait_for(lambda m: "Join" in m.labels and self.course.title in m.text)
        for name in self.course.names[1:]:
            await self.people[name].person.click(lobby, "Join")
        told = (await self.guest.sees())[-1].text
        commands = await self.host.commands()
        verbs = next(command for command in commands if command["name"] == self._group)["options"]
        for person in self.people.values():
            person.verbs = {verb["name"]: verb for verb in verbs}
        await self.host.slash("/game start")
        return told

    async def play(self) -> None:
        """Play to the end; somebody looks around now and then."""
        said, rounds = "", 0
        while OVER not in said:
            for person in self.people.values():
                said = await person.sit()
            rounds += 1
            assert rounds < 600, said
            if rounds % self.course.looks_every == 1:
                await self._look()

    async def _look(self) -> None:
        for command, options in self.course.looks:
            answer = await self.host.slash(command, **options)
            self.looked[command + str(options.get("show", ""))] += bool(answer.message.text)

    async def posts(self) -> list[SeenMessage]:
        """What everybody could read, once everything has been sent: a channel takes five messages in five seconds."""
        seen: list[SeenMessage] = []
        while not any(self.course.last in m.text for m in seen):
            await asyncio.sleep(0.5)
            seen = [m for m in await self.guest.sees(limit=9999) if not m.is_ephemeral]
        return seen
