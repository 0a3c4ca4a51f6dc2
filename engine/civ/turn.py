"""The phases of a turn in their order, each a step of its own (CIV §4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.civ import (
    attacks,
    building,
    conflict,
    ending,
    growth,
    money,
    movement,
    purchases,
    ships,
    support,
    taxes,
    track,
)
from engine.civ.abilities import phase as abilities
from engine.civ.calamities import rolling
from engine.civ.setup import SETUP_STEPS
from engine.civ.state import State
from engine.core.ask import Flow

STEPS: Mapping[str, Callable[[State], Flow[str | None]]] = {
    **SETUP_STEPS,
    "begin": ending.begin_turn,
    "tax": taxes.pay_taxes,
    "revolt": taxes.revolt,
    "growth": growth.grow,
    "census": growth.take_census,
    "ships": ships.fit_out,
    "movement": movement.move,
    "conflict.tokens": conflict.fight_tokens,
    "conflict.cities": attacks.attack_cities,
    "cities": building.build_cities,
    "surplus": support.remove_surplus,
    "support": support.support_cities,
    "cards.order": money.order_draws,
    "cards": money.draw_cards,
    "calamities.number": rolling.count,
    "calamity": rolling.strike,
    "abilities": abilities.begin,
    "ability": abilities.use,
    "unrest.tokens": conflict.fight_tokens,
    "unrest.cities": attacks.attack_cities,
    "unrest.support": abilities.settle,
    "advances": purchases.buy_advances,
    "track": track.move_markers,
    "end": ending.end_turn,
}
PHASES: Mapping[str, str] = {
    "setup.order": "0",
    "setup.nation": "0",
    "begin": "1",
    "tax": "1",
    "revolt": "1",
    "growth": "2",
    "census": "3",
    "ships": "4",
    "movement": "5",
    "conflict.tokens": "6",
    "conflict.cities": "6",
    "cities": "7",
    "surplus": "8",
    "support": "8",
    "cards.order": "9",
    "cards": "9",
    "calamities.number": "11",
    "calamity": "11",
    "abilities": "11b",
    "ability": "11b",
    "unrest.tokens": "11b",
    "unrest.cities": "11b",
    "unrest.support": "11b",
    "advances": "12",
    "track": "13",
    "end": "13",
}
