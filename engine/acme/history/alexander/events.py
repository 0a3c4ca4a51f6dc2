"""What the Events say in this scenario (Playbook, Alexander: Event Cards)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.acme.effects.announce import Cause, negated
from engine.acme.effects.events import BREATH_OF_GOD, TIME_MARCHES_ON, Resolution, take_by_chance
from engine.acme.effects.invasions import invade
from engine.acme.facts.invasions import DESERT_RAIDERS, EASTERN, FROM_THE_SEA, HORDES, MOUNTAIN_TRIBES
from engine.acme.history.alexander.powers import HEARTLAND, LEVANT, MACEDON, WEST
from engine.acme.phases.growth import deploy_at_once
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.sequence import shuffle_discards
from engine.core import text
from engine.core.said import counted, strung

LEVY: Final = 4


def ignores(s: State, card: int) -> bool:
    """Time Marches On, and without the Levant Invaders from the Sea: out of the game, and replaced."""
    return card == TIME_MARCHES_ON or (card == FROM_THE_SEA and LEVANT not in s.order)


async def levy(s: State, number: int, drawer: str, civ: str) -> None:
    """Part of the Empire gets disks, and places them at once as in Growth."""
    card = text.card(number)
    if await negated(s, Cause("event", drawer, number)):
        tell(s, "event.cancelled", card=card)
        return
    there = min(LEVY, s.civs[civ].supply)
    key = "alexander.levy" if there else "alexander.no_levy"
    tell(s, key, civ=text.civ(civ), n=counted(there, "disk"), card=card)
    if there:
        await deploy_at_once(s, civ, LEVY)


async def from_the_north(s: State, number: int, drawer: str) -> None:
    """98: the West levies troops; when it has fallen, the Heartland."""
    await levy(s, number, drawer, WEST if WEST in s.order else HEARTLAND)


async def from_the_border(s: State, number: int, drawer: str) -> None:
    """99, 101, 102: Barbarians where Macedon sends them, if it draws the card in its Draw Step; else the Heartland."""
    if drawer == MACEDON and s.drawing:
        await invade(s, number, drawer, MACEDON)
    else:
        await levy(s, number, drawer, HEARTLAND)


async def from_the_sea(s: State, number: int, drawer: str) -> None:
    """100: the Levant levies troops."""
    await levy(s, number, drawer, LEVANT)


async def breath_of_god(s: State, number: int, drawer: str) -> None:
    """103: every civ loses a card at random, or else a mina; the discards are shuffled into the deck."""
    harmed = frozenset(civ for civ in s.order if s.civs[civ].hand or s.civs[civ].mina)
    if await negated(s, Cause("event", drawer, number, against=harmed, harm=True)):
        tell(s, "event.cancelled", card=text.card(number))
        return
    losses = [loss for civ in s.order if (loss := take_by_chance(s, civ, drawer))]
    if losses:
        tell(s, "event.breath", card=text.card(number), losses=strung(losses))
    shuffle_discards(s)
    tell(s, "event.shuffled")


EVENTS: Final[Mapping[int, Resolution]] = MappingProxyType(
    {
        HORDES: from_the_north,
        EASTERN: from_the_border,
        FROM_THE_SEA: from_the_sea,
        MOUNTAIN_TRIBES: from_the_border,
        DESERT_RAIDERS: from_the_border,
        BREATH_OF_GOD: breath_of_god,
    }
)
