"""JSON lines on standard input and output: one command a line, one reply a line (docs/protocol.md).

A bad line is answered with `{"ok": false, "error": code, "message": text}`; nothing changes and the process continues.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from engine.core import notation, record
from engine.core.ask import Ask, Request
from engine.core.decoding import decoder
from engine.core.errors import TableError
from engine.core.game import Choice, Event, Game, Outcome, Scenario, SeatPlan, SetupError
from engine.core.table import Table

Command: TypeAlias = Mapping[str, Any]
Reply: TypeAlias = dict[str, Any]
PLANS: Final = decoder(SeatPlan)
TOLD: Final = ("name", "kind", "default", "text", "values", "kept")


class BadCommand(Exception):
    """A command that cannot be carried out: an error code and a message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Session:
    """One client: the games it may play and the table it has opened."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self.games = games
        self._table: Table[Any] | None = None
        self.over = False
        self._commands: dict[str, Callable[[Command], Reply]] = {
            "games": self._list_games,
            "new": self._new,
            "position": self._position,
            "pending": self._pending,
            "answer": self._answer,
            "go_on": self._go_on,
            "view": self._view,
            "undo": self._undo,
            "control": self._control,
            "call": self._call,
            "record": self._record,
            "load": self._load,
            "notation": self._notation,
            "problems": self._problems,
            "quit": self._quit,
        }

    def reply(self, line: str) -> Reply:
        """Return the reply to one line. Never raises."""
        try:
            return {"ok": True, **self._run(line)}
        except BadCommand as error:
            return {"ok": False, "error": error.code, "message": str(error)}
        except TableError as error:
            return {"ok": False, "error": error.code, "message": str(error)}
        except SetupError as error:
            return {"ok": False, "error": "setup", "message": str(error)}

    def _run(self, line: str) -> Reply:
        try:
            said = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadCommand("bad_json", f"This is no JSON: {error}") from None
        if not isinstance(said, dict) or not isinstance(said.get("cmd"), str):
            raise BadCommand("bad_command", "A command is a JSON object with the key cmd")
        if said["cmd"] not in self._commands:
            raise BadCommand("unknown_command", f"{said['cmd']!r} is none of {', '.join(self._commands)}")
        return self._commands[said["cmd"]](said)

    @property
    def table(self) -> Table[Any]:
        """Return the open table. Raises BadCommand."""
        if self._table is None:
            raise BadCommand("no_table", "No table is open: use new, position or load")
        return self._table

    def _list_games(self, said: Command) -> Reply:
        del said
        return {"games": [_game(g) for g in self.games.values()]}

    def _new(self, said: Command) -> Reply:
        game = self._game(_text(said, "game"))
        seats = [_seat(i, plan) for i, plan in enumerate(_of(said, "seats", list))]
        options = _of(said, "options", dict, {})
        seed = said.get("seed", "")
        if not isinstance(seed, str | int):
            raise BadCommand("bad_value", "seed: must be text or a number")
        self._table = Table.new(game, _text(said, "scenario", "standard"), seats, options, str(seed))
        return self._state()

    def _position(self, said: Command) -> Reply:
        text = _text(said, "text")
        self._table = notation.load(self._game(notation.named_game(text)), text)
        return self._state()

    def _pending(self, said: Command) -> Reply:
        del said
        return self._state()

    def _answer(self, said: Command) -> Reply:
        seat, table = _text(said, "seat"), self.table
        batch = _of(said, "batch", list, [said.get("picks")])
        table.submit_batch(seat, [_picks(picks) for picks in batch], freely=True)
        return self._state()

    def _go_on(self, said: Command) -> Reply:
        del said
        self.table.go_on()
        return self._state()

    def _view(self, said: Command) -> Reply:
        seat = said.get("seat")
        if seat is not None and not isinstance(seat, str):
            raise BadCommand("bad_value", "seat: must be text or null")
        return {"view": msgspec.to_builtins(self.table.view(seat))}

    def _undo(self, said: Command) -> Reply:
        self.table.undo(_text(said, "seat"))
        return self._state()

    def _control(self, said: Command) -> Reply:
        by = _text(said, "by")
        if by not in {"human", "npc"}:
            raise BadCommand("bad_value", "by: must be human or npc")
        self.table.control(_text(said, "seat"), "npc" if by == "npc" else "human")
        return self._state()

    def _call(self, said: Command) -> Reply:
        seat, values = said.get("seat", ""), said.get("values", [])
        if not isinstance(seat, str) or not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise BadCommand("bad_value", "seat: must be text; values: must be a list of texts")
        self.table.call(_text(said, "name"), seat, *values)
        return self._state()

    def _record(self, said: Command) -> Reply:
        del said
        return {"record": json.loads(record.encode(self.table.record))}

    def _load(self, said: Command) -> Reply:
        read = record.decode(json.dumps(_of(said, "record", dict)))
        game = self._game(read.game)
        try:
            self._table = Table(game, read)
        except (msgspec.MsgspecError, KeyError) as error:
            raise BadCommand("bad_record", f"The record cannot be read: {error}") from None
        return self._state()

    def _notation(self, said: Command) -> Reply:
        del said
        return {"text": notation.dump(self.table)}

    def _problems(self, said: Command) -> Reply:
        del said
        return {"problems": self.table.problems()}

    def _quit(self, said: Command) -> Reply:
        del said
        self.over = True
        return {}

    def _game(self, name: str) -> Game[Any]:
        if name not in self.games:
            raise BadCommand("unknown_game", f"{name!r} is none of {', '.join(self.games)}")
        return self.games[name]

    def _state(self) -> Reply:
        """Return the present question, with what has happened since the last reply."""
        table = self.table
        events, table.events = table.events, []
        told = {"events": [_event(e) for e in events], "step": table.step}
        if table.pending is None:
            return {**told, "key": None, "prompt": "", "asks": [], "outcome": _outcome(table.outcome())}
        waiting = () if table.is_unfinished else table.waiting()
        asks = [_ask(ask) | _own(table.pending, ask.seat) for ask in table.pending.asks if ask.seat in waiting]
        return {**told, "key": table.pending.key, "prompt": table.pending.prompt, "asks": asks} | {
            "unfinished": table.is_unfinished,
            "sealed": table.pending.sealed,
            "about": list(table.pending.about),
            "left": table.pending.left,
        }


def _ask(ask: Ask) -> Reply:
    division = {"caps": list(ask.caps), "total": ask.total} if ask.caps else {}
    return {"seat": ask.seat, "options": list(ask.options), "least": ask.least, "most": ask.most, **division}


def _own(asked: Request, seat: str) -> Reply:
    """Return a seat's own question if each is asked something else."""
    own = asked.to(seat)
    return {"key": own.key, "prompt": own.prompt, "about": list(own.about), "left": own.left} if asked.own else {}


