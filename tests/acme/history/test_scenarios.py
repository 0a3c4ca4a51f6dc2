"""What holds for every historical scenario (Playbook, Historical Situation Scenarios; MAP-16, GEN-01 to 05, SET-36)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.game import GAME
from engine.acme.history.casting import fits, persons_text
from engine.acme.history.facts import HISTORICAL
from engine.acme.history.stances import stance_of
from engine.acme.npc.relations import humans, is_enemy, npcs
from engine.acme.questions.board import homes_in_play, on_map
from engine.acme.state import State
from engine.core import notation, record
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.acme.history.casts import CASTS, PEOPLE, casts_of, holdings, laid_out, of_cast, plans_of, seated, way_of
from tests.conformance.players import step
from tests.conformance.test_secrets import plain, shuffled

MAPS = {
    "sargon": "fertile_crescent",
    "lion_of_judah": "fertile_crescent",
    "sea_peoples": "abbreviated_western",
    "mithridates": "abbreviated_western",
    "fire_in_the_east": "eastern",
    "fire_on_the_steppes": "eastern",
    "empires_on_horseback": "eastern",
    "balance_of_power": "western",
    "agamemnon": "western",
    "king_of_the_four_corners": "western",
    "darius": "darius",
    "rome_vs_parthia": "western",
    "cyrus": "full",
    "successors": "full",
    "alexander": "full",
    "rostam": "rostam",
}
PERSONS = {"alexander": "1 to 2", "rostam": "1 to 2", "mithridates": "1 to 4", "rome_vs_parthia": "1 to 2"}
LATER = {
    ("successors", "medes_persians"): 6,
    ("rome_vs_parthia", "assyria"): 12,
    ("rome_vs_parthia", "medes_persians"): 12,
}
GODLESS = {"alexander": {"hittites", "sea_peoples", "egypt"}}
MOST_ANSWERS = 20_000
FEW, BATCH = 3, 9  # random games of each cast that are soaked in, and of those a long test plays
scenarios = pytest.mark.parametrize("name", HISTORICAL)
casts = pytest.mark.parametrize(("name", "cast"), CASTS)


def after_setup(name: str, cast: int, **options: Any) -> State:
    """The position of that cast when nobody has acted yet."""
    return laid_out(name, plans_of(HISTORICAL[name], way_of(name, cast)), **options)


@scenarios
def test_map_16_every_scenario_has_its_map(name: str) -> None:
    """ACME-MAP-16."""
    assert of_cast(name, 0).state.map == MAPS[name]


@scenarios
def test_hist_gen_04_a_period_and_a_background_for_people(name: str) -> None:
    """ACME-HIST-GEN-04: without effect on the rules."""
    h = HISTORICAL[name]
    assert h.text("period")
    assert len(h.text("background")) > 100
    assert all(str(h.advice(cast.persons)) for cast in h.cast)


@scenarios
def test_hist_gen_05_for_how_many_persons_it_is(name: str) -> None:
    """ACME-HIST-GEN-05: all are of the historical family and can be played alone; NPCs take the rest."""
    h = HISTORICAL[name]
    assert h.kind in {"historical", "bonus"}
    assert str(persons_text(h)) == PERSONS.get(name, str(persons_text(h)))
    assert (GAME.scenarios[name].least, GAME.scenarios[name].most) == (1, len(h.side))
    assert GAME.scenarios[name].fills


def test_the_scenarios_come_in_their_order() -> None:
    assert len({h.rank for h in HISTORICAL.values()}) == len(HISTORICAL)
    assert list(HISTORICAL) == sorted(HISTORICAL, key=lambda name: HISTORICAL[name].rank)
    assert set(HISTORICAL) <= set(MAPS)


@casts
def test_each_begins_with_the_disks_that_its_scenario_names(name: str, cast: int) -> None:
    """Default of SET-08: disks for which set-up has no area wait in the Growth Box (ACME-SET-35)."""
    h, s = HISTORICAL[name], after_setup(name, cast)
    assert set(s.civs) <= set(h.sides)
    for civ, side in h.sides.items():
        wanted = side.disks + LATER.get((name, civ), 0)
        assert on_map(s, civ) + s.civs[civ].box == wanted, civ
        assert s.civs[civ].disks == (98 if side.second_colour else 48)


@casts
def test_each_begins_with_the_cards_that_its_scenario_names(name: str, cast: int) -> None:
    """First hands hold no Event; what the scenario gives comes besides."""
    h, s = HISTORICAL[name], after_setup(name, cast)
    assert set(s.civs) <= set(h.sides)
    for civ, side in h.sides.items():
        own = s.civs[civ].hand
        assert len(own) == (side.hand if side.hand >= 0 else h.hand) + len(side.cards)
        assert not any(CARDS[n].is_event for n in own)
        assert set(side.cards) <= set(own)


@casts
def test_it_begins_where_and_when_the_scenario_says(name: str, cast: int) -> None:
    h, s = HISTORICAL[name], after_setup(name, cast)
    assert (s.epoch, s.turn, s.turns, s.options.epochs) == (h.epoch, h.turn, 1, h.last_epoch)
    assert set(s.order) == set(h.sides)
    assert len(homes_in_play(s)) == len(h.side)
    assert all(s.civs[civ].home == side.home for civ, side in h.sides.items() if side.home)
    assert all(s.civs[civ].name == side.name for civ, side in h.sides.items())
    assert all(s.order.index(civ) == side.place - 1 for civ, side in h.sides.items() if side.place)
    assert all(n.supply + on_map(s, name) == n.disks for name, n in s.neutrals.items())


@casts
def test_every_cast_can_be_seated(name: str, cast: int) -> None:
    """What the cast allows is accepted, whoever has which seat; the civs may be left open as well."""
    h = HISTORICAL[name]
    ways = casts_of(h, h.cast[cast])
    assert ways
    for way in random.Random(cast).sample(ways, min(4, len(ways))):
        assert seated(h, way, "seats").pending is not None
        assert sorted(humans(seated(h, way, "seats").state)) == sorted(civ for civ in way if way[civ])


@casts
def test_civs_may_be_chosen_at_the_table(name: str, cast: int) -> None:
    """ACME-SET-05: seats without a civ take one that leaves a cast for all others."""
    h = HISTORICAL[name]
    way = casts_of(h, h.cast[cast])[0]
    held = [player for player in way.values() if player]
    for seed in range(3):
        plans = [SeatPlan(player=player) for player in held]
        s = laid_out(name, plans, f"open {seed}")
        assert fits(h, {civ: "" if s.civs[civ].npc else s.civs[civ].player for civ in h.sides})


@scenarios
def test_what_no_cast_allows_is_refused_with_advice(name: str) -> None:
    h = HISTORICAL[name]
    wrong = [way for n in range(1, len(PEOPLE) + 1) for way in holdings(h, n) if not fits(h, way)]
    assert bool(wrong) == (name not in {"sargon", "rome_vs_parthia"})
    for way in random.Random(5).sample(wrong, min(6, len(wrong))):
        with pytest.raises(SetupError, match="seats: "):
            seated(h, way, "refused")


@scenarios
def test_set_01_one_person_may_play_them_all(name: str) -> None:
    """ACME-SET-01: nobody is an NPC then."""
    h = HISTORICAL[name]
    s = laid_out(name, plans_of(h, dict.fromkeys(h.sides, "ann")))
    assert npcs(s) == []
    assert not s.by_category


@scenarios
def test_the_protocol_tells_which_numbers_of_seats_can_be_set_up(name: str) -> None:
    """docs/protocol.md, `games`: each of them can, NPCs taking what is left, and no other."""
    h = HISTORICAL[name]
    ways = [way for n in range(1, len(h.side) + 1) for way in holdings(h, n) if fits(h, way)]
    by_number = {sum(map(bool, way.values())): way for way in ways}
    assert GAME.scenarios[name].players == tuple(sorted(by_number))
    for way in by_number.values():
        assert Table.new(GAME, name, [plan for plan in plans_of(h, way) if plan.by == "human"], {}, "numbers").pending


@scenarios
def test_strangers_are_refused(name: str) -> None:
    """Only the civs of the scenario play in it."""
    stranger = "urartu" if "urartu" not in HISTORICAL[name].sides else "chaldea"
    with pytest.raises(SetupError, match="isn't part of"):
        Table.new(GAME, name, [SeatPlan(stranger)], {}, "stranger")


@scenarios
def test_what_the_scenario_settles_is_no_option(name: str) -> None:
    """ACME-HIST-GEN-02: neither map nor length nor the peace and war of NPCs."""
    offered = {choice.name for choice in GAME.scenarios[name].options}
    assert offered & {"map", "epochs", "vp_target", "turns", "hostility"} == set()
    with pytest.raises(SetupError, match="epochs"):
        Table.new(GAME, name, [SeatPlan()], {"epochs": 3}, "options")


@casts
def test_hist_gen_02_no_offers_of_peace(name: str, cast: int) -> None:
    """ACME-HIST-GEN-02: the steps of peace and war are left out."""
    assert not of_cast(name, cast).state.options.hostility


@casts
def test_sol_comp_01_the_order_by_category_is_for_one_person_against_npcs(name: str, cast: int) -> None:
    """ACME-SOL-COMP-01, RUL-164."""
    s = after_setup(name, cast)
    people = {s.civs[civ].player for civ in humans(s)}
    assert s.by_category == (len(people) == 1 and bool(npcs(s)))


@casts
def test_hist_gen_01_the_events_are_those_of_every_game(name: str, cast: int) -> None:
    """ACME-HIST-GEN-01: none is left out; what a scenario ignores is drawn and replaced."""
    s = after_setup(name, cast)
    assert {n for n in CARDS if CARDS[n].is_event} <= set(s.deck)
    assert s.removed == []


@casts
def test_hist_gen_03_npcs_are_hostile_to_persons_unless_the_scenario_says_otherwise(name: str, cast: int) -> None:
    """ACME-HIST-GEN-03, AMB-30, AMB-41."""
    s = after_setup(name, cast)
    plain_npcs = [npc for npc in npcs(s) if stance_of(s, HISTORICAL[name], npc) is None]
    assert all(set(s.civs[npc].enemies) == set(humans(s)) for npc in plain_npcs)
    assert all(is_enemy(s, npc, BARBARIANS) for npc in npcs(s))


@scenarios
def test_set_36_everybody_may_begin_with_a_deity(name: str) -> None:
    """ACME-SET-36: a Deity each, no two the same, and nothing is paid; where the scenario does not settle that."""
    h = HISTORICAL[name]
    if h.deities:
        s = after_setup(name, 0, initial_deities=True)
        owners = {civ: c.deity for civ, c in s.civs.items() if c.deity}
        assert set(owners) == set(h.sides) - GODLESS.get(name, set())
        assert len(set(owners.values())) == len(owners)
        assert set(s.available).isdisjoint(c.deity for c in s.civs.values())
    else:
        assert "initial_deities" not in {choice.name for choice in GAME.scenarios[name].options}


def play(name: str, cast: int, seed: int) -> None:
    """A random game to its end: nothing is broken after any answer, restarts and the notation change nothing."""
    table, rng = of_cast(name, cast, seed), random.Random(seed)
    for n in range(MOST_ANSWERS):
        if table.pending is None:
            break
        if n % 97 == seed % 97:
            table = restarted(table)
            assert written(table) == plain(table.view(None))
        step(rng, table)
        assert table.problems() == [], f"{name} {cast} {seed}, answer {n}, {table.record.step}"
        assert table.pending is None or not table.pending.key.startswith("peace.")
        table.events.clear()
    assert table.outcome() is not None
    assert table.state.epoch <= HISTORICAL[name].last_epoch


def restarted(table: Table[State]) -> Table[State]:
    """The table read back from its record, which is the same."""
    again = Table(table.game, record.decode(record.encode(table.record)))
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.pending == table.pending
    return again


def written(table: Table[State]) -> str:
    """The public view of the position read back from notation, which is the same text again."""
    text = notation.dump(table)
    again = notation.load(table.game, text)
    assert notation.dump(again) == text
    assert again.pending == table.pending
    return plain(again.view(None))


@pytest.mark.soak
@pytest.mark.sample(5)
@casts
def test_random_games_end_without_a_problem(name: str, cast: int) -> None:
    for seed in range(FEW):
        play(name, cast, seed)


@pytest.mark.sample(1)
@casts
def test_npcs_can_play_for_everybody(name: str, cast: int) -> None:
    """They answer every question of the scenario, also where cards decide between equals."""
    table = of_cast(name, cast, npc_method="b")
    while table.pending is not None:
        for seat in list(table.game.seats(table.state)):
            if seat in table.game.seats(table.state):
                table.control(seat, "npc")
    assert table.outcome() is not None
    assert table.problems() == []


@pytest.mark.long
@casts
@pytest.mark.parametrize("first", range(FEW, 30, BATCH))
def test_of_each_cast_as_many_further_random_games_end_as_make_thirty(name: str, cast: int, first: int) -> None:
    for seed in range(first, first + BATCH):
        play(name, cast, seed)


@pytest.mark.sample(1)
@scenarios
def test_no_view_tells_what_its_seat_may_not_know(name: str) -> None:
    """Hidden cards put elsewhere change no view."""
    number = len(HISTORICAL[name].cast) - 1
    table, rng, dice = of_cast(name, number), random.Random(1), random.Random(2)
    looked = 0
    for n in range(240):
        if table.pending is None:
            break
        asked = table.pending.asked
        for seat in (None, dice.choice(list(table.game.seats(table.state)))) if n % 3 == 0 else ():
            other = shuffled(table.state, seat, dice)
            assert plain(table.game.view(other, seat, asked)) == plain(table.view(seat))
            looked += 1
        step(rng, table)
    assert looked
