"""What of every question is on the board: by its key, and for a key whose options look like places by their writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.civ.catalog import SEAS
from engine.civ.geography import geography
from engine.core.ask import Ask, Option, Request
from engine.core.game import Game

Parts = Callable[[str], Iterable[str]]

ON_THE_BOARD: Final[Mapping[str, frozenset[str]]] = {
    "acme": frozenset(
        (
            *("setup.home", "setup.deploy", "setup.pair", "growth.retire", "growth.resettle", "growth.deploy"),
            *("deity.power", "deity.pay", "deity.back", "negate.cost", "culture.pay", "culture.white"),
            *("card.place", "card.area", "card.areas", "card.move", "competition.before"),
            *("event.base", "event.entry", "event.spread", "epoch.cities", "explore.next"),
            *("gilgamesh.home", "gilgamesh.deploy"),
        )
    ),
    "civ": frozenset(
        (
            *("setup.start", "growth.place", "ships.keep", "ships.build", "movement.tokens", "conflict.lose"),
            *("conflict.order", "city.build", "city.settlers", "support.reduce", "revolt.cities", "revolt.lost"),
            *("calamity.lose", "calamity.lose_cities", "calamity.cities", "calamity.site", "calamity.harbour"),
            *("calamity.quake", "calamity.quake_next", "calamity.pirates", "annex.cities", "annex.tokens"),
            *("annex.betrayed", "horde.landing", "horde.city", "horde.way", "mega.sacrifice"),
            *("war.faction", "war.faction_cities", "war.pick", "war.pick_cities", "war.loss", "war.loss_cities"),
            *("mega.pick", "mega.pick_cities", "mega.keep", "mega.keep_cities"),
            *("convert.area", "fundamentalism.area", "politics.area", "doctrine.what", "doctrine.tokens"),
            *("diaspora.start", "diaspora.goal"),
        )
    ),
    "culture_wars": frozenset(
        ("tile.move", "tile.place", "coin.place", "token.start", "growth.squares", "movement.move", "settle.form")
    ),
}
BESIDE_THE_BOARD: Final[Mapping[str, frozenset[str]]] = {
    "acme": frozenset(
        (
            *("setup.pick", "setup.civ", "growth.granary", "growth.storehouse", "deity.choose"),
            *("card.play", "card.victim", "card.faction", "card.option", "card.negate", "card.amount", "card.look"),
            *("card.give", "loss.buy_off", "loss.choose", "loss.penalty", "loss.pay"),
            *("competition.commit", "competition.order", "competition.card", "competition.negate"),
            *("competition.removal", "loot.choose", "loot.deity", "culture.sack", "peace.offer", "peace.gift"),
            *("gilgamesh.invoke", "gilgamesh.civ", "draw.look", "draw.buy", "draw.dead", "draw.extra"),
            *("draw.discard", "draw.regain", "draw.refresh", "draw.sacrifice", "event.deity", "epoch.faith"),
            *("epoch.gird", "explore.keep"),
        )
    ),
    "civ": frozenset(
        (
            *("setup.nation", "tax.rate", "conflict.pillage", "cards.buy", "ability.use"),
            *("advance.buy", "advance.free", "advance.pay", "advance.credits", "hand.discard"),
            *("calamity.stand", "calamity.victims", "calamity.named", "famine.water", "famine.cards"),
            *("war.pick_count", "war.keep", "mega.pick_count", "mega.keep_count", "mega.discard", "mega.escape"),
            *("mega.ransom", "politics.treasury", "doctrine.number", "diaspora.number", "routes.card"),
            *("empire.players", "empire.card"),
        )
    ),
    "culture_wars": frozenset(("settle.coin",)),
}
OF_SEVERAL_FLOWS: Final = frozenset(
    (
        *("growth.short", "ships.all", "movement.all", "city.all", "support.all", "advance.all", "cards.again"),
        *("conflict.spares", "calamity.losses", "calamity.bribes", "empire.cards"),
    )
)
"""What the public sees while several seats answer questions of their own."""


def keys() -> frozenset[str]:
    """Every key that is in one of the lists."""
    asked = (key for lists in (ON_THE_BOARD, BESIDE_THE_BOARD) for game in lists.values() for key in game)
    return frozenset(asked) | OF_SEVERAL_FLOWS


def shapes(game: Game[Any], s: Any) -> frozenset[str]:
    """Every shape of the board in that position, by the facts of its map."""
    return frozenset(SHAPES[game.name](game, s))


def _of_acme(game: Game[Any], s: Any) -> Iterable[str]:
    return (f"area:{area}" for area in game.view(s, None, ()).areas)


def _of_civ(_game: Game[Any], s: Any) -> Iterable[str]:
    land = geography(s.options.map)
    yield from (f"area:{area}" for area in land.areas)
    yield from (f"harbour:{harbour}" for harbours in land.harbours.values() for harbour in harbours)
    yield from (f"sea:{sea}" for sea in SEAS)


def _of_culture_wars(game: Game[Any], s: Any) -> Iterable[str]:
    view = game.view(s, None, ())
    yield from (f"square:{square}" for square in view.squares)
    yield from (f"tile:{tile}" for tile in view.tiles)
    yield from (f"place:{place}" for place in (view.moving.places if view.moving else ()))


SHAPES: Final[Mapping[str, Callable[[Game[Any], Any], Iterable[str]]]] = {
    "acme": _of_acme,
    "civ": _of_civ,
    "culture_wars": _of_culture_wars,
}
PLACES: Final = ("area", "square", "sea")


def _all(token: str) -> Iterable[str]:
    return re.split(r"[^a-z0-9_]+", token)


def _first(token: str) -> Iterable[str]:
    """`agrae:akkad`: the area, then whose disk."""
    return [token.partition(":")[0]]


def _before_a_fight(token: str) -> Iterable[str]:
    """`22:emar:akkad`, `14:emar`, `peace:emar`; but `87:akkad` is a civilization."""
    kind, _, rest = token.partition(":")
    return [rest.partition(":")[0]] if kind in {"14", "22", "peace"} else []


def _sea(token: str) -> Iterable[str]:
    """Not the volcano or the plain that is called like an area."""
    return [token] if token in SEAS else []


WRITTEN: Final[Mapping[str, Parts]] = {
    "deity.power": _first,
    "competition.before": _before_a_fight,
    "calamity.site": _sea,
    "tile.place": lambda _: [],
}


def named(key: str, token: str, there: frozenset[str]) -> set[str]:
    """The places that an option names, as it is written."""
    parts = WRITTEN.get(key, _all)(token)
    return {part for part in parts for kind in PLACES if f"{kind}:{part}" in there}


def placed(game: Game[Any], s: Any, request: Request, ask: Ask) -> tuple[Option, ...]:
    """The options of a question, each on shapes that are there and on every place that it names."""
    described, there = game.describe(s, request, ask), shapes(game, s)
    for option in described:
        assert_placed(game.name, request.key, option, there)
    return described


def assert_placed(game: str, key: str, option: Option, there: frozenset[str]) -> None:
    """That for one option; two shapes are those of a move, which says how many go."""
    at = f"{game} {key} {option.token}"
    assert (key in ON_THE_BOARD[game]) != (key in BESIDE_THE_BOARD[game]), f"{at}: is this on the board?"
    assert set(option.on) <= there, at
    if key in BESIDE_THE_BOARD[game]:
        assert option.on == (), at
        return
    on = {shape.partition(":")[2].partition("/")[0] for shape in option.on}
    assert named(key, option.token, there) <= on, at
    assert len(option.on) <= 2, at
    assert (option.n is not None) == (len(option.on) == 2), at
