"""Whole games of NPCs: what the general rules of placing forbid never happens (Playbook, General Rules)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.acme.game import GAME
from engine.acme.npc.relations import is_enemy
from engine.acme.questions.board import disks, is_contested, occupied_areas
from engine.acme.state import State
from engine.core.table import Table
from tests.conformance.npc_games import opened

METHOD_A = (1, 5, 6, 13)


def deployments(table: Table[State]) -> Iterator[tuple[str, list[str], set[str]]]:
    """Play to the end; after each Deployment Step who placed disks where, and which areas had been Contested before."""
    placed: list[str] = []
    before: set[str] = set()
    while table.pending is not None:
        asked = table.pending
        ask = next(ask for ask in asked.asks if ask.seat in table.waiting())
        picks = GAME.npc(table.state, asked, ask)
        if asked.key == "growth.deploy" and not placed:
            before = {area for area in table.state.disks if is_contested(table.state, area)}
        if asked.key == "growth.deploy" and picks != ("done",):
            placed += picks
        table.submit(ask.seat, *picks)
        table.events.clear()
        if placed and key(table) != "growth.deploy":
            yield ask.seat, placed, before
            placed = []


def key(table: Table[State]) -> str:
    """What is asked next."""
    return "" if table.pending is None else table.pending.key


def broken(s: State, npc: str, area: str, before: set[str]) -> str:
    """What is against the rules in an area in which the NPC has just placed a disk."""
    rivals = {faction: n for faction, n in s.disks[area].items() if faction != npc}
    if rivals and disks(s, npc, area) < max(rivals.values()):
        return f"{npc} does not match what stands in {area}: {rivals}"
    if is_contested(s, area) and area not in before and not any(is_enemy(s, npc, faction) for faction in rivals):
        return f"{npc} has begun a fight in {area} without an enemy: {rivals}"
    if area not in occupied_areas(s, npc):
        return f"{npc} has no disk in {area}"
    return ""


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", METHOD_A)
def test_gen_02_gen_03_hold_in_whole_games(number: int) -> None:
    """SOL-PLC-03, SOL-PLC-05, SOL-PLACE-GEN-02, SOL-PLACE-GEN-03."""
    table = opened(number)
    assert table.state.options.npc_method == "a"
    found = [broken(table.state, npc, area, before) for npc, placed, before in deployments(table) for area in placed]
    assert len(found) > 20
    assert [problem for problem in found if problem] == []
