"""A position as TOML that a person can read, write and mail.

```toml
game = "civ"
scenario = "no_trading"
turn = 3
phase = "movement"              # a step of `engine.civ.turn`, or "over"; the position stands at its start
order = ["egypt", "crete"]      # who moves, draws or uses abilities in which order, where the phase has an order
seed = "any text"

[options]
map = "5p-east"

[nations.egypt]
by = "human"
player = "Ana"
treasury = 6
space = 4
advances = ["music"]
hand = ["ore_3b"]               # cards named nowhere are shuffled into their piles

[areas]
memphis = "egypt city"          # tokens by number, a city by the word: "crete 2 egypt city neutral 3"
fayum = "egypt 4"

[ships]
egypt = ["alexandria"]
```

What is left out is as at the start of a turn; stock is what the board and the treasury leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.civ.board import deck, land, mega, population
from engine.civ.catalog import CALAMITIES, CARDS, CATALOG, NATIONS, NEUTRAL, PILES
from engine.civ.options import SCENARIOS, Options, read_options
from engine.civ.setup import SEAT
from engine.civ.state import Nation, Sailing, State, Wish
from engine.civ.turn import STEPS
from engine.core import chance
from engine.core.game import SetupError
from engine.core.notation import part, read, table_of
from engine.core.toml import write

PLAIN: Final = (
    "turn",
    "order",
    "active",
    "acquired",
    "spent",
    "open",
    "shown",
    "due",
    "bonus",
    "reached",
    "last_turn",
    "winners",
    "ranking",
    "reason",
    "draws",
    "secrets",
    "action",
    "seats",
)
TABLES: Final = ("census", "unpaid", "moved", "volunteers", "scores")
KEYS: Final = {"game", "scenario", "seed", "phase", "options", "nations", "areas", "ships", "sailing", "wishes"}
KEYS_ALL: Final = {*KEYS, *PLAIN, *TABLES, "piles", "calamities", "answers"}
CITY: Final = "city"


def dump(s: State, step: str | None) -> str:
    """Return the whole position, so that `load` gives the same game."""
    new = State(seed="")
    top: dict[str, Any] = {"game": "civ", "scenario": s.scenario, "turn": s.turn, "phase": step or "over"}
    top |= {"seed": s.seed}
    top |= {key: getattr(s, key) for key in PLAIN if key not in top and getattr(s, key) != getattr(new, key)}
    top |= {key: value for key, value in (("piles", s.piles), ("calamities", s.calamities)) if s.phase != "setup.order"}
    top |= {"sailing": [[one.steps, one.aboard] for one in s.sailing]} if s.sailing else {}
    top["options"] = {k: v for k, v in msgspec.to_builtins(s.options).items() if v != getattr(Options(), k)}
    top |= {key: getattr(s, key) for key in TABLES if getattr(s, key)}
    top["nations"] = {name: _nation(one) for name, one in s.nations.items()}
    top["areas"] = {a: said for a in land(s).areas if (said := _area(s, a))}
    top["ships"] = {name: one.ships for name, one in s.nations.items() if one.ships}
    top["wishes"] = {name: msgspec.to_builtins(wish) for name, wish in s.wishes.items()}
    return write(top)


def _nation(one: Nation) -> dict[str, Any]:
    """Return the fields that differ from a new nation; the stock follows from the board."""
    new, shown = Nation(), {"by": one.by}
    fields = [key for key in msgspec.to_builtins(one) if key not in {"by", "stock", "ships"}]
    return shown | {key: getattr(one, key) for key in fields if getattr(one, key) != getattr(new, key)}


def _area(s: State, where: str) -> str:
    tokens = [f"{owner} {n}" for owner, n in s.tokens.get(where, {}).items()]
    city = [f"{s.cities[where]} {CITY}"] if where in s.cities else []
    return " ".join([*tokens, *city])


def load(text: str) -> tuple[State, str | None]:
    """Return a position and its step. Raises SetupError that names the key."""
    raw = read(text, KEYS_ALL)
    s = _frame(raw)
    _read_areas(s, table_of(raw, "areas"))
    _read_ships(s, table_of(raw, "ships"))
    _read_stock(s)
    _read_cards(s, raw)
    _read_order(s)
    return s, None if s.phase == "over" else s.phase


def _frame(raw: Mapping[str, Any]) -> State:
    """Read the simple fields."""
    if raw.get("game", "civ") != "civ":
        raise SetupError("game", "other_game", game=raw["game"], wanted="civ")
    scenario = part(raw.get("scenario", "no_trading"), str, "scenario")
    if scenario not in SCENARIOS:
        raise SetupError("scenario", "none_of", value=scenario, known=SCENARIOS)
    nations = {name: part(table, Nation, f"nations.{name}") for name, table in table_of(raw, "nations").items()}
    players = part(raw.get("seats", len(nations)), int, "seats")
    if players not in CATALOG.tokens:
        raise SetupError("nations", "cannot_play", n=players)
    fields = {key: raw[key] for key in (*PLAIN, *TABLES) if key in raw}
    fields |= {"seed": str(raw.get("seed", "")), "phase": raw.get("phase", "tax"), "scenario": scenario}
    s: State = part({"turn": 1, **fields, "seats": players}, State, "position")
    if s.phase not in {*STEPS, "over"}:
        raise SetupError("phase", "none_of", value=s.phase, known=[*STEPS, "over"])
    s.options = read_options(scenario, table_of(raw, "options"), players)
    s.nations = nations
    s.wishes = {name: part(table, Wish, f"wishes.{name}") for name, table in table_of(raw, "wishes").items()}
    s.sailing = [Sailing(*one) for one in part(raw.get("sailing", []), list[tuple[int, int]], "sailing")]
    _refuse_strangers(s)
    return s


def _refuse_strangers(s: State) -> None:
    for name, one in s.nations.items():
        if name not in NATIONS and not (name.startswith(SEAT) and s.phase.startswith("setup.")):
            raise SetupError("nations", "civ.nation", nation=name, known=NATIONS)
        strange = [card for card in one.advances if card not in deck(s)]
        if strange:
            raise SetupError(f"nations.{name}.advances", "civ.advance", card=strange[0], deck=s.options.deck)


def _read_areas(s: State, table: Mapping[str, Any]) -> None:
    """Tokens and cities: `crete 2 egypt city neutral 3`."""
    for where, said in table.items():
        words = str(said).split()
        if where not in land(s).areas:
            raise SetupError(f"areas.{where}", "civ.area")
        for owner, what in zip(words[::2], [*words[1::2], ""], strict=False):
            _read_piece(s, where, owner, what)


def _read_piece(s: State, where: str, owner: str, what: str) -> None:
    if owner not in {*s.nations, NEUTRAL}:
        raise SetupError(f"areas.{where}", "civ.absent", nation=owner)
    if what == CITY and where not in s.cities:
        s.cities[where] = owner
    elif what.isdecimal() and int(what) > 0 and owner not in s.tokens.get(where, {}):
        s.tokens.setdefault(where, {})[owner] = int(what)
    else:
        raise SetupError(f"areas.{where}", "civ.piece", city=CITY, owner=owner)


def _read_ships(s: State, table: Mapping[str, Any]) -> None:
    for name, harbours in table.items():
        if name not in s.nations or not isinstance(harbours, list):
            raise SetupError(f"ships.{name}", "civ.harbours")
        known = {h for places in land(s).harbours.values() for h in places}
        named = part(harbours, list[str], f"ships.{name}")
        strange = [h for h in named if h not in known]
        if strange:
            raise SetupError(f"ships.{name}", "civ.harbour", harbour=strange[0])
        s.nations[name].ships = named


def _read_stock(s: State) -> None:
    """Set the stock to the tokens that are neither on the board nor in the treasury. Raises SetupError below zero."""
    for name, one in s.nations.items():
        if name not in NATIONS:
            continue
        mover = s.order[s.active : s.active + 1] == [name]
        aboard = sum(ship.aboard for ship in s.sailing) if mover else 0
        one.stock = CATALOG.tokens[s.seats] - population(s, name) - one.treasury - aboard
        if one.stock < 0:
            raise SetupError(f"nations.{name}", "civ.stock", n=-one.stock)


def _read_cards(s: State, raw: Mapping[str, Any]) -> None:
    """Piles as they are given, or all cards that are nowhere else, shuffled."""
    held = [card for one in s.nations.values() for card in one.hand] + s.spent
    for card in held:
        if card not in CARDS or held.count(card) > 1:
            raise SetupError("hand, spent", "civ.card", card=card)
    if s.phase == "setup.order":
        return
    given = {"piles": raw.get("piles"), "calamities": raw.get("calamities")}
    s.piles = _piles(s, set(held)) if given["piles"] is None else part(given["piles"], list[list[str]], "piles")
    lie_open = {*s.open, *s.shown}
    if given["calamities"] is None:
        s.calamities = [card for card in CALAMITIES["mega" if mega(s) else "classic"] if card not in lie_open]
        _shuffled(s, s.calamities)
    else:
        s.calamities = part(given["calamities"], list[str], "calamities")
        s.calamities = _completed(s, s.calamities, lie_open)
    _refuse_cards(s, held)


def _completed(s: State, top: list[str], lie_open: set[str]) -> list[str]:
    """Return the pile of calamities: the named ones on top, the last one first, the others shuffled below."""
    every = CALAMITIES["mega" if mega(s) else "classic"]
    rest = [card for card in every if card not in lie_open and card not in top]
    _shuffled(s, rest)
    return [*rest, *top]


def _piles(s: State, gone: set[str]) -> list[list[str]]:
    piles = [[c.id for c in CARDS.values() if c.pile == p.number and c.id not in gone] for p in PILES]
    for pile in piles:
        _shuffled(s, pile)
    return piles


def _shuffled(s: State, cards: list[str]) -> None:
    """Shuffle by the seed, without counting it as a draw of the game."""
    draws = s.draws
    chance.shuffle(s, cards)
    s.draws = draws


def _refuse_cards(s: State, held: Sequence[str]) -> None:
    every = [*held, *(card for pile in s.piles for card in pile)]
    if sorted(every) != sorted(CARDS):
        raise SetupError("piles", "civ.piles")
    known = CALAMITIES["mega" if mega(s) else "classic"]
    if sorted([*s.calamities, *s.open, *s.shown]) != sorted(known):
        raise SetupError("calamities", "civ.calamities")


def _read_order(s: State) -> None:
    """Phases with an order have one; if none is given it is that of the seats."""
    if s.phase in {"ships", "movement", "cards", "ability", "setup.nation"} and not s.order:
        s.order = list(s.nations)
    strange = [name for name in s.order if name not in s.nations or s.order.count(name) > 1]
    if strange:
        raise SetupError("order", "civ.absent", nation=strange[0])
    if s.phase == "setup.nation":
        _check_choosing(s, s.order[s.active :])
    last = max(0, len(s.order) - 1)
    if not 0 <= s.active <= last:
        raise SetupError("active", "whole", low=0, high=last)


def _check_choosing(s: State, left: Sequence[str]) -> None:
    """Raise SetupError if a seat without a nation is not among those left to choose, or one of those has chosen."""
    seats = {name for name in s.nations if name.startswith(SEAT)}
    if seats - {*left} or any(population(s, name) for name in left):
        raise SetupError("order", "civ.choosing")
