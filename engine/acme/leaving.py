"""A people leaves the map and another comes in its player's seat (ACME §10.4, RUL-026, RUL-114, RUL-124)."""

from __future__ import annotations

from engine.acme.board import disks, has_ability, is_home_of_another, occupied
from engine.acme.catalog import CIVS, RULES, homes
from engine.acme.clock import to_last_place
from engine.acme.setup import choose_home, give_letters, initial_placement, take_civ
from engine.acme.state import State
from engine.acme.temples import MONOTHEISM, MONOTHEISM_CARD, give_up_deity, release_captured, set_deity
from engine.acme.verbs import box_to_supply, drop_investment, lose_gold, remove, tell
from engine.core import chance, text


def open_civs(s: State, leaver: str) -> list[str]:
    """Civs nobody plays with a home on this map in this Epoch that is no other active civ's, by name.

    An NPC comes back as none of those that the table has set aside (Playbook, Player and NPC Civilizations).
    """
    aside = {*s.civs, *(s.options.without_civs if s.civs[leaver].npc else ())}
    return [
        civ
        for civ in sorted(CIVS)
        if civ not in aside and any(not is_home_of_another(s, leaver, h) for h in homes(civ, s.map, s.epoch))
    ]


def give_up_disks(s: State, civ: str) -> None:
    """Disks from map, Investments and Growth Box to Supply; cubes and Gold go, those Investments are discarded."""
    for area in occupied(s, civ):
        remove(s, civ, area, disks(s, civ, area))
    for card in list(s.civs[civ].investments):
        drop_investment(s, civ, int(card))
    box_to_supply(s, civ, s.civs[civ].box)
    for area in [a for a, owner in s.gold.items() if owner == civ]:
        lose_gold(s, area)


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
    tell(s, "gilgamesh.deity", civ=text.civ(civ), deity=text.thing("deity", MONOTHEISM))
