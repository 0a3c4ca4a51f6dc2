"""Darius & the Great Rebellion (Playbook, Historical Situation Scenarios; ACME-HIST-DARIUS, AMB-15, 31, 141, 144)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.acme.effects.deity_actions import establish_options
from engine.acme.facts.catalog import distances, playable
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.game import GAME
from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.board import abilities, deity_state, has_power
from engine.acme.state import State
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.toml import write
from tests.acme.history.playing import begun, played_out
from tests.acme.story import Story, lie

PERSIANS = "medes_persians"
OTHERS = ("egypt", "greeks", "cimmerians", "hittites")
HOMES = {
    PERSIANS: "persis",
    "egypt": "thebes",
    "greeks": "thrace",
    "cimmerians": "north_caucasus",
    "hittites": "hattusha",
}
DARIUS = SeatPlan(civ=PERSIANS, player="ana")


def seats(*civs: Sequence[str]) -> list[SeatPlan]:
    """Darius is Ana's; of every other person the civs."""
    named = [(civ, player) for player, own in zip(("ben", "cleo", "dido", "emma"), civs, strict=False) for civ in own]
    return [DARIUS, *(SeatPlan(civ=civ, player=player) for civ, player in named)]


CASTS = {
    "one": seats(),
    "two": seats(["egypt", "greeks"]),
    "three": seats(["egypt", "hittites"], ["greeks", "cimmerians"]),
    "four": seats(["egypt"], ["greeks"], ["hittites"]),
    "five": seats(["egypt"], ["greeks"], ["hittites"], ["cimmerians"]),
}


def position(areas: dict[str, str], phase: str = "card", **more: object) -> Story:
    """The five civs, the Persians in exile; keywords that name a civ are its facts, others keys of the position."""
    facts = {name: {"home": home, "hand": []} for name, home in HOMES.items()}
    facts[PERSIANS] |= {"second_colour": "yellow", "exiled": True}  # type: ignore[dict-item]
    civs = {name: {**facts[name], **more.pop(name, {})} for name in facts}  # type: ignore[dict-item]
    top = {"game": "acme", "scenario": "darius", "map": "darius", "epoch": 3, "turn": 3, "phase": phase, "seed": "susa"}
    return Story(write({**top, "order": list(HOMES), **more, "civs": civs, "areas": areas}))


def at_the_first_pair(seed: str) -> Table[State]:
    """Home Areas are chosen, and the first disks are about to be placed."""
    t = Table.new(GAME, "darius", CASTS["five"], {}, seed)
    while t.pending is not None and t.pending.key != "setup.pair":
        ask = t.ask_of(t.waiting()[0])
        assert ask is not None
        t.submit(ask.seat, ask.options[0])
    return t


def test_hist_darius_01_map_and_sides() -> None:
    """AMB-15: Persis is open, and the other seven white disks of the Western map stay."""
    s = begun("darius", CASTS["five"]).state
    assert sorted(s.civs) == sorted(HOMES)
    assert playable(s.map) == playable("western") | {"persis"}


def test_hist_darius_02_double_disks_for_the_persians_only() -> None:
    """AMB-144: with five civs and without the full map."""
    s = begun("darius", CASTS["five"]).state
    assert {name: c.disks for name, c in s.civs.items()} == {PERSIANS: 98, **dict.fromkeys(OTHERS, 48)}
    assert "double_disks" not in {choice.name for choice in GAME.scenarios["darius"].options}


def test_hist_darius_03_from_the_third_turn_of_epoch_three() -> None:
    s = begun("darius", CASTS["five"]).state
    assert (s.epoch, s.turn, HISTORICAL["darius"].last_epoch) == (3, 3, 4)


CONQUERED = {"thebes": "egypt 2", "thrace": "egypt 2", "hattusha": "egypt 1", "susa": "medes_persians 2"}


