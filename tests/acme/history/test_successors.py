"""Successors (Playbook, Historical Situation Scenarios; ACME-HIST-SUCC, AMB-32, AMB-33)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.npc.relations import choose_primary
from engine.acme.phases.game_end import score
from engine.acme.questions.board import near, occupied_areas, on_map
from engine.core import notation
from engine.core.game import SetupError
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
    totals,
)

SUCC, SELEUCUS = "successors", "medes_persians"
OTHERS = ("egypt", "greeks", "scythians", "indus_valley")
ALL = "egypt:Ann greeks:Bob medes_persians:Cleo scythians:Dan indus_valley:Eve"
CIVS: dict[str, dict[str, Any]] = {
    "egypt": {"home": "thebes", "hand": [16]},
    "greeks": {},
    "medes_persians": {"home": "persis"},
    "scythians": {},
    "indus_valley": {},
}
AREAS = {
    "thebes": "egypt 3",
    "thrace": "greeks 3",
    "persis": "medes_persians 3",
    "massagetans": "scythians 3",
    "gandhara": "indus_valley 3",
}


def test_hist_succ_01_map_and_sides() -> None:
    """ACME-HIST-SUCC-01: the full map; the kingdoms and the Displays that stand for them."""
    s = laid_out(SUCC, ALL)
    assert s.map == "full"
    assert {civ: c.name for civ, c in s.civs.items()} == {
        "egypt": "Kingdom of Ptolemy",
        "greeks": "Kingdom of Lysimachus",
        SELEUCUS: "Kingdom of Seleucus",
        "scythians": "",
        "indus_valley": "Kingdom of Porus",
    }
    assert s.civs["indus_valley"].home == "gandhara"


def test_hist_succ_02_it_begins_with_turn_2_of_epoch_iv() -> None:
    """ACME-HIST-SUCC-02: the first turn played."""
    s = laid_out(SUCC, ALL)
    assert (s.epoch, s.turn, s.turns) == (4, 2, 1)


def test_hist_succ_02_its_own_and_two_other_homes_end_the_game_with_the_tally() -> None:
    """ACME-HIST-SUCC-02: after the Tally, before anything else; whoever has most VP then has won."""
    areas = {**AREAS, "thrace": "medes_persians 1", "thebes": "medes_persians 2", "memphis": "egypt 3"}
    civs = {**CIVS, "egypt": {**CIVS["egypt"], "vp": 9}}
    t = reckoned(SUCC, civs, areas)
    outcome = t.table.outcome()
    assert outcome is not None
    assert (reason(t), outcome.winners, t.civ("egypt").vp) == ("conquest", ("egypt",), 10)
    assert "Cards" not in t.told()
    assert reason(reckoned(SUCC, CIVS, {**areas, "thrace": "greeks 3"})) == ""


@pytest.mark.parametrize("turn", [2, 3])
def test_hist_succ_03_no_sudden_end(turn: int) -> None:
    """ACME-HIST-SUCC-03: nothing is drawn for it after turns 2 and 3: the odd card on top goes to a hand."""
    t = reckoned(SUCC, CIVS, AREAS, turn=turn, deck=[ODD, *PLAIN])
    assert (reason(t), t.state.turn) == ("", turn + 1)
    assert any(ODD in c.hand for c in t.state.civs.values())


def test_hist_succ_03_time_marches_on_is_ignored_and_replaced() -> None:
    """ACME-HIST-SUCC-03: whoever draws it draws another card, and the Epoch goes on."""
    t = reckoned(SUCC, CIVS, AREAS, turn=3, deck=[97, *PLAIN])
    assert (reason(t), t.state.turn, t.state.ending) == ("", 4, False)
    assert "This scenario ignores {card:97} now" in t.told()
    assert len(t.hand(t.state.order[0])) == 3 + (t.state.order[0] == "egypt")


@pytest.mark.parametrize("turn", [4, 5])
def test_hist_succ_04_an_even_card_brings_another_turn(turn: int) -> None:
    """ACME-HIST-SUCC-04, AMB-32: after the third and the fourth turn played."""
    t = reckoned(SUCC, CIVS, AREAS, turn=turn, turns=turn - 1, deck=[EVEN, *PLAIN])
    assert (reason(t), t.state.turn, t.state.turns) == ("", turn + 1, turn)
    assert EVEN in t.state.discard
    assert "whether there is another turn: {card:70} (70). The number is even, so there is another turn." in t.told()


@pytest.mark.parametrize("turn", [4, 5])
def test_hist_succ_04_an_odd_card_ends_the_game_with_the_epoch(turn: int) -> None:
    """ACME-HIST-SUCC-04: no Draw Step; the End of Epoch is carried out and brings its VP."""
    t = reckoned(SUCC, CIVS, AREAS, turn=turn, turns=turn - 1, deck=[ODD, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", turn - 1)
    assert {c.vp for c in t.state.civs.values()} == {2}
    assert t.hand("greeks") == []


def test_hist_succ_04_the_fifth_turn_is_the_last() -> None:
    """ACME-HIST-SUCC-04: no card is drawn after it."""
    t = reckoned(SUCC, CIVS, AREAS, turn=6, turns=5, deck=[EVEN, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", 5)
    assert EVEN not in t.state.discard


def test_hist_succ_04_time_marches_on_decides_nothing() -> None:
    """ACME-HIST-SUCC-03, ACME-HIST-SUCC-04: it is replaced there too, and the next card counts."""
    t = reckoned(SUCC, CIVS, AREAS, turn=4, turns=3, deck=[97, EVEN, *PLAIN])
    assert (reason(t), t.state.turn) == ("", 5)


def test_a_turn_beyond_the_fourth_can_be_notated() -> None:
    """ACME-HIST-SUCC-04: in this scenario, not in others."""
    t = position(SUCC, CIVS, AREAS, turn=6, turns=5, step="turn.begin")
    text = notation.dump(t.table)
    assert notation.load(GAME, text).state.turn == 6
    with pytest.raises(SetupError, match="turn: must be from 1 to 4"):
        notation.load(GAME, text.replace('scenario = "successors"', 'scenario = "cyrus"'))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_hist_succ_05_seleucus_sets_up_first_and_again_after_all_others(seed: str) -> None:
    """ACME-HIST-SUCC-05: twelve disks as usual, then the others' twelve, then six in or next to areas of its own."""
    table = opened(SUCC, ALL, seed)
    again = 0
    while table.pending is not None and table.state.phase == "setup":
        ask = table.ask_of(table.waiting()[0])
        s = table.state
        assert ask is not None
        if table.pending.key == "setup.deploy" and ask.seat != SELEUCUS:
            assert on_map(s, SELEUCUS) == 12
        if table.pending.key == "setup.deploy" and ask.seat == SELEUCUS and on_map(s, SELEUCUS) >= 12:
            assert all(on_map(s, civ) == 12 for civ in OTHERS)
            own = occupied_areas(s, SELEUCUS)
            assert all(a in own or (a not in s.disks and any(b in own for b in near(s, a))) for a in ask.options)
            assert set(own) <= {*ask.options, *(a for a in own if s.disks[a][SELEUCUS] >= 2)}
            again += 1
        table.submit(ask.seat, ask.options[-1])
    assert again == 6
    assert totals(table.state) == {**dict.fromkeys(OTHERS, 12), SELEUCUS: 18}


