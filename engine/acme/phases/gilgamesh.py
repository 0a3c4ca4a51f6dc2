"""The Gilgamesh Step: a player leaves a civilization and comes back as another (ACME §10.4, RUL-123, RUL-124)."""

from __future__ import annotations

from engine.acme.culture.lordship import catch_up
from engine.acme.facts.catalog import RULES
from engine.acme.fight.openly import plays_openly
from engine.acme.npc.gilgamesh import ends_by_victory, test_npc
from engine.acme.questions.board import is_last_epoch, occupied_areas, on_map
from engine.acme.questions.players import is_single
from engine.acme.state import State
from engine.acme.verbs.basic import new_action, tell
from engine.acme.verbs.replacement import come_back, give_up_deities, give_up_disks, open_civs
from engine.core import text
from engine.core.ask import choose
from engine.core.message import count_noun

STAY, LEAVE = "stay", "leave"


async def gilgamesh(s: State) -> str | None:
    """Let one civ in Turn Order leave; it is then last, so the next one has moved into its place."""
    if s.active >= len(s.order) or s.civs[s.order[s.active]].came_back:
        return "reckoning.sudden"
    civ = s.order[s.active]
    if not await gives_up(s, civ):
        s.active += 1
    return None if ends_by_victory(s) else "reckoning.gilgamesh"


async def gives_up(s: State, civ: str) -> bool:
    """Return whether the civ leaves, and carry that out: an NPC by its own rules, a person by choice."""
    if plays_openly(s, civ):
        return await test_npc(s, civ)
    if may_leave(s, civ) and await choose(civ, "gilgamesh.invoke", [STAY, LEAVE], civ=text.civ(civ)) == LEAVE:
        await leave(s, civ)
        return True
    return False


def may_leave(s: State, civ: str) -> bool:
    """Return whether it has 6 disks or fewer on the map and a return left, not in the first turn played nor the last
    Epoch (RUL-123).

    One civ against two may leave in the last Epoch too (Playbook, One vs. Two).
    """
    too_late = is_last_epoch(s) and not is_single(s, civ)
    if s.turns == 1 or too_late or s.civs[civ].gilgamesh >= s.options.gilgamesh_returns:
        return False
    return on_map(s, civ) <= RULES.gilg_max_disks and bool(open_civs(s, civ))


async def leave(s: State, civ: str) -> None:
    """Replace the old civilization by a new one; VP, mina and hand stay with the player (RUL-124)."""
    new_action(s)
    tell(s, "gilgamesh.left", focus=occupied_areas(s, civ), civ=text.civ(civ), n=count_noun(on_map(s, civ), "disk"))
    give_up_disks(s, civ)
    give_up_deities(s, civ)
    new = await choose(civ, "gilgamesh.civ", open_civs(s, civ), civ=text.civ(civ))
    await come_back(s, civ, new)
    catch_up(s, new)
