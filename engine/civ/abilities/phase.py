"""Who uses abilities in which order, and what follows (CIV §17)."""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.abilities.registry import Ability, abilities_of
from engine.civ.board import mega, nations_in_play
from engine.civ.catalog import rank
from engine.civ.state import State
from engine.civ.support import support_all, trim
from engine.core.ask import choose

DONE = "done"


async def begin(s: State) -> str:
    """Order the holders: classic in A.S.T. order; mega with the furthest marker first (CIV §17.1, §17.2)."""
    order = [n for n in nations_in_play(s) if held_abilities(s, n)]
    if mega(s):
        order.sort(key=lambda n: (-s.nations[n].space, rank(n)))
    verbs.put_in_order(s, order)
    return verbs.go_on(s, "ability" if order else after(s))


def after(s: State) -> str:
    """Return the next step: conflicts with the mega deck, else support (CIV §17.3)."""
    return "unrest.tokens" if mega(s) else "unrest.support"


async def use(s: State) -> str:
    """Let the next holder use each of its abilities once or not at all, in the order it likes."""
    name = s.order[s.active]
    left = held_abilities(s, name)
    while usable := [card for card in left if left[card].usable(s, name)]:
        card = await choose(name, "ability.use", [DONE, *usable])
        if card == DONE:
            break
        verbs.new_action(s)
        await left.pop(card).use(s, name)
    return verbs.next_turn_of(s, after(s))


def held_abilities(s: State, name: str) -> dict[str, Ability]:
    """Return the abilities of the nation's advances, in the order of the deck."""
    return abilities_of("mega" if mega(s) else "classic", s.nations[name].advances)


async def settle(s: State) -> str:
    """Remove surplus (mega); support cities again (both decks) (CIV §17.3)."""
    if mega(s):
        trim(s)
    await support_all(s)
    return verbs.go_on(s, "advances")
