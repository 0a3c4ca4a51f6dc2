"""Positions of the scenarios with Rome: its card 31 and Parthia's card 18 stay their own."""

from __future__ import annotations

from typing import Any

from engine.core.toml import write
from tests.acme.story import Story

ROME, PONTUS, SELEUCIDS, PARTHIA = "assyria", "greeks", "medes_persians", "medes_persians"
NPC = {"by": "npc", "npc": True}
HOMES = {
    "mithridates": {ROME: "thrace", PONTUS: "pala", SELEUCIDS: "aleppo", "egypt": "nile_delta"},
    "rome_vs_parthia": {ROME: "aleppo", PARTHIA: "ctesiphon"},
}
MAPS = {"mithridates": "abbreviated_western", "rome_vs_parthia": "western"}
SAFE = {"mithridates": {ROME: 31}, "rome_vs_parthia": {ROME: 31, PARTHIA: 18}}


def position(scenario: str, areas: dict[str, str], phase: str = "card", **more: Any) -> Story:
    """The civs of the scenario; keywords that name a civ are its facts, all others keys of the position."""
    civs: dict[str, dict[str, Any]] = {name: {"home": home, "hand": []} for name, home in HOMES[scenario].items()}
    for name, card in SAFE[scenario].items():
        civs[name] |= {"safe": [card], "hand": [card]}
    civs = {name: {**facts, **more.pop(name, {})} for name, facts in civs.items()}
    if scenario == "rome_vs_parthia":
        civs = {name: {"disks": 98, **facts} for name, facts in civs.items()}
        more |= {"neutrals": {"ptolemies": {"colour": "orange", "letter": "E", "disks": 50}}}
    top = {"game": "acme", "scenario": scenario, "map": MAPS[scenario], "epoch": 4, "phase": phase, "seed": "rome"}
    return Story(write({**top, "order": list(civs), **more, "civs": civs, "areas": areas}))
