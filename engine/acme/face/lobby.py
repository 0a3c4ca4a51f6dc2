"""The options of ACME in the lobby, and how they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.acme.catalog import CARDS, CIVS, MAPS, RULES, homes, playable
from engine.acme.face.rivals import CHALLENGES, RIVALS, changed_for_npcs, told_for_npcs
from engine.acme.face.said import roman, said
from engine.acme.options import CHOICES, EXPLORATION_CHOICES, NPC_CHOICES, RETURNS
from engine.core.game import Choice
from engine.core.lobby import Box, Left, Lobby

FLAGS: Final = ("initial_deities", "double_disks", "final_epoch_event")
KNOWN: Final = (*FLAGS, "map", "epochs", "vp_target", "turns", "gilgamesh_returns", "negate_window", "without_events")
MANY: Final = 9
EXPLORATION: Final = "exploration"


class AcmeLobby(Lobby):
    """Maps, ends, house options, Events left out, Gilgamesh."""

    choices: Sequence[Choice] = (*CHOICES, *EXPLORATION_CHOICES, *NPC_CHOICES)
    ends: Mapping[str, str] = MappingProxyType({"epochs": "epochs", "vp_target": "vp", "turns": "turns"})
    lengths = ("epochs", "vp_target")
    boxes = (*(Box(flag) for flag in FLAGS), Box("negate_window", "holders", "sealed"))
    left = Left(
        "without_events", "card", tuple(c.token for c in CARDS.values() if c.is_event), ("all", "events", "allevents")
    )
    picks: Mapping[str, tuple[str, ...]] = MappingProxyType({"gilgamesh_returns": tuple(RETURNS)})
    map = "map"
    short: Mapping[str, Any] = MappingProxyType({"map": "abbreviated_western"})
    rivals = RIVALS

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """The options with the defaults: another end takes the place of the Epochs, with NPCs all four are played."""
        own_end = any(options.get(name) for name in ("vp_target", "turns"))
        defaults = {choice.name: choice.default for choice in self.choices}
        epochs = 0 if own_end else RULES.epochs if npcs or scenario == EXPLORATION else defaults["epochs"]
        return {**defaults, "epochs": epochs, **options}

    def maps(self) -> Sequence[tuple[str, str]]:
        """The maps of the standard game."""
        return [(m.id, m.name) for m in MAPS.values() if m.standard]

    def map_line(self, board: str) -> str:
        """How many areas and civilizations a map has."""
        return said("lobby.map_line", areas=len(playable(board)), civs=len(civs_of(board)))

    def length(self, options: Mapping[str, Any]) -> str:
        """When the game ends, in a few words."""
        if options.get("vp_target"):
            return said("option.vp_target", n=options["vp_target"])
        if options.get("turns"):
            return said("option.turns", n=options["turns"])
        return said("option.epochs", n=roman(int(options["epochs"]))) if options.get("epochs") else ""

    def changed(self, options: Mapping[str, Any]) -> list[str]:
        """The house options that are not as in the rules."""
        parts = [said(f"option.{name}") for name in FLAGS if options.get(name)]
        if times(options) != 1:
            parts.append(gilgamesh(times(options)))
        if options.get("negate_window") == "holders":
            parts.append(said("option.negate_window_holders"))
        if options.get("without_events") is True:
            parts.append(said("option.without_all_events"))
        elif options.get("without_events"):
            parts.append(said("option.without_events", n=len(options["without_events"])))
        return [*parts, *changed_for_npcs(options)]

    def told(self) -> frozenset[str]:
        """All of them."""
        return frozenset(KNOWN) | told_for_npcs()

    def picked(self, _name: str, options: Mapping[str, Any]) -> str:
        """How often Gilgamesh may return, as the form has it."""
        return {0: "off", 1: "once"}.get(times(options), "any")

    def peoples(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Those with a Home Area on the map."""
        board = MAPS.get(str(self.effective(options)["map"]))
        return [civ for civ in CIVS if board is not None and homes(civ, board.id, 1)]

    def challenge(self, scenario: str, npcs: int) -> str:
        """How hard the Playbook calls it against so many NPCs (p. 50), or that they are unknown yet."""
        if scenario == EXPLORATION:
            return said("challenge.found")
        return said(f"challenge.{CHALLENGES[min(npcs, len(CHALLENGES)) - 1]}") if npcs else ""

    def warnings(self, options: Mapping[str, Any]) -> Sequence[str]:
        """That only those who can answer are asked."""
        return [said("start.holders")] if options.get("negate_window") == "holders" else []


def times(options: Mapping[str, Any]) -> int:
    """How often Gilgamesh may return, however it was written."""
    written = options.get("gilgamesh_returns", "once")
    if isinstance(written, bool) or not isinstance(written, int | str):
        return MANY + 1 if written else 1
    return written if isinstance(written, int) else {"once": 1, "off": 0}.get(written, MANY + 1)


def gilgamesh(n: int) -> str:
    """How often Gilgamesh may return."""
    if n == 0:
        return said("option.gilgamesh_returns_0")
    return said("option.gilgamesh_any") if n < 0 or n > MANY else said("option.gilgamesh_returns", n=n)


def civs_of(map_id: str) -> list[str]:
    """The civilizations that have a Home Area on a map."""
    return [c for c in CIVS if any(homes(c, map_id, epoch) for epoch in range(1, 5))]
