"""Cyrus the Great and the Rise of Persia (Playbook; ACME-HIST-CYRUS, AMB-27 to AMB-30)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine.acme.questions.board import abilities
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
    position,
    reason,
    reckoned,
    stacks,
    totals,
)

CYRUS = "cyrus"
ALL = "medes_persians:Ann egypt:Bob babylon:Cleo sea_peoples:Dan"
CIVS: dict[str, dict[str, Any]] = {
    "egypt": {"home": "thebes", "hand": [16]},
    "babylon": {},
    "medes_persians": {"home": "persis"},
    "sea_peoples": {"home": "lydia"},
}
AREAS = {"thebes": "egypt 3", "babylon": "babylon 3", "persis": "medes_persians 3", "lydia": "sea_peoples 3"}
BABYLON = {
    "babylon": 3,
    **dict.fromkeys(("carchemish", "mittani", "emar", "nineveh", "assur", "samarra"), 1),
    **dict.fromkeys(("akkad", "dur_kur", "borsippa", "ur", "sumer", "elam"), 1),
}


def test_hist_cyrus_01_map_and_sides() -> None:
    """ACME-HIST-CYRUS-01: the full map; the Lydian Kingdom uses the Display of the Sea Peoples."""
    s = laid_out(CYRUS, ALL)
    assert (s.map, set(s.civs)) == ("full", {"medes_persians", "egypt", "babylon", "sea_peoples"})
    assert s.civs["sea_peoples"].name == "Lydian Kingdom"


def test_hist_cyrus_02_from_epoch_iii_to_the_end_of_epoch_iv() -> None:
    """ACME-HIST-CYRUS-02: turn 1 of Epoch III is the first; Epoch IV ends the game, by a card too (RUL-030)."""
    s = laid_out(CYRUS, ALL)
    assert (s.epoch, s.turn) == (3, 1)
    assert reckoned(CYRUS, CIVS, AREAS, turn=4, turns=4, deck=[EVEN, *PLAIN]).state.epoch == 4
    assert reason(reckoned(CYRUS, CIVS, AREAS, epoch=4, turn=4, turns=8)) == "epochs"
    assert reason(reckoned(CYRUS, CIVS, AREAS, epoch=4, turn=2, turns=6, deck=[ODD, *PLAIN])) == "epochs"


def test_hist_cyrus_03_its_own_and_two_other_homes_end_the_game() -> None:
    """ACME-HIST-CYRUS-03: at the end of a turn, after its Tally; the most VP win, not the conqueror as such."""
    taken = {"babylon": "babylon 3", "thebes": "babylon 2", "lydia": "babylon 1", "memphis": "egypt 3"}
    civs = {**CIVS, "egypt": {**CIVS["egypt"], "vp": 10}}
    t = reckoned(CYRUS, civs, {**taken, "persis": "medes_persians 1"})
    outcome = t.table.outcome()
    assert outcome is not None
    assert (reason(t), outcome.winners, t.state.turn) == ("conquest", ("egypt",), 1)
    assert t.told().index("→") < t.told().index("Home Areas were conquered.")


def test_hist_cyrus_03_one_other_home_or_not_its_own_is_too_little() -> None:
    """ACME-HIST-CYRUS-03: two others, Controlled alone, and its own."""
    one = {**AREAS, "thebes": "babylon 2", "memphis": "egypt 3"}
    assert reason(reckoned(CYRUS, CIVS, one)) == ""
    without = {"thebes": "babylon 2", "lydia": "babylon 2", "ur": "babylon 3", "persis": "medes_persians 3"}
    assert reason(reckoned(CYRUS, CIVS, without)) == ""
    shared = {**AREAS, "thebes": "babylon 1", "lydia": "babylon 1 sea_peoples 1"}
    assert reason(reckoned(CYRUS, CIVS, shared)) == ""


@pytest.mark.parametrize(("first", "said"), [(30, "lead"), (29, "")])
def test_hist_cyrus_04_twenty_vp_ahead_of_the_second(first: int, said: str) -> None:
    """ACME-HIST-CYRUS-04: 30 against 10 ends the game, 29 against 10 does not; the others count for nothing."""
    civs = {**CIVS, "egypt": {**CIVS["egypt"], "vp": first}, "babylon": {"vp": 10}}
    t = reckoned(CYRUS, civs, AREAS, step="reckoning.sudden")
    assert reason(t) == said


def test_hist_cyrus_05_the_lydian_kingdom_is_at_home_in_lydia() -> None:
    """ACME-HIST-CYRUS-05: with what the Sea Peoples can do; no other home may be named for it."""
    s = laid_out(CYRUS, ALL)
    assert s.civs["sea_peoples"].home == "lydia"
    assert {a.kind for a in abilities(s, "sea_peoples", "tally_vp")} == {"tally_vp"}
    assert s.civs["sea_peoples"].displays == ["sea_peoples"]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_hist_cyrus_06_babylon_sets_up_first_as_it_is_written(seed: str) -> None:
    """ACME-HIST-CYRUS-06, AMB-29: fifteen disks, in homes of peoples not in play too; its turn stays as drawn."""
    table = opened(CYRUS, "medes_persians:Ann egypt:Bob babylon:Cleo sea_peoples:Dan", seed)
    while table.pending is not None and table.pending.key != "setup.deploy":
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        table.submit(ask.seat, ask.options[0])
    drawn = list(table.state.order)
    assert stacks(table.state, "babylon") == BABYLON
    s = laid_out(CYRUS, ALL, seed)
    assert (stacks(s, "babylon"), s.order) == (BABYLON, drawn)


def test_hist_cyrus_06_babylon_is_not_always_first_in_turn_order() -> None:
    """ACME-HIST-CYRUS-06: only in setting up."""
    assert {laid_out(CYRUS, ALL, f"order {n}").order.index("babylon") for n in range(16)} == {0, 1, 2, 3}


def test_hist_cyrus_07_fifteen_disks_each_three_of_them_at_home() -> None:
    """ACME-HIST-CYRUS-07, AMB-28: the other twelve by the usual procedure, from the adjacent Land on."""
    s = laid_out(CYRUS, ALL)
    assert set(totals(s).values()) == {15}
    assert {s.disks[c.home][civ] for civ, c in s.civs.items()} == {3}
    assert {area: n for area, n in stacks(s, "sea_peoples").items() if area in {"arzawa", "karahuyuk"}} != {}


def test_hist_cyrus_08_with_two_persons_babylon_and_the_medes_are_played() -> None:
    """ACME-HIST-CYRUS-08: whoever chooses first; never both by one."""
    table = opened(CYRUS, ":Ann :Bob")
    assert table.pending is not None
    assert table.pending.asks[0].options == ("medes_persians", "babylon")
    s = laid_out(CYRUS, ":Ann :Bob")
    assert {civ for civ, holder in holders(s).items() if holder} == {"babylon", "medes_persians"}
    assert not accepted(CYRUS, "babylon:Ann medes_persians:Ann egypt:Bob")
    assert not accepted(CYRUS, "babylon:Ann egypt:Bob")


def test_hist_cyrus_09_alone_one_is_the_medes_and_persians_or_by_choice_babylon() -> None:
    """ACME-HIST-CYRUS-08, CYRUS-09 (N-128): the first is what one gets, the other reading is there to be chosen."""
    assert holders(laid_out(CYRUS, ":Ann"))["medes_persians"] == "Ann"
    table = opened(CYRUS, ":Ann")
    assert table.pending is not None
    assert table.pending.asks[0].options == ("medes_persians", "babylon")
    assert holders(laid_out(CYRUS, "babylon:Ann"))["babylon"] == "Ann"
    assert not accepted(CYRUS, "egypt:Ann")
    assert not accepted(CYRUS, "babylon:Ann medes_persians:Ann")
    assert accepted(CYRUS, "medes_persians:Ann egypt:Ann babylon:Ann sea_peoples:Ann")


def test_hist_cyrus_09_the_medes_are_played_and_nothing_besides() -> None:
    """ACME-HIST-CYRUS-09: by somebody who has no other people."""
    assert not accepted(CYRUS, "babylon:Ann egypt:Bob sea_peoples:Cleo")
    assert not accepted(CYRUS, "babylon:Ann egypt:Bob sea_peoples:Cleo medes_persians:Bob")


@pytest.mark.parametrize("third", ["egypt", "sea_peoples"])
def test_hist_cyrus_10_three_persons(third: str) -> None:
    """ACME-HIST-CYRUS-10: the last people is an NPC, or one of those without the Medes & Persians has it too."""
    base = f"medes_persians:Ann babylon:Bob {third}:Cleo"
    (last,) = {"egypt", "sea_peoples"} - {third}
    assert holders(laid_out(CYRUS, base))[last] == ""
    assert accepted(CYRUS, f"{base} {last}:Bob")
    assert accepted(CYRUS, f"{base} {last}:Cleo")
    assert not accepted(CYRUS, f"{base} {last}:Ann")


@pytest.mark.parametrize(
    ("areas", "top", "said"),
    [
        ({**AREAS, "thebes": "babylon 2", "lydia": "babylon 2"}, {}, "conquest"),
        (AREAS, {"vp": 40}, "lead"),
        (AREAS, {"epoch": 4, "turn": 4, "turns": 8}, "epochs"),
    ],
)
def test_hist_cyrus_11_whichever_comes_first(areas: dict[str, str], top: dict[str, int], said: str) -> None:
    """ACME-HIST-CYRUS-11: each of the three ends the game by itself."""
    vp, frame = top.get("vp", 0), {key: n for key, n in top.items() if key != "vp"}
    t = reckoned(CYRUS, {**CIVS, "babylon": {"vp": vp}}, areas, **frame)
    assert reason(t) == said


def test_hist_gen_03_npcs_are_enemies_of_persons() -> None:
    """ACME-HIST-GEN-03, AMB-30: nothing is said of them, so they are hostile to persons and neutral to one another."""
    found = enemies(laid_out(CYRUS, "babylon:Ann"))
    assert found == {key: {"babylon"} for key in ("medes_persians", "egypt", "sea_peoples")}
    found = enemies(laid_out(CYRUS, "babylon:Ann medes_persians:Bob"))
    assert found == {key: {"babylon", "medes_persians"} for key in ("egypt", "sea_peoples")}


def test_another_people_in_its_place_is_no_lydian_kingdom() -> None:
    """ACME-HIST-CYRUS-05, ACME §10.4: the name belongs to the people that the scenario names."""
    civs = {**CIVS, "sea_peoples": {"home": "lydia", "name": "Lydian Kingdom"}}
    t = position(CYRUS, civs, AREAS, step="reckoning.gilgamesh", turn=2, turns=2)
    assert t.view().civs["sea_peoples"].name == "Lydian Kingdom"
    while t.asked()[:2] != ("gilgamesh.invoke", "sea_peoples"):
        t.answer(t.asked()[1], "stay")
    t.answer("sea_peoples", "leave").answer("sea_peoples", "hittites")
    assert t.view().civs["hittites"].name == "Hittites"


def test_four_persons_in_any_seats() -> None:
    """ACME-HIST-CYRUS-01: each has one people."""
    peoples = ("medes_persians", "egypt", "babylon", "sea_peoples")
    orders = list(permutations(peoples))[::7]
    assert len(orders) == 4
    for order in orders:
        names = zip(order, ("Ann", "Bob", "Cleo", "Dan"), strict=True)
        assert accepted(CYRUS, " ".join(f"{civ}:{name}" for civ, name in names))


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", [":Ann", ":Ann :Bob", ":Ann :Bob :Cleo", ":Ann :Bob :Bob :Cleo", ALL])
@pytest.mark.parametrize("number", [1, 2])
def test_random_games_end(cast: str, number: int) -> None:
    """Every cast: nothing broken; eight turns at most."""
    table = played(CYRUS, cast, number)
    assert table.state.reason in {"epochs", "conquest", "lead"}
    assert table.state.turns <= 8
