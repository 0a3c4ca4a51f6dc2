"""What becomes of a civ in the Gilgamesh Step while the NPC plays it, and which home it takes (ACME §10.4)."""

from __future__ import annotations

from engine.acme.npc.decision import Decision, decides, only, reconsiders
from engine.acme.npc.entry import free_homes
from engine.acme.phases.gilgamesh import STAY
from engine.acme.questions.board import land_near, vacant
from engine.acme.state import State
from engine.core import chance, text
from engine.core.ask import Ask, Request


@decides("gilgamesh.invoke")
def invoke(s: State, request: Request, ask: Ask) -> Decision:
    """A people is given up by its player or not at all."""
    del s, request
    return only(ask, STAY, "gilgamesh.stay")


@decides("gilgamesh.civ")
def people(s: State, request: Request, ask: Ask) -> Decision:
    """The people around whose Home Area most Land is vacant."""
    del request
    open_land = {civ: max(_vacant(s, home) for home in free_homes(s, ask.seat, civ)) for civ in ask.options}
    ties = [civ for civ in ask.options if open_land[civ] == max(open_land.values())]
    whys = tuple(f"gilgamesh.civ:{text.civ(civ)}" for civ in ties)
    return Decision((ties[0],), whys[0], tuple((civ,) for civ in ties), whys=whys)


@decides("gilgamesh.home")
def any_home(s: State, request: Request, ask: Ask) -> Decision:
    """Any of its Home Areas: which one is left to chance."""
    del s, request
    return Decision((ask.options[0],), f"gilgamesh.home:{text.area(ask.options[0])}", tuple((a,) for a in ask.options))


@reconsiders("gilgamesh.home")
async def home_by_chance(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """A Home Area at random (Playbook, NPCs & The Gilgamesh Rule)."""
    del request, ask
    picked = chance.pick(s, found.ties)
    return Decision(picked, f"gilgamesh.home:{text.area(picked[0])}")


def _vacant(s: State, home: str) -> int:
    return sum(vacant(s, area) for area in (home, *land_near(s, home)))
