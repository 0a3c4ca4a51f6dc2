"""The means of an NPC in a Competition in their order, and how many of them it takes (RUL-163)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.acme.facts.catalog import AREAS
from engine.acme.fight.allies import ARMOURER, GENERAL, STALLIONS
from engine.acme.fight.commit import DONE, GOD, GOD_DISKS, MOVES, Pledge, commitments
from engine.acme.fight.strikes import DESERTERS
from engine.acme.npc.cards.resources import yields
from engine.acme.npc.fights.outlook import LOST, FightOutlook, best_of, enough
from engine.acme.npc.fights.scene import EFFECTS, NEVER, Effect, FightScene, gain, scene_of, white
from engine.acme.questions.board import abilities, contested_areas, disks, has_deity, is_city, loose, temple_of, used
from engine.acme.state import Fight, State

WAR, STABLE = "war", "stallions"
PAYMENT: Final = "pay"
COSTLY: Final = {f"card:{GENERAL}", f"card:{DESERTERS}"}


@dataclass(frozen=True, slots=True)
class MeansStep:
    """One of the means: the option that names it, and what it changes."""

    token: str
    effect: Effect


class Commitment(NamedTuple):
    """What an NPC commits, in order, and the resulting outcome."""

    tokens: list[str]
    outlook: FightOutlook


def steps_of(s: State, npc: str, scene: FightScene, offered: Sequence[str]) -> list[MeansStep]:
    """Return all that may be committed, in order: white disks of the Display, Stallions, the Deity's, cards by their
    gain.
    """
    display = [
        MeansStep(t, white(1)) for t in offered if t.startswith("white:") for _ in range(white_left(s, npc, t[6:]))
    ]
    riding = min(MOVES, s.civs[npc].investments[str(STALLIONS)]) if STABLE in offered else 0
    stable = [MeansStep(STABLE, ride)] * riding
    god = [MeansStep(WAR, white(1))] * (GOD_DISKS - used(s, npc, GOD) if WAR in offered else 0)
    return [*display, *stable, *god, *cards_of(scene, offered)]


def white_left(s: State, npc: str, what: str) -> int:
    """Return how many white disks a Display ability, or a face-up card, still gives in a Competition."""
    ability = next((a for a in abilities(s, npc, "white_disks") if a.id == what), None)
    if ability is None:
        return 1
    return min(ability.numbers["each"], ability.numbers["disks"] - used(s, npc, f"white:{what}"))


def ride(scene: FightScene) -> None:
    """A disk of Breeder of Stallions in play comes in."""
    scene.supply += 1
    scene.bring(1)


def cards_of(scene: FightScene, offered: Sequence[str]) -> list[MeansStep]:
    """Return the Competition cards that change something, the smallest gain first, then the lower number."""
    numbers = [int(token[5:]) for token in offered if token.startswith("card:")]
    gains = {n: gain(scene, EFFECTS[n]) for n in numbers if n not in NEVER}
    return [MeansStep(f"card:{n}", EFFECTS[n]) for n in sorted(gains, key=lambda n: (gains[n], n)) if gains[n] > 0]


def payments_of(s: State, npc: str, scene: FightScene) -> int:
    """Return how often it would pay in the rounds: with Master Armorer in play, mina where allowed, cards in an all-in
    area.
    """
    laid = s.civs[npc].investments.get(str(ARMOURER), 0)
    mina = scene.mina if worth_mina(s, npc, scene.arena.area) else 0
    return laid + mina + (len(loose(s, npc)) if is_all_in(s, npc, scene.arena.area) else 0)


def prospects(scene: FightScene, steps: Sequence[MeansStep]) -> list[FightOutlook]:
    """Return the outcomes with none, the first, the first two ... of the steps, taken on the same scene."""
    found = [scene.outlook]
    for step in steps:
        step.effect(scene)
        found.append(scene.outlook)
    return found


def choose_commitment(s: State, npc: str, area: str, offered: Sequence[str]) -> Commitment:
    """Return what the NPC commits if nothing else happens; nothing if it needs nothing or nothing helps (RUL-163).

    Where it spares nothing, it commits all but what costs mina, if it only wins or ties, since others may still pay.
    """
    scene, last = scene_of(s, npc, area), spares_nothing(s, npc, area)
    before, steps = scene.outlook, steps_of(s, npc, scene, offered)
    if not steps or (enough(area, before) and not last):
        return Commitment([], before)
    found = prospects(scene, [*steps, *_paying(s, npc, scene, steps)])
    n = best_of(area, found, spare_nothing=last)
    beyond = [step for step in steps[n:] if step.token not in COSTLY] if last and max(found).result > LOST else []
    return Commitment([step.token for step in (*steps[:n], *beyond)], found[n])


def _paying(s: State, npc: str, scene: FightScene, steps: Sequence[MeansStep]) -> list[MeansStep]:
    """The payments that follow in the rounds, from what the steps leave."""
    last = scene.copy()
    for step in steps:
        step.effect(last)
    spent = sum(step.token == f"card:{n}" for step in steps for n in loose(s, npc))
    n = payments_of(s, npc, last)
    n -= min(n, spent) if is_all_in(s, npc, scene.arena.area) else 0
    return [MeansStep(PAYMENT, lambda scene: scene.pay())] * n


def could_have(s: State, npc: str, area: str) -> FightOutlook:
    """Return the best outcome of a Competition for the area with all the NPC's means, if nobody else does anything."""
    trial = s if s.fight is not None else replace(s, fight=Fight(area, cities_in(s, area)))
    offered = [token for token in commitments(trial, npc, Pledge()) if token != DONE]
    scene = scene_of(trial, npc, area)
    steps = steps_of(trial, npc, scene, offered)
    return max(prospects(scene, [*steps, *_paying(trial, npc, scene, steps)]))


def cities_in(s: State, area: str) -> list[str]:
    """Return the civs with a City there."""
    return [civ for civ in s.order if is_city(s, civ, area)]


def is_all_in(s: State, npc: str, area: str) -> bool:
    """Return whether a person's Gold, Deity or City is there, for which an NPC gives all it has (Playbook; RUL-163)."""
    people = [civ for civ in s.order if civ != npc and not s.civs[civ].npc]
    return any(is_treasure(s, civ, area) for civ in people)


def is_treasure(s: State, civ: str, area: str) -> bool:
    """Return whether the civ has Gold, a Deity or a City there, or had a City when the Competition began."""
    at_stake = s.fight is not None and s.fight.area == area and civ in s.fight.cities
    temple = temple_of(s.civs[civ]) == area and has_deity(s.civs[civ])
    return at_stake or temple or s.gold.get(area) == civ or is_city(s, civ, area)


def worth_mina(s: State, npc: str, area: str) -> bool:
    """Return whether the NPC pays mina for disks there: an all-in area, its own City, Gold or Deity, or a yielding
    area.

    Yielding areas are those that bring it a bonus, and all Mountains (Playbook, NPC Mina; N-94).
    """
    held = AREAS[area].terrain == "mountain" or yields(s, npc, area)
    return held or is_treasure(s, npc, area) or is_all_in(s, npc, area)


def spares_nothing(s: State, npc: str, area: str) -> bool:
    """Return whether it continues where 3 disks are impossible: an all-in area, with no further Competition of
    its own.
    """
    return is_all_in(s, npc, area) and not fights_to_come(s, npc, area)


def fights_to_come(s: State, npc: str, area: str) -> list[str]:
    """Return its Competitions of this phase after that for the area."""
    gone = {*s.fought, area, s.peace}
    return [a for a in contested_areas(s) if a not in gone and disks(s, npc, a)]
