"""What NPCs commit to a Competition, and how their cards are played (Playbook, Competition Caveat; RUL-161 to 163)."""

from __future__ import annotations

from engine.acme.fight.allies import ARMOURER, CAPTAIN, EAGLES, SPREAD, STALLIONS, TOGETHER
from engine.acme.fight.commit import DONE
from engine.acme.fight.openly import plays_openly
from engine.acme.fight.stack import area_of, fight_of
from engine.acme.fight.strikes import DESERTERS
from engine.acme.npc.decision import Decision, NpcPick, decides, only
from engine.acme.npc.fights.means import Commitment, choose_commitment, spares_nothing
from engine.acme.npc.fights.outlook import LOST, SHARED, WON, FightOutlook, enough
from engine.acme.npc.fights.scene import Effect, bribe, largest, scene_of, white
from engine.acme.npc.relations import is_enemy, strongest
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

AMOUNTS = (STALLIONS, ARMOURER)


@decides("competition.commit")
def commit(s: State, request: Request, ask: Ask) -> Decision:
    """Commit one of the means, or stop. An NPC that commits openly decides again after each; another plans them all at
    once.
    """
    del request
    found = choose_commitment(s, ask.seat, area_of(s), ask.options)
    why = aim(s, ask.seat, found)
    if not found.tokens:
        return only(ask, DONE, why)
    if plays_openly(s, ask.seat):
        return only(ask, found.tokens[0], why)
    rest = tuple(NpcPick(token, why) for token in (*found.tokens[1:], DONE))
    return Decision((found.tokens[0],), why, then=rest)


def aim(s: State, npc: str, found: Commitment) -> str:
    """Return what the NPC spends for, or why it spends nothing."""
    area = area_of(s)
    return f"fight.{_aim(s, npc, area, found)}:{text.area(area)}"


def _aim(s: State, npc: str, area: str, found: Commitment) -> str:
    if found.outlook.result == LOST:
        return "hopeless"
    if not found.tokens:
        return "enough"
    if spares_nothing(s, npc, area):
        return "all_in"
    if enough(area, found.outlook):
        return "three"
    return "win" if found.outlook.result == WON else "tie"


@decides("competition.order")
def order(s: State, request: Request, ask: Ask) -> Decision:
    """Order the cards as committed: the smaller gain first."""
    del request
    cards = fight_of(s).committed[ask.seat]
    return Decision(tuple(str(card) for card in cards), "fight.order")


@decides("competition.card")
def play(s: State, request: Request, ask: Ask) -> Decision:
    """Return whom, how or how many, for the card that comes up."""
    card = int(request.about[1])
    if card == CAPTAIN:
        return only(ask, friend(s, ask), "fight.captain")
    if card == EAGLES:
        return eagles(s, ask)
    if card in AMOUNTS:
        return only(ask, ask.options[-1], f"fight.invest:{text.card(card)}")
    if card == DESERTERS and ask.options[0].isdigit():
        return only(ask, amount(s, ask), "fight.bribe")
    victim = largest(s, ask.seat, scene_of(s, ask.seat, area_of(s)).arena, ask.options)
    return only(ask, victim, f"fight.victim:{text.civ(victim)}")


def friend(s: State, ask: Ask) -> str:
    """Return the weakest of the civs there, preferably one that isn't its enemy."""
    return min(reversed(strongest(s, ask.options)), key=lambda civ: is_enemy(s, ask.seat, civ))


def eagles(s: State, ask: Ask) -> Decision:
    """Card 41: spread over several Seas if 1 white disk does as well here as 2."""
    area = area_of(s)
    here = f"{text.area(area)}"
    if SPREAD in ask.options and with_effect(s, ask.seat, white(1)) >= with_effect(s, ask.seat, white(2)):
        return only(ask, SPREAD, f"fight.spread:{here}")
    return only(ask, TOGETHER, f"fight.together:{here}")


def with_effect(s: State, npc: str, effect: Effect) -> FightOutlook:
    """Return how the Competition would end with that effect."""
    scene = scene_of(s, npc, area_of(s))
    effect(scene)
    return scene.outlook


def amount(s: State, ask: Ask) -> str:
    """Card 40: as few mina as win, else as few as tie, else all (Playbook, Mercenaries Desert)."""
    found = {n: outcome_with_bribe(s, ask.seat, int(n)).result for n in ask.options}
    fitting = (n for wanted in (WON, SHARED) for n in ask.options if found[n] >= wanted)
    return next(fitting, ask.options[-1])


def outcome_with_bribe(s: State, npc: str, mina: int) -> FightOutlook:
    """Return how the Competition would end with that many mina on card 40."""
    return with_effect(s, npc, lambda scene: bribe(scene, mina))
