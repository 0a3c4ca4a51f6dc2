"""NPCs and the Gilgamesh Rule: they come back as another people once, then they are out (RUL-166, RUL-167)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.culture.lordship import catch_up
from engine.acme.facts.catalog import RULES
from engine.acme.npc.entry import foe_of, near_foe, nearest_civs, open_edge, row_of, weakest
from engine.acme.npc.ranks import best_first
from engine.acme.npc.relations import end_enmity, forget, make_enemy, npcs
from engine.acme.npc.reveals import chosen_by_cards, reveal
from engine.acme.phases.game_end import finish
from engine.acme.questions.board import is_last_epoch, occupied_areas, on_map
from engine.acme.questions.players import players
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import discard, new_action, pay_mina, tell, tell_enmity
from engine.acme.verbs.deity_verbs import set_deity
from engine.acme.verbs.replacement import come_back, give_up_deities, give_up_disks, open_civs, strike_out
from engine.acme.verbs.sequence import leave_order
from engine.core import chance, text
from engine.core.message import count_noun

ALONE = "alone"


async def test_npc(s: State, npc: str) -> bool:
    """Return whether the NPC gives up its people: it comes back as another one, or is out of the game."""
    if not is_tested(s, npc) or not await invokes(s, npc):
        return False
    new_action(s)
    if s.civs[npc].gilgamesh < s.options.gilgamesh_returns:
        await return_as_another(s, npc)
    else:
        eliminate(s, npc)
    return True


def is_tested(s: State, npc: str) -> bool:
    """Return whether it has 6 disks or fewer on the map, in a game with Gilgamesh; not in the first turn played nor in
    the last Epoch.
    """
    if s.turns == 1 or is_last_epoch(s) or not s.options.gilgamesh_returns:
        return False
    final = s.civs[npc].gilgamesh >= s.options.gilgamesh_returns
    return on_map(s, npc) <= RULES.gilg_max_disks and (final or bool(open_civs(s, npc)))


async def invokes(s: State, npc: str) -> bool:
    """Return whether it comes back: with the fewest VP always, otherwise if a revealed card is even."""
    if weakest(s, npc):
        tell(s, "gilgamesh.weakest", civ=text.civ(npc), n=count_noun(on_map(s, npc), "disk"))
        return True
    card = await reveal(s, npc, "gilgamesh.tested")
    return bool(card) and card % 2 == 0


async def return_as_another(s: State, npc: str) -> None:
    """Remove its old civilization; the entry area decides which one it comes back as, and against whom."""
    tell(s, "gilgamesh.left", focus=occupied_areas(s, npc), civ=text.civ(npc), n=count_noun(on_map(s, npc), "disk"))
    row = row_of(s, npc, await reveal(s, npc, "gilgamesh.entry"))
    foe = foe_of(s, npc, row)
    give_up_disks(s, npc)
    give_up_deities(s, npc)
    entry = await entry_area(s, npc, row, foe)
    near = nearest_civs(s, npc, entry, open_civs(s, npc))
    new = await draw_equal_chance(s, npc, near)
    tell(s, "gilgamesh.nearest", focus=(entry,), civ=text.civ(npc), area=text.area(entry), new=text.civ(new))
    await come_back(s, npc, new)
    catch_up(s, new)
    begin_anew(s, new, foe)


async def entry_area(s: State, npc: str, row: str, foe: str) -> str:
    """Return where it enters. Between equal vacant edges the highest card decides, whatever the method."""
    if row != "open":
        return await draw_equal_chance(s, npc, best_first(s, npc, near_foe(s, npc, row, foe, open_civs(s, npc))))
    found = open_edge(s)
    shown = [await reveal(s, npc) for _ in found] if len(found) > 1 else [0]
    return found[shown.index(max(shown))]


async def draw_equal_chance(s: State, npc: str, equals: Sequence[str]) -> str:
    """Return one of equal chances, given best first (RUL-134)."""
    if len(equals) > 1 and s.options.npc_method == "b" and not s.pondering:
        return (await chosen_by_cards(s, npc, [(one,) for one in equals]))[0]
    return equals[0]


def begin_anew(s: State, npc: str, foe: str) -> None:
    """Start the incoming NPC's enmities anew: that civ or nobody; give it a random Deity."""
    c = s.civs[npc]
    for enemy in list(c.enemies):
        end_enmity(s, npc, enemy)
    if foe and make_enemy(s, npc, foe):
        tell_enmity(s, npc, foe)
    if not c.deity and s.available:
        deity = chance.pick(s, s.available)
        set_deity(s, npc, deity)
        tell(s, "gilgamesh.deity", civ=text.civ(npc), deity=text.thing("deity", deity))


def eliminate(s: State, npc: str) -> None:
    """Remove the NPC: its pieces, cards and mina, its place in Turn Order, and all enmities."""
    c = s.civs[npc]
    tell(s, "gilgamesh.out_with", focus=occupied_areas(s, npc), civ=text.civ(npc), vp=c.vp)
    give_up_disks(s, npc)
    give_up_deities(s, npc)
    for card in list(c.hand):
        discard(s, npc, card)
    pay_mina(s, npc, c.mina)
    strike_out(s, npc)
    forget(s, npc)
    leave_order(s, npc)


def ends_by_victory(s: State) -> bool:
    """Return whether all NPCs are out and one person is left, who wins at once; then the game is over.

    A fallen part of an empire doesn't count, whoever played it (Playbook, Alexander; N-170).
    """
    unknown = s.exploration is not None and bool(s.exploration.unknown)
    gone = [civ for civ, c in s.civs.items() if c.npc and c.out and not special(s).empire(s, civ)]
    if npcs(s) or unknown or len(players(s)) != 1 or not gone:
        return False
    s.reason = ALONE
    finish(s)
    return True
