"""What can be set about NPCs in the lobby of ACME, and how it reads (Playbook, Solitaire Scenario Crafting)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.acme.presentation.names import NAMES
from engine.acme.presentation.said import said
from engine.acme.setup.options import INVADERS, PLAYERS, STRONG
from engine.core.lobby import Rivals

CHALLENGES: Final = ("easy", "solid", "hard")
BONUS: Final = "npc_bonus_vp"
USUAL: Final = "normal"
FLAGS: Final[Mapping[str, Mapping[Any, str]]] = {
    "npc": {STRONG: "npc_strong"},
    "npc_method": {"b": "npc_method_b"},
    "npc_homes": {"any": "npc_homes_any"},
    "hostility": {False: "no_hostility"},
}
LEVELS: Final[Mapping[str, Collection[str]]] = {"player": PLAYERS, "invaders": INVADERS}
SIGNED: Final = ("human_cards", "npc_cards", "human_growth", "npc_growth", "human_hand", "invader_growth")
PLAIN: Final = (
    "human_least_growth",
    "human_mina",
    "npc_mina",
    "human_mina_each_turn",
    "npc_mina_each_turn",
    "unknown_npcs",
)
RIVALS: Final = Rivals(
    pick="gilgamesh_returns",
    presets={
        "strong": {"npc": STRONG},
        "no_hostility": {"hostility": False},
        "no_bonus": {BONUS: 0},
        "bonus": {BONUS: 1},
        "bonus_two": {BONUS: 2},
        "npc_cards": {"npc_cards": 1},
        "npc_growth": {"npc_growth": 2},
        "stronger": {"player": "stronger"},
        "weaker": {"player": "weaker"},
        "invaders_stronger": {"invaders": "stronger"},
        "invaders_weaker": {"invaders": "weaker"},
        "npc_deity": {"npc_deity": True},
    },
)


def changed_for_npcs(options: Mapping[str, Any]) -> list[str]:
    """What has been set about NPCs, and about persons to even it out, in words."""
    parts = [said(f"option.{texts[options[n]]}") for n, texts in FLAGS.items() if options.get(n) in texts]
    levels = {n: options.get(n, USUAL) for n in LEVELS}
    parts += [said(f"option.{n}_{level}") for n, level in levels.items() if level != USUAL and level in LEVELS[n]]
    if BONUS in options:
        parts.append(said("option.npc_bonus_vp", n=options[BONUS]) if options[BONUS] else said("option.no_npc_bonus"))
    parts += [said(f"option.{n}", n=f"{options[n]:+d}") for n in SIGNED if options.get(n)]
    parts += [said(f"option.{n}", n=options[n]) for n in PLAIN if options.get(n)]
    parts += [said("option.invader_cards", n=options["invader_cards"])] if "invader_cards" in options else []
    parts += [said("option.npc_deity")] if options.get("npc_deity") else []
    return [*parts, *left_out(options.get("without_civs") or ())]


def left_out(civs: Any) -> list[str]:
    """Which civilizations no NPC will be, however they were written."""
    named = civs.replace(",", " ").lower().split() if isinstance(civs, str) else civs
    return [said("option.without_civs", civs=", ".join(NAMES.name("civ", civ) for civ in named))] if named else []
