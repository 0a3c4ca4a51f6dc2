"""A whole game of six people at one table: the bot may be killed again and again while they play."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground.client import NoAnswer
from bot.playground.seen import Answer, Message
from tests.wire.running import BotGone, Running
from tests.wire.screens import pressable
from tests.wire.simulated import Simulated

HOST, PLAYERS, SUBSTITUTE, SPECTATOR = "ana", ("ana", "ben", "cho", "dee"), "eli", "fay"
LEAVING, LATER = "cho", 12
PATIENCE: Final = 30.0
IDLE: Final = 600
OVER: Final = "The game has ended."
LOOKS: Final = ("/map", "/log", "/game status", "/help", "/hand")
TIMED: Final = ("at", "checksum")
TIME = re.compile(r"<t:\d+(:\w)?>")


@dataclass(frozen=True, slots=True)
class Blow:
    """A kill: so many seconds after an act began, or with `after` as soon as it was answered."""

    seconds: float = 0.0
    after: bool = False


@dataclass
class Told:
    """What everybody could read when all was over."""

    posts: list[Any] = field(default_factory=list)
    dms: dict[str, list[Any]] = field(default_factory=dict)
    game: Any = None
    verified: str = ""


class Evening:
    """The people of a table. `blows` says before which acts the bot is killed."""

    def __init__(self, here: Running, seed: str, blows: Mapping[int, Blow] | None = None) -> None:
        self.here, self.seed, self.blows = here, seed, dict(blows or {})
        self.acts = 0
        self.unsent: list[int] = []
        self.people = {name: self._person(name) for name in (*PLAYERS, SUBSTITUTE)}
        self.seated = list(PLAYERS)
        self.spectator = here.visit.user(SPECTATOR).waiting(PATIENCE)
        self.seen: Counter[str] = Counter()
        self.people[LEAVING].leaves_at = LATER
        self._hands: set[asyncio.Task[None]] = set()

    def _person(self, name: str) -> Simulated:
        return Simulated(self.here.visit.user(name).waiting(PATIENCE), self.seed, self.do)

    @property
    def used(self) -> Counter[str]:
        """How all have given their answers."""
        return sum((person.used for person in self.people.values()), Counter())

    # -- acts and blows -------------------------------------------------------------------------------------------

    async def do(self, act: Awaitable[Answer]) -> Answer:
        """An act of one person; the bot may be killed while it is under way, or just after it."""
        self.acts += 1
        blow = self.blows.pop(self.acts, None)
        if blow is not None and not blow.after:
            self._strike_in(blow.seconds)
        answer = await self.here.unless_gone(act)
        if blow is not None and blow.after:
            self._strike()
        return answer

    def _strike_in(self, seconds: float) -> None:
        async def strike() -> None:
            await asyncio.sleep(seconds)
            await self.here.is_back()
            self._strike()

        task = asyncio.create_task(strike())
        self._hands.add(task)
        task.add_done_callback(self._hands.discard)

    def _strike(self) -> None:
        self.here.kill()
        self.unsent.append(self._unsent())

    def _unsent(self) -> int:
        """How many messages were committed and not yet known to have arrived."""
        with closing(sqlite3.connect(self.here.folder / "bot" / "nisaba.db", timeout=10)) as store:
            return int(store.execute("select count(*) from outbox").fetchone()[0])

    async def surely(self, act: Any) -> Any:
        """Do something until it is done, waiting for the bot whenever it is away."""
        while True:
            try:
                return await act()
            except (BotGone, NoAnswer):
                await self.back()

    async def back(self) -> None:
        """Wait until the bot is there again."""
        if self.here.is_gone:
            await self.here.again()

    # -- the game -------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Join the table that is open, set its options by menus, and start."""
        host = self.people[HOST].person
        lobby = await host.wait_for(lambda message: "Join" in message.labels)
        for name in PLAYERS[1:]:
            await self.do(self.people[name].person.click(lobby, "Join"))
        screen = (await self.do(host.click(lobby, "Options"))).message
        for menu, value in (("map", "full"), ("length", "epochs:2"), ("npcs", "0")):
            control = next(c for c in pressable(screen)["opt_set"] if c.option == menu)
            screen = (await self.do(host.select(screen, control.id, [value]))).message
        commands = await host.commands()
        verbs = next(command for command in commands if command["name"] == "acme")["options"]
        for person in self.people.values():
            person.verbs = {verb["name"]: verb for verb in verbs}
        await self.do(host.slash("/game start"))

    async def play(self) -> None:
        """Play to the end."""
        idle, rounds, said = 0, 0, ""
        while OVER not in said:
            before = self._answers()
            for name in list(self.seated):
                if not self._is_called(self.people[name], said):
                    continue
                said = await self.surely(self.people[name].sit)
                if self.people[name].is_leaving:
                    await self.surely(self._hand_on)
                    said = ""
            rounds += 1
            await self.surely(lambda n=rounds: self._beside(n))
            idle = 0 if self._answers() > before else idle + 1
            assert idle < IDLE, said
            if idle:
                said = said if OVER in said else ""
                await asyncio.sleep(0.05)

    def _is_called(self, person: Simulated, said: str) -> bool:
        """Whether somebody may be asked, by what another's screen has said last of who is asked now."""
        called = re.search(r".*asked now.*", said)
        return called is None or person.name.capitalize() in called[0]

    def _answers(self) -> int:
        return sum(len(person.met) for person in self.people.values())

    async def _beside(self, number: int) -> None:
        """What is done beside playing."""
        if number % 7 == 0:
            await self._look_around(number // 7)

    async def _hand_on(self) -> None:
        """The host gives the seat of somebody who has to leave to somebody else."""
        host = self.people[HOST].person
        status = (await self.do(host.slash("/game status"))).message.text
        civ = re.search(r"\*\*([^*]+)\*\* \(Cho\)", status)
        if civ is not None:
            found = await host.autocomplete("/game seat", "seat", civ[1])
            await self.do(host.slash("/game seat", seat=found[0][1], player=SUBSTITUTE))
        self.seated = [SUBSTITUTE if name == LEAVING else name for name in self.seated]
        last = await self.do(self.people[LEAVING].person.slash("/turn"))
        self.seen["replaced"] += "Eli" in last.message.text

    async def _look_around(self, number: int) -> None:
        """The spectator and a player look at what everybody may see."""
        command = LOOKS[number % len(LOOKS)]
        player = self.people[self.seated[number % len(self.seated)]].person
        for person in (self.spectator, player):
            answer = await self.do(person.slash(command))
            self.seen[command] += bool(answer.message.text)
        found = await self.spectator.autocomplete("/rules", "topic", "")
        await self.do(self.spectator.slash("/rules", topic=found[number % len(found)][1]))
        posts = [m for m in await self.spectator.sees() if "map" in pressable(m) and not m.is_ephemeral]
        for verb in ("map", "log", "seat") if posts else ():
            answer = await self.do(self.spectator.click(posts[-1], pressable(posts[-1])[verb][0].id))
            self.seen[f"button {verb}"] += answer.message.is_ephemeral

    # -- what is left ---------------------------------------------------------------------------------------------

    async def told(self) -> Told:
        """What everybody can read, once nothing is left to be sent."""
        async with asyncio.timeout(60):
            while self._unsent():  # noqa: ASYNC110 - nothing tells when another process has sent its last message
                await asyncio.sleep(0.1)
        made = Told()
        made.posts = [_plain(m) for m in await self.spectator.sees(limit=9999) if not m.is_ephemeral]
        for name, person in self.people.items():
            made.dms[name] = sorted(_plain(m) for m in await person.person.dms(limit=9999))
        made.game = await self._file()
        made.verified = (await self.do(self.spectator.slash("/game verify"))).message.text
        return made

    async def _file(self) -> Any:
        """The finished game as its file tells it, without the times."""
        answer = await self.do(self.spectator.slash("/game export"))
        raw = await self.here.visit.download(answer.message.attachments[0]["url"])
        return _timeless(json.loads(raw))


def _plain(message: Message) -> Any:
    """A message as it reads: times differ from evening to evening."""
    return TIME.sub("<t>", message.text), [a["filename"] for a in message.attachments], message.labels


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _timeless(part) for key, part in value.items() if not key.endswith("_at") and key not in TIMED}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_timeless(part) for part in value]
    return value


async def evening(here: Running, seed: str, blows: Mapping[int, Blow] | None = None) -> tuple[Evening, Told]:
    """Play a whole game; who played, and what was told."""
    made = Evening(here, seed, blows)
    await made.open()
    await made.play()
    return made, await made.told()
