"""Sargon: after Epoch I both may gird for battle, that is play with a second Display (Playbook, Sargon I; AMB-19)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.acme.history.rules import by_facts
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import add_display, gain_vp, new_action, tell
from engine.acme.verbs.sequence import first_step
from engine.core import text
from engine.core.ask import Flow, confirm

SARGON, AKKAD, SUMER = "sargon", "akkad", "sumer"
ARMS: Final = {AKKAD: "assyria", SUMER: "elam"}
PRICE, PRICE_OF_ANSWER = 5, 6
GIRD = "epoch.gird"


async def gird(s: State) -> str:
    """Let Akkad decide, then Sumer; if only Sumer has girded, Akkad may answer for a VP more. Then Epoch II begins."""
    first = await girds(s, AKKAD, PRICE)
    second = await girds(s, SUMER, PRICE)
    if second and not first:
        await girds(s, AKKAD, PRICE_OF_ANSWER)
    return first_step(s)


async def girds(s: State, civ: str, price: int) -> bool:
    """Return whether the civ pays and takes the Display; its decision is told, if it had one."""
    if not may_gird(s, civ, price):
        return False
    new_action(s)
    said: dict[str, Any] = {"civ": text.civ(civ), "display": text.civ(ARMS[civ]), "vp": price}
    if not await confirm(civ, GIRD, **said):
        tell(s, "gird.declined", **said)
        return False
    gain_vp(s, civ, -price, "gird")
    add_display(s, civ, ARMS[civ])
    tell(s, "gird.done", **said)
    return True


def may_gird(s: State, civ: str, price: int) -> bool:
    """Return whether the civ is in play, has the VP, and nobody else has that Display."""
    taken = any(ARMS[civ] in c.displays for c in s.civs.values())
    return civ in s.order and s.civs[civ].vp >= price and not taken


STEPS: Final[dict[str, Callable[[State], Flow[str | None]]]] = {GIRD: gird}


def register() -> None:
    """Register the decision between the two Epochs."""
    SPECIAL[SARGON] = replace(by_facts(SARGON), after_epoch=GIRD)
