"""The special rules of Alexander the Great (Playbook, Alexander the Great).

What Macedon and the Empire get, who comes back, what the Events say, how the game ends before its last turn and by what
the two sides are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.acme.effects.announce import Cause, is_negated
from engine.acme.effects.deity_actions import choose_deity
from engine.acme.effects.events import BREATH_OF_GOD, TIME_MARCHES_ON, Resolution, take_by_chance
from engine.acme.effects.invasions import invade
from engine.acme.facts.invasions import DESERT_RAIDERS, EASTERN, FROM_THE_SEA, HORDES, MOUNTAIN_TRIBES
from engine.acme.fight.allies import ARMOURER, CAPTAIN, EAGLES, INFANTRY, KING
from engine.acme.history.alexander.gold import heartland_is_lost, judge, plunder
from engine.acme.history.alexander.powers import (
    ALEXANDER,
    EMPIRE,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    WEST,
    gold_beneath,
    gold_under,
    home_of,
    persians,
)
from engine.acme.history.alexander.warpath import room
from engine.acme.history.rules import by_facts
from engine.acme.phases.draw_step import base_cards
from engine.acme.phases.end_of_epoch import reward_all
from engine.acme.phases.growth import deploy_at_once
from engine.acme.questions.board import contested_areas, controller, controls, disks, factions, on_map
from engine.acme.setup.setup import draw_deity
from engine.acme.special import SPECIAL, Moment, is_last_turn
from engine.acme.state import State
from engine.acme.verbs.basic import let_go, take_back, tell
from engine.acme.verbs.deity_verbs import set_deity
from engine.acme.verbs.sequence import proclaim, shuffle_discards
from engine.core import text
from engine.core.ask import some
from engine.core.message import count_noun, strung

FIRST_GROWTH, REINFORCEMENTS, TRIBUTE = 12, 4, 1
COMPANIONS: Final = (ARMOURER, INFANTRY)
LEVY: Final = 4
CONQUERED, HEARTLAND_LOST, ROUTED = "empire_conquered", "heartland_lost", "macedon_routed"
DIED, NO_MORE_TURNS = "alexander_died", "no_more_turns"
OF_GOLD, GREECE, GOLD_OF_MACEDON = 1, 5, 2
CAPITALS: Final[Mapping[str, int]] = MappingProxyType({WEST: 2, LEVANT: 4, NILE: 6, HEARTLAND: 10})


def worships(s: State, civ: str) -> bool:
    """Return whether the civ may have a Deity: Macedon and the Heartland, if Deities are used (ACME-ALEX-03)."""
    return s.options.initial_deities and civ in (MACEDON, HEARTLAND)


async def first_deities(s: State) -> None:
    """Give Macedon, then the Heartland their Deity: an NPC draws it, a person chooses."""
    for civ in (MACEDON, HEARTLAND) if s.options.initial_deities else ():
        if s.civs[civ].npc:
            draw_deity(s, civ)
        else:
            deity = await choose_deity(s, civ, sorted(s.available))
            set_deity(s, civ, deity)
            tell(s, "setup.deity", civ=text.civ(civ), deity=text.thing("deity", deity))


def is_first_of_macedon(s: State, civ: str) -> bool:
    """Return whether it is Macedon in the Growth Phase of turn 1, which acquires only its first disks."""
    return civ == MACEDON and s.turn == 1 and s.phase in {"setup", "growth"}


def is_surprised(s: State, civ: str) -> bool:
    """Return whether it is the Empire in turn 1, which doesn't grow yet."""
    return civ in EMPIRE and s.turn == 1


def growth(s: State, civ: str, n: int) -> int:
    """Return Macedon's growth: 12 in turn 1; then 4 more than by the rule, and 1 for each area with Gold that it
    Controls (AMB-75).
    """
    if civ != MACEDON:
        return n
    return FIRST_GROWTH if is_first_of_macedon(s, civ) else n + REINFORCEMENTS + len(gold_under(s, [MACEDON]))


def mina(s: State, civ: str, n: int) -> int:
    """Return Macedon's extra mina: 1 in every turn but the first."""
    return n + TRIBUTE if civ == MACEDON and s.turn > 1 else n


def primary(s: State, npc: str) -> str:
    """Return the Primary enemy: for Macedon the next part of the Empire that hasn't fallen, for the Empire Macedon."""
    return next(iter(persians(s)), "") if npc == MACEDON else MACEDON


async def regain(s: State, civ: str) -> int:
    """Bring face-down cards back when the civ's Draw Step begins. Return how many draws that takes."""
    if civ == HEARTLAND:
        come_back(s, civ, CAPTAIN, bool(gold_beneath(s, WEST) or gold_beneath(s, LEVANT)))
    if civ == LEVANT:
        return come_back(s, civ, EAGLES, bool(gold_beneath(s, LEVANT)))
    return await call_to_arms(s) if civ == MACEDON else 0


def come_back(s: State, civ: str, card: int, is_paid: bool) -> int:
    """Take the card back while there is Gold to pay for it, else discard it. Return how many came."""
    if card not in s.civs[civ].aside:
        return 0
    if not is_paid:
        let_go(s, civ, card)
        return 0
    take_back(s, civ, card)
    return 1


