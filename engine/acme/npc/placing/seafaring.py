"""The Seas that the Sea Peoples and the Cimmerians live on: priorities 9 and 10 (RUL-157)."""

from __future__ import annotations

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, choose, welcome
from engine.acme.questions.board import abilities, occupied, seas
from engine.acme.state import Civ

SEA_PEOPLES, CIMMERIANS = "sea_peoples", "cimmerians"
FLEET = 4
PAIR = 2


def sea_peoples(p: Prospect) -> list[DiskGroup]:
    """9: the Sea Peoples spread over 4 Seas, and over 4 more for as long as they have 4 disks left."""
    if not shows(p.s.civs[p.npc], SEA_PEOPLES):
        return []
    held = len(seas(occupied(p.s, p.npc)))
    if held >= p.sea_goal:
        p.sea_goal = FLEET if held < FLEET else (held // FLEET + 1) * FLEET if p.hand >= FLEET else 0
    free = [area for area in seas(p.areas()) if not p.own(area) and max(p.rivals(area).values(), default=0) < PAIR]
    return choose(p, 9, free, amount=a_disk) if held < p.sea_goal else []


def cimmerians(p: Prospect) -> list[DiskGroup]:
    """10: the Cimmerians enter each of the Seas of their Display."""
    if not shows(p.s.civs[p.npc], CIMMERIANS):
        return []
    own = {area for ability in abilities(p.s, p.npc, "sea_growth") for area in ability.areas}
    free = [area for area in p.areas() if area in own and not p.own(area) and not rival_fleet(p, area)]
    return choose(p, 10, free, amount=a_landing)


def shows(c: Civ, display: str) -> bool:
    """Whether the civ has that Display."""
    return display in c.displays


def rival_fleet(p: Prospect, area: str) -> bool:
    """Whether another civ has two disks in the area."""
    return any(n >= PAIR for f, n in p.rivals(area).items() if f != BARBARIANS)


def a_disk(p: Prospect, area: str) -> int:
    """One disk, if it may stand there."""
    return _so_many(p, area, 1)


def a_landing(p: Prospect, area: str) -> int:
    """One disk, or two against Barbarians that are alone there."""
    return _so_many(p, area, PAIR if list(p.rivals(area)) == [BARBARIANS] else 1)


def _so_many(p: Prospect, area: str, n: int) -> int:
    """That number, or fewer if they run short, if they match what stands there."""
    rivals, n = p.rivals(area), min(n, p.hand, p.room(area))
    return n if n >= max(rivals.values(), default=0) and welcome(p, area, rivals, n) else 0
