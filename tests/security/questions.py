"""A game that asks one question of any game again and again, on that game's own board: for whatever answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.ui.words.presentations import presentation_of
from engine.core import notation
from engine.core.ask import Ask, Flow, Option, Request, Seat
from engine.core.game import SeatPlan, View
from engine.core.table import Table
from engine.games import GAMES, PRESENTATIONS
from tests.facts import fact
from tests.ui.play import civilization, culture, hittites
from tests.ui.play.fake_service import FakeService
from tests.ui.play.toy import Toy, ToyState

POSITIONS: Mapping[str, str] = {
    "acme": hittites.POSITION,
    "culture_wars": culture.POSITION,
    "civ": civilization.POSITION,
}
ASKED, MOST, TIMES = 60, 6, 8


class Asking(Toy):
    """Asks the question of that key, with places and cards of the game as options."""

    def __init__(self, game: str, key: str, most: int) -> None:
        real = Table[Any](GAMES[game], notation.load(GAMES[game], POSITIONS[game]).record)
        self.name, self.key, self.most = game, key, most
        self.seat = real.waiting()[0]
        self.board = real.view(self.seat)
        names = presentation_of(game).names
        options = [thing.value for kind in ("area", "card", "civ") for thing in names.things(kind)[:ASKED]]
        self.options = (*dict.fromkeys([*options, "zab", "mina", "card:42", "build", "stay", "pass", "done"]),)
        self.steps: Mapping[str, Callable[[ToyState], Flow[str | None]]] = MappingProxyType({"turn": self.turn})

    async def turn(self, s: ToyState) -> str | None:
        """The question, a few times."""
        for _ in range(TIMES):
            ask = Ask(self.seat, self.options, 1, self.most)
            await Request(self.key, fact(f"Choose {self.key}."), (ask,), about=self.options[:4], asked=(self.seat,))
        return None

    def view(self, s: ToyState, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        """The real board."""
        return self.board

    def describe(self, s: ToyState, request: Request, ask: Ask) -> tuple[Option, ...]:
        """The options by their names."""
        names = presentation_of(self.name).names
        kinds = {thing.value: thing.name for kind in names.kinds for thing in names.things(kind)}
        return tuple(Option(token, kinds.get(token, token)) for token in ask.options)


def asking(game: str, key: str, most: int = 0) -> FakeService:
    """A table at which that is asked of the first person; `most` options may be chosen, else as is usual for it."""
    one = key in presentation_of(game).plans or key.endswith((".play", ".choose"))
    made = Asking(game, key, most or (1 if one else MOST))
    return FakeService(Table.new(made, "standard", [SeatPlan(civ=made.seat)], {}, "asking"))


def answering() -> Iterator[tuple[str, str, str, str]]:
    """Every option that is typed of every command of a game: game, command, option, a question that it answers."""
    for game, presentation in PRESENTATIONS.items():
        for command in presentation.commands:
            keys = [key for key in (*command.fills, *command.constant) if key]
            for parameter in (p for p in command.parameters if p.kind == "text"):
                own = [key for key, names in command.fills.items() if key and parameter.name in names]
                asked = next(iter(own or keys), "card.play")
                yield game, f"{presentation.group or game} {command.name}", parameter.name, asked