def test_hist_succ_05_an_npc_places_its_six_too() -> None:
    """ACME-HIST-SUCC-05: by the priorities of its first disks."""
    assert totals(laid_out(SUCC, ":Ann :Bob :Cleo :Dan"))[SELEUCUS] == 18


def test_hist_succ_06_seleucus_is_last_in_the_first_turn() -> None:
    """ACME-HIST-SUCC-06: the others move up in the order drawn."""
    for n in range(8):
        s = laid_out(SUCC, ALL, f"order {n}")
        assert s.order[-1] == SELEUCUS
    assert len({tuple(laid_out(SUCC, ALL, f"order {n}").order) for n in range(8)}) > 1


def test_hist_succ_06_and_in_no_other() -> None:
    """ACME-HIST-SUCC-06, AMB-33: from the first Draw Step on Turn Order goes by Cities."""
    civs = {civ: CIVS[civ] for civ in (*OTHERS, SELEUCUS)}
    t = reckoned(SUCC, civs, {**AREAS, "medes": "medes_persians 3"})
    assert t.state.order == [SELEUCUS, *OTHERS]


def test_hist_succ_07_four_persons() -> None:
    """ACME-HIST-SUCC-07: without Seleucus, who is nobody's enemy, one people each; or one Seleucus, one any two."""
    s = laid_out(SUCC, "egypt:Ann greeks:Bob scythians:Cleo indus_valley:Dan")
    assert (holders(s)[SELEUCUS], enemies(s)) == ("", {SELEUCUS: set()})
    for one, two in combinations(OTHERS, 2):
        three, four = (civ for civ in OTHERS if civ not in (one, two))
        assert accepted(SUCC, f"{SELEUCUS}:Ann {one}:Bob {two}:Bob {three}:Cleo {four}:Dan")
    assert not accepted(SUCC, f"{SELEUCUS}:Ann egypt:Ann greeks:Bob scythians:Cleo indus_valley:Dan")
    assert not accepted(SUCC, f"{SELEUCUS}:Ann egypt:Bob greeks:Cleo scythians:Dan")


