"""An NPC in its Deployment Step with so many disks, from a notated position: what it places, and by which priority."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.acme.effects.plans import DONE
from engine.acme.game import GAME
from engine.acme.npc.hooks import answer, thoughtful
from engine.acme.phases.growth import deployment_step
from engine.acme.state import State
from engine.core.ask import Answers, Flow, Picks
from engine.core.toml import write

WEST = "abbreviated_western"
HOMES = {
    "hittites": "hattusha",
    "egypt": "thebes",
    "israelites": "judah",
    "sea_peoples": "alashiya",
    "greeks": "thrace",
    "cimmerians": "north_caucasus",
}
NPC: dict[str, Any] = {"by": "npc", "npc": True}
CALM = {"hattusha": "hittites 3", "karahuyuk": "hittites 3"}
"""The Hittites lack nothing that priorities 1 to 8 would ask for, if they lead in VP."""

Placed = list[tuple[int, str]]


def position(areas: dict[str, str], npc: str = "hittites", *, order: str = "", board: str = WEST, **more: Any) -> State:
    """The NPC leads with 9 VP, the others have none, unless said otherwise; keywords are the facts of civs."""
    names = (order or f"{npc} {'egypt' if npc != 'egypt' else 'hittites'}").split()
    civs = {name: {"home": HOMES[name], **more.pop(name, {})} if name in HOMES else more.pop(name) for name in names}
    civs[npc] = {"vp": 9, **NPC, **civs[npc]}
    top = {"map": board, "phase": "growth", "order": names, "seed": "deploying", **more}
    return GAME.load(write({**top, "civs": civs, "areas": areas}))[0]


def thinking(s: State, npc: str, step: Callable[[State], Flow[object]]) -> list[Picks]:
    """Run a step in which only the NPC is asked anything. Returns its answers; what is told is in the State."""

    async def run(s: State) -> None:
        await step(s)

    flow = thoughtful(run)(s)
    given: list[Picks] = []
    answers: Answers | None = None
    while True:
        try:
            asked = flow.send(answers)
        except StopIteration:
            return given
        answers = {ask.seat: answer(s, asked, ask) for ask in asked.asks}
        given.append(answers[npc])


def deploy(s: State, npc: str, hand: int) -> tuple[Placed, str]:
    """Run the step with so many growth disks. Returns priority and area of each disk, and all that has been told."""
    c = s.civs[npc]
    c.box, c.supply = hand, c.supply - hand
    given = thinking(s, npc, lambda s: deployment_step(s, npc))
    told = [e for e in s.told if e.key == "why.growth.deploy"]
    numbers = [int(n) for e in told for n in re.findall(r"\(priority (\d+)\)", e.text)]
    areas = [picks[0] for picks in given if picks != (DONE,)]
    return list(zip(numbers, areas, strict=c.npc)), "\n".join(e.text for e in s.told)


def deployed(areas: dict[str, str], hand: int, npc: str = "hittites", **more: Any) -> Placed:
    """Priority and area of each disk that the NPC places out of so many."""
    return deploy(position(areas, npc, **more), npc, hand)[0]
