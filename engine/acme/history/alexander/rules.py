"""The special rules of Alexander the Great, put together (Playbook, Alexander the Great)."""

from __future__ import annotations

from dataclasses import replace

from engine.acme.effects.deity_actions import choose_deity
from engine.acme.history.alexander.cards import memnon, regain, uncounted
from engine.acme.history.alexander.ends import ends, score
from engine.acme.history.alexander.events import EVENTS, ignores
from engine.acme.history.alexander.gold import judge, plunder
from engine.acme.history.alexander.powers import ALEXANDER, EMPIRE, HEARTLAND, MACEDON, gold_under, persians
from engine.acme.history.alexander.warpath import room
from engine.acme.history.rules import by_facts
from engine.acme.setup.setup import draw_deity
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.deity_verbs import set_deity
from engine.core import text

FIRST_GROWTH, REINFORCEMENTS, TRIBUTE = 12, 4, 1


def worships(s: State, civ: str) -> bool:
    """With Deities, Macedon and the Heartland may have one; without them nobody (ACME-ALEX-03)."""
    return s.options.initial_deities and civ in (MACEDON, HEARTLAND)


async def first_deities(s: State) -> None:
    """Macedon, then the Heartland: an NPC draws its Deity, a person chooses."""
    for civ in (MACEDON, HEARTLAND) if s.options.initial_deities else ():
        if s.civs[civ].npc:
            draw_deity(s, civ)
        else:
            deity = await choose_deity(s, civ, sorted(s.available))
            set_deity(s, civ, deity)
            tell(s, "setup.deity", civ=text.civ(civ), deity=text.thing("deity", deity))


def is_first_of_macedon(s: State, civ: str) -> bool:
    """Macedon in the Growth Phase of turn 1: its first disks are all that it acquires."""
    return civ == MACEDON and s.turn == 1 and s.phase in {"setup", "growth"}


def is_surprised(s: State, civ: str) -> bool:
    """The Empire in turn 1: it does not grow yet."""
    return civ in EMPIRE and s.turn == 1


def growth(s: State, civ: str, n: int) -> int:
    """Macedon: 12 in turn 1; then 4 more than by the rule, and 1 for each area with Gold that it Controls (AMB-75)."""
    if civ != MACEDON:
        return n
    return FIRST_GROWTH if is_first_of_macedon(s, civ) else n + REINFORCEMENTS + len(gold_under(s, [MACEDON]))


def mina(s: State, civ: str, n: int) -> int:
    """Macedon: 1 more in every turn but the first."""
    return n + TRIBUTE if civ == MACEDON and s.turn > 1 else n


def primary(s: State, npc: str) -> str:
    """Macedon's Primary enemy is the next part of the Empire that has not fallen; the Empire's is Macedon."""
    return next(iter(persians(s)), "") if npc == MACEDON else MACEDON


def register() -> None:
    """Hang them into what the facts say."""
    SPECIAL[ALEXANDER] = replace(
        by_facts(ALEXANDER),
        ignores=ignores,
        ignored_pile="removed",
        events=EVENTS,
        ends=ends,
        score=score,
        judges=judge,
        plunders=plunder,
        room=room,
        growth=growth,
        mina=mina,
        skips_growth=is_surprised,
        bare_growth=is_first_of_macedon,
        regains=regain,
        uncounted=uncounted,
        captaincy=memnon,
        worships=worships,
        first_deities=first_deities,
        primary=primary,
    )
