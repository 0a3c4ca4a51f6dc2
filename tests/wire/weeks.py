"""A week of four people at one table, in time travel: they look in now and then, are away, are late, and one is gone.

An hour of the table passes between two rounds; who is there then looks at My turn by chance and answers what is asked.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from tests.wire.blows import SENT, Blow
from tests.wire.client import SimulatedPerson, TableRefused
from tests.wire.evening import HOST, OVER, Evening
from tests.wire.screens import pressable
from tests.wire.seen import Answer, SeenMessage

DAY: Final = 24
WEEK: Final = 7 * DAY
UP, ASLEEP = 7, 23  # hours of the day in which people look in
LOOKS_IN: Final = 0.7
ROUNDS: Final = 3  # in which people answer one another within an hour
LOOKS: Final = 20
AUTO: Final = (("auto_kind", "negate"), ("auto_set", "any"))
ONCE, FOR_GOOD = "once", "npc"


async def _set(person: SimulatedPerson) -> Answer:
    """Set an auto-answer by its menus."""
    shown = await person.slash("/auto")
    for verb, chosen in AUTO:
        shown = await person.select(shown.message, pressable(shown.message)[verb][0].id, [chosen])
    return shown


@dataclass(frozen=True, slots=True)
class Away:
    """Whole days in which somebody is away, announced the day before; `mode` says what becomes of the questions."""

    first: int
    days: int
    mode: str


AWAY: Final[Mapping[str, Away]] = {"ana": Away(2, 1, "pause"), "dee": Away(3, 2, "npc")}
LATE: Final = ("ben", 1)  # does not look in on that day
GONE: Final = ("cho", 3)  # is never seen again from that day on
PAUSED: Final = 5


class Week(Evening):
    """Four people, no substitute: two vacations, one who is gone for good, one who is late, a pause."""

    further: tuple[str, ...] = ()
    leaving = ""

    def __init__(self, here: Any, seed: str, kills: int = 0) -> None:
        super().__init__(here, seed)
        self.hour = 0
        self.told_of: Counter[str] = Counter()
        self.days_off = {PAUSED}
        self._voted: set[tuple[str, str]] = set()
        self._kills = self._blows(kills * 5 // 4)

    def _blows(self, kills: int) -> dict[int, Blow]:
        """In which hours the bot is killed, and how: in the middle of a message, of an act, or just after one."""
        dice = Random(self.seed)
        hours = [hour for hour in range(WEEK) if hour // DAY not in self.days_off and UP < hour % DAY < ASLEEP - 2]
        kinds = [Blow(moment=SENT[0]), Blow(after=True), Blow(moment=SENT[1]), Blow(dice.uniform(0, 0.1))]
        return {hour: kinds[n % len(kinds)] for n, hour in enumerate(sorted(dice.sample(hours, kills)))}

    async def begin(self) -> None:
        """A table at a brisk pace whose game begins at the next midnight."""
        host = self.people[HOST].person
        lobby = await host.wait_for(lambda message: "Join" in message.labels)
        sure = (await self.do(host.slash("/game end"))).message
        await self.do(host.click(sure, pressable(sure)["end_yes"][0].id))
        await self._midnight()
        await self.do(host.slash("/game new", game="acme", map="full", length="epochs 4", pace="brisk"))
        lobby = await host.wait_for(lambda m: "Join" in m.labels and m.id != lobby.id)
        for name in self.players[1:]:
            await self.do(self.people[name].person.click(lobby, "Join"))
        verbs = next(command for command in await host.commands() if command["name"] == "acme")["options"]
        for person in self.people.values():
            person.verbs = {verb["name"]: verb for verb in verbs}
        await self.do(host.slash("/game start"))

    async def _midnight(self) -> None:
        now = datetime.fromtimestamp(self.here.table.clock.now(), UTC)
        next_day = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        await self._skip((next_day - now).total_seconds() / 3600)

    async def _skip(self, hours: float) -> None:
        await self.here.visit.post(f"/_act/{HOST}/skip", {"hours": hours})

    # -- the week -------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """All hours of the week, or until the game is over."""
        for self.hour in range(WEEK):
            await self._announce()
            if self.hour in self._kills:
                self.blows[self.acts + 1] = self._kills[self.hour]
            there = [name for name in self.players if self._looks_in(name)]
            for name in there * ROUNDS:
                await self.surely(lambda name=name: self._look_in(name))
            if there:
                await self._rest()
            if self.told_of["over"]:
                return
            await self._skip(1)

    async def _rest(self) -> None:
        """Let what is on its way arrive; what waits for a later time does not hold the hour up."""
        for _ in range(LOOKS):
            if not self._unsent() and not self.here.is_gone:
                return
            await self.back()
            await asyncio.sleep(0.05)

    async def _announce(self) -> None:
        """What is said at the start of a day: auto-answers, a vacation from tomorrow on, or a pause of today."""
        day, hour = divmod(self.hour, DAY)
        if hour != UP:
            return
        for name in [one for one in self.players if self._is_there(one)]:
            person = self.people[name].person
            await self._surely_told(f"{name} ordered", lambda p=person: _set(p))
        for name, away in AWAY.items():
            if day == away.first - 1:
                person = self.people[name].person
                await self._surely_told(name, lambda p=person, a=away: p.go_away(a.days, a.mode))
        if day == PAUSED:
            host = self.people[HOST].person
            await self._surely_told("pause", lambda: host.slash("/game pause", days=1, reason="a feast"))

    async def _surely_told(self, what: str, act: Any) -> None:
        answer = await self.surely(lambda: self.do(act()))
        self.told_of[f"{what} announced"] += bool(answer.message.text)

    def _looks_in(self, name: str) -> bool:
        """Whether somebody opens Discord in this hour."""
        return self._is_there(name) and self.people[name].dice("looks in", self.hour).random() < LOOKS_IN

    def _is_there(self, name: str) -> bool:
        """Whether somebody is awake and has not said, or just happens, to be away."""
        day, hour = divmod(self.hour, DAY)
        away = AWAY.get(name)
        absent = (away is not None and away.first <= day < away.first + away.days) or (name, day) == LATE
        gone = name == GONE[0] and day >= GONE[1]
        return UP <= hour < ASLEEP and not absent and not gone and day not in self.days_off

    async def _look_in(self, name: str) -> None:
        """Vote on who is late, and answer whatever is asked."""
        await self._vote(name)
        said = await self.people[name].sit()
        self.told_of["over"] += OVER in said

    async def _vote(self, name: str) -> None:
        """Once for an answer of the NPC, for whoever is gone from then on; what is decided by then has given way."""
        for post in await self._late_posts(name):
            if (name, post.id) not in self._voted:
                with suppress(TableRefused):
                    await self._vote_on(name, post)

    async def _vote_on(self, name: str, post: SeenMessage) -> None:
        about_gone = GONE[0].capitalize() in post.text or str(self._id(GONE[0])) in post.text
        wanted = FOR_GOOD if about_gone and self.told_of[ONCE] else ONCE
        button = next(one for one in pressable(post)["late_vote"] if one.option.startswith(wanted))
        answer = await self.do(self.people[name].person.click(post, button.id))
        self._voted.add((name, post.id))
        self.told_of[wanted] += "Done:" in answer.message.text

    async def _late_posts(self, name: str) -> Sequence[SeenMessage]:
        seen = await self.people[name].person.sees()
        return [m for m in seen if not m.is_ephemeral and "late_vote" in pressable(m) and self._id(name) not in m.text]

    def _id(self, name: str) -> str:
        return str(self.here.table.users[name].id)
