"""Competition cards that cost an opponent units: 16, 17, 32, 35, 39, 40."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.acme.effects.announce import Cause
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.allies import beside, bring_own, choose_amount, on_land
from engine.acme.fight.harm import Blow, most_lost, strike
from engine.acme.fight.resolve import DISCARD, comes_up, fight_card
from engine.acme.fight.stack import area_of, foes_of, takes_part
from engine.acme.questions.board import is_city, members
from engine.acme.state import State
from engine.acme.verbs.basic import pay_mina
from engine.core import text
from engine.core.ask import choose
from engine.core.message import count_noun, strung

SIEGE_MASTER, SOOTHSAYER, LIGHT_CHARIOTS, BOW, AMBUSH, DESERTERS = 16, 17, 32, 35, 39, 40


def has_city(s: State, faction: str) -> bool:
    """Return whether a Faction of that stack has a City there."""
    return any(is_city(s, f, area_of(s)) for f in members(s, faction, area_of(s)))


def peoples(s: State, civ: str) -> list[str]:
    """Return the opposing civs and neutral Factions there, which may be named for a loss of disks (RUL-002)."""
    return [f for f in foes_of(s, civ) if f != BARBARIANS]


def factions_with_city(s: State, civ: str) -> list[str]:
    """Return opposing Factions with a City there, Barbarians too (card 16, RUL-004, RUL-107)."""
    return [f for f in foes_of(s, civ) if has_city(s, f)]


def walled_civs(s: State, civ: str) -> list[str]:
    """Return others with a City there, but for the Barbarians (card 17, RUL-002)."""
    return [f for f in peoples(s, civ) if has_city(s, f)]


def bribable(s: State, civ: str) -> list[str]:
    """Return others there that could lose a unit, but for the Barbarians (card 40, RUL-002, RUL-069)."""
    return [f for f in peoples(s, civ) if most_lost(s, civ, DESERTERS, f)]


def besieges(s: State, civ: str) -> bool:
    """Return whether its player takes part against a City."""
    return takes_part(s, civ) and bool(factions_with_city(s, civ))


def besieges_civ(s: State, civ: str) -> bool:
    """Return whether its player takes part against the City of a civ."""
    return takes_part(s, civ) and bool(walled_civs(s, civ))


def has_enemy(s: State, civ: str) -> bool:
    """Return whether the civ takes part and has an opponent there who is no team-mate."""
    return takes_part(s, civ) and bool(foes_of(s, civ))


def in_the_pass(s: State, civ: str) -> bool:
    """Return whether it is an undecided Competition on or beside a Mountain."""
    return has_enemy(s, civ) and beside(s, civ, "mountain")


def can_bribe(s: State, civ: str) -> bool:
    """Return whether the civ takes part, has a mina, and an opponent could lose a unit."""
    return takes_part(s, civ) and s.civs[civ].mina > 0 and bool(bribable(s, civ))


async def _choose_victim(s: State, civ: str, card: int, factions: Sequence[str]) -> str:
    said: dict[str, Any] = {"prompt": "fight.whom", "card": text.card(card), "area": text.area(area_of(s))}
    return await choose(civ, "competition.card", factions, about=(area_of(s), str(card)), **said)


async def _aim(s: State, civ: str, card: int, factions: Sequence[str]) -> tuple[Cause, str]:
    """Name the victim and let the card come up."""
    victim = await _choose_victim(s, civ, card, factions)
    return await comes_up(s, civ, card, victim, text.civ(victim)), victim


@fight_card(SIEGE_MASTER, besieges, factions_with_city)
async def siege_master(s: State, civ: str) -> str:
    """Card 16: one coloured disk of an opposing City; only a Negate or an Investment disk saves it."""
    cause, victim = await _aim(s, civ, SIEGE_MASTER, factions_with_city(s, civ))
    await strike(s, Blow(cause, victim, 1, choice=False, payable=False))
    return DISCARD


@fight_card(SOOTHSAYER, besieges_civ, walled_civs)
async def soothsayer(s: State, civ: str) -> str:
    """Card 17: one coloured disk of another civ's City, unless it pays."""
    cause, victim = await _aim(s, civ, SOOTHSAYER, walled_civs(s, civ))
    await strike(s, Blow(cause, victim, 1, choice=False))
    return DISCARD


@fight_card(LIGHT_CHARIOTS, on_land, foes_of)
async def light_chariots(s: State, civ: str) -> str:
    """Card 32: 1 disk from Supply comes in; one opposing Faction loses 1, white or coloured (RUL-075)."""
    if not foes_of(s, civ):
        await comes_up(s, civ, LIGHT_CHARIOTS)
        bring_own(s, civ, 1)
        return DISCARD
    cause, victim = await _aim(s, civ, LIGHT_CHARIOTS, foes_of(s, civ))
    bring_own(s, civ, 1)
    await strike(s, Blow(cause, victim, 1))
    return DISCARD


@fight_card(BOW, has_enemy, foes_of)
async def composite_bow(s: State, civ: str) -> str:
    """Card 35: one opposing Faction loses 2 disks, white or coloured as it likes."""
    cause, victim = await _aim(s, civ, BOW, foes_of(s, civ))
    await strike(s, Blow(cause, victim, 2))
    return DISCARD


@fight_card(AMBUSH, in_the_pass, foes_of)
async def ambush_in_the_pass(s: State, civ: str) -> str:
    """Card 39: on or beside a Mountain one opposing Faction loses 2 disks, white or coloured as it likes."""
    cause, victim = await _aim(s, civ, AMBUSH, foes_of(s, civ))
    await strike(s, Blow(cause, victim, 2))
    return DISCARD


@fight_card(DESERTERS, can_bribe, bribable)
async def mercenaries_desert(s: State, civ: str) -> str:
    """Card 40: for each mina another civ loses 1 unit and a disk from Supply comes in, unless it pays (RUL-069)."""
    victim = await _choose_victim(s, civ, DESERTERS, bribable(s, civ))
    most = min(s.civs[civ].mina, most_lost(s, civ, DESERTERS, victim))
    n = await choose_amount(s, civ, DESERTERS, 1, most, "fight.bribe")
    cause = await comes_up(s, civ, DESERTERS, victim, strung([text.civ(victim), count_noun(n, "mina")]))
    await strike(s, Blow(cause, victim, pay_mina(s, civ, n), usurper=civ))
    return DISCARD
