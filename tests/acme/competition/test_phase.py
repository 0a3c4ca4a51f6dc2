"""Whole Competition Phases with random answers: they end, keep every piece, and betray nothing (RUL-015, RUL-179)."""

from __future__ import annotations

from random import Random

import pytest

from engine.acme.facts.catalog import CARDS
from tests.acme.competition.arena import HOLDERS, phase
from tests.acme.story import Story

CIVS = ("egypt", "hittites", "assyria", "elam", "medes_persians", "sea_peoples")
AREAS = ("aleppo", "hattusha", "thebes", "egyptian_sea", "judah", "kaska", "sinai", "zab", "elam", "babylon")
FIGHTING = (14, 15, 16, 17, 18, 20, 21, 22, *range(31, 42), 87, 93, 9, *range(25, 31), 94, 42, 52)
DEITIES = ("god_of_war", "goddess_of_peace", "sky_god", "monotheism", "father_of_the_gods")


def random_phase(dice: Random, top: str = "") -> Story:
    """Three to five civs with hands of what matters in a Competition, in ten areas."""
    names = dice.sample(CIVS, dice.randint(3, 5))
    cards = dice.sample(FIGHTING, len(FIGHTING))
    gods = dice.sample(DEITIES, len(DEITIES))
    civs = {}
    for civ in names:
        hand = [cards.pop() for _ in range(dice.randint(0, 6))]
        god = f'deity="{gods.pop()}"\n' if gods and dice.random() < 0.6 else ""
        laid = "".join(f"{n}={dice.randint(1, 4)}," for n in (18, 19, 20) if n in cards and dice.random() < 0.2)
        cards = [n for n in cards if f"{n}=" not in laid]
        civs[civ] = f"hand={hand}\nmina={dice.randint(0, 3)}\n{god}investments={{{laid.rstrip(',')}}}"
    areas = {a: stack(dice, a, names) for a in dice.sample(AREAS, dice.randint(3, len(AREAS)))}
    return phase(areas, order=" ".join(names), top=top, **civs)


def stack(dice: Random, area: str, names: list[str]) -> str:
    """Some of the civs, perhaps Barbarians, perhaps a Stronghold."""
    here = dice.sample([*names, "barbarians"], dice.randint(1, 4))
    cube = area == "hattusha" and here[0] != "barbarians" and dice.random() < 0.7
    stacks = [f"{f} {dice.randint(1, 4)}{' stronghold' if cube and i == 0 else ''}" for i, f in enumerate(here)]
    return " ".join(stacks)


def answer(dice: Random, t: Story, seat: str) -> tuple[str, ...]:
    ask = t.ask(seat)
    return tuple(dice.sample(ask.options, dice.randint(ask.least, max(ask.least, min(ask.most, 3)))))


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(120))
def test_9_random_phases_end_and_keep_every_piece(seed: int) -> None:
    dice = Random(seed)
    t = random_phase(dice, HOLDERS if seed % 3 == 0 else "")
    for _ in range(3000):
        if t.table.pending is None or t.state.phase != "competition":
            break
        seat = t.table.waiting()[0]
        t.answer(seat, *answer(dice, t, seat))
    assert t.state.phase != "competition"
    assert t.state.fight is None
    assert all(not c.standing and not c.loot for c in t.state.civs.values())


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(30))
def test_rul_179_what_is_committed_or_answered_secretly_is_not_told(seed: int) -> None:
    """No card is named in public before it is revealed, played or discarded."""
    dice = Random(1000 + seed)
    t = random_phase(dice)
    for _ in range(3000):
        if t.table.pending is None or t.state.phase != "competition":
            break
        seat = t.table.waiting()[0]
        t.answer(seat, *answer(dice, t, seat))
        hidden = [n for c in t.state.civs.values() for n in c.hand]
        fight = t.state.fight
        if fight and not fight.revealed:
            hidden += [n for cards in fight.committed.values() for n in cards]
        told = t.told()
        assert not [CARDS[n].name for n in hidden if f"{{card:{n}}}" in told]
        public = str(t.view(None).competition)
        assert "answers" not in public