async def call_to_arms(s: State) -> int:
    """Bring back the Warrior King for free; Armorer and Infantry, if Macedon wants them, for a draw each. Return the
    draws.
    """
    aside = s.civs[MACEDON].aside
    if KING in aside:
        take_back(s, MACEDON, KING)
    offered, most = [str(card) for card in COMPANIONS if card in aside], base_cards(s, MACEDON)
    picked = await some(MACEDON, "draw.regain", offered, 0, most) if offered else []
    for card in picked:
        take_back(s, MACEDON, int(card))
    return len(picked)


def cards_outside_limit(s: State, civ: str) -> Collection[int]:
    """Return the cards that don't count for the hand limit: Alexander and his army for Macedon."""
    return s.civs[civ].safe if civ == MACEDON else ()


def memnon(s: State, civ: str) -> Sequence[str]:
    """Return where the NPC of the Heartland sends Memnon: to Greek Gold, that of the West, then of the Levant.

    Another part of the Empire must fight Macedon there, since he helps only those.
    """
    if civ != HEARTLAND:
        return ()
    owners = (MACEDON, WEST, LEVANT)
    found = [a for a in contested_areas(s) if s.gold.get(a) in owners and not disks(s, civ, a) and is_fought_over(s, a)]
    return sorted(found, key=lambda area: owners.index(s.gold[area]))


def is_fought_over(s: State, area: str) -> bool:
    """Return whether Macedon and a part of the Empire are there."""
    here = factions(s, area)
    return MACEDON in here and any(civ in here for civ in persians(s))


def ignores(s: State, card: int) -> bool:
    """Return whether the Event is out of the game and replaced: Time Marches On, and without the Levant Invaders from
    the Sea.
    """
    return card == TIME_MARCHES_ON or (card == FROM_THE_SEA and LEVANT not in s.order)


async def levy(s: State, number: int, drawer: str, civ: str) -> None:
    """Give a part of the Empire disks, which it places at once as in Growth."""
    card = text.card(number)
    if await is_negated(s, Cause("event", drawer, number)):
        tell(s, "event.cancelled", card=card)
        return
    there = min(LEVY, s.civs[civ].supply)
    key = "alexander.levy" if there else "alexander.no_levy"
    tell(s, key, civ=text.civ(civ), n=count_noun(there, "disk"), card=card)
    if there:
        await deploy_at_once(s, civ, LEVY)


async def from_the_north(s: State, number: int, drawer: str) -> None:
    """98: let the West levy troops; when it has fallen, the Heartland."""
    await levy(s, number, drawer, WEST if WEST in s.order else HEARTLAND)


async def from_the_border(s: State, number: int, drawer: str) -> None:
    """99, 101, 102: place Barbarians where Macedon sends them, if it draws the card in its Draw Step; else where the
    Heartland does.
    """
    if drawer == MACEDON and s.drawing:
        await invade(s, number, drawer, MACEDON)
    else:
        await levy(s, number, drawer, HEARTLAND)


async def from_the_sea(s: State, number: int, drawer: str) -> None:
    """100: let the Levant levy troops."""
    await levy(s, number, drawer, LEVANT)


async def breath_of_god(s: State, number: int, drawer: str) -> None:
    """103: take a random card of every civ, or else a mina; shuffle the discards into the deck."""
    harmed = frozenset(civ for civ in s.order if s.civs[civ].hand or s.civs[civ].mina)
    if await is_negated(s, Cause("event", drawer, number, against=harmed, harm=True)):
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


def ends(s: State, moment: Moment) -> str:
    """Return why the game ends: Macedon wins by Gold, Persia by that of Greece; without a disk of Macedon all VP are
    counted at once.
    """
    if s.victors:
        return s.reason
    if moment == "competition" and not gold_under(s, persians(s)):
        return proclaim(s, [MACEDON], CONQUERED)
    if moment == "growth" and heartland_is_lost(s):
        return proclaim(s, [MACEDON], HEARTLAND_LOST)
    if not on_map(s, MACEDON):
        reward_all(s)
        return ROUTED
    return last_turn(s) if moment == "turn" and s.ending else ""


def last_turn(s: State) -> str:
    """Return why this turn was the last: there are no more, or Alexander has died."""
    return NO_MORE_TURNS if is_last_turn(s) else DIED


def score(s: State, team: Sequence[str], vp: int) -> int:
    """Return the VP of Macedon, or of the whole Empire with what has been conquered of it, and what Gold and
    homes add.
    """
    if MACEDON in team:
        capitals = sum(n for civ, n in CAPITALS.items() if controls(s, MACEDON, home_of(civ)))
        return vp + GOLD_OF_MACEDON * len(gold_under(s, [MACEDON])) + capitals
    greece = GREECE if controller(s, home_of(MACEDON)) in persians(s) else 0
    return sum(s.civs[civ].vp for civ in EMPIRE) + OF_GOLD * len(gold_under(s, persians(s))) + greece


def register() -> None:
    """Register these rules on top of those from the facts."""
    SPECIAL[ALEXANDER] = replace(
        by_facts(ALEXANDER),
        ignores=ignores,
        ignored_pile="removed",
        events=EVENTS,
        ends=ends,
        score=score,
        judges=judge,
        plunders=plunder,
        room=room,
        growth=growth,
        mina=mina,
        skips_growth=is_surprised,
        bare_growth=is_first_of_macedon,
        regains=regain,
        uncounted=cards_outside_limit,
        captaincy=memnon,
        worships=worships,
        first_deities=first_deities,
        primary=primary,
    )
