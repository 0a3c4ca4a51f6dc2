"""A recorded game: its answers, and a transcript a person can read and compare."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from engine.core import notation
from engine.core.game import SeatPlan, View
from engine.core.table import Table
from engine.games import GAMES
from tests.conformance.players import finish, step

FOLDER = Path(__file__).parent / "games"
RECORDED: dict[str, dict[str, Any]] = {
    "kadesh": {
        "seats": ["egypt", "hittites"],
        "options": {"map": "abbreviated_western", "epochs": 2},
        "seed": "kadesh",
    },
    "crescent": {
        "seats": ["sumer", "akkad", "elam", "mittani"],
        "options": {"map": "fertile_crescent", "epochs": 1, "initial_deities": True, "negate_window": "holders"},
        "seed": "crescent",
    },
    "empires": {
        "seats": ["assyria", "greeks", "medes_persians", "scythians", "sea_peoples", "indus_valley"],
        "options": {"map": "full", "turns": 4},
        "seed": "empires",
    },
    "alone": {
        "seats": ["sea_peoples"],
        "npcs": ["hittites", "egypt"],
        "options": {"map": "western", "epochs": 1},
        "seed": "alone",
    },
    "explorers": {
        "scenario": "exploration",
        "seats": ["egypt"],
        "options": {"map": "full", "epochs": 1, "unknown_npcs": 3},
        "seed": "explorers",
    },
    "macedon": {"scenario": "alexander", "seats": ["greeks"], "options": {}, "seed": "macedon"},
    "turan": {"scenario": "rostam", "seats": ["medes_persians", "scythians"], "options": {}, "seed": "turan"},
    "scorpions": {"scenario": "sargon", "seats": ["sumer"], "options": {}, "seed": "scorpions"},
    "horses": {
        "scenario": "empires_on_horseback",
        "seats": ["elam", "scythians", "cimmerians", "medes_persians", "indus_valley"],
        "players": ["Ana", "Ben", "Cem", "Dua", "Ana"],
        "options": {},
        "seed": "horses",
    },
    "trojans": {"scenario": "agamemnon", "seats": ["greeks"], "options": {}, "seed": "trojans"},
    "leagues": {
        "seats": ["egypt", "hittites", "babylon", "assyria"],
        "options": {"map": "western", "turns": 2, "teams": 2, "team_victory": "combined", "culture": True},
        "seed": "leagues",
    },
    "duellists": {
        "seats": ["egypt", "hittites", "babylon"],
        "players": ["Ana", "Ben", "Ben"],
        "options": {"map": "western", "epochs": 1, "one_vs_two": True},
        "seed": "duellists",
    },
    "cultures": {
        "game": "culture_wars",
        "seats": ["suns", "moons", "crowns"],
        "options": {"technological_advantage": True, "rounds": 6},
        "seed": "cultures",
    },
    "nations": {
        "game": "civ",
        "scenario": "basic",
        "seats": ["", "", ""],
        "options": {"turn_limit": 7, "simultaneous_moves": False},
        "seed": "nations",
    },
}

VIEWED = (
    *("crescent", "alone", "explorers", "macedon", "turan", "scorpions", "trojans", "leagues", "duellists"),
    *("cultures", "nations"),
)


def opened(setup: dict[str, Any]) -> Table[Any]:
    """The table as it was opened."""
    players = setup.get("players") or [""] * len(setup["seats"])
    plans = [SeatPlan(civ, player=player) for civ, player in zip(setup["seats"], players, strict=True)]
    plans += [SeatPlan(civ, by="npc") for civ in setup.get("npcs", [])]
    game, scenario = GAMES[setup.get("game", "acme")], setup.get("scenario", "standard")
    table = Table.new(game, scenario, plans, setup["options"], setup["seed"])
    finish(table)
    return table


def played(name: str) -> dict[str, Any]:
    """A new recording: random answers from the name."""
    setup = RECORDED[name]
    table, rng = opened(setup), random.Random(name)
    answers: list[list[str]] = []
    while table.pending is not None:
        seat, picks = step(rng, table)
        answers.append([seat, *picks])
    return {"setup": setup, "answers": answers}


def transcript(recording: dict[str, Any]) -> str:
    """All that was told, to everybody or to one seat, and the position at each new turn and at the end."""
    table = opened(recording["setup"])
    lines = told(table)
    turn = 0
    for seat, *picks in recording["answers"]:
        if table.pending is not None and turn_of(table) != turn:
            turn = turn_of(table)
            lines += ["", notation.dump(table), ""]
        lines.append(f"> {seat} {table.pending.key if table.pending else ''}: {' '.join(picks)}")
        table.submit(seat, *picks)
        finish(table)
        lines += told(table)
    return "\n".join([*lines, "", notation.dump(table), _outcome(table)]) + "\n"


def views(recording: dict[str, Any]) -> str:
    """A line for each answer, with a mark for what everybody sees after it and one for what each seat does: of the JSON
    in which views are stored and sent.
    """
    table, lines = opened(recording["setup"]), []
    for seat, *picks in recording["answers"]:
        table.submit(seat, *picks)
        finish(table)
        lines.append(" ".join(_mark(table.view(one)) for one in (None, *table.game.seats(table.state))))
    return "\n".join(lines) + "\n"


def _mark(view: View) -> str:
    return hashlib.blake2b(msgspec.json.encode(view), digest_size=6).hexdigest()


def _outcome(table: Table[Any]) -> str:
    end = table.outcome()
    return str(end and replace(end, reason=str(end.reason)))


def turn_of(table: Table[Any]) -> int:
    """Which turn of the game this is, counted through its Epochs if it has some."""
    return int(getattr(table.state, "turns", table.state.turn))


def told(table: Table[Any]) -> list[str]:
    """The events since the last call."""
    lines = [f"  {f'({e.to}) ' if e.to else ''}{e.text}" for e in table.events]
    table.events.clear()
    return lines


def write(name: str) -> None:
    """Record a game anew."""
    recording = played(name)
    (FOLDER / f"{name}.json").write_text(json.dumps(recording, separators=(",", ":")) + "\n")
    (FOLDER / f"{name}.txt").write_text(transcript(recording))
    if name in VIEWED:
        (FOLDER / f"{name}.views").write_text(views(recording))
