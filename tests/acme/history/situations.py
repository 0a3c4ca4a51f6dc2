"""Historical scenarios from their first question or at a position of theirs, and whole games of them at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.board import on_map
from engine.acme.state import State
from engine.core import notation, record
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.toml import write
from tests.acme.story import Story
from tests.conformance.players import step

MOST_ANSWERS = 6_000
EVEN, ODD = 70, 71
PLAIN = [42, 44, 46, 48, 50, 52, 54, 56, 58, 62, 64, 66]
Civs = Mapping[str, Mapping[str, Any]]


def seats(spelled: str) -> list[SeatPlan]:
    """`elam:Ann :Bob`: Ann has Elam, Bob will choose."""
    return [SeatPlan(civ, player=player) for civ, _, player in (word.partition(":") for word in spelled.split())]


def opened(name: str, spelled: str, seed: str = "history", **options: Any) -> Table[State]:
    """The table before its first answer."""
    return Table.new(GAME, name, seats(spelled), options, seed)


def accepted(name: str, spelled: str) -> bool:
    """Whether the scenario can be cast so."""
    try:
        opened(name, spelled)
    except SetupError:
        return False
    return True


def laid_out(name: str, spelled: str, seed: str = "history", **options: Any) -> State:
    """The position as the first turn begins, the first option having been taken at every question."""
    table = opened(name, spelled, seed, **options)
    while table.pending is not None and table.state.phase == "setup":
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        table.submit(ask.seat, ask.options[0])
        assert table.problems() == []
    return table.state


def holders(s: State) -> dict[str, str]:
    """Who plays each civ; nobody for an NPC."""
    return {name: "" if c.npc else c.player for name, c in s.civs.items()}


def enemies(s: State) -> dict[str, set[str]]:
    """To whom each NPC is hostile."""
    return {name: set(c.enemies) for name, c in s.civs.items() if c.npc}


def totals(s: State) -> dict[str, int]:
    """The disks on the map of each civ."""
    return {name: on_map(s, name) for name in s.civs}


def stacks(s: State, faction: str) -> dict[str, int]:
    """Where the Faction's disks lie."""
    return {area: here[faction] for area, here in s.disks.items() if faction in here}


def position(name: str, civs: Civs, areas: Mapping[str, str], **top: Any) -> Story:
    """A position of that scenario; its Epoch, turn and Home Areas are those it begins with unless they are named."""
    h = HISTORICAL[name]
    frame = {"scenario": name, "map": h.map, "epoch": h.epoch, "turn": h.turn, "turns": 1, "deck": PLAIN, **top}
    frame["options"] = {"epochs": h.last_epoch, "hostility": False, **top.get("options", {})}
    sides = {civ: {"home": h.sides[civ].home} if h.sides[civ].home else {} for civ in civs}
    tables = {civ: {"hand": [], **sides[civ], **facts} for civ, facts in civs.items()}
    return Story(write({"order": list(civs), **frame, "civs": tables, "areas": dict(areas)}))


def reckoned(name: str, civs: Civs, areas: Mapping[str, str], **top: Any) -> Story:
    """Such a position in Reckoning, and then all that comes until the next turn or the end."""
    return position(name, civs, areas, **{"step": "reckoning.tally", **top}).run_until("growth.retire")


def reason(story: Story) -> str:
    """Why the game has ended; nothing while it goes on."""
    return story.state.reason if story.state.phase == "over" else ""


def played(name: str, spelled: str, number: int) -> Table[State]:
    """A random game to its end: nothing broken after any answer, restarts and notation change nothing."""
    rng = random.Random(f"{name} {spelled} {number}")
    table = opened(name, spelled, f"random {number}", npc_method="ab"[number % 2])
    for n in range(MOST_ANSWERS):
        if table.pending is None:
            return table
        if n < 9 or rng.random() < 1 / 60:
            check_kept(table)
        step(rng, table)
        assert table.problems() == [], f"{name} {spelled} {number}, answer {n}, {table.record.step}"
    raise AssertionError(f"{name} {spelled} {number} does not end")


def check_kept(table: Table[State]) -> None:
    """The same state and question come out of the record, and out of the notation once all civs have their letters."""
    again = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.pending == table.pending
    text = notation.dump(table)
    if all(c.letter for c in table.state.civs.values()):
        assert notation.dump(notation.load(table.game, text)) == text