def _event(event: Event) -> Reply:
    return {
        "text": event.text,
        "to": event.to,
        "focus": list(event.focus),
        "action": event.action,
        "key": event.key,
    }


def _outcome(outcome: Outcome | None) -> Reply | None:
    return None if outcome is None else {**msgspec.to_builtins(outcome), "reason": str(outcome.reason)}


def _game(game: Game[Any]) -> Reply:
    scenarios = [_scenario(s) for s in game.scenarios.values()]
    return {"name": game.name, "title": game.title, "version": game.version, "scenarios": scenarios}


def _scenario(scenario: Scenario) -> Reply:
    options = [_option(choice) for choice in scenario.options]
    return {"name": scenario.name, "title": str(scenario.title), "players": list(scenario.players), "options": options}


def _option(choice: Choice) -> Reply:
    told = {field: getattr(choice, field) for field in TOLD}
    return {**told, "text": str(choice.text)}


def _seat(i: int, plan: Any) -> SeatPlan:
    """A seat of `new`. Raises BadCommand."""
    if not isinstance(plan, dict):
        raise BadCommand("bad_value", f"seats[{i}]: must be an object")
    try:
        return PLANS.plain({k: v for k, v in plan.items() if v is not None})
    except msgspec.ValidationError as error:
        raise BadCommand("bad_value", f"seats[{i}]: {error}") from None


def _picks(picks: Any) -> list[str]:
    """The picks of one answer; a card or a number of things may be written as a number."""
    if isinstance(picks, str):
        return [picks]
    if not isinstance(picks, list) or any(isinstance(p, bool) or not isinstance(p, str | int) for p in picks):
        raise BadCommand("bad_value", "picks: must be a list of texts")
    return [str(p) for p in picks]


def _text(said: Command, key: str, default: str | None = None) -> str:
    value = said.get(key, default)
    if not isinstance(value, str):
        raise BadCommand("bad_value", f"{key}: must be text")
    return value


def _of(said: Command, key: str, kind: type[Any], default: Any = None) -> Any:
    value = said.get(key, default)
    if not isinstance(value, kind):
        raise BadCommand("bad_value", f"{key}: must be {'a list' if kind is list else 'an object'}")
    return value


def converse(games: Mapping[str, Game[Any]], lines: Iterable[str]) -> Iterator[str]:
    """Yield a reply for every line that is not empty, until `quit`."""
    session = Session(games)
    for line in lines:
        if line.strip():
            yield json.dumps(session.reply(line), ensure_ascii=False)
        if session.over:
            return
