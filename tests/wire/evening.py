"""A whole game of six people at one table: the bot may be killed again and again while they play."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Coroutine, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.delivery.post_screens import FIXED
from bot.local_table.component_limits import BUTTON, texts, walk
from bot.local_table.errors import Json
from bot.ui.parts import address
from tests.suite import pictures
from tests.wire.blows import Blow, ambushed
from tests.wire.client import NoAnswer, TableRefused
from tests.wire.running import BotGone, Running
from tests.wire.screens import pressable
from tests.wire.seen import Answer, SeenMessage
from tests.wire.simulated import Simulated

HOST, PLAYERS, SUBSTITUTE, SPECTATOR = "ana", ("ana", "ben", "cho", "dee"), "eli", "fay"
LEAVING, LATER = "cho", 12
PATIENCE: Final = 30.0
IDLE: Final = 600
ONCE: Final = (*FIXED, "fewer")
OVER: Final = "The game has ended."
LOOKS: Final = ("/map", "/log", "/game status", "/help", "/hand")
TIMED: Final = ("at", "checksum")
LINK: Final = re.compile(r"https://discord\.com/channels/\d+/(\d+)/\d+")
"""To the newest message of a channel; a bot that has just started knows of none, and names the channel."""
ACTION_ROW: Final = 1
TIME = re.compile(r"<t:\d+(:\w)?>|\b\d+ (minute|hour)s?\.$", re.MULTILINE)


@dataclass
class Told:
    """What everybody could read when all was over."""

    posts: list[Any] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    dms: dict[str, list[Any]] = field(default_factory=dict)
    game: Any = None
    verified: str = ""


class Evening:
    """The people of a table. `blows` says at which acts the bot is killed."""

    players: tuple[str, ...] = PLAYERS
    further: tuple[str, ...] = (SUBSTITUTE,)
    leaving = LEAVING
    board = "full"  # of ACME, on which they play
    person_of: type[Simulated] = Simulated

    def __init__(self, here: Running, seed: str, blows: Mapping[int, Blow] | None = None) -> None:
        self.here, self.seed, self.blows = here, seed, dict(blows or {})
        self.acts = 0
        self.unsent: list[int] = []
        self.people = {name: self._person(name) for name in (*self.players, *self.further)}
        self.seated = list(self.players)
        self.spectator = here.visit.user(SPECTATOR).waiting(PATIENCE)
        self.seen: Counter[str] = Counter()
        if self.leaving:
            self.people[self.leaving].leaves_at = LATER
        self.ambush = ambushed(here)
        self._hands: set[asyncio.Task[None]] = set()

    def _person(self, name: str) -> Simulated:
        return self.person_of(self.here.visit.user(name).waiting(PATIENCE), self.seed, self.do)

    @property
    def used(self) -> Counter[str]:
        """How all have given their answers."""
        return sum((person.used for person in self.people.values()), Counter())

    # -- acts and blows -------------------------------------------------------------------------------------------

    async def do(self, act: Awaitable[Answer]) -> Answer:
        """An act of one person; the bot may be killed while it is under way, or just after it."""
        self.acts += 1
        blow = self.blows.pop(self.acts, None)
        if blow is not None and blow.moment is not None:
            self.ambush.set_up.append(blow.moment)
        elif blow is not None and blow.drawing:
            self._lie_in_wait(self._next_picture())
        elif blow is not None and not blow.after:
            self._lie_in_wait(asyncio.sleep(blow.seconds))
        answer = await self.here.unless_gone(act)
        if blow is not None and blow.after:
            self._strike()
        return answer

    def _lie_in_wait(self, moment: Coroutine[Any, Any, object]) -> None:
        """Kill the bot when that is over."""

        async def strike() -> None:
            await moment
            await self.here.is_back()
            self._strike()

        task = asyncio.create_task(strike())
        self._hands.add(task)
        task.add_done_callback(self._hands.discard)

    async def _next_picture(self) -> None:
        """Wait until the bot begins to draw a picture."""
        folder = Path(os.environ[pictures.FOLDER])
        before = pictures.unfinished(folder)
        while not pictures.unfinished(folder) - before:  # noqa: ASYNC110 - another process draws
            await asyncio.sleep(0.002)

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
        """Join the table that is open, set its options in their form, and start."""
        host = self.people[HOST].person
        lobby = await host.wait_for(lambda message: "Join" in message.labels)
        for name in PLAYERS[1:]:
            await self.do(self.people[name].person.click(lobby, "Join"))
        screen = (await self.do(host.click(lobby, "Options"))).message
        form = (await self.do(host.click(screen, "Board, length, pace"))).modal
        await self.do(host.submit(form, map="full", length="epochs:2", npcs="0"))
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
        called = re.search(r"(?i).*asked now.*", said)
        return called is None or person.name.capitalize() in called[0]

    def _answers(self) -> int:
        return sum(len(person.met) for person in self.people.values())

    async def _beside(self, number: int) -> None:
        """What is done beside playing."""
        if number % 7 == 0:
            await self._look_around(number // 7)

    async def _hand_on(self) -> None:
        """Somebody who has to leave offers the seat to somebody else, who accepts; an offer that stands is not made
        again.
        """
        giver, taker = self.people[LEAVING].person, self.people[SUBSTITUTE].person
        status = (await self.do(giver.slash("/game status"))).message.text
        civ = re.search(r"\*\*([^*]+)\*\* \(Cho\)", status)
        if civ is not None:
            if not await self._is_offered():
                found = await giver.autocomplete("/game seat", "seat", civ[1])
                await self.do(giver.slash("/game seat", seat=found[0][1], player=SUBSTITUTE))
            offer = await taker.wait_for(lambda message: "accept" in pressable(message))
            await self.do(taker.click(offer, pressable(offer)["accept"][0].id))
        self.seated = [SUBSTITUTE if name == LEAVING else name for name in self.seated]
        last = await self.do(self.people[LEAVING].person.slash("/turn"))
        self.seen["replaced"] += "Eli" in last.message.text

    async def _is_offered(self) -> bool:
        """Whether the substitute can read an offer, once everything that was told has arrived."""
        await self._all_is_sent()
        return any("accept" in pressable(message) for message in await self.people[SUBSTITUTE].person.sees())

    async def _look_around(self, number: int) -> None:
        """The spectator and a player look at what everybody may see."""
        command = LOOKS[number % len(LOOKS)]
        player = self.people[self.seated[number % len(self.seated)]].person
        for person in (self.spectator, player):
            answer = await self.do(person.slash(command))
            self.seen[command] += bool(answer.message.text)
        found = await self.spectator.autocomplete("/rules", "topic", "")
        await self.do(self.spectator.slash("/rules", topic=found[number % len(found)][1]))
        for verb in ("map", "since", "seat"):
            await self._press(verb)

    async def _press(self, verb: str) -> None:
        """The spectator presses a button of the newest post, unless it gives way in that moment."""
        posts = [m for m in await self.spectator.sees() if "map" in pressable(m) and not m.is_ephemeral]
        if posts:
            with suppress(TableRefused):
                answer = await self.do(self.spectator.click(posts[-1], pressable(posts[-1])[verb][0].id))
                self.seen[f"button {verb}"] += answer.message.is_ephemeral

    # -- what is left ---------------------------------------------------------------------------------------------

    async def told(self) -> Told:
        """What everybody can read, once nothing is left to be sent."""
        self.ambush.set_up.clear()
        for hand in self._hands:
            hand.cancel()
        await self._all_is_sent()
        made = Told()
        messages = [m for m in await self.spectator.sees(limit=9999) if not m.is_ephemeral]
        made.posts = [post for message in messages for post in posts_of(message)]
        made.rows = [len(fixed_rows(message)) for message in messages]
        for name, person in self.people.items():
            made.dms[name] = sorted(post for m in await person.person.dms(limit=9999) for post in posts_of(m))
        made.game = await self._file()
        made.verified = (await self.do(self.spectator.slash("/game verify"))).message.text
        return made

    async def _all_is_sent(self) -> None:
        async with asyncio.timeout(120):
            while self._unsent():
                await self.back()
                await asyncio.sleep(0.1)

    async def _file(self) -> Any:
        """The finished game as its file tells it, without the times."""
        answer = await self.do(self.spectator.slash("/game export"))
        raw = await self.here.visit.download(answer.message.attachments[0]["url"])
        return _timeless(json.loads(raw))


def posts_of(message: SeenMessage) -> list[Any]:
    """The posts that a message holds, as they read: times and ids differ from evening to evening.

    How many posts wait together is a matter of time as well: the fixed row stands below the last of them, and of one
    and the same button, as that for fewer notices, a message holds the last alone. So it is with the link to the board,
    whose address is another one each evening.
    """
    return [_plain(part) for part in message.components]


def _plain(part: Json) -> Any:
    inside = list(walk([part]))
    files = [media["media"]["url"].rpartition("/")[2] for c in inside for media in c.get("items", ())]
    files += [c["file"]["url"].rpartition("/")[2] for c in inside if "file" in c]
    buttons = [c["label"] for c in inside if c["type"] == BUTTON and "url" not in c and _verb(c) not in ONCE]
    return LINK.sub(r"<#\1>", TIME.sub("<t>", "\n".join(texts([part])))), files, buttons


def fixed_rows(message: SeenMessage) -> list[Json]:
    """The rows of a message that stand below every post of play."""
    rows = [c for c in walk(message.components) if c["type"] == ACTION_ROW]
    return [row for row in rows if len(row["components"]) > 2 and {_verb(c) for c in row["components"]} <= set(FIXED)]


def _verb(button: Json) -> str:
    found = address(str(button.get("custom_id", "")))
    return found.verb if found else ""


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _timeless(part) for key, part in value.items() if not key.endswith("_at") and key not in TIMED}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_timeless(part) for part in value]
    return value


async def evening(
    here: Running, seed: str, blows: Mapping[int, Blow] | None = None, of: type[Evening] = Evening
) -> tuple[Evening, Told]:
    """Play a whole game; who played, and what was told."""
    made = of(here, seed, blows)
    await made.open()
    await made.play()
    return made, await made.told()
