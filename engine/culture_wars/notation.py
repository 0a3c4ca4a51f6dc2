"""A position as TOML that a person can read, write and mail.

```toml
game = "culture_wars"
turn = 3
phase = "movement"              # one of the phases of the turn or of the setup, or "over"
order = ["moons", "suns"]       # as revealed; [] while the Null coins are hidden
active = 0                      # how many have had their turn in this phase
holding = ["suns"]              # who held enough settlements at the end of the last turn
frame = "a1"                    # the south-west square of the 5 x 5 board
seed = "any text"

[options]
diagonal = true

[cultures.suns]
by = "human"
player = "Ana"
reserve = [1, 4]                # 1 is the Ace; those named nowhere on the map, in this order

[tiles]
8 = "e11"                       # south-west squares of the tiles that were moved

[coins]
e9 = "moons 3"
c4 = "suns 2 settlement"

[tokens]
e9 = "suns 4 moons 1"
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.game import SetupError
from engine.core.notation import part, read, table_of
from engine.core.toml import write
from engine.culture_wars.board import PLACING, population
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.geography import Geography, first_tiles, geography, name_of, place_of, squares_of
from engine.culture_wars.options import Options, read_options
from engine.culture_wars.pieces import Place
from engine.culture_wars.state import Coin, Culture, State
from engine.culture_wars.verbs import lay_tiles

TURN_PHASES = ("order", "expansion", "movement", "conflict", "settlement", "excess", "abandonment", "reset")
SETUP_PHASES = (*PLACING, "setup.token")
PHASES = (*SETUP_PHASES, *TURN_PHASES, "over")
HIDDEN_ORDER = ("setup.order", "order")
SETTLEMENT = "settlement"
PLAIN = ("turn", "phase", "order", "active", "holding", "winners", "reason", "scenario", "draws", "secrets", "action")
KEYS = {"game", "seed", "frame", "options", "cultures", "tiles", "coins", "tokens", "answers", *PLAIN}


def dump(s: State, step: str | None) -> str:
    """Return the whole position, so that `load` gives the same game."""
    top: dict[str, Any] = {"game": "culture_wars", "turn": s.turn, "phase": step or "over", "order": s.order}
    top |= {"active": s.active, "holding": s.holding, "frame": name_of(s.frame), "seed": s.seed}
    new = State(seed="")
    top |= {k: getattr(s, k) for k in PLAIN if k not in top and getattr(s, k) != getattr(new, k)}
    top["options"] = {k: v for k, v in msgspec.to_builtins(s.options).items() if v != getattr(Options(), k)}
    top["cultures"] = {name: _culture(c) for name, c in s.cultures.items()}
    top["tiles"] = {t: name_of(at) for t, at in s.tiles.items() if _framed(s, t) != at}
    squares = geography(s).land
    top["coins"] = {q: _coin(s.coins[q]) for q in squares if q in s.coins}
    top["tokens"] = {q: " ".join(f"{c} {n}" for c, n in s.tokens[q].items()) for q in squares if q in s.tokens}
    return write(top)


def _framed(s: State, tile: str) -> Place:
    """Return where the tile is before it is moved."""
    x, y = first_tiles()[tile]
    return x + s.frame[0], y + s.frame[1]


def _culture(c: Culture) -> dict[str, Any]:
    player = {"player": c.player} if c.player else {}
    return {"by": c.by, **player, "reserve": c.reserve}


def _coin(coin: Coin) -> str:
    return f"{coin.suit} {coin.number}{' ' + SETTLEMENT if coin.settled else ''}"


def load(text: str) -> tuple[State, str | None]:
    """Return a position and its step. Raises SetupError that names the key."""
    raw = read(text, KEYS)
    s = _frame(raw)
    tables = table_of(raw, "cultures")
    s.cultures = {name: _read_culture(name, table) for name, table in tables.items()}
    if str(len(s.cultures)) not in RULES.target:
        raise SetupError("cultures", "cannot_play", n=len(s.cultures))
    s.options = read_options(table_of(raw, "options"), tuple(s.cultures))
    _read_order(s)
    _read_tiles(s, raw)
    _read_coins(s, table_of(raw, "coins"), {name for name, table in tables.items() if "reserve" in table})
    _read_tokens(s, table_of(raw, "tokens"))
    return s, None if s.phase == "over" else s.phase


def _frame(raw: Mapping[str, Any]) -> State:
    """Read the simple fields."""
    if raw.get("game", "culture_wars") != "culture_wars":
        raise SetupError("game", "other_game", game=raw["game"], wanted="culture_wars")
    fields = {"phase": "order", **{k: raw[k] for k in PLAIN if k in raw}, "seed": str(raw.get("seed", ""))}
    s: State = part(fields, State, "position")
    if s.phase not in PHASES:
        raise SetupError("phase", "none_of", value=s.phase, known=PHASES)
    if s.turn < 0 or s.active < 0:
        raise SetupError("turn, active", "below")
    return s


def _read_culture(name: str, table: Any) -> Culture:
    if name not in SUITS:
        raise SetupError(f"cultures.{name}", "culture_wars.the_suits", known=SUITS)
    if not isinstance(table, dict) or set(table) - {"by", "player", "reserve"}:
        raise SetupError(f"cultures.{name}", "culture_wars.culture")
    culture: Culture = part(table, Culture, f"cultures.{name}")
    if culture.by not in {"human", "npc"}:
        raise SetupError(f"cultures.{name}.by", "by")
    return culture


def _read_order(s: State) -> None:
    """The order, in the sequence of seats where none is given; hidden before it is revealed."""
    hidden = s.phase in HIDDEN_ORDER
    s.order = s.order or ([] if hidden else list(s.cultures))
    if s.order and sorted(s.order) != sorted(s.cultures):
        raise SetupError("order", "culture_wars.every_culture")
    for key in ("holding", "winners"):
        if not set(getattr(s, key)) <= set(s.cultures):
            raise SetupError(key, "culture_wars.stranger")


def _read_tiles(s: State, raw: Mapping[str, Any]) -> None:
    """Read the places of the tiles; tiles without one are in their first places."""
    s.frame = _place("frame", raw.get("frame", "a1"))
    tiles = {tile: _framed(s, tile) for tile in first_tiles()}
    for tile, at in table_of(raw, "tiles").items():
        if tile not in tiles:
            raise SetupError(f"tiles.{tile}", "culture_wars.tile", most=RULES.tiles)
        tiles[tile] = _place(f"tiles.{tile}", at)
    lay_tiles(s, tiles)
    covered = [p for corner in tiles.values() for p in squares_of(corner)]
    if len(set(covered)) != len(covered):
        raise SetupError("tiles", "culture_wars.covered")
    if min(x for x, _ in covered) or min(y for _, y in covered):
        raise SetupError("tiles", "culture_wars.corner")


def _place(key: str, said: Any) -> Place:
    place = place_of(said) if isinstance(said, str) else None
    if place is None or place[1] < 0:
        raise SetupError(key, "culture_wars.square", square=said)
    return place


def _read_coins(s: State, table: Mapping[str, Any], given: set[str]) -> None:
    """Coins on the map; every other is in reserve."""
    land = geography(s)
    for square, words in table.items():
        s.coins[square] = _read_coin(s, land, square, str(words).split())
    for name, culture in s.cultures.items():
        rest = _rest(s, name)
        if name not in given:
            culture.reserve = rest
        elif sorted(culture.reserve) != rest:
            raise SetupError(f"cultures.{name}.reserve", "culture_wars.reserve", coins=rest)


def _rest(s: State, culture: str) -> list[int]:
    out = [coin.number for coin in s.coins.values() if coin.suit == culture]
    if len(set(out)) != len(out):
        raise SetupError("coins", "culture_wars.coin_twice", suit=culture)
    return [n for n in RULES.coins if n not in out]


def _read_coin(s: State, land: Geography, square: str, words: Sequence[str]) -> Coin:
    suit, number, settled = [*words, "", ""][0], [*words, "", ""][1], list(words[2:])
    _refuse_water(land, "coins", square)
    if suit not in s.cultures or not number.isdecimal() or int(number) not in RULES.coins:
        raise SetupError(f"coins.{square}", "culture_wars.coin", coins=RULES.coins)
    if settled not in ([], [SETTLEMENT]) or (int(number) == RULES.ace and not settled):
        raise SetupError(f"coins.{square}", "culture_wars.settled", mark=SETTLEMENT)
    return Coin(suit, int(number), bool(settled))


def _refuse_water(land: Geography, key: str, square: str) -> None:
    if square not in land.places:
        raise SetupError(f"{key}.{square}", "culture_wars.water")


def _read_tokens(s: State, table: Mapping[str, Any]) -> None:
    """Tokens on the map; every other is in supply."""
    land = geography(s)
    for square, said in table.items():
        _refuse_water(land, "tokens", square)
        words = str(said).split()
        for culture, n in zip(words[::2], [*words[1::2], ""], strict=False):
            if culture not in s.cultures or not n.isdecimal() or int(n) < 1:
                raise SetupError(f"tokens.{square}", "culture_wars.tokens")
            if culture in s.tokens.setdefault(square, {}):
                raise SetupError(f"tokens.{square}", "twice", name=culture)
            s.tokens[square][culture] = int(n)
    for name, c in s.cultures.items():
        c.supply = RULES.tokens - population(s, name)
        if c.supply < 0:
            raise SetupError("tokens", "culture_wars.too_many", n=population(s, name), suit=name, most=RULES.tokens)
