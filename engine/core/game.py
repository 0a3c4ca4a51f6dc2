"""What a game must offer to be played at a Table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.message import NOTHING, Message, strung
from engine.core.text import plainly, sentence

S = TypeVar("S")
Control: TypeAlias = Literal["human", "npc"]
REASON = "why."
CALLED = "call."
BOOLEAN, INTEGER, MINUTES, NUMBERS = "boolean", "integer", "minutes", "numbers"
KINDS: Final[Mapping[Any, str]] = {bool: BOOLEAN, int: INTEGER, str: "choice", list[int]: NUMBERS, list[str]: "names"}
TRUTH: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
View: TypeAlias = Any  # an instance of the game's `view_type`: only modules of that game look inside


class SetupError(Exception):
    """A game cannot be set up, or a position cannot be read, as asked.

    `at` is the option or place that is wrong, `why` the text `wrong.<key>` that says what to change, with its values.
    As a string it is both, in the language being spoken.
    """

    def __init__(self, at: str, key: str, /, **values: object) -> None:
        super().__init__(at, key)
        self.at = at
        self.why = Message(f"wrong.{key}", {name: _worth(value) for name, value in values.items()})

    @property
    def message(self) -> Message:
        """Return what is wrong and why."""
        return Message("wrong.at", {"at": self.at, "why": self.why}) if self.at else self.why

    def __str__(self) -> str:
        return str(self.message)


def _worth(value: object) -> str | int | Message:
    """Return a typed value for a message: names and numbers as they are, of many a list."""
    if isinstance(value, str | int | Message):
        return value
    return strung(map(str, value)) if isinstance(value, Iterable) else str(value)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, told to everyone or, with `to`, to one seat only.

    `message` becomes a sentence where it is shown; its names are tokens such as `{area:zab}`. Lines of one `action` are
    told together.
    """

    said: Message = NOTHING
    to: Seat | None = None
    focus: tuple[str, ...] = ()
    action: int = 0
    key: str = ""

    @property
    def text(self) -> str:
        """Return its sentence in the language being spoken, names as bare tokens: what programs and tests read."""
        return plainly(sentence(self.said))

    @property
    def is_reason(self) -> bool:
        """Return whether it says why an NPC has decided as it did, which is shown on request only."""
        return self.key.startswith(REASON)

    @property
    def is_call(self) -> bool:
        """Return whether it tells what has come about outside the rules."""
        return self.key.startswith(CALLED)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat before the game: its civilization or colour (may be chosen later), who plays it, and a name.

    Seats of the same name belong to one player. `open`: this is a trial, and the player isn't known yet. `team`: the
    chosen team, in a game of teams.
    """

    civ: str = ""
    by: Control = "human"
    player: str = ""
    home: str = ""
    open: bool = False
    team: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A table option, declared once: at its field in the Options of a game, or alone if it stands for others.

    `rounds: Annotated[int, Choice(…)] = 0` takes name, kind and default from the field, unless it says otherwise. An
    option of the kind `minutes` is a time from the start; when it is up, its name is passed to `Table.call`.
    """

    name: str = ""
    kind: str = ""
    default: Any = msgspec.UNSET
    text: Message | str = ""
    values: tuple[Any, ...] = ()
    """What is legal, or what is offered of the whole numbers from `least` to `most`, or the things it can list."""
    kept: bool = False
    """Whether the scenario may have another default, so that choosing the usual default counts."""
    least: int = 0
    most: int | None = None
    read: Callable[[str, Any], Any] | None = None
    """Makes the value from a name and what was given, if the kind doesn't; may raise SetupError."""
    shown: str = ""
    """Its control in the lobby (`engine.core.lobby.SHOWN`)."""
    page: str = ""
    """The further form that it is in."""
    word: str = ""
    """What is typed before an end of the game."""
    things: str = ""
    """The kind of things that it lists."""
    everything: tuple[str, ...] = ("all",)
    """Words that mean all of them."""

    @property
    def on(self) -> Any:
        """Return its value where it is ticked."""
        return True if self.kind == BOOLEAN else self.values[-1]

    @property
    def off(self) -> Any:
        """Return its value where it is not ticked."""
        return False if self.kind == BOOLEAN else self.values[0]

    def parse(self, text: str) -> Any:
        """Return what a text means for that kind of option; the text itself if it means nothing."""
        if self.kind in {BOOLEAN, NUMBERS} and text.lower() in TRUTH:
            return TRUTH[text.lower()]
        if self.kind == NUMBERS:
            return [_number(part) for part in text.replace(",", " ").split()]
        return _number(text) if self.kind in {INTEGER, MINUTES} else text

    def effective(self, value: Any) -> Any:
        """Return the value that counts where that one is given. Raises SetupError that names the option."""
        if self.read is not None:
            return self.read(self.name, value)
        if self.kind == BOOLEAN:
            return _flag(self.name, value)
        if self.most is not None:
            return _whole(self.name, value, self.least, self.most)
        if self.values and (isinstance(value, bool) or value not in self.values):
            raise SetupError(self.name, "one_of", known=self.values)
        return value if self.values else _word(self.name, value)


