"""The hostility of NPCs at the end of the Victory Tally: offers of peace, war, peace and war among NPCs.

Playbook, NPC Hostility (crafted and sandbox games); RUL-168 to RUL-170. A scenario that settles the relations of its
NPCs itself has the option `hostility` off.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.acme.effects.losses import payments
from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import RULES
from engine.acme.npc.reasons import for_peace, for_war
from engine.acme.npc.relations import (
    by_vp,
    end_enmity,
    fewest_first,
    humans,
    is_enemy,
    make_enemy,
    npcs,
    primary,
    reconcile,
)
from engine.acme.questions.teams import are_mates, without_mates
from engine.acme.setup.pool import BLACK, WHITE, draw
from engine.acme.state import State
from engine.acme.verbs.basic import give_card, give_mina, new_action, tell
from engine.core import text
from engine.core.ask import Flow, choose, choose_or_pass
from engine.core.message import Message, list_of

PEACE, WAR, AFTER = "reckoning.peace", "reckoning.war", "reckoning.gilgamesh"
NO_GIFT, MINA = "none", "mina"


def after_tally(s: State) -> str:
    """Return the step that follows the Victory Tally."""
    s.active = 0
    return PEACE if s.options.hostility and npcs(s) else AFTER


async def offers(s: State) -> str:
    """Let each person offer peace to any number of enemy NPCs, in Turn Order."""
    asking = humans(s)
    if s.active >= len(asking):
        s.active = 0
        return WAR
    await offer_peace(s, asking[s.active])
    s.active += 1
    return PEACE


async def offer_peace(s: State, human: str) -> None:
    """Ask one person for offers: at most one to each enemy NPC."""
    asked: list[str] = []
    while left := [npc for npc in npcs(s) if is_enemy(s, npc, human) and npc not in asked]:
        npc = await choose_or_pass(human, "peace.offer", left, stop=DONE, about=asked, civ=text.civ(human))
        if npc is None:
            break
        asked.append(npc)
        await try_peace(s, human, npc)


async def try_peace(s: State, human: str, npc: str) -> None:
    """Make one offer: the gift, which is lost in any case, then the draw; a white disk brings peace."""
    gift = await choose(human, "peace.gift", gifts(s, human), about=(npc,), npc=text.civ(npc))
    new_action(s)
    tell(s, "peace.offered", civ=text.civ(human), npc=text.civ(npc))
    give(s, human, npc, gift)
    n = peace_draws(s, npc, human, gift=gift != NO_GIFT)
    spoken = for_peace(s, npc, human, gift=gift != NO_GIFT)
    if draw_test_disks(s, "peace", npc, human, n, WHITE, nothing="fewer" if spoken else "none"):
        reconcile(s, npc, human)


def peace_draws(s: State, npc: str, human: str, *, gift: bool) -> int:
    """Return how many disks an offer draws; with other persons, the NPC's Primary enemy draws one fewer."""
    fewer = len(humans(s)) > 1 and primary(s, npc) == human
    return max(0, min(RULES.peace_draws, len(for_peace(s, npc, human, gift=gift))) - fewer)


def gifts(s: State, human: str) -> list[str]:
    """Return the possible gifts: nothing, a mina or a card."""
    return [NO_GIFT, *payments(s, human)]


def give(s: State, human: str, npc: str, gift: str) -> None:
    """Pass the gift to the NPC, whose hand is open."""
    if gift == NO_GIFT:
        return
    said = {"civ": text.civ(human), "npc": text.civ(npc)}
    if gift == MINA:
        give_mina(s, human, npc, 1)
        tell(s, "peace.mina", **said)
    else:
        card = int(gift.removeprefix("card:"))
        give_card(s, human, npc, card, freely=True)
        tell(s, "peace.card", card=text.card(card), **said)


async def wars(s: State) -> str:
    """Let NPCs decide about peace and war among themselves and against persons, once no more peace can be offered."""
    new_action(s)
    for human in humans(s):
        for npc in by_vp(s, npcs(s)):
            if not (is_enemy(s, npc, human) or human in s.civs[npc].reconciled or are_mates(s, npc, human)):
                threaten(s, npc, human)
    for npc in npcs(s):
        make_peace(s, npc)
    for npc in npcs(s):
        seek_war(s, npc)
    return AFTER


def threaten(s: State, npc: str, human: str) -> None:
    """Draw whether the NPC becomes enemy to that person; if so, end its quarrels with other NPCs on both sides."""
    n = min(RULES.war_draws, len(for_war(s, npc, human)))
    if not draw_test_disks(s, "war", npc, human, n, BLACK):
        return
    make_enemy(s, npc, human)
    for other in npcs(s):
        end_enmity(s, npc, other)
        end_enmity(s, other, npc)


def make_peace(s: State, npc: str) -> None:
    """Test whether the NPC makes peace with each NPC it is enemy to; a pair is tested once (RUL-170)."""
    for other in fewest_first(s, npcs(s)):
        if not is_enemy(s, npc, other) or (is_enemy(s, other, npc) and s.order.index(other) < s.order.index(npc)):
            continue
        if draw_test_disks(s, "npc_peace", npc, other, len(for_peace(s, npc, other)), WHITE):
            reconcile(s, npc, other)


def seek_war(s: State, npc: str) -> None:
    """Test whether an NPC at peace becomes enemy to another one at peace; after its first enemy it stops."""
    for other in fewest_first(s, (other for other in without_mates(s, npc, npcs(s)) if other != npc)):
        if not at_peace(s, npc):
            return
        if at_peace(s, other) and draw_test_disks(
            s, "npc_war", npc, other, min(RULES.war_draws, len(for_war(s, npc, other))), BLACK
        ):
            make_enemy(s, npc, other)


def at_peace(s: State, npc: str) -> bool:
    """Return whether the NPC is enemy to no civ and has not made peace this turn."""
    return not s.civs[npc].enemies and not s.civs[npc].reconciled


def draw_test_disks(s: State, test: str, npc: str, other: str, n: int, wanted: str, *, nothing: str = "none") -> bool:
    """Draw n disks for a test and tell them. Whether a disk of the wanted colour is among them (RUL-168).

    `nothing`: which sentence tells that none was drawn.
    """
    found = draw(s, max(0, n))
    said = list_of(Message(f"pool.of.{colour}", {"n": found.count(colour)}) for colour in dict.fromkeys(found))
    result = "yes" if wanted in found else "no" if found else nothing
    tell(s, f"hostility.{test}.{result}", civ=text.civ(npc), other=text.civ(other), disks=said)
    return wanted in found


HOSTILITY_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {PEACE: offers, WAR: wars}
