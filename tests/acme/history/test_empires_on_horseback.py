"""Empires on Horseback (Playbook, Historical Situation Scenarios; ACME-HIST-EMPH, AMB-30, RUL-159)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.acme.phases.game_end import score
from tests.acme.history.situations import (
    EVEN,
    ODD,
    PLAIN,
    accepted,
    enemies,
    holders,
    laid_out,
    opened,
    played,
    reason,
    reckoned,
    totals,
)

EMPH = "empires_on_horseback"
PEOPLES = ("elam", "indus_valley", "scythians", "cimmerians", "medes_persians")
KINGDOMS = "elam:Ann indus_valley:Ann"
ALL = "elam:Ann indus_valley:Bob scythians:Cleo cimmerians:Dan medes_persians:Eve"
CIVS: dict[str, dict[str, Any]] = {
    "elam": {"hand": [16], "player": "Ann"},
    "indus_valley": {"player": "Ann"},
    "scythians": {"player": "Bob"},
    "cimmerians": {"player": "Cleo"},
    "medes_persians": {"home": "medes", "player": "Dan"},
}
AREAS = {
    "elam": "elam 3",
    "mohenjo_daro": "indus_valley 3",
    "massagetans": "scythians 3",
    "north_caucasus": "cimmerians 3",
    "medes": "medes_persians 3",
}


def test_hist_emph_01_map_and_sides() -> None:
    """ACME-HIST-EMPH-01: Fire on the Steppes with the Medes & Persians, twelve disks each."""
    s = laid_out(EMPH, ALL)
    assert (s.map, set(s.civs)) == ("eastern", set(PEOPLES))
    assert set(totals(s).values()) == {12}
    assert s.civs["indus_valley"].name == "Harappans"
    assert s.civs["medes_persians"].home in {"persis", "medes"}


def test_hist_emph_01_the_invaders_keep_their_spaces_in_turn_order() -> None:
    """ACME-HIST-EMPH-01: what is added to Fire on the Steppes changes nothing else in it."""
    orders = {tuple(laid_out(EMPH, ALL, f"order {n}").order) for n in range(16)}
    assert {order[2:4] for order in orders} == {("scythians", "cimmerians")}
    assert {order[4] for order in orders} == {"elam", "indus_valley", "medes_persians"}


def test_hist_emph_02_from_epoch_iii_to_the_end_of_epoch_iv() -> None:
    """ACME-HIST-EMPH-02: it begins with turn 1; Epoch IV is the last, and it is tested for a sudden end (RUL-030)."""
    s = laid_out(EMPH, ALL)
    assert (s.epoch, s.turn) == (3, 1)
    t = reckoned(EMPH, CIVS, AREAS, turn=4, turns=4, deck=[EVEN, *PLAIN])
    assert (t.state.epoch, t.state.turn) == (4, 1)
    assert reason(reckoned(EMPH, CIVS, AREAS, epoch=4, turn=4, turns=8)) == "epochs"
    assert reason(reckoned(EMPH, CIVS, AREAS, epoch=4, turn=2, turns=6, deck=[ODD, *PLAIN])) == "epochs"


def test_hist_emph_03_four_persons() -> None:
    """ACME-HIST-EMPH-03: one has both kingdoms; they are never split, and nobody else has two."""
    assert accepted(EMPH, f"{KINGDOMS} scythians:Bob cimmerians:Cleo medes_persians:Dan")
    assert not accepted(EMPH, "elam:Ann indus_valley:Bob scythians:Cleo cimmerians:Dan medes_persians:Ann")
    assert not accepted(EMPH, "elam:Ann indus_valley:Bob scythians:Cleo cimmerians:Dan medes_persians:Dan")
    s = laid_out(EMPH, ":Ann :Ann :Bob :Cleo :Dan")
    assert {civ for civ, holder in holders(s).items() if holder == "Ann"} == {"elam", "indus_valley"}


@pytest.mark.parametrize("npc", ["scythians", "cimmerians", "medes_persians"])
def test_hist_emph_04_three_persons_and_the_last_people_an_npc(npc: str) -> None:
    """ACME-HIST-EMPH-04: or one of the two who do not have the kingdoms plays it as well."""
    one, two = (civ for civ in PEOPLES[2:] if civ != npc)
    s = laid_out(EMPH, f"{KINGDOMS} {one}:Bob {two}:Cleo")
    assert holders(s)[npc] == ""
    assert accepted(EMPH, f"{KINGDOMS} {one}:Bob {two}:Cleo {npc}:Bob")
    assert not accepted(EMPH, f"{KINGDOMS} {npc}:Ann {one}:Bob {two}:Cleo")
    assert not accepted(EMPH, f"elam:Ann {npc}:Ann {one}:Bob {two}:Cleo")


def test_hist_emph_05_two_persons() -> None:
    """ACME-HIST-EMPH-05: the kingdoms against any two of the other three; the last is an NPC."""
    for pair in combinations(PEOPLES[2:], 2):
        s = laid_out(EMPH, f"{KINGDOMS} {pair[0]}:Bob {pair[1]}:Bob")
        assert [civ for civ, holder in holders(s).items() if not holder] == [c for c in PEOPLES[2:] if c not in pair]
    assert not accepted(EMPH, "elam:Ann scythians:Ann indus_valley:Bob cimmerians:Bob")
    assert not accepted(EMPH, f"{KINGDOMS} scythians:Bob")


def test_hist_emph_06_alone() -> None:
    """ACME-HIST-EMPH-06: any pair or any one people against NPCs, or all of them; not three."""
    assert all(accepted(EMPH, f"{one}:Ann {two}:Ann") for one, two in combinations(PEOPLES, 2))
    assert all(accepted(EMPH, f"{civ}:Ann") for civ in PEOPLES)
    assert accepted(EMPH, " ".join(f"{civ}:Ann" for civ in PEOPLES))
    assert not accepted(EMPH, f"{KINGDOMS} scythians:Ann")
    assert set(enemies(laid_out(EMPH, KINGDOMS))) == {"scythians", "cimmerians", "medes_persians"}


def test_hist_emph_07_two_civilizations_are_apart_and_their_vp_are_added() -> None:
    """ACME-HIST-EMPH-07, ACME-MULTI-02, ACME-MULTI-05: hands and Supplies of their own; 5 + 7 VP win over 10."""
    s = laid_out(EMPH, f"{KINGDOMS} scythians:Bob cimmerians:Cleo medes_persians:Dan")
    assert [len(s.civs[civ].hand) for civ in ("elam", "indus_valley")] == [5, 5]
    assert [s.civs[civ].supply + s.civs[civ].box for civ in ("elam", "indus_valley")] == [36, 36]
    vp = {"elam": 5, "indus_valley": 7, "scythians": 10}
    civs = {civ: {**facts, "vp": vp.get(civ, 0)} for civ, facts in CIVS.items()}
    t = reckoned(EMPH, civs, AREAS, epoch=4, turn=4, turns=8, step="reckoning.sudden")
    outcome = t.table.outcome()
    assert outcome is not None
    assert set(outcome.winners) == {"elam", "indus_valley"}
    assert score(t.state, ["elam", "indus_valley"]) == sum(t.civ(civ).vp for civ in ("elam", "indus_valley"))


def test_hist_gen_03_amb_30_npcs_are_hostile_to_persons_and_to_the_other_kind() -> None:
    """ACME-HIST-GEN-03, AMB-30: the text says nothing, so persons are enemies, and what it adds to still holds."""
    found = enemies(laid_out(EMPH, "cimmerians:Ann"))
    assert found == {
        "elam": {"scythians", "cimmerians"},
        "indus_valley": {"scythians", "cimmerians"},
        "scythians": {"elam", "indus_valley", "cimmerians"},
        "medes_persians": {"cimmerians"},
    }
    assert enemies(laid_out(EMPH, f"{KINGDOMS} scythians:Bob cimmerians:Bob")) == {"medes_persians": set(PEOPLES[:4])}


def test_rul_159_npc_scythians_and_cimmerians_are_invaders() -> None:
    """RUL-159: the Medes & Persians never are, nor a person's civs."""
    s = laid_out(EMPH, "scythians:Ann")
    assert [civ for civ, c in s.civs.items() if c.invader] == ["cimmerians"]


