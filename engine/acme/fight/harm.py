"""Units lost to Competition cards: what saves them, and which of them go (RUL-059, RUL-061, RUL-076, RUL-103)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine.acme.effects.announce import Cause
from engine.acme.effects.losses import LOSE, Hit, Terms, most_losses, save, told_means, ways_out
from engine.acme.fight.resolve import resolve_card
from engine.acme.fight.stack import CUBE, DISK, WHITE, area_of, drop_out, fight_of, lose_disk, lose_white, whites
from engine.acme.questions.board import disks, members
from engine.acme.state import State
from engine.acme.verbs.basic import place, tell
from engine.core import text
from engine.core.ask import choose
from engine.core.message import Message, count_noun, list_of

SHIELD_BEARERS, SHIELD = 34, "shield"


@dataclass(slots=True)
class Blow:
    """A loss of units that a card inflicts on one Faction.

    `choice`: whether its owner may give up white disks. `payable`: off where only a Negate or an Investment disk
    helps. `usurper`: whose disk comes in for each unit lost, `joined` of them. `coloured`: how many own disks
    protection leaves to lose.
    """

    cause: Cause
    victim: str
    units: int
    choice: bool = True
    payable: bool = True
    usurper: str = ""
    coloured: int = 0
    lost: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    joined: int = 0


def most_lost(s: State, civ: str, card: int, victim: str) -> int:
    """Return how many units, white or coloured, a card can take from the Faction, considering protection (RUL-069)."""
    cause, area = Cause("card", civ, card), area_of(s)
    coloured = sum(most_losses(s, cause, Hit(f, area, disks(s, f, area))) for f in members(s, victim, area))
    return whites(s, victim) + coloured


async def strike(s: State, blow: Blow) -> int:
    """Inflict the losses one by one; each may be saved. Return how many units were really lost.

    Losses beyond the victim's own disks hit its friends in the stack.
    """
    area, friends = area_of(s), members(s, blow.victim, area_of(s))
    blow.coloured = most_losses(s, blow.cause, Hit(blow.victim, area, disks(s, blow.victim, area)))
    borne = 0
    for left in range(blow.units, 0, -1):
        borne += await _bear(s, blow, left)
    _tell_blow(s, blow)
    drop_out(s)
    below = [f for f in friends if disks(s, f, area)]
    if below and below[0] != blow.victim and borne < blow.units:
        rest = replace(blow, victim=below[0], units=blow.units - borne, lost=[], saved=[], joined=0)
        return len(blow.lost) + await strike(s, rest)
    return len(blow.lost)


def _losable(s: State, blow: Blow) -> list[str]:
    """Which units the card may still take."""
    white = [WHITE] if blow.choice and whites(s, blow.victim) else []
    coloured = min(blow.coloured - blow.lost.count(DISK), disks(s, blow.victim, area_of(s)))
    return [*white, *([DISK] if coloured > 0 else [])]


async def _bear(s: State, blow: Blow, left: int) -> bool:
    """One unit: cancelled, saved or lost. False if there is none to take."""
    while _losable(s, blow):
        means = SHIELD if blow.victim in fight_of(s).shielded else await _choose(s, blow, left)
        if means in {WHITE, DISK}:
            _lose(s, blow, means)
        elif means == SHIELD:
            if not await _shielded(s, blow.victim):
                continue
            blow.saved.append(f"card:{SHIELD_BEARERS}")
        elif await save(s, blow.victim, area_of(s), means):
            blow.saved.append(means)
        else:
            continue
        return True
    return False


async def _choose(s: State, blow: Blow, left: int) -> str:
    """Ask what the victim does about the next unit; with white disks, also which kind goes (RUL-103)."""
    units, area = _losable(s, blow), area_of(s)
    if blow.victim not in s.order:
        return units[0]
    barred = {LOSE} if blow.payable else {LOSE, CUBE}
    ways = [w for w in ways_out(s, blow.cause, blow.victim, area, Terms(payable=blow.payable)) if w not in barred]
    shield = [SHIELD] if SHIELD_BEARERS in fight_of(s).committed.get(blow.victim, []) else []
    key, first = ("loss.choose", units) if WHITE in units else ("loss.buy_off", [LOSE])
    said: dict[str, Any] = {"what": blow.cause.name, "area": text.area(area), "left": left}
    picked = await choose(blow.victim, key, [*first, *shield, *ways], about=(area,), **said)
    return DISK if picked == LOSE else picked


async def _shielded(s: State, victim: str) -> bool:
    """Shield Bearers cancel the loss, resolved out of order if they have not been yet (card 34, RUL-076)."""
    fight = fight_of(s)
    if victim not in fight.shielded:
        await resolve_card(s, victim, SHIELD_BEARERS)
    if victim not in fight.shielded:
        return False
    fight.shielded.remove(victim)
    return True


def _lose(s: State, blow: Blow, unit: str) -> None:
    if unit == WHITE:
        lose_white(s, blow.victim)
    else:
        lose_disk(s, blow.victim)
    blow.lost.append(unit)
    if blow.usurper and disks(s, blow.usurper, area_of(s)):
        blow.joined += place(s, blow.usurper, area_of(s), capped=False)


def _tell_blow(s: State, blow: Blow) -> None:
    """One line for all the Faction has lost and saved."""
    means = told_means(blow.saved)
    said: dict[str, Any] = {
        "civ": text.civ(blow.victim),
        "lost": told_units(blow.lost),
        "saved": len(blow.saved),
        "means": means,
    }
    if blow.lost and blow.saved:
        tell(s, "competition.hurt_and_saved", **said)
    elif blow.lost:
        tell(s, "competition.hurt", **said)
    elif blow.saved:
        tell(s, "competition.saved", **said)
    if blow.joined:
        n = count_noun(blow.joined, "disk")
        tell(s, "competition.own", focus=(area_of(s),), civ=text.civ(blow.usurper), n=n)


def told_units(units: list[str]) -> Message:
    """Return a text such as `1 white disk and 2 disks`."""
    white, own = units.count(WHITE), units.count(DISK)
    parts = [*([count_noun(white, "white_disk")] if white else []), *([count_noun(own, "disk")] if own else [])]
    return list_of(parts)
