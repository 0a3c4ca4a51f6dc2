"""What a seat, or everybody, may know: built field by field, so that nothing comes in by accident.

Nothing in this game is known to one seat alone: what is hidden is hidden from everybody. A coin shows its suit or its
number, never both; coins in reserve show their suit, the Ace its number; the order of the Null coins is unknown until
they are revealed; the seed never is. The view of a seat and of everybody are therefore the same:

```
game            "culture_wars"
title, scenario "Culture Wars", "standard"
turn            1, 2 ...
phase           "setup.order" "setup.tile" "setup.coin" "setup.token" | "order" "expansion" "movement" "conflict"
                "settlement" "excess" "abandonment" "reset" | "over"
order           ["moons", "suns"]: as revealed this turn, [] while the Null coins are hidden. Movement, and coins and
                tokens of the setup, go in reverse
active          the culture whose turn it is within the phase, or null
waiting_for     ["moons"]
options         {"technological_advantage": false, "diagonal": false, "two_spaces": false, "settlement_roads": false,
                 "any_coast": false, "handicap": ["suns"], "rounds": 0, "npc": "usual"}
extent          {"columns": 10, "rows": 11}: square a1 is column 0, row 0, the south-west corner
frame           {"column": 0, "row": 1, "side": 10}: the original 5 x 5 square of tiles within the extent
tiles           {"1": {"column": 0, "row": 9}, ... "24": ...}: the south-west square of each 2 x 2 tile
moving          null, or while `tile.place` is asked {"tile": "8", "places": {"n1": {"column": -1, "row": 10}, ...}}:
                the south-west squares of the places offered, by token; they may lie outside the extent
movable         ["8", "12", "13", "17"] while tiles are moved: those that touch the hole; else []
squares         {"a10": Square, ...}: all land, row by row from the north-west
sea             {"e5": "inner", ...}: every square within the extent that is no land, with its sea
seas            ["outer", "inner", "inner_2"]: the seas there are; without "inner" everything is joined
islands         2: pieces of land
cultures        {"suns": Culture, ...} in the order of seats
conflicts       ["e2", "h8"]: squares in conflict as they stand, tokens-only first, then settlements
victory         {"target": 3, "holding": ["moons"], "rounds": 0}: holding = who held the target at the end of the last
                turn and wins if they still do at the end of this one
result          null, or {"winners": ["moons"], "reason": "held" | "rounds" | "alone" | "nobody"}

Square = {
  column, row   0-based
  tile          "8"
  coasts        ["outer"]: the seas it shares an edge with; [] inland
  coin          null, or {"face": "number", "number": 3} or {"face": "suit", "suit": "moons"}
  settlement    null, or {"owner": "moons", "support": 4, "needed": 5}
  tokens        {"suns": 4, "moons": 1}: never 0
  moved         {"suns": 2}: those of the culture moving that have moved this turn
  limit         tokens supported after conflicts: 2, the coin's number, 0 for a settlement; null while the coins'
                numbers are hidden
  conflict      false
}
Culture = {
  name          "Suns"
  player, by    "Ana", "human" | "npc"
  colour, letter  "red", "S"
  supply        tokens off the map
  tokens        tokens on the map
  squares       ["c4", ...] where they are
  settlements   ["e9", ...]
  ace           true while the Ace lies in reserve (its number side up)
  hidden        2: coins in reserve suit side up, whose numbers nobody knows
  place         1-based place in the order revealed, or null while its Null coin is hidden
  handicap      true with an extra token at the start
  alive         false once it has neither tokens nor settlements (true during the setup)
}
```
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.culture_wars.board import (
    PLACING,
    contested,
    held,
    hidden,
    is_contested,
    limit,
    population,
    settlement,
    settlements,
    suit_shown,
    supporters,
    target,
)
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.geography import Geography, geography, name_of
from engine.culture_wars.pieces import Place
from engine.culture_wars.state import Culture, State
from engine.culture_wars.tiles import goals, movable
from engine.culture_wars.turns import active

TITLE = "Culture Wars"


def view(s: State, waiting: Sequence[str]) -> dict[str, Any]:
    """The position as everybody may know it; the shape stands above."""
    land, mover = geography(s), active(s)
    return {
        "game": "culture_wars",
        "title": TITLE,
        "scenario": s.scenario,
        "turn": s.turn,
        "phase": s.phase,
        "order": list(s.order),
        "active": mover,
        "waiting_for": list(waiting),
        "options": msgspec.to_builtins(s.options),
        **ground(s, land),
        "squares": {name: square(s, land, name, mover) for name in land.land},
        "cultures": {name: culture(s, name, c) for name, c in s.cultures.items()},
        "conflicts": [] if s.phase in PLACING else contested(s),
        "victory": {"target": target(s), "holding": list(s.holding), "rounds": s.options.rounds},
        "result": {"winners": list(s.winners), "reason": s.reason} if s.reason else None,
    }


def ground(s: State, land: Geography) -> dict[str, Any]:
    """Tiles, land and water."""
    columns, rows = land.extent
    inside = {p: sea for p, sea in land.sea_at.items() if 0 <= p[0] < columns and 0 <= p[1] < rows}
    return {
        "extent": {"columns": columns, "rows": rows},
        "frame": {**corner(s.frame), "side": RULES.side},
        "tiles": {tile: corner(at) for tile, at in s.tiles.items()},
        "moving": moving(s) if s.lifted else None,
        "movable": movable(s) if s.phase == "setup.tile" else [],
        "sea": {name_of(p): inside[p] for p in sorted(inside, key=lambda p: (-p[1], p[0]))},
        "seas": sorted(set(land.sea_at.values()), key=lambda sea: (sea != "outer", sea)),
        "islands": land.islands,
    }


def corner(at: Place) -> dict[str, int]:
    """A place as column and row."""
    return {"column": at[0], "row": at[1]}


def moving(s: State) -> dict[str, Any]:
    """The tile being moved, and where it may go."""
    return {"tile": s.lifted, "places": {token: corner(at) for token, at in goals(s, s.lifted).items()}}


def square(s: State, land: Geography, name: str, mover: str | None) -> dict[str, Any]:
    """One land square; `mover`: whose turn it is."""
    here, place, moved = s.tokens.get(name), land.places[name], s.moved.get(name, 0)
    return {
        **corner(place),
        "tile": land.tile_at[place],
        "coasts": list(land.coasts[name]),
        "coin": coin(s, name),
        "settlement": standing(s, name),
        "tokens": {c: here[c] for c in s.cultures if c in here} if here else {},
        "moved": {mover: moved} if mover and moved else {},
        "limit": None if s.phase in PLACING and name in s.coins else limit(s, name),
        "conflict": s.phase not in PLACING and is_contested(s, name),
    }


def coin(s: State, name: str) -> dict[str, Any] | None:
    """The side of the coin there that lies up."""
    if name not in s.coins:
        return None
    if suit_shown(s, name):
        return {"face": "suit", "suit": s.coins[name].suit}
    return {"face": "number", "number": s.coins[name].number}


def standing(s: State, name: str) -> dict[str, Any] | None:
    """The settlement there, with the tokens that support it."""
    owner = settlement(s, name)
    return {"owner": owner, "support": supporters(s, name, owner), "needed": RULES.support} if owner else None


def culture(s: State, name: str, c: Culture) -> dict[str, Any]:
    """A culture with all that lies open in front of its player."""
    setting_up = s.phase.startswith("setup.")
    return {
        "name": SUITS[name].name,
        "player": c.player,
        "by": c.by,
        "colour": SUITS[name].colour,
        "letter": SUITS[name].letter,
        "supply": c.supply,
        "tokens": population(s, name),
        "squares": held(s, name),
        "settlements": settlements(s, name),
        "ace": RULES.ace in c.reserve,
        "hidden": len(hidden(s, name)),
        "place": s.order.index(name) + 1 if name in s.order else None,
        "handicap": name in s.options.handicap,
        "alive": setting_up or bool(population(s, name) or settlements(s, name)),
    }