def test_rul_159_an_npc_that_comes_back_as_another_people_is_no_invader() -> None:
    """RUL-159, RUL-166: only Scythians and Cimmerians are."""
    civs = {**CIVS, "cimmerians": {"by": "npc", "npc": True, "invader": True}}
    civs |= {civ: {**CIVS[civ], "vp": 5} for civ in PEOPLES if civ != "cimmerians"}
    t = reckoned(EMPH, civs, {**AREAS, "north_caucasus": "cimmerians 1"}, turn=2, turns=2, step="reckoning.gilgamesh")
    (new,) = set(t.state.civs) - set(CIVS)
    assert t.civ(new).npc
    assert not t.civ(new).invader


def test_hist_emph_05_who_names_nothing_gets_what_is_left() -> None:
    """ACME-HIST-EMPH-05: beside a person with two invaders only the kingdoms are offered."""
    table = opened(EMPH, ":Ann :Ann scythians:Bob medes_persians:Bob")
    offered: set[str] = set()
    while table.pending is not None and table.pending.key != "setup.deploy":
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        offered |= set(ask.options) if table.pending.key == "setup.civ" else set()
        table.submit(ask.seat, ask.options[0])
    assert offered == {"elam", "indus_valley"}
    assert {civ for civ, holder in holders(table.state).items() if not holder} == {"cimmerians"}


CASTS = [
    ":Ann",
    ":Ann :Ann",
    ":Ann :Ann :Bob :Bob",
    ":Ann :Ann :Bob :Cleo",
    ":Ann :Ann :Bob :Bob :Cleo",
    ":Ann :Ann :Bob :Cleo :Dan",
    ALL,
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("number", [1])
def test_random_games_end(cast: str, number: int) -> None:
    """Every cast: nothing broken; eight turns at most."""
    table = played(EMPH, cast, number)
    assert table.state.epoch == 4
    assert 2 <= table.state.turns <= 8