@pytest.mark.parametrize(("hattusha", "over"), [("egypt 1", True), ("egypt 1 hittites 1", False)])
def test_hist_darius_03_own_home_and_two_others_end_it_after_the_tally(hattusha: str, over: bool) -> None:
    """The most VP win, the tally of this turn included."""
    t = position({**CONQUERED, "hattusha": hattusha}, "reckoning", hittites={"vp": 5})
    t.run_until("growth.deploy")
    assert (t.table.outcome() is not None) is over
    if over:
        assert t.table.outcome().winners == ("hittites",)  # type: ignore[union-attr]


def test_hist_darius_04_black_disks_before_anybody_sets_up() -> None:
    """AMB-141: "Assyria" is Assur."""
    s = at_the_first_pair("black").state
    black = {area: here[BARBARIANS] for area, here in s.disks.items() if BARBARIANS in here}
    assert {area for area, n in black.items() if n == 3} == {"persis", "babylon", "elam", "ur"}
    assert {area for area, n in black.items() if n == 2} == {"armenia", "medes", "assur", "akkad"}
    assert (sum(black.values()), s.black) == (20, 30)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_hist_darius_05_the_persians_deploy_first(seed: str) -> None:
    t = at_the_first_pair(seed)
    assert t.waiting() == (PERSIANS,)
    assert not any(civ in here for civ in OTHERS for here in t.state.disks.values())


LOST = {"persis": "barbarians 1 medes_persians 2", "susa": "medes_persians 2", "thebes": "egypt 2"}


def test_hist_darius_06_no_abilities_before_persis_is_taken() -> None:
    s = begun("darius", CASTS["five"]).state
    assert (s.civs[PERSIANS].home, s.disks["persis"]) == ("persis", {BARBARIANS: 3})
    assert abilities(s, PERSIANS, "recycle_losses") == ()


def test_hist_darius_06_abilities_from_the_recapture_on() -> None:
    """Once it has been theirs they keep them, whatever becomes of it."""
    t = position(LOST, egypt={"hand": [16]})
    assert abilities(t.state, PERSIANS, "recycle_losses") == ()
    t.run_until("growth.deploy")
    assert "took {area:persis}" in t.told()
    assert abilities(t.state, PERSIANS, "recycle_losses")
    lie(t.state, "persis", {BARBARIANS: 3})
    assert abilities(t.state, PERSIANS, "recycle_losses")


def test_hist_darius_07_a_first_deity_waits_in_persis() -> None:
    t = begun("darius", CASTS["five"], {"initial_deities": True})
    assert t.state.civs[PERSIANS].deity
    assert deity_state(t.state, PERSIANS) == "dormant"
    exile = {"deity": "god_of_war", "second_colour": "yellow", "exiled": True}
    t2 = position(LOST, egypt={"hand": [16]}, medes_persians=exile)
    assert not has_power(t2.state, PERSIANS, "god_of_war")
    t2.run_until("growth.deploy")
    assert has_power(t2.state, PERSIANS, "god_of_war")


def test_hist_darius_07_rebels_in_persis_do_not_make_it_lost() -> None:
    areas = {"persis": "barbarians 3", "susa": "medes_persians 2", "thebes": "egypt 2"}
    exile = {"second_colour": "yellow", "exiled": True, "deity": "god_of_war"}
    t = position(areas, "competition", medes_persians=exile).run_until("growth.deploy")
    assert deity_state(t.state, PERSIANS) == "dormant"


def test_hist_darius_07_no_deity_is_established_before() -> None:
    rich = {"second_colour": "yellow", "exiled": True, "mina": 9, "hand": [16]}
    t = position({**LOST, "susa": "medes_persians 3"}, medes_persians=rich)
    assert establish_options(t.state, PERSIANS) == []
    assert "deity" not in t.options(PERSIANS)
    t = position({**LOST, "persis": "medes_persians 2"}, medes_persians={**rich, "exiled": False})
    assert "deity" in t.options(PERSIANS)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_hist_darius_08_the_persian_force(seed: str) -> None:
    s = begun("darius", CASTS["five"], seed=seed).state
    own = {area: here[PERSIANS] for area, here in s.disks.items() if PERSIANS in here}
    assert own.pop("susa") == 2
    assert sorted(own.values()) == [2] * 5
    away = distances(s.map, "susa")
    assert all(away[area] <= 2 and BARBARIANS not in s.disks[area] for area in own)


