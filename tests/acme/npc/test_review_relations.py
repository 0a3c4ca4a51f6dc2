"""Whom an NPC turns against, stated a second time and compared in positions that chance has made."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.acme.facts.catalog import AREAS, distances, playable
from engine.acme.npc.reasons import for_peace, for_war
from engine.acme.npc.relations import threats
from engine.acme.state import State
from tests.acme.npc.deploying import WEST, position

NPC, FOES = "sea_peoples", ("egypt", "greeks", "israelites")
SEEDS = range(40)


def some_position(rng: random.Random) -> State:
    """Few disks or many, with Gold of the NPC here and there."""
    areas: dict[str, str] = {}
    for area in sorted(playable(WEST)):
        if rng.random() < rng.choice((0.1, 0.5)):
            here = rng.sample((NPC, *FOES), rng.choice((1, 1, 2)))
            areas[area] = " ".join(f"{civ} {rng.randint(1, 3 if AREAS[area].cap > 2 else 2)}" for civ in here)
    facts: dict[str, Any] = {civ: {"vp": rng.choice((0, 3, 3, 9))} for civ in (NPC, *FOES)}
    facts[NPC] |= {"enemies": list(FOES)}
    s = position(areas, NPC, order=" ".join(rng.sample((NPC, *FOES), 4)), **facts)
    s.gold = {area: NPC for area in sorted(s.disks) if NPC in s.disks[area] and rng.random() < 0.2}
    s.civs[NPC].harmed_by = rng.sample(FOES, rng.choice((0, 1)))
    return s


def held(s: State, civ: str) -> list[str]:
    return [area for area, here in s.disks.items() if civ in here]


def towns(s: State, civ: str) -> list[str]:
    return [area for area in held(s, civ) if s.disks[area][civ] > 2 and AREAS[area].cap > 2]


def touching(s: State, civ: str, areas: list[str]) -> bool:
    """A disk at most one step from one of the areas."""
    return any(distances(s.map, area)[other] <= 1 for area in areas for other in held(s, civ))


@pytest.mark.parametrize("seed", SEEDS)
def test_reasons_for_war_and_peace_as_they_are_read_a_second_time(seed: int) -> None:
    """ACME-HOST-06 to 08, HOST-13 to 18, HOST-22 to 24, HOST-27 to 32."""
    s = some_position(random.Random(seed))
    me = s.civs[NPC]
    for foe in FOES:
        c = s.civs[foe]
        war = (
            touching(s, NPC, held(s, foe)),
            touching(s, foe, [me.home]),
            c.vp > me.vp,
            len(towns(s, foe)) > len(towns(s, NPC)),
            foe in me.harmed_by,
            any(AREAS[area].is_sea for area in held(s, NPC) if area in held(s, foe)),
        )
        peace = (not war[0], me.vp > c.vp, len(towns(s, NPC)) > len(towns(s, foe)))
        assert len(for_war(s, NPC, foe)) == sum(war)
        assert len(for_peace(s, NPC, foe)) == sum(peace)
        assert len(for_peace(s, NPC, foe, gift=True)) == sum(peace) + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_primary_enemy_as_it_is_read_a_second_time(seed: int) -> None:
    """ACME-SOL-PRI-03 to 09: the seven criteria in their order; RUL-136."""
    s = some_position(random.Random(seed))

    def shared(foe: str, areas: list[str]) -> int:
        return sum(s.disks.get(area, {}).get(foe, 0) for area in areas)

    def menace(foe: str) -> tuple[int, ...]:
        home = s.civs[NPC].home
        around = [area for area, steps in distances(s.map, home).items() if steps == 1]
        return (
            shared(foe, [home]),
            shared(foe, list(s.gold)),
            shared(foe, towns(s, NPC)),
            shared(foe, around),
            s.civs[foe].vp,
            len(towns(s, foe)),
            shared(foe, held(s, foe)),
        )

    most = max(menace(foe) for foe in FOES)
    assert set(threats(s, NPC)) == {foe for foe in FOES if menace(foe) == most}