def declared_options(options: type[msgspec.Struct], game: str) -> dict[str, Choice]:
    """Return the options that a game declares beside the fields of a type, by name; their texts are
    `<game>.choice.<name>`.
    """
    hints, fields = get_type_hints(options, include_extras=True), msgspec.structs.fields(options)
    return {f.name: _declared(f, Message(f"{game}.choice.{f.name}"), *get_args(hints[f.name])) for f in fields}


def _declared(field: msgspec.structs.FieldInfo, text: Message, kind: Any, choice: Choice) -> Choice:
    plain = field.default if field.default is not msgspec.NODEFAULT else ()
    default = plain if choice.default is msgspec.UNSET else choice.default
    return replace(choice, name=field.name, kind=choice.kind or KINDS[kind], default=default, text=text)


def read_options(choices: Iterable[Choice], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in effect of the options given. Raises SetupError that names one that is unknown or wrong."""
    known = {choice.name: choice for choice in choices}
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise SetupError(unknown[0], "option", known=known)
    return {name: known[name].effective(value) for name, value in given.items()}


def _number(text: str) -> int | str:
    return int(text) if WHOLE.fullmatch(text) else text


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(name, "flag")
    return value


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise SetupError(name, "whole", low=low, high=high)
    return value


def _word(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SetupError(name, "word")
    return value


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something to play: who can, and what can be set."""

    name: str
    title: Message | str
    """Its text of the catalogue, or the title itself."""
    least: int
    most: int
    options: tuple[Choice, ...] = ()
    fills: bool = False
    """Whether NPCs take all open seats."""
    settled: Mapping[str, Any] = field(default_factory=dict)
    """Options that can't be chosen, with their values."""
    numbers: tuple[int, ...] = ()
    """How many seats people may take, if not any number from `least` to `most`."""

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of seats that can be set up, NPCs taking the rest where the scenario has them do so."""
        return self.numbers or tuple(range(self.least, self.most + 1))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Scores are by seat; several winners share the victory."""

    scores: dict[Seat, int]
    winners: tuple[Seat, ...]
    reason: str | Message
    order: tuple[Seat, ...] = field(default=())
    teams: tuple[tuple[Seat, ...], ...] = field(default=())
    """The seats of each player with several; a team has one place, that of its first seat in `order`."""
    outright: bool = False
    """Whether they won whatever the scores."""

    def place(self, seat: Seat) -> int:
        """Return the place of a seat: winners share the first; ties are broken as the game's own order says."""
        if seat in self.winners:
            return 1
        if seat in self.order:
            leaders = {one: team[0] for team in self.teams for one in team}
            ahead = self.order[: self.order.index(leaders.get(seat, seat))]
            return 1 + len({leaders.get(other, other) for other in ahead})
        return 1 + sum(other > self.scores[seat] for other in self.scores.values())


class Kept(Protocol):
    """What the states of most games have: untold events, draws of chance, revealed secrets."""

    told: list[Event]
    draws: int
    secrets: int


K = TypeVar("K", bound=Kept)


class CountedGame(Generic[K]):
    """The methods that games share whose states count as a `Kept` does; a game overrides what doesn't fit."""

    view_type: type[Any]

    def drain(self, s: K) -> list[Event]:
        """Return the events since the last call."""
        if not s.told:
            return []
        told, s.told = s.told, []
        return told

    def barrier(self, s: K) -> int:
        """Return the number of draws of chance and revealed secrets."""
        return s.draws + s.secrets

    def chance(self, s: K) -> int:
        """Return the draws of chance."""
        return s.draws

    def reveal_count(self, s: K) -> int:
        """Return how often something hidden was revealed."""
        return s.secrets


@dataclass(frozen=True, slots=True)
class OwnCall:
    """What a seat can say at any time, asked or not; it may change what others see, but not what the rules do.

    `refusal` returns why the seat can't say that now, or nothing. `take` carries it out; after an undo it may no longer
    fit quite, and then it does what it can.
    """

    refusal: Callable[[Any, Seat, Picks], str]
    take: Callable[[Any, Seat, Picks], None]


def turn_in(chapter: str) -> str:
    """Return the era and turn of a chapter: `2.3` of `2.3.growth`, and of `2.3.unrest.support`; empty before a game
    begins.
    """
    return ".".join(chapter.split(".")[:2])


def teams_of(game: object, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the teams that seats of that game can choose with these options; none where there are none."""
    named: Callable[[Mapping[str, Any]], tuple[str, ...]] = getattr(game, "teams", lambda _: ())
    return named(options)


def sides_of(game: object, s: object) -> Sequence[Sequence[Seat]]:
    """Return the teams of a running game, each with its seats; empty if everyone plays alone."""
    named: Callable[[object], Sequence[Sequence[Seat]]] = getattr(game, "sides", lambda _: ())
    return named(s)


class Game(Protocol[S]):
    """The rules of one game, as the kernel needs them.

    A game may also have `calls`: by name, what tells it that something outside its rules has come about. What a call
    tells has a key that begins with `call.`; one that comes a second time changes and tells nothing. `own_calls`: what
    a seat can say at any time. `teams`: the names of the teams that seats can choose with options; `sides`: the
    seats of each team.
    `counts`: fields of its state that no rule reads, kept for figures, of which a position stored earlier has none.
    """

    name: str
    title: str
    version: int
    state_type: type[S]
    view_type: type[Any]
    steps: Mapping[str, Callable[[S], Flow[str | None]]]
    scenarios: Mapping[str, Scenario]
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    presumed: Mapping[str, Picks]

    def setup(self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[S, str]:
        """Return a new game and its first step. Raises SetupError."""

    def seats(self, s: S) -> Sequence[Seat]:
        """Return every seat, in a fixed order. An id may change (a player takes another civilization), a place never
        does.
        """

    def controller(self, s: S, seat: Seat) -> Control:
        """Return who plays the seat now."""

    def secretive(self, s: S, seat: Seat) -> bool:
        """Return whether an NPC's seat knows secrets, so that its answers may reveal them."""

    def control(self, s: S, seat: Seat, by: Control) -> None:
        """Let a person or the NPC play the seat from now on."""

    def drain(self, s: S) -> list[Event]:
        """Return the events since the last call."""

    def barrier(self, s: S) -> int:
        """Return a number that grows whenever chance is drawn or a secret is revealed."""

    def chance(self, s: S) -> int:
        """Return how many draws of chance have been made; it grows with each."""

    def reveal_count(self, s: S) -> int:
        """Return a number that changes when something already settled by chance is revealed: a card drawn, a coin
        turned over.

        A player who undoes past that knows what comes.
        """

    def scores(self, s: S) -> Mapping[Seat, int]:
        """Return how many points each seat has, or would have if the game ended here; told at the end of each turn."""

    def chapter(self, s: S) -> str:
        """Return the present chapter as `era.turn.phase` in small letters, with 0 for what the game doesn't count.

        The log has a page for each. Empty before the game begins.
        """

    def view(self, s: S, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        """Return what that seat, or with None the public, may know: a `view_type` built by listing what may be seen,
        stored and sent as JSON.
        """

    def describe(self, s: S, request: Request, ask: Ask) -> tuple[Option, ...]:
        """Return label, hint, group and rank of each option, made from that seat's view."""

    def why_not(self, s: S, seat: Seat, token: str) -> str:
        """Return why something cannot be done by that seat now; empty if nothing is known against it."""

    def npc(self, s: S, request: Request, ask: Ask) -> Picks:
        """Return the answer of a seat played by the NPC: legal, and the same whenever the state is."""

    def outcome(self, s: S) -> Outcome | None:
        """Return the end of the game, once it has ended."""

    def problems(self, s: S) -> list[str]:
        """Return the broken invariants; empty in every position that play can reach."""

    def dump(self, s: S, step: str | None) -> str:
        """Return the position in notation: what `load` reads."""

    def load(self, text: str) -> tuple[S, str | None]:
        """Return a position and its step from notation. Raises SetupError that names the key."""