def test_hist_darius_09_the_others_have_twelve_disks() -> None:
    s = begun("darius", CASTS["five"]).state
    for civ in OTHERS:
        assert sum(here.get(civ, 0) for here in s.disks.values()) == 12


def test_hist_darius_10_the_persians_are_always_a_persons() -> None:
    for civs in (["egypt"], ["egypt", "greeks"]):
        with pytest.raises(SetupError):
            Table.new(GAME, "darius", [SeatPlan(civ=civ, player=civ) for civ in civs], {}, "none")
    alone = Table.new(GAME, "darius", [SeatPlan(player="ana")], {}, "one")
    assert alone.waiting()[0] == PERSIANS or PERSIANS in alone.ask_of(alone.waiting()[0]).options  # type: ignore[union-attr]


def test_hist_darius_11_npcs_are_everybodys_enemies() -> None:
    s = begun("darius", CASTS["one"]).state
    for civ in OTHERS:
        assert sorted(s.civs[civ].enemies) == sorted(set(HOMES) - {civ}) == sorted(s.civs[civ].sworn)


def test_hist_darius_11_a_tie_makes_the_persians_the_primary_enemy() -> None:
    npc = {"by": "npc", "npc": True, "enemies": [PERSIANS, "egypt", "cimmerians", "hittites"]}
    areas = {"thrace": "greeks 3", "susa": "medes_persians 2", "thebes": "egypt 2", "hattusha": "hittites 2"}
    t = position({**areas, "north_caucasus": "cimmerians 2"}, "growth", greeks=npc).run_until("card.play")
    assert t.civ("greeks").primary == PERSIANS


def test_hist_darius_12_two_players() -> None:
    s = begun("darius", CASTS["two"]).state
    assert {name for name, c in s.civs.items() if c.npc} == {"cimmerians", "hittites"}
    for wrong in (seats(["egypt"]), [*seats(["greeks"]), SeatPlan(civ="egypt", player="ana")]):
        with pytest.raises(SetupError):
            Table.new(GAME, "darius", wrong, {}, "wrong")


def test_hist_darius_13_three_players() -> None:
    """AMB-31: nobody is left over."""
    s = begun("darius", CASTS["three"]).state
    assert not any(c.npc for c in s.civs.values())
    with pytest.raises(SetupError):
        Table.new(GAME, "darius", seats(["egypt"], ["greeks"]), {}, "wrong")


def test_hist_darius_14_four_players() -> None:
    s = begun("darius", CASTS["four"]).state
    assert [name for name, c in s.civs.items() if c.npc] == ["cimmerians"]


def test_hist_darius_15_who_has_two_civs_has_two_hands_and_one_sum() -> None:
    t = begun("darius", CASTS["three"])
    s = t.state
    assert all(len(c.hand) == 5 for c in s.civs.values())
    s.civs["egypt"].vp, s.civs["hittites"].vp = 3, 4
    shown = {entry.name: (entry.civs, entry.score) for entry in t.view(None).players}
    assert sorted(shown["ben"][0]) == ["egypt", "hittites"]
    assert shown["ben"][1] == "7"


def test_hist_darius_16_persons_are_nobodys_enemies() -> None:
    s = begun("darius", CASTS["five"]).state
    assert all(c.enemies == [] for c in s.civs.values())


@pytest.mark.soak
@pytest.mark.parametrize("cast", list(CASTS))
def test_every_cast_of_darius_is_played_to_its_end(cast: str) -> None:
    for seed in range(3):
        assert played_out("darius", CASTS[cast], seed).outcome() is not None
