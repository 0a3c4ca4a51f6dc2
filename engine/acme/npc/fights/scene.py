"""A Competition as an NPC imagines it: stacks, mina and Supply, and what each of its means would change (RUL-163)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.acme.facts.catalog import AREAS
from engine.acme.fight.allies import (
    ARMOURER,
    BEARERS,
    CAPTAIN,
    EAGLES,
    ELEPHANTS,
    GENERAL,
    HEAVY,
    HOLY_WAR,
    INFANTRY,
    INVESTED,
    IRON,
    KING,
    RAIDERS,
    RIDING,
    STALLIONS,
)
from engine.acme.fight.harm import most_lost
from engine.acme.fight.resolve import FIGHT_CARDS
from engine.acme.fight.strikes import AMBUSH, BOW, DESERTERS, LIGHT_CHARIOTS, SIEGE_MASTER, SOOTHSAYER
from engine.acme.npc.fights.outlook import Arena, FightOutlook, arena_of, outlook
from engine.acme.npc.relations import targets
from engine.acme.questions.board import homes_in_play
from engine.acme.state import State


@dataclass(slots=True)
class FightScene:
    """What an NPC considers: the Competition, and its remaining mina and Supply."""

    s: State
    npc: str
    arena: Arena
    mina: int
    supply: int

    def copy(self) -> FightScene:
        """Return a copy to try something on."""
        return FightScene(self.s, self.npc, self.arena.copy(), self.mina, self.supply)

    @property
    def outlook(self) -> FightOutlook:
        """Return how the Competition would end for the NPC."""
        return outlook(self.arena, self.npc)

    def add_white(self, n: int) -> None:
        """Add white disks to its own stack."""
        if stack := self.arena.stacks.get(self.npc):
            stack.white += n

    def bring(self, n: int) -> None:
        """Place disks from Supply in the area."""
        n = min(n, self.supply)
        self.supply -= n
        if stack := self.arena.stacks.get(self.npc):
            stack.own += n

    def pay(self, n: int = 1) -> None:
        """Add that many payments in the rounds."""
        self.arena.payments[self.npc] = self.arena.payments.get(self.npc, 0) + n

    def strike(self, card: int, units: int, *, white: bool = True) -> int:
        """Take units off the Faction that the card would target. Return how many."""
        faction = chosen_victim(self, card)
        if not faction:
            return 0
        units = min(units, most_lost(self.s, self.npc, card, faction))
        self.arena.stacks[faction].bear(units, white=white)
        self.arena.drop_out()
        return units


def scene_of(s: State, npc: str, area: str) -> FightScene:
    """Return the scene of the present Competition."""
    c = s.civs[npc]
    return FightScene(s, npc, arena_of(s, area), c.mina, c.supply)


def chosen_victim(scene: FightScene, card: int) -> str:
    """Return the card's best target: the largest stack it can hit, then by harm; empty if none."""
    able = [f for f in FIGHT_CARDS[card].targets(scene.s, scene.npc) if f in scene.arena.stacks]
    return largest(scene.s, scene.npc, scene.arena, able)


def largest(s: State, npc: str, arena: Arena, among: Sequence[str]) -> str:
    """Return the Faction among them with most units, of equals the one that harm goes to first (RUL-137); empty if
    none.
    """
    order = targets(s, npc)
    return min(among, key=lambda f: (-arena.stacks[f].units, order.index(f)), default="")


Effect: TypeAlias = Callable[[FightScene], None]


def white(n: int) -> Effect:
    """Return the effect of that many white disks."""
    return lambda scene: scene.add_white(n)


def blow(card: int, units: int, *, coloured: bool = False) -> Effect:
    """Return the effect of taking that many units of an opponent."""

    def strike(scene: FightScene) -> None:
        scene.strike(card, units, white=not coloured)

    return strike


def general(scene: FightScene) -> None:
    """Card 15: add 2 white disks for 1 mina."""
    if scene.mina:
        scene.mina -= 1
        scene.add_white(2)


def stallions(scene: FightScene) -> None:
    """Card 18: in a Land Competition, add two of its disks at once; all of them leave Supply."""
    invested = min(INVESTED, scene.supply)
    if AREAS[scene.arena.area].is_land:
        scene.bring(min(RIDING, invested))
    scene.supply -= min(invested, scene.supply)


def armourer(scene: FightScene) -> None:
    """Card 20: lose its disks instead of units."""
    invested = min(INVESTED, scene.supply)
    scene.supply -= invested
    scene.pay(invested)


def king(scene: FightScene) -> None:
    """Card 21: add 1 disk of its own and 2 white ones."""
    scene.bring(1)
    scene.add_white(2)


def light_chariots(scene: FightScene) -> None:
    """Card 32: add 1 disk of its own, take 1 of an opponent."""
    scene.bring(1)
    scene.strike(LIGHT_CHARIOTS, 1)


def deserters(scene: FightScene) -> None:
    """Card 40: for each mina, take a unit of an opponent and add a disk of its own."""
    bribe(scene, scene.mina)


def bribe(scene: FightScene, mina: int) -> None:
    """Card 40 with that many mina."""
    scene.mina -= mina
    scene.bring(scene.strike(DESERTERS, mina))


def holy_war(scene: FightScene) -> None:
    """Card 93: add 3 white disks in its own Home Area or an opponent's, else 2."""
    owner = homes_in_play(scene.s).get(scene.arena.area)
    scene.add_white(3 if owner in scene.arena.stacks else 2)


EFFECTS: Final[dict[int, Effect]] = {
    GENERAL: general,
    SIEGE_MASTER: blow(SIEGE_MASTER, 1, coloured=True),
    SOOTHSAYER: blow(SOOTHSAYER, 1, coloured=True),
    STALLIONS: stallions,
    ARMOURER: armourer,
    KING: king,
    INFANTRY: white(1),
    LIGHT_CHARIOTS: light_chariots,
    HEAVY: white(2),
    BEARERS: white(1),
    BOW: blow(BOW, 2),
    IRON: white(1),
    ELEPHANTS: white(3),
    RAIDERS: lambda scene: scene.bring(2),
    AMBUSH: blow(AMBUSH, 2),
    DESERTERS: deserters,
    EAGLES: white(2),
    HOLY_WAR: holy_war,
}
NEVER: Final = (CAPTAIN,)


def gain(scene: FightScene, effect: Effect) -> int:
    """Return how many units better off the NPC would be against its opponents; payments count as units."""
    trial = scene.copy()
    effect(trial)
    return _balance(trial) - _balance(scene)


def _balance(scene: FightScene) -> int:
    own = scene.arena.stacks.get(scene.npc)
    against = sum(stack.units for f, stack in scene.arena.stacks.items() if f != scene.npc)
    return (own.units if own else 0) + scene.arena.payments.get(scene.npc, 0) - against
