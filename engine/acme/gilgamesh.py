"""Gilgamesh: a player leaves a civilization and comes back as another (ACME §10.4, RUL-114, RUL-123, RUL-124)."""

from __future__ import annotations

from engine.acme.board import disks, has_ability, is_home_of_another, is_last_epoch, occupied, on_map
from engine.acme.catalog import CIVS, RULES, homes
from engine.acme.clock import to_last_place
from engine.acme.setup import choose_home, give_letters, initial_placement, take_civ
from engine.acme.state import State
from engine.acme.temples import MONOTHEISM, MONOTHEISM_CARD, give_up_deity, release_captured, set_deity
from engine.acme.verbs import box_to_supply, drop_investment, new_action, remove, tell
from engine.core import chance, text
from engine.core.ask import choose

STAY, LEAVE = "stay", "leave"


async def gilgamesh(s: State) -> str:
    """One civ in Turn Order may leave; it is then last, so that the next one has moved into its place."""
    if s.active >= len(s.order) or s.civs[s.order[s.active]].came_back:
        return "reckoning.sudden"
    civ = s.order[s.active]
    if may_leave(s, civ) and await choose(civ, "gilgamesh.invoke", [STAY, LEAVE], civ=text.civ(civ)) == LEAVE:
        await leave(s, civ)
    else:
        s.active += 1
    return "reckoning.gilgamesh"


def may_leave(s: State, civ: str) -> bool:
    """6 disks or fewer on the map, a return left, not in the first turn played nor in the last Epoch (RUL-123)."""
    if s.turns == 1 or is_last_epoch(s) or s.civs[civ].gilgamesh >= s.options.gilgamesh_returns:
        return False
    return on_map(s, civ) <= RULES.gilg_max_disks and bool(open_civs(s, civ))


def open_civs(s: State, leaver: str) -> list[str]:
    """Civs nobody plays with a home on this map in this Epoch that is no other active civ's, by name."""
    return [
        civ
        for civ in sorted(CIVS)
        if civ not in s.civs and any(not is_home_of_another(s, leaver, h) for h in homes(civ, s.map, s.epoch))
    ]


async def leave(s: State, civ: str) -> None:
    """The old people go, a new one comes; VP, mina and hand stay with the player (RUL-124)."""
    new_action(s)
    tell(s, "gilgamesh.left", focus=occupied(s, civ), civ=text.civ(civ), n=text.counted(on_map(s, civ), "disk"))
    give_up_disks(s, civ)
    give_up_deities(s, civ)
    new = await choose(civ, "gilgamesh.civ", open_civs(s, civ), civ=text.civ(civ))
    await come_back(s, civ, new)


def give_up_disks(s: State, civ: str) -> None:
    """Disks from map, Investments and Growth Box to Supply; cubes go, those Investments are discarded."""
    for area in occupied(s, civ):
        remove(s, civ, area, disks(s, civ, area))
    for card in list(s.civs[civ].investments):
        drop_investment(s, civ, int(card))
    box_to_supply(s, civ, s.civs[civ].box)


def give_up_deities(s: State, civ: str) -> None:
    """Its own Deity and the blocks it has captured become Available; its block at a captor's stays there (RUL-114)."""
    give_up_deity(s, civ)
    for deity in sorted(s.civs[civ].captured):
        release_captured(s, civ, deity)


async def come_back(s: State, old: str, new: str) -> None:
    """The new civ in the old one's seat: Home Area, last in Turn Order, first disks as at set-up."""
    take_civ(s, old, new)
    c = s.civs[new]
    c.home, c.letter, c.mountains, c.peace = "", "", [], ""
    give_letters(s)
    c.home = await choose_home(s, new, "gilgamesh.home")
    c.gilgamesh += 1
    c.came_back = True
    to_last_place(s, new)
    said = {"civ": text.civ(new), "old": text.civ(old), "area": text.area(c.home)}
    tell(s, "gilgamesh.came", focus=(c.home,), **said)
    bring_monotheism(s, new)
    await initial_placement(s, new, RULES.gilg_return_disks, "gilgamesh.deploy")


def bring_monotheism(s: State, civ: str) -> None:
    """The Israelites enter with Monotheism, unless another civ has its card in hand or in play (RUL-026)."""
    if not has_ability(s, civ, "start_deity"):
        return
    pile = next((p for p in (s.deck, s.discard, s.civs[civ].hand) if MONOTHEISM_CARD in p), None)
    if pile is None:
        return
    pile.remove(MONOTHEISM_CARD)
    set_deity(s, civ, MONOTHEISM)
    if pile is not s.civs[civ].hand:
        chance.shuffle(s, s.deck)
    tell(s, "gilgamesh.deity", civ=text.civ(civ), deity=text.deity(MONOTHEISM))
