"""Options and set-up (CIV §1, §3)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.civ.catalog import CATALOG, MAPS
from engine.civ.game import GAME
from engine.civ.options import SCENARIOS
from engine.civ.silence import silent
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table


def new(players: int, scenario: str = "no_trading", seed: str = "setup", **options: Any) -> Table[Any]:
    return Table.new(GAME, scenario, [SeatPlan()] * players, options, seed)


def begun(players: int, scenario: str = "no_trading", **options: Any) -> Table[Any]:
    """A table at its first question after the set-up, every nation the first that was free."""
    table = new(players, scenario, **options)
    while table.pending and table.state.phase.startswith("setup"):
        [seat] = table.waiting()
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, ask.options[0])
    return table


PAIRS = [("classic", "classic"), ("classic", "basic"), ("classic", "expert"), ("mega", "basic"), ("mega", "expert")]


@pytest.mark.parametrize(("deck", "track"), PAIRS)
def test_five_pairs_of_deck_and_track_can_be_played(deck: str, track: str) -> None:
    """CIV-001, CIV-RUL-001."""
    s = begun(3, deck=deck, track=track).state
    assert (s.options.deck, s.options.track) == (deck, track)


def test_the_sixth_pair_is_refused_with_a_sentence() -> None:
    """CIV-001, CIV-RUL-001."""
    with pytest.raises(SetupError, match="the mega deck needs one of these tracks: basic, expert"):
        new(3, deck="mega", track="classic")


def test_three_scenarios_are_named_in_order() -> None:
    """CIV-002, CIV-RUL-001, NTV-01."""
    assert [str(one.title) for one in SCENARIOS.values()] == ["No trading", "Basic A.S.T.", "Expert A.S.T."]
    pairs = {name: (begun(2, name).state.options.deck, begun(2, name).state.options.track) for name in SCENARIOS}
    assert pairs == {"no_trading": ("classic", "classic"), "basic": ("mega", "basic"), "expert": ("mega", "expert")}


DEFAULTS = {2: "2p", 3: "3p", 4: "4p-east", 5: "5p-middle", 6: "6p", 7: "full-main", 8: "full-main"}
TOKENS = {2: 55, 3: 47, 4: 55, 5: 47, 6: 55, 7: 55, 8: 47}


@pytest.mark.parametrize("players", DEFAULTS)
def test_the_map_follows_the_number_of_players_and_so_do_the_tokens(players: int) -> None:
    """CIV-003, CIV-005, CIV-RUL-048, CIV-RUL-064."""
    s = begun(players).state
    assert s.options.map == DEFAULTS[players]
    assert {one.stock + 2 for one in s.nations.values()} == {TOKENS[players]}
    assert GAME.problems(s) == []


def test_tokens_go_by_the_players_and_not_by_the_map() -> None:
    """CIV-229, CIV-RUL-064: four on the whole board have 55."""
    assert {one.stock for one in begun(4, map="full-main").state.nations.values()} == {53}


def test_a_map_is_for_the_numbers_it_names() -> None:
    """CIV-229, CIV-RUL-064."""
    with pytest.raises(SetupError, match="map: 6p is for 6 players, not 4"):
        new(4, map="6p")


@pytest.mark.parametrize("name", MAPS)
def test_every_map_can_be_begun(name: str) -> None:
    """CIV-012: everybody has a nation of the map, and one token in one of its start areas in play."""
    s = begun(MAPS[name].players[0], map=name).state
    assert len(s.nations) == MAPS[name].players[0]
    for nation in s.nations:
        assert nation in MAPS[name].nations
        [start] = [a for a, here in s.tokens.items() if nation in here]
        assert start in CATALOG.nations[nation].start
        assert start not in MAPS[name].out


def test_options_and_their_defaults() -> None:
    """CIV-004, CIV-RUL-002."""
    defaults = {c.name: c.default for c in SCENARIOS["no_trading"].options}
    assert defaults == {
        "deck": "classic",
        "track": "classic",
        "map": "auto",
        "turn_limit": 0,
        "expert_cost_rule": "below_100",
        "mining_bonus": False,
        "ask_each_roll": False,
        "simultaneous_moves": False,
        "immunity_for_nontradable": False,
        "npc_takes_over": True,
        "npc": "usual",
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trade": True}, "trade: this option doesn't exist"),
        ({"map": "atlantis"}, "map: must be one of"),
        ({"turn_limit": 61}, "turn_limit: must be a whole number from 0 to 60"),
        ({"turn_limit": True}, "turn_limit: must be a whole number"),
        ({"mining_bonus": "yes"}, "mining_bonus: must be true or false"),
        ({"track": "easy"}, "track: must be one of"),
        ({"expert_cost_rule": "any"}, "expert_cost_rule: must be one of below_100, at_least_100"),
    ],
)
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any], message: str) -> None:
    """CIV-004."""
    with pytest.raises(SetupError, match=message):
        new(3, **options)


@pytest.mark.parametrize("players", [1, 9])
def test_one_and_nine_are_refused(players: int) -> None:
    """CIV-006."""
    with pytest.raises(SetupError, match="seats: needs 2 to 8"):
        new(players)


@pytest.mark.parametrize(
    ("seats", "message"),
    [(["egypt", ""], "{civ:egypt} isn't in play on 2p"), (["italy", "italy"], "{civ:italy} is named twice")],
)
def test_a_seat_may_name_a_nation_of_the_map_that_nobody_else_names(seats: list[str], message: str) -> None:
    with pytest.raises(SetupError, match=re.escape(message)):
        Table.new(GAME, "basic", [SeatPlan(civ) for civ in seats], {}, "named")


def test_a_nation_named_before_is_not_asked_for() -> None:
    table = Table.new(GAME, "basic", [SeatPlan("italy"), SeatPlan("thrace")], {}, "named")
    keys = []
    while table.pending and table.state.phase.startswith("setup"):
        keys.append(table.pending.key)
        seat = table.waiting()[0]
        ask = table.ask_of(seat)
        assert ask is not None
        table.submit(seat, ask.options[0])
    assert set(keys) == {"setup.start"}
    assert list(table.state.nations) == ["italy", "thrace"]


def test_a_nation_taken_is_no_option_any_more() -> None:
    """CIV-012."""
    table = new(3)
    seat = table.waiting()[0]
    table.submit(seat, "crete")
    table.submit(seat, "knossos")
    ask = table.ask_of(table.waiting()[0])
    assert ask is not None
    assert "crete" not in ask.options
    assert len(ask.options) == 4
    assert table.view(None).nations["crete"].tokens == 1


def test_only_start_areas_in_play_are_offered() -> None:
    """CIV-013: in the west Egypt has Jalo and Siwa."""
    table = new(5, map="5p-west")
    seat = table.waiting()[0]
    table.submit(seat, "egypt")
    ask = table.ask_of(seat)
    assert ask is not None
    assert ask.options == ("jalo", "siwa")


def test_with_the_extension_africa_may_start_in_cirta() -> None:
    """CIV-011."""
    table = new(4, map="4p-west")
    seat = table.waiting()[0]
    ask = table.ask_of(seat)
    assert ask is not None
    assert "italy" not in ask.options
    table.submit(seat, "africa")
    ask = table.ask_of(seat)
    assert ask is not None
    assert "cirta" in ask.options


def test_markers_treasuries_and_hands_begin_empty() -> None:
    """CIV-014."""
    shown = begun(4).view(None).nations.values()
    assert {(one.space, one.treasury, str(one.hand)) for one in shown} == {(0, 0, "{}")}


def test_piles_are_full_and_shuffled_by_the_seed() -> None:
    """CIV-015, CIV-032."""
    first, again, other = new(3).state, new(3).state, new(3, seed="other").state
    assert [len(pile) for pile in first.piles] == [26, 38, 53, 34, 16, 23, 14, 12, 12]
    assert first.piles == again.piles != other.piles


@pytest.mark.parametrize(("scenario", "n"), [("no_trading", 12), ("basic", 16)])
def test_the_pile_of_calamities_is_that_of_the_deck(scenario: str, n: int) -> None:
    """CIV-016, NTV-03."""
    assert len(new(3, scenario).state.calamities) == n


@pytest.mark.parametrize(("players", "credit"), [(2, 10), (5, 10), (6, 5), (7, 0), (8, 0)])
def test_the_mega_deck_begins_with_credits(players: int, credit: int) -> None:
    """CIV-017, CIV-RUL-047."""
    for one in begun(players, "basic").view(None).nations.values():
        assert set(one.credits.values()) == {credit}
    assert all(not one.credits for one in begun(players).view(None).nations.values())


def test_areas_off_the_map_do_not_exist() -> None:
    """CIV-008."""
    shown = begun(4).view(None)
    assert "rome" not in shown.areas
    assert "rome" not in shown.map.areas


def test_with_two_players_seven_island_sites_are_wilderness() -> None:
    """CIV-009, CIV-010."""
    areas = begun(2).view(None).areas
    assert [areas[a].site for a in ("knossos", "thera", "palermo", "syracuse")] == ["", "", "black", "black"]


def test_the_first_turn_asks_nothing_but_moves() -> None:
    """CIV-026: one token each, no city, no treasury; two grow to a ship where there is a coast."""
    table, asked = begun(2), list[str]()
    while table.pending is not None and table.state.turn == 1:
        [seat] = table.waiting()[:1]
        question, ask = table.question_to(seat), table.ask_of(seat)
        assert question is not None
        assert ask is not None
        asked.append(question.key)
        table.submit(seat, *silent(ask))
    assert set(asked) == {"ships.build", "movement.tokens"}
