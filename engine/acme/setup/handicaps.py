"""Advantages and drawbacks agreed on for persons, NPCs and Invaders (Playbook, Challenge Level)."""

from __future__ import annotations

from engine.acme.facts.catalog import RULES
from engine.acme.questions.players import is_double, is_single
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import gain_mina, gain_vp, tell
from engine.core import text
from engine.core.message import list_of


def knob(s: State, civ: str, name: str) -> int:
    """Return the value of the option `human_<name>` or `npc_<name>` for the civ."""
    value: int = getattr(s.options, f"{'npc' if s.civs[civ].npc else 'human'}_{name}")
    return value


def growth_due(s: State, civ: str, income: int) -> int:
    """Return the growth disks of the civ for that income: the guaranteed least, and what is added or taken after
    that.
    """
    more = s.options.invader_growth if s.civs[civ].invader else 0
    due = max(least_growth(s, civ) + max(0, more), income) + min(0, more)
    return special(s).growth(s, civ, max(0, due + knob(s, civ, "growth")))


def least_growth(s: State, civ: str) -> int:
    """Return the growth disks the civ is sure of: 3, 6 against two civs, or what its scenario or the table says."""
    least = s.civs[civ].least_growth or (RULES.one_min_growth if is_single(s, civ) else RULES.min_growth)
    return least if s.civs[civ].npc else max(least, s.options.human_least_growth)


def base_draw(s: State, civ: str) -> int:
    """Return the cards of a Draw Step before Cities, mina and Display count: 3, 4 against two civs, or what its
    scenario says.
    """
    return special(s).cards(s, civ, RULES.one_base_draw if is_single(s, civ) else RULES.base_draw)


def more_cards(s: State, civ: str) -> int:
    """Return the cards drawn beside those of the rules in a Draw Step; an Invader's bonus cards among them."""
    return knob(s, civ, "cards") + (s.options.invader_cards if s.civs[civ].invader else 0)


def first_cards(s: State, civ: str) -> int:
    """Return how many cards the civ begins with."""
    most = RULES.two_start_cards if is_double(s, civ) else special(s).hand(s, civ, RULES.start_cards)
    return most + (0 if s.civs[civ].npc else s.options.human_hand)


def start_disks(s: State, civ: str) -> int:
    """Return how many disks the civ places before the game: 12, or 16 against two civs."""
    return RULES.one_start_disks if is_single(s, civ) else special(s).first_disks(s, civ, RULES.start_disks)


def return_disks(s: State, civ: str) -> int:
    """With how many disks its player comes back by Gilgamesh: against two civs 50 percent more, rounded up."""
    percent = RULES.one_gilg_percent if is_single(s, civ) else 100
    return -(-RULES.gilg_return_disks * percent // 100)


def give_first_mina(s: State) -> None:
    """Give the mina agreed on for the beginning of the game."""
    for civ in s.order:
        _give_mina(s, civ, knob(s, civ, "mina"))


def give_mina_of_turn(s: State, civ: str) -> None:
    """Give the mina agreed on for the beginning of each Card Phase."""
    _give_mina(s, civ, knob(s, civ, "mina_each_turn"))


def _give_mina(s: State, civ: str, n: int) -> None:
    if n:
        gain_mina(s, civ, n)
        tell(s, "option.mina", civ=text.civ(civ), n=n)


def bonus_vp(s: State) -> None:
    """The bonus VP of every NPC in a Victory Tally (Playbook, NPC Bonus VPs)."""
    n = s.options.npc_bonus_vp
    npcs = [civ for civ in s.order if s.civs[civ].npc] if n else []
    for civ in npcs:
        gain_vp(s, civ, n, "npc")
    if npcs:
        tell(s, "npc.bonus", civs=list_of([text.civ(civ) for civ in npcs]), n=n)
