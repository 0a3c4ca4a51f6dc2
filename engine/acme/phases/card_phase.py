"""The Card Phase: rounds of one action each until all have passed (ACME §8, RUL-043, RUL-044).

A card is announced, perhaps Negated, carried out and put away (ACME §8.3).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acme.culture.advancing import ADVANCE, advance, advances, draw_for, try_to_advance
from engine.acme.culture.lordship import reckons_at_once
from engine.acme.effects.announce import Cause, Gone, Negated, power_negated
from engine.acme.effects.card_registry import EFFECTS, playable, why_not
from engine.acme.effects.deity_actions import (
    can_establish,
    can_restore,
    establish,
    free_deity,
    restore,
    return_captured,
    returnable,
)
from engine.acme.effects.losses import Hit, lose
from engine.acme.facts.catalog import CARDS, RULES
from engine.acme.fight.openly import plays_openly
from engine.acme.npc.relations import choose_primary
from engine.acme.phases.game_end import ended_by_scenario
from engine.acme.questions.board import are_friends, has_power, homes_in_play, stacks, used
from engine.acme.questions.teams import are_mates
from engine.acme.setup.handicaps import give_mina_of_turn
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import begin_phase, finish_playing, new_action, pass_phase, tell, use
from engine.acme.verbs.deity_verbs import end_silences
from engine.acme.verbs.npc_offences import doing
from engine.core import text
from engine.core.ask import PASS, Flow, choose, choose_or_pass

SKY_GOD = "sky_god"
ACTION = "card.action"
NPCS, COMPETITION, RECKONING = "card.npcs", "competition.begin", "reckoning.overstack"
PILES = {"stays": "display", "display": "display", "set_aside": "set_aside"}


async def begin(s: State) -> str:
    """Open the Card Phase with the Sky God, before the first round (RUL-043)."""
    begin_phase(s, "card")
    for civ in s.order:
        choose_primary(s, civ)
        give_mina_of_turn(s, civ)
    return "card.sky_god"


async def sky_god(s: State) -> str:
    """Let owners of the Sky God in Turn Order strike one opposing disk outside all Home Areas (Deity 6, RUL-119)."""
    for civ in s.order:
        if has_power(s, civ, SKY_GOD) and not used(s, civ, SKY_GOD):
            await strike(s, civ)
    return ACTION


async def strike(s: State, civ: str) -> None:
    """Use the Sky God once: choose, ask for responses, inflict the loss."""
    picked = await choose_or_pass(
        civ, "deity.power", strike_targets(s, civ), stop="none", deity=text.thing("deity", SKY_GOD)
    )
    if picked is None:
        return
    area, _, faction = picked.partition(":")
    new_action(s)
    use(s, civ, SKY_GOD)
    said = {"civ": text.civ(civ), "area": text.area(area), "faction": text.civ(faction)}
    tell(s, "sky_god.announced", focus=(area,), deity=text.thing("deity", SKY_GOD), **said)
    if not await power_negated(s, civ, [faction]):
        cause = Cause("deity", civ, deity=SKY_GOD, against=frozenset([faction]), harm=True)
        with doing(s, civ):
            await lose(s, cause, [Hit(faction, area)])


def strike_targets(s: State, civ: str) -> list[str]:
    """Return every opposing stack outside the Home Areas of active civs, as `area:faction`."""
    homes = homes_in_play(s)
    open_to_all = [a for a in sorted(s.disks) if a not in homes]
    return [f"{a}:{f}" for a in open_to_all for f in stacks(s, a) if may_strike(s, civ, f)]


def may_strike(s: State, civ: str, faction: str) -> bool:
    """Return whether the Faction is against the civ, and no scenario spares it."""
    return not are_friends(s, faction, civ) and not are_mates(s, faction, civ) and not special(s).spares(s, faction)


async def action(s: State) -> str | None:
    """Let one civ play a card, build or return a Deity, or pass (ACME §8.2)."""
    civ = s.order[s.active]
    new_action(s)
    if free_deity(s, civ):
        return next_action(s)
    options = actions(s, civ)
    if not s.civs[civ].hand and not options:
        picked = PASS
    else:
        picked = await choose(civ, "card.play", [*options, PASS], always=True)
    await act(s, civ, picked)
    if reckons_at_once(s):
        return RECKONING
    return None if ended_by_scenario(s, "action") else next_action(s)


def actions(s: State, civ: str) -> list[str]:
    """Return all the civ could do now besides passing, as options (RUL-043)."""
    deity = ["deity"] if can_establish(s, civ, RULES.deity_cost, 0) else []
    lost = ["restore"] if can_restore(s, civ, RULES.reestablish_cost) else []
    back = [f"return:{owner}" for owner in returnable(s, civ)]
    return [*(str(n) for n in playable(s, civ)), *deity, *lost, *back, *advances(s, civ)]


async def act(s: State, civ: str, picked: str) -> None:
    """Carry out the action chosen."""
    if picked == PASS:
        pass_phase(s, civ)
        tell(s, "card.passed", civ=text.civ(civ))
    elif picked == "deity":
        await establish(s, civ, cost=RULES.deity_cost, least_disks=0)
    elif picked == "restore":
        await restore(s, civ, RULES.reestablish_cost)
    elif picked.startswith("return:"):
        await return_captured(s, civ, picked[7:])
    elif picked.startswith(ADVANCE):
        await advance(s, civ, picked.removeprefix(ADVANCE))
    else:
        await play_card(s, civ, int(picked))


def acts_next(s: State) -> int | None:
    """Return the place in Turn Order, counted on into the next round, of the next civ that has not passed; None if all
    have.

    The civ that is acting comes last.
    """
    n = len(s.order)
    places = range(s.active + 1, s.active + n + 1)
    return next((place for place in places if not s.civs[s.order[place % n]].passed), None)


def next_action(s: State) -> str:
    """Move on to the next civ in Turn Order that hasn't passed, in the next round if needed; else to the Competition
    Phase.
    """
    place, n = acts_next(s), len(s.order)
    if place is None:
        return draw_or_fight(s)
    s.round, s.active = s.round + place // n, place % n
    return ACTION


def draw_or_fight(s: State) -> str:
    """Let NPCs draw for the Culture Tracks after all have passed (PB:2440), or begin the Competition Phase."""
    if draw_for(s):
        s.active = 0
        return NPCS
    return fight(s)


def fight(s: State) -> str:
    """End the Card Phase."""
    end_silences(s)
    return COMPETITION


async def npcs_advance(s: State) -> str:
    """Let each NPC try to advance on a Culture Track, in Turn Order (PB:2440)."""
    civ = s.order[s.active]
    s.active += 1
    if plays_openly(s, civ):
        await try_to_advance(s, civ)
    if reckons_at_once(s):
        return RECKONING
    return NPCS if s.active < len(s.order) else fight(s)


CARD_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    "card.begin": begin,
    "card.sky_god": sky_god,
    ACTION: action,
    NPCS: npcs_advance,
}


async def play_card(s: State, civ: str, number: int) -> None:
    """Play a card of the civ's hand for its effect; its player chooses, then the others may answer (RUL-009).

    From its announcement on the card is in no pile (RUL-045). If it is Negated nothing of it happens (RUL-058). An
    Event met while an NPC let the cards decide may have taken it, or all that it could do.
    """
    try:
        await carry_out(s, civ, number)
    except Gone:
        tell(s, "card.gone", civ=text.civ(civ), card=text.card(number))
    except Negated:
        tell(s, "card.negated", civ=text.civ(civ), card=text.card(number))
        finish_playing(s, number, negated_pile(number))
    else:
        finish_playing(s, number, PILES.get(CARDS[number].after_play, "discard"))


async def carry_out(s: State, civ: str, number: int) -> None:
    """Carry out the card, from its player's choices on. Raises Negated, or Gone if it can no longer be played."""
    if number not in s.civs[civ].hand or why_not(s, civ, number):
        raise Gone
    with doing(s):
        await EFFECTS[number](s, civ)


def negated_pile(number: int) -> str:
    """Return where a Negated card goes: great disasters are set aside even so, others are discarded (RUL-046)."""
    return "set_aside" if CARDS[number].after_play == "set_aside" else "discard"
