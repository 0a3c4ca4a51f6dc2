"""The screens that the guides show: the same people play the same games in each language, and show what they see.

`python -m tools.pictures` photographs them, and keeps the words of each in `docs/<language>/pictures/screens.json`; a
test plays again and compares.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.contract.tables import Person
from engine.core.ask import Ask
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.wire.client import SimulatedPerson
from tests.wire.screens import Control, pressable
from tests.wire.seen import SeenMessage
from tests.wire.sitting import Sitting

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
LANGUAGES: Final = ("en", "de")
PEOPLE: Final = ("ana", "ben", "cho")
MOST: Final = 3000
"""Answers after which a scene is looked for no longer."""
Fits: TypeAlias = Callable[[Ask, Any], bool]
Stop: TypeAlias = Callable[[Table[Any]], bool]
PASSING: Final = re.compile(r"<t:\d+(?::\w)?>|<[@#]!?\d+>|https://discord\.com/channels/[\d/]+")
"""Times, people and channels, which a picture shows in their own way."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A screen as somebody sees it."""

    name: str
    person: SimulatedPerson
    message: SeenMessage


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen where somebody is asked that question for the first time in a way that `fits`.

    Whoever is asked, or with `behind` who sits so many seats further, uses a `command` with what is `given`; without a
    command it is the newest post. Then they press buttons or take choices from menus, by verb: those of a value, or so
    many from the start, or from the end where it is negative. `live`: the answer before it is given at the table, so
    that there is a post of it, and a response has its time.
    """

    name: str
    key: str
    fits: Fits = lambda _ask, _state: True
    taken: Mapping[str, int | str] = field(default_factory=dict)
    command: str = "/turn"
    given: Mapping[str, object] = field(default_factory=dict)
    behind: int = 0
    live: bool = False


@dataclass(frozen=True, slots=True)
class Cast:
    """Three people at a game, and what they show of it."""

    game: str
    scenario: str
    seats: Sequence[str]
    options: Mapping[str, Any]
    opening: Mapping[str, Any]
    seed: str
    scenes: Sequence[Scene]
    lobby: bool = False
    """Whether the lobby and its options are shown."""
    waits: float = 0
    """Seconds after which whoever is asked first has a reminder, if that is shown."""


def much(least: int) -> Fits:
    """Whether there are so many options."""
    return lambda ask, _state: len(ask.options) >= least


def playable(ask: Ask, state: Any) -> bool:
    """Whether somebody holds two or three cards, and can play them all."""
    hand = state.civs[ask.seat].hand
    return 2 <= len(hand) <= 3 and all(str(card) in ask.options for card in hand)


def later(_ask: Ask, state: Any) -> bool:
    """Whether the first turn has begun."""
    return bool(state.turns)


CASTS: Final = (
    Cast(
        "acme",
        "standard",
        ("egypt", "hittites", "mittani"),
        {"map": "abbreviated_western"},
        {"map": "abbreviated_western"},
        "ur",
        (
            Scene("acme-update", "card.play", command="", live=True),
            Scene("acme-card", "card.play", playable),
            Scene("acme-hand", "card.play", playable, command="/hand"),
            Scene("acme-auto", "card.play", command="/auto", taken={"auto_kind": "losses"}),
            Scene("acme-waiting", "card.play", behind=1),
            Scene(
                "acme-queue",
                "card.play",
                command="/auto",
                given={"queue": "next: epic poet kaska; else pass"},
                behind=1,
            ),
            Scene("acme-respond", "card.negate", much(2), {"pick": -1}, live=True),
            Scene("acme-loss", "loss.buy_off", much(2), {"save": 2}),
            Scene("acme-fight", "competition.commit", much(3), {"add": 2}),
            Scene("acme-removal", "competition.removal"),
            Scene("acme-growth", "growth.retire", later, {"add": 3}),
            Scene(
                "acme-typed", "growth.retire", later, command="/acme deploy", given={"plan": "amarna, memphis, thebes"}
            ),
        ),
        lobby=True,
    ),
    Cast(
        "culture_wars",
        "standard",
        ("suns", "moons", "crowns"),
        {},
        {},
        "ur",
        (
            Scene("culture-wars-tile", "tile.move"),
            Scene("culture-wars-settle", "settle.form"),
            Scene("culture-wars-move", "movement.move", lambda _ask, state: state.turn > 4, {"add": 2}),
        ),
    ),
    Cast(
        "civ",
        "basic",
        ("italy", "illyria", "africa"),
        {"npc": "gentle"},
        {"scenario": "basic"},
        "ur",
        (
            Scene("civ-cities", "city.build"),
            Scene("civ-calamity", "calamity.cities"),
            Scene("civ-advances", "advance.buy", much(4), {"joined": 1}),
            Scene("civ-hand", "advance.buy", much(4), command="/hand"),
            Scene("civ-move", "movement.tokens", lambda _ask, state: state.turn == 3, {"shortcut": 1}),
        ),
        waits=40 * 3600.0,
    ),
)


def words_of(message: SeenMessage) -> dict[str, list[str]]:
    """The words, buttons and menus of a screen, without what is another each time."""
    menus = [str(menu.get("placeholder", "")) for menu in message.selects]
    lines = PASSING.sub("…", message.text).splitlines()
    return {"text": lines, "buttons": message.labels, "menus": menus}


def file_of(language: str) -> Path:
    """Where the words are kept of the screens that the guides in that language show."""
    return DOCS / language / "pictures" / "screens.json"


def kept(language: str) -> dict[str, dict[str, list[str]]]:
    """The words of the screens as they were when they were photographed."""
    found: dict[str, dict[str, list[str]]] = json.loads(file_of(language).read_text(encoding="utf-8"))
    return found


class Show:
    """Three people who play a game in a channel of its own, in one language."""

    def __init__(self, here: Sitting, cast: Cast, language: str, channel: str) -> None:
        self.here, self.cast, self.channel = here, cast, channel
        self.people = [here.person(name, channel).speaking(language) for name in PEOPLE]

    async def shown(self) -> AsyncIterator[Shown]:
        """All screens of the game in their order."""
        host, lobby = self.people[0], await self._opened()
        if self.cast.lobby:
            yield Shown(f"{self.cast.game}-lobby", host, lobby)
            options = await host.click(lobby, pressable(lobby)["options"][0].id)
            yield Shown(f"{self.cast.game}-options", host, options.message)
        newest = await self._begun()
        if self.cast.waits:
            yield await self._reminded(newest)
        for scene in self.cast.scenes:
            person = await self._reached(scene)
            shown = await taken(person, scene) if scene.command else await self._posted(newest, with_board=True)
            yield Shown(scene.name, person, shown)

    async def _posted(self, newest: SeenMessage, *, with_board: bool = False) -> SeenMessage:
        """The next post after that message."""

        def wanted(message: SeenMessage) -> bool:
            later = int(message.id) > int(newest.id) and not message.is_ephemeral
            return later and "seat" in pressable(message) and bool(message.attachments or not with_board)

        return await self.people[0].wait_for(wanted)

    async def _reminded(self, asked: SeenMessage) -> Shown:
        """The reminder of whoever that post asks."""
        person = next(one for one in self.people if one.name == asked.mentions[0]).at("dm")
        await self.here.later(self.cast.waits)
        return Shown("reminder", person, await person.wait_for(lambda message: "snooze" in pressable(message)))

    async def _opened(self) -> SeenMessage:
        """The lobby with all but one."""
        host, *others = self.people
        for person in self.people:
            await person.set_hours("UTC", "off")  # at night nobody is mentioned
        await host.slash("/game new", game=self.cast.game, pace="daily", **self.cast.opening)
        lobby = await host.wait_for(lambda message: "join" in pressable(message))
        for person in others[:-1]:
            await person.click(lobby, pressable(lobby)["join"][0].id)
        return await host.wait_for(lambda message: "join" in pressable(message) and "Ben" in message.text)

    async def _begun(self) -> SeenMessage:
        """The post of the start, once the last has joined."""
        host, last = self.people[0], self.people[-1]
        lobby = await host.wait_for(lambda message: "join" in pressable(message))
        await last.click(lobby, pressable(lobby)["join"][0].id)
        await host.slash("/game start")
        return await self._posted(lobby)

    async def _reached(self, scene: Scene) -> SimulatedPerson:
        """Put the game where somebody is asked that; who it is."""
        table, answers = played(self.cast, MOST, asks(scene))
        before, _ = played(self.cast, answers - scene.live)
        await self.here.put(before, self.cast.seats)
        if scene.live:
            await self._follow(before)
        return self.people[(self.cast.seats.index(table.waiting()[0]) + scene.behind) % len(self.people)]

    async def _follow(self, before: Table[Any]) -> None:
        """Answer at the table as a computer would, and wait until that is posted."""
        seat, newest = before.waiting()[0], (await self.people[0].sees())[-1]
        who = self.here.table.users[PEOPLE[self.cast.seats.index(seat)]]
        service = self.here.bot.game_service
        info = await service.table_in(int(self.channel))
        if info is None:
            raise AssertionError("no game is played there")
        await service.answer(info.id, Person(int(who.id), who.display), None, [computed(before)])
        await self._posted(newest)


def computed(table: Table[Any]) -> Sequence[str]:
    """What a computer would answer."""
    seat = table.waiting()[0]
    request, ask = table.question_to(seat), table.ask_of(seat)
    if request is None or ask is None:
        raise AssertionError(f"nothing is asked of {seat}")
    return table.game.npc(table.state, request, ask)


def played(cast: Cast, most: int, stop: Stop = lambda _table: False) -> tuple[Table[Any], int]:
    """The game after that many answers, or where it is to stop; and how many there were."""
    table = Table.new(GAMES[cast.game], cast.scenario, [SeatPlan(seat) for seat in cast.seats], cast.options, cast.seed)
    for given in range(most):
        if stop(table):
            return table, given
        table.begin()
        table.submit(table.waiting()[0], *computed(table))
    return table, most


def asks(scene: Scene) -> Stop:
    """Whether a game is where that scene is set."""

    def there(table: Table[Any]) -> bool:
        seat = table.waiting()[0]
        request, ask = table.question_to(seat), table.ask_of(seat)
        return request is not None and ask is not None and request.key == scene.key and scene.fits(ask, table.state)

    return there


async def taken(person: SimulatedPerson, scene: Scene) -> SeenMessage:
    """What that person sees, with some choices made."""
    shown = (await person.slash(scene.command, scene.given)).message
    for verb, wanted in scene.taken.items():
        control = pressable(shown)[verb][0]
        press = (
            person.select(shown, control.id, values(control, wanted))
            if control.choices
            else person.click(shown, control.id)
        )
        shown = (await press).message
    return shown


def values(menu: Control, wanted: int | str) -> list[str]:
    """What is taken from a menu."""
    if isinstance(wanted, str):
        return [wanted]
    offered = [value for value, _ in menu.choices]
    return offered[:wanted] if wanted > 0 else offered[wanted:]
