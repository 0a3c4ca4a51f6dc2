"""Fire in the East (Playbook, Historical Situation Scenarios; ACME-HIST-FITE, AMB-22, RUL-159)."""

from __future__ import annotations

from typing import Any

import pytest

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
    reason,
    reckoned,
    totals,
)

FITE = "fire_in_the_east"
ALL = "elam:Ann scythians:Bob indus_valley:Cleo"
CIVS: dict[str, dict[str, Any]] = {"elam": {"hand": [16]}, "indus_valley": {}, "scythians": {}}
AREAS = {"elam": "elam 3", "mohenjo_daro": "indus_valley 3", "massagetans": "scythians 3"}


def test_hist_fite_01_map_and_sides() -> None:
    """ACME-HIST-FITE-01: the eastern map; Elam, Scythians, Indus Valley, who are the Harappans."""
    table = opened(FITE, ALL)
    assert table.state.map == "eastern"
    laid = laid_out(FITE, ALL)
    assert {civ: c.home for civ, c in laid.civs.items()} == {
        "elam": "elam",
        "scythians": "massagetans",
        "indus_valley": "mohenjo_daro",
    }
    assert laid.civs["indus_valley"].name == "Harappans"


def test_hist_fite_02_it_begins_with_the_last_turn_of_epoch_ii() -> None:
    """ACME-HIST-FITE-02, AMB-22: that turn ends its Epoch without a test, and Epoch III begins."""
    s = laid_out(FITE, ALL)
    assert (s.epoch, s.turn, s.turns) == (2, 4, 1)
    t = reckoned(FITE, CIVS, AREAS, deck=[ODD, *PLAIN])
    assert (t.state.epoch, t.state.turn, t.state.turns) == (3, 1, 2)
    assert "Sudden End" not in t.told()


def test_hist_fite_02_three_turns_at_least() -> None:
    """ACME-HIST-FITE-02, RUL-030: the test is made in the last Epoch too; an odd card after turn 2 ends the game."""
    t = reckoned(FITE, CIVS, AREAS, epoch=3, turn=2, turns=3, deck=[ODD, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", 3)
    again = reckoned(FITE, CIVS, AREAS, epoch=3, turn=2, turns=3, deck=[EVEN, *PLAIN])
    assert (again.state.turn, again.state.turns) == (3, 4)


def test_hist_fite_02_five_turns_at_most() -> None:
    """ACME-HIST-FITE-02: with turn 4 of Epoch III the game is over."""
    t = reckoned(FITE, CIVS, AREAS, epoch=3, turn=4, turns=5, deck=[EVEN, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", 5)


def test_hist_fite_02_time_marches_on_may_make_it_two() -> None:
    """AMB-22: three turns are arithmetic, no rule; card 97 drawn in turn 1 of Epoch III ends the game with it."""
    t = reckoned(FITE, CIVS, AREAS, epoch=3, turn=1, turns=2, deck=[97, *PLAIN])
    assert (reason(t), t.state.turns) == ("epochs", 2)


def test_hist_fite_03_twelve_disks_each() -> None:
    """ACME-HIST-FITE-03: and five cards."""
    s = laid_out(FITE, ALL)
    assert set(totals(s).values()) == {12}
    assert {len(c.hand) for c in s.civs.values()} == {5}


def test_hist_fite_04_the_scythians_are_third() -> None:
    """ACME-HIST-FITE-04: whatever the draw; the two others come in either order."""
    orders = {tuple(laid_out(FITE, ALL, f"order {n}").order) for n in range(12)}
    assert orders == {("elam", "indus_valley", "scythians"), ("indus_valley", "elam", "scythians")}


def test_hist_fite_05_with_two_persons_the_scythians_are_rather_the_npc() -> None:
    """ACME-HIST-FITE-05: unless somebody names them; they are hostile to both persons."""
    s = laid_out(FITE, ":Ann :Bob")
    assert holders(s)["scythians"] == ""
    assert enemies(s) == {"scythians": {"elam", "indus_valley"}}
    assert accepted(FITE, "scythians:Ann :Bob")


def test_hist_fite_05_nothing_ends_that_hostility() -> None:
    """ACME-HIST-FITE-05, ACME-HIST-GEN-02: no offers of peace, no tests of war and peace."""
    t = reckoned(
        FITE,
        {**CIVS, "scythians": {"by": "npc", "npc": True, "enemies": ["elam", "indus_valley"]}},
        AREAS,
        epoch=3,
        turn=1,
    )
    assert set(t.civ("scythians").enemies) == {"elam", "indus_valley"}
    assert t.state.pool == {}
    with pytest.raises(SetupError, match="hostility: this option doesn't exist"):
        opened(FITE, ":Ann :Bob", hostility=True)


def test_hist_fite_06_alone_one_is_best_the_scythians() -> None:
    """ACME-HIST-FITE-06: the other two are hostile to the person and to each other."""
    s = laid_out(FITE, ":Ann")
    assert holders(s) == {"elam": "", "scythians": "Ann", "indus_valley": ""}
    assert enemies(s) == {"elam": {"scythians", "indus_valley"}, "indus_valley": {"scythians", "elam"}}


def test_hist_fite_06_another_people_is_possible() -> None:
    """ACME-HIST-FITE-06, ACME-SET-01: it is a recommendation; or one person plays all three."""
    s = laid_out(FITE, "elam:Ann")
    assert enemies(s) == {"scythians": {"elam", "indus_valley"}, "indus_valley": {"elam", "scythians"}}
    assert accepted(FITE, "elam:Ann scythians:Ann indus_valley:Ann")
    assert not accepted(FITE, "elam:Ann elam:Bob")


def test_rul_159_scythians_are_invaders_only_as_npcs() -> None:
    """RUL-159: with their bonus card and the options of Invaders, and no greater least growth."""
    s = laid_out(FITE, "elam:Ann", invaders="stronger")
    assert [civ for civ, c in s.civs.items() if c.invader] == ["scythians"]
    assert s.civs["scythians"].least_growth == 0
    assert (s.options.invader_cards, s.options.invader_growth) == (2, 2)
    assert not any(c.invader for c in laid_out(FITE, "scythians:Ann").civs.values())


@pytest.mark.sample(1)
@pytest.mark.parametrize("cast", [":Ann", "elam:Ann", ":Ann :Bob", ALL])
@pytest.mark.parametrize("number", [1, 2])
def test_random_games_end(cast: str, number: int) -> None:
    """Every cast: nothing broken; two to five turns."""
    table = played(FITE, cast, number)
    assert table.state.epoch == 3
    assert 2 <= table.state.turns <= 5
