"""Advantages and drawbacks that a table has agreed on, for persons, NPCs and Invaders (Playbook, Challenge Level)."""

from __future__ import annotations

from engine.acme.catalog import RULES
from engine.acme.state import State
from engine.acme.verbs import gain_mina, gain_vp, tell
from engine.core import text


def knob(s: State, civ: str, name: str) -> int:
    """What the option `human_<name>` or `npc_<name>` says for the civ, by whose it is."""
    value: int = getattr(s.options, f"{'npc' if s.civs[civ].npc else 'human'}_{name}")
    return value


def growth_due(s: State, civ: str, income: int) -> int:
    """The growth disks of the civ for that income: the guaranteed least, and what is added or taken after that."""
    c, more = s.civs[civ], s.options.invader_growth if s.civs[civ].invader else 0
    least = c.least_growth or RULES.min_growth
    if not c.npc:
        least = max(least, s.options.human_least_growth)
    due = max(least + max(0, more), income) + min(0, more)
    return max(0, due + knob(s, civ, "growth"))


def more_cards(s: State, civ: str) -> int:
    """Cards drawn beside those of the rules in a Draw Step; an Invader's bonus cards among them."""
    return knob(s, civ, "cards") + (s.options.invader_cards if s.civs[civ].invader else 0)


def first_cards(s: State, civ: str) -> int:
    """How many cards the civ begins with."""
    return RULES.start_cards + (0 if s.civs[civ].npc else s.options.human_hand)


def give_first_mina(s: State) -> None:
    """Mina that are agreed on for the beginning of the game."""
    for civ in s.order:
        _give_mina(s, civ, knob(s, civ, "mina"))


def give_mina_of_turn(s: State, civ: str) -> None:
    """Mina that are agreed on for the beginning of each Card Phase."""
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
        tell(s, "npc.bonus", civs=text.listed([text.civ(civ) for civ in npcs]), n=n)
