"""A people leaves the map and another comes in its player's seat (ACME §10.4, RUL-026, RUL-114, RUL-124)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.facts.catalog import CIVS, homes
from engine.acme.fight.stack import drop_standing
from engine.acme.npc.relations import forget
from engine.acme.questions.board import disks, has_ability, is_home_of_another, occupied_areas
from engine.acme.setup.handicaps import return_disks
from engine.acme.setup.setup import choose_home, give_letters, initial_placement, take_civ
from engine.acme.state import State
from engine.acme.verbs.basic import box_to_supply, discard, drop_investment, let_go, lose_gold, pay_mina, remove, tell
from engine.acme.verbs.culture_verbs import leave_tracks
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD, give_up_deity, release_captured, set_deity
from engine.acme.verbs.sequence import leave_order, to_last_place
from engine.core import chance, text


def open_civs(s: State, leaver: str) -> list[str]:
    """Return unplayed civs with a free home on this map in this Epoch, by name.

    An NPC doesn't come back as a civ that the table has set aside (Playbook, Player and NPC Civilizations). In a
    contemporaneous game only civs of this Epoch are open, if there are any (RUL-028).
    """
    aside = {*s.civs, *(s.options.without_civs if s.civs[leaver].npc else ())}
    found = [
        civ
        for civ in sorted(CIVS)
        if civ not in aside and any(not is_home_of_another(s, leaver, h) for h in homes(civ, s.map, s.epoch))
    ]
    return contemporaries(s, found) or found


def contemporaries(s: State, civs: Sequence[str]) -> list[str]:
    """Return the civs of the present Epoch in a contemporaneous game, else all of them (RUL-028)."""
    return [civ for civ in civs if not s.options.contemporaneous or s.epoch in CIVS[civ].epochs]


def give_up_disks(s: State, civ: str) -> None:
    """Return disks from map, Investments and Growth Box to Supply; remove cubes and Gold, and discard those
    Investments.
    """
    for area in occupied_areas(s, civ):
        remove(s, civ, area, disks(s, civ, area))
    for card in list(s.civs[civ].investments):
        drop_investment(s, civ, int(card))
    box_to_supply(s, civ, s.civs[civ].box)
    for area in [a for a, owner in s.gold.items() if owner == civ]:
        lose_gold(s, area)


def give_up_deities(s: State, civ: str) -> None:
    """Make its own Deity and captured blocks Available; its block at a captor's stays there (RUL-114)."""
    give_up_deity(s, civ)
    for deity in sorted(s.civs[civ].captured):
        release_captured(s, civ, deity)


def fall(s: State, civ: str) -> None:
    """Take the civ out of the game; its disks stay on the map without a player.

    Its Display and all on it, its cards and mina are removed; its VP are kept, and its place in Turn Order closes.
    """
    c = s.civs[civ]
    for card in [int(n) for n in c.investments]:
        drop_investment(s, civ, card)
    for card in [int(n) for n in c.standing]:
        drop_standing(s, civ, card)
    for card in list(c.safe):
        let_go(s, civ, card)
    for card in list(c.hand):
        discard(s, civ, card)
    box_to_supply(s, civ, c.box)
    pay_mina(s, civ, c.mina)
    give_up_deities(s, civ)
    leave_tracks(s, civ)
    c.home, c.displays, c.out = "", [], True
    forget(s, civ)
    close_place(s, civ)


def close_place(s: State, civ: str) -> None:
    """Close the civ's place in Turn Order; the turn stays with the same civ."""
    before = s.order.index(civ) < s.active
    leave_order(s, civ)
    s.active -= int(before)


async def come_back(s: State, old: str, new: str) -> None:
    """Put the new civ in the old one's seat: Home Area, last in Turn Order, first disks as at set-up."""
    take_civ(s, old, new)
    c = s.civs[new]
    c.home, c.letter, c.mountains, c.peace = "", "", [], ""
    c.name, c.invader, c.least_growth, c.exiled = "", False, 0, False
    give_letters(s)
    c.home = await choose_home(s, new, "gilgamesh.home")
    c.gilgamesh += 1
    c.came_back = True
    to_last_place(s, new)
    said = {"civ": text.civ(new), "old": text.civ(old), "area": text.area(c.home)}
    tell(s, "gilgamesh.came", focus=(c.home,), **said)
    bring_monotheism(s, new)
    await initial_placement(s, new, return_disks(s, new), "gilgamesh.deploy")


def bring_monotheism(s: State, civ: str) -> None:
    """Let the Israelites enter with Monotheism, unless another civ has its card in hand or in play (RUL-026)."""
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


def strike_out(s: State, npc: str) -> None:
    """Take the NPC out for good: it has no home and no VP any longer (ACME §16)."""
    c = s.civs[npc]
    leave_tracks(s, npc)
    c.vp, c.scored, c.home, c.out = 0, {}, "", True
