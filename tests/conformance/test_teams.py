"""Random games of ACME in teams over all maps: they end, nothing breaks, and nobody sees what it was not shown."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.acme.questions.teams import are_mates, shown_to
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.conformance.players import ACME_MAPS, MOST_ANSWERS, finish, step, switched, to_the_end
from tests.conformance.test_secrets import shuffled

SHAPES = ((4, 2), (6, 2), (6, 3))


TRACKS = {"culture": True, "culture_cities": "0 1 2 3", "culture_costs": "1 1 2 2"}
BATCH, GAMES_PLAYED, FEW = 20, 300, 15


def opened(number: int, *, turns: int = 0) -> Table[Any]:
    """Game `number`: all maps, shapes and ways to win, with some NPCs and in every other one cheap Culture Tracks."""
    rng = random.Random(number)
    seats, teams = SHAPES[number % 3]
    options = {
        "map": ACME_MAPS[number % 5],
        "teams": teams,
        "team_victory": ("combined", "individual")[number % 2],
        "negate_window": ("sealed", "holders")[number // 2 % 2],
        "turns": turns or 3 + number % 4,
        **(TRACKS if number // 3 % 2 else {}),
    }
    npcs = rng.choice((0, 0, 1, seats // 2))
    plans = [SeatPlan(by="npc") if n < npcs else SeatPlan() for n in range(seats)]
    return Table.new(GAMES["acme"], "standard", plans, options, f"teams {number}")


def show_some(table: Table[Any], rng: random.Random) -> None:
    """Somebody shows some cards to a team-mate."""
    s = table.state
    civ = rng.choice(s.slots)
    mates = [mate for mate in s.order if are_mates(s, civ, mate)]
    if mates and civ in s.order:
        hand = s.civs[civ].hand
        table.call("show", civ, rng.choice(mates), *map(str, rng.sample(hand, rng.randint(0, len(hand)))))


def play(number: int) -> int:
    """Play to the end, with cards shown now and then. Returns the number of answers."""

    def show(table: Table[Any], rng: random.Random, n: int) -> None:
        if n % 40 == 20:
            show_some(table, rng)

    table, answers = to_the_end(opened(number), random.Random(number), f"game {number}", beside=show)
    assert_result(table)
    return answers


def assert_result(table: Table[Any]) -> None:
    """The winners are one whole team, or one member of it, and no team has a better sum."""
    found, s = table.outcome(), table.state
    assert found is not None
    sums: dict[str, int] = {}
    for c in s.civs.values():
        sums[c.team] = sums.get(c.team, 0) + c.vp
    won = {s.civs[civ].team for civ in found.winners}
    assert len(won) == 1
    assert found.outright or sums[won.pop()] == max(sums.values())
    if s.options.team_victory == "individual":
        assert len(found.winners) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(FEW))
def test_a_random_game_of_teams_ends_without_a_problem(number: int) -> None:
    """ACME-TEAM-01 to 10."""
    assert play(number) > 10


@pytest.mark.long
@pytest.mark.parametrize("batch", range(GAMES_PLAYED // BATCH))
def test_three_hundred_random_games_of_teams_end_without_a_problem(batch: int) -> None:
    """ACME-TEAM-01 to 10, half of them with Culture Tracks (CUL-01)."""
    assert all(play(number) > 10 for number in range(max(FEW, batch * BATCH), (batch + 1) * BATCH))


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(3, 6))
def test_seats_of_a_team_change_hands_at_every_answer(number: int) -> None:
    """ACME-TEAM-01: a computer plays for whoever is away, by the rules of a team-mate."""
    switched(random.Random(number), opened(number, turns=1), MOST_ANSWERS)


def plain(view: Any) -> str:
    return msgspec.json.encode(view).decode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(0, 6, 2))
def test_only_shown_cards_are_seen(number: int) -> None:
    """What a seat is not shown can be shuffled, and its view stays the same; what it is shown it sees as it is."""
    table, rng = opened(number), random.Random(number)
    dice = random.Random(number + 1)
    finish(table)
    for _ in range(60):
        if table.pending is None:
            break
        show_some(table, rng)
        s = table.state
        for seat in (None, *s.slots):
            view = table.view(seat)
            for civ, c in s.civs.items():
                seen = view.civs[civ].shown
                own = shown_to(c, seat) if seat and are_mates(s, civ, seat) and c.by == "human" else []
                assert [*seen] == own or c.npc
        opponent = dice.choice(s.slots)
        for c in s.civs.values():
            c.shows = {mate: cards for mate, cards in c.shows.items() if mate != opponent}
        other = shuffled(s, opponent, dice)
        assert plain(table.game.view(other, opponent, ())) == plain(table.game.view(s, opponent, ()))
        step(rng, table)