def test_hist_succ_08_three_persons() -> None:
    """ACME-HIST-SUCC-08: Seleucus, and two pairs; no NPC."""
    s = laid_out(SUCC, f"{SELEUCUS}:Ann :Bob :Bob :Cleo :Cleo")
    assert sorted(holders(s).values()) == ["Ann", "Bob", "Bob", "Cleo", "Cleo"]
    assert not accepted(SUCC, f"{SELEUCUS}:Ann egypt:Ann greeks:Bob scythians:Bob indus_valley:Cleo")
    assert not accepted(SUCC, "egypt:Ann greeks:Bob scythians:Cleo")


def test_hist_succ_09_two_persons() -> None:
    """ACME-HIST-SUCC-09: any pair each against Seleucus, an NPC that is nobody's enemy."""
    for one, two in combinations(OTHERS, 2):
        mine = {one, two}
        cast = " ".join(f"{civ}:{'Ann' if civ in mine else 'Bob'}" for civ in OTHERS)
        assert accepted(SUCC, cast)
    assert enemies(laid_out(SUCC, "egypt:Ann greeks:Ann scythians:Bob indus_valley:Bob")) == {SELEUCUS: set()}
    assert not accepted(SUCC, f"{SELEUCUS}:Ann egypt:Ann greeks:Bob scythians:Bob")


def test_hist_succ_10_alone_one_is_seleucus() -> None:
    """ACME-HIST-SUCC-10: against four NPCs, none of them hostile to anybody."""
    s = laid_out(SUCC, ":Ann")
    assert holders(s) == {**dict.fromkeys(OTHERS, ""), SELEUCUS: "Ann"}
    assert enemies(s) == {civ: set() for civ in OTHERS}
    assert not accepted(SUCC, "egypt:Ann")


def test_hist_succ_10_ties_for_the_primary_enemy_go_to_seleucus() -> None:
    """ACME-HIST-SUCC-10: whom it would be by chance otherwise; not where the criteria do see a difference."""
    hostile = {"by": "npc", "npc": True, "enemies": ["egypt", SELEUCUS]}
    civs = {**CIVS, "scythians": hostile}
    for n in range(6):
        s = position(SUCC, civs, AREAS, step="reckoning.tally", seed=f"tie {n}").state
        choose_primary(s, "scythians")
        assert s.civs["scythians"].primary == SELEUCUS
    s = position(SUCC, {**civs, "egypt": {**CIVS["egypt"], "vp": 1}}, AREAS, step="reckoning.tally").state
    choose_primary(s, "scythians")
    assert s.civs["scythians"].primary == "egypt"


def test_hist_succ_11_two_civilizations_are_apart_and_their_vp_are_added() -> None:
    """ACME-HIST-SUCC-11, ACME-MULTI-02, ACME-MULTI-05: hands and Supplies of their own; 5 + 7 VP win over 10."""
    s = laid_out(SUCC, f"{SELEUCUS}:Ann egypt:Bob greeks:Bob scythians:Cleo indus_valley:Cleo")
    assert [len(c.hand) for c in s.civs.values()] == [5] * 5
    assert s.civs["egypt"].supply == s.civs["greeks"].supply == 36
    vp = {"egypt": 5, "greeks": 7, SELEUCUS: 10}
    players = {"egypt": "Bob", "greeks": "Bob", SELEUCUS: "Ann", "scythians": "Cleo", "indus_valley": "Cleo"}
    civs = {civ: {**facts, "vp": vp.get(civ, 0), "player": players[civ]} for civ, facts in CIVS.items()}
    t = reckoned(SUCC, civs, AREAS, turn=6, turns=5, step="reckoning.sudden")
    outcome = t.table.outcome()
    assert outcome is not None
    assert set(outcome.winners) == {"egypt", "greeks"}
    assert score(t.state, ["egypt", "greeks"]) == t.civ("egypt").vp + t.civ("greeks").vp


CASTS = [
    ":Ann",
    ":Ann :Ann :Bob :Bob",
    ":Ann :Bob :Bob :Cleo :Cleo",
    ":Ann :Bob :Cleo :Dan",
    ":Ann :Bob :Cleo :Cleo :Dan",
    ALL,
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("number", [1])
def test_random_games_end(cast: str, number: int) -> None:
    """Every cast: nothing broken; three to five turns unless homes are conquered."""
    s = played(SUCC, cast, number).state
    assert s.reason == "conquest" or 3 <= s.turns <= 5
