"""Rostam: the hero, the Independents whom Persia protects, the Gold that decides (Playbook, Rostam; AMB-79 to 86)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.acme.effects.events import TIME_MARCHES_ON
from engine.acme.facts.catalog import CARDS
from engine.acme.fight.commit import GOD, GOD_DISKS
from engine.acme.history.rules import by_facts
from engine.acme.questions.board import by_order, controller, controls, disks, factions, occupied_areas, side_of, used
from engine.acme.special import SPECIAL, Moment
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.deity_verbs import bring_deity_back
from engine.core import text
from engine.core.ask import choose_or_pass

ROSTAM, PERSIANS, TURANIANS = "rostam", "medes_persians", "scythians"
WHOLE_EPOCH: Final = 3
EVENTS_AMONG: Final = 30
PHASES: Final = ("card", "competition")
WAIT: Final = "none"


def ignores(s: State, card: int) -> bool:
    """Return whether the Event is ignored: nothing ends Epoch III before its fourth turn."""
    return card == TIME_MARCHES_ON and s.epoch == WHOLE_EPOCH


def ends(s: State, moment: Moment) -> str:
    """Return why the game ends: Turan wins if after the Competitions the Persians Control no area with their Gold."""
    if moment != "competition" or any(controls(s, PERSIANS, area) for area in own_gold(s)):
        return ""
    s.victors = [TURANIANS]
    return "no_gold"


def own_gold(s: State) -> list[str]:
    """Return the areas that still have Persian Gold, in the order of Competitions."""
    return by_order(area for area, owner in s.gold.items() if owner == PERSIANS)


def independents_in(s: State, area: str) -> list[str]:
    """Return the Independents there."""
    return [f for f in factions(s, area) if f != PERSIANS and side_of(s, f) == PERSIANS]


def room(s: State, faction: str, area: str, n: int) -> int:
    """Return how many disks Persians may place with Independents: only against others there, sharing the limit of one
    stack (AMB-82).
    """
    beneath = independents_in(s, area) if faction == PERSIANS else []
    if not beneath:
        return n
    threatened = any(side_of(s, f) != PERSIANS for f in factions(s, area))
    return max(0, n - sum(disks(s, f, area) for f in beneath)) if threatened else 0


def withdraws(s: State, civ: str) -> list[str]:
    """Return the areas of Independents that the Persians leave when they resettle, to deploy again (AMB-81)."""
    return [area for area in occupied_areas(s, civ) if independents_in(s, area)] if civ == PERSIANS else []


def power_cancels(s: State, civ: str, kind: str, card: int) -> int:
    """Return how many uses cancel it: Rostam may cancel a Great Person with all uses of an unused turn (AMB-79)."""
    able = civ == PERSIANS and s.civs[civ].deity == GOD and s.phase in PHASES and not used(s, civ, GOD)
    return GOD_DISKS if able and kind in {"card", "investment"} and CARDS[card].is_great_person else 0


async def come_back(s: State) -> None:
    """Let the hero appear in any area with friendly Gold, after the Competitions of a later turn."""
    c = s.civs[PERSIANS]
    if not c.deity_away or c.deity_away >= s.turns:
        return
    deity = text.thing("deity", c.deity)
    friendly = [area for area in own_gold(s) if controller(s, area) in {None, PERSIANS}]
    area = await choose_or_pass(PERSIANS, "deity.back", friendly, stop=WAIT, deity=deity)
    if area is not None:
        bring_deity_back(s, PERSIANS, area)
        tell(s, "deity.back", focus=(area,), civ=text.civ(PERSIANS), deity=deity, area=text.area(area))


def register() -> None:
    """Register the special rules of Rostam."""
    SPECIAL[ROSTAM] = replace(
        by_facts(ROSTAM),
        ignores=ignores,
        ends=ends,
        room=room,
        undying={PERSIANS: GOD},
        power_cancels=power_cancels,
        withdraws=withdraws,
        after_fights=come_back,
        events_among=EVENTS_AMONG,
    )
