"""The end of the game: when, who has won, and how ties are broken (ACME §11.5, RUL-029, RUL-127)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from engine.acme.facts.catalog import RULES
from engine.acme.questions.board import cities, is_last_epoch
from engine.acme.questions.players import current_vp, fallen_of, is_single, sides, spelled_vp
from engine.acme.setup.options import INDIVIDUAL
from engine.acme.special import Moment, special
from engine.acme.state import State
from engine.acme.verbs.basic import new_action, tell
from engine.acme.verbs.sequence import end_game
from engine.core import text
from engine.core.game import Outcome
from engine.core.message import SEMICOLON, Message, Value, count_noun, duration, list_of, pair, strung

ROMAN = ("I", "II", "III", "IV")
TIES: dict[str, Callable[[State, str], int]] = {
    "cities": lambda s, civ: len(cities(s, civ)),
    "mina": lambda s, civ: s.civs[civ].mina,
    "hand": lambda s, civ: len(s.civs[civ].hand),
}


def reason_to_end(s: State) -> str:
    """Return why the game ends after the Sudden End Step, judged on civs; empty if it continues (RUL-029)."""
    options = s.options
    if options.vp_target and max(c.vp for c in s.civs.values()) >= options.vp_target:
        return "vp"
    if options.turns and s.turns >= options.turns:
        return "turns"
    if s.time_up:
        return "time"
    return "epochs" if s.ending and is_last_epoch(s) else ""


def time_is_up(s: State) -> None:
    """Note that the agreed time is over: the game ends with this turn (Playbook, Sudden Death)."""
    if not s.time_up:
        s.time_up = True
        tell(s, "call.time", time=duration(s.options.time))


def ends_by_epochs(s: State) -> bool:
    """Return whether a number of Epochs was agreed on, so that the last one has no Sudden End test (RUL-030)."""
    options = s.options
    return bool(options.epochs) or not (options.vp_target or options.turns or options.time)


def must_last(s: State) -> bool:
    """Return whether this is the last Epoch of a game that ends with one, which nothing ends early (Playbook, Sudden
    Death).

    Historical scenarios say themselves how their last Epoch may end.
    """
    return not special(s).tests_last_epoch and ends_by_epochs(s) and is_last_epoch(s)


def rank_players(s: State) -> list[list[str]]:
    """Return the civs of each player, empire or team, best first: by score, then the ties of §11.5, summed up
    (RUL-127).

    Winners by a scenario's special rules come before all others. If one of the best team wins alone, its members are
    ordered by the same tests, and then those of the next team (PB:251).
    """
    ranked = in_order(s, sides(s))
    return [member for team in ranked for member in apart(s, team)] if wins_alone(s) else ranked


def in_order(s: State, teams: Sequence[list[str]]) -> list[list[str]]:
    """Return the compared sides, best first."""
    return sorted(teams, key=lambda team: (*_rank(s, team), s.order.index(team[0])))


def apart(s: State, team: Sequence[str]) -> list[list[str]]:
    """Return the members of a team, each for itself, best first."""
    return in_order(s, [[civ] for civ in team])


def wins_alone(s: State) -> bool:
    """Return whether one member of the best team alone wins the game of teams."""
    return bool(s.options.teams) and s.options.team_victory == INDIVIDUAL


def _rank(s: State, team: Sequence[str]) -> tuple[bool, list[Fraction | int]]:
    """Return the sort key of players: outright victory, then the highest numbers."""
    return not any(civ in s.victors for civ in team), [-n for n in tie_break_key(s, team)]


def tie_break_key(s: State, team: Sequence[str]) -> list[Fraction | int]:
    """Return what a player is compared by, in order: the score, then what breaks ties."""
    return [score(s, team), *ties(s, team).values()]


def score(s: State, team: Sequence[str]) -> Fraction:
    """Return a side's score at the end: its VP, or what the scenario makes of them."""
    vp, by_scenario = current_vp(s, team), special(s).score
    return vp if by_scenario is None else Fraction(by_scenario(s, team, int(vp)))


def ties(s: State, team: Sequence[str]) -> dict[str, int]:
    """Return what breaks ties, in order: in One vs. Two having only one civ, then Cities, mina and cards."""
    one_civ = {"one_civ": int(is_single(s, team[0]))} if s.options.one_vs_two else {}
    return {**one_civ, **{tie: sum(TIES[tie](s, civ) for civ in team) for tie in RULES.tie_break_end if tie in TIES}}


def ended_by_scenario(s: State, moment: Moment) -> bool:
    """Return whether the scenario ends the game at this moment, in which case it is over."""
    s.reason = special(s).ends(s, moment)
    if s.reason:
        finish(s)
    return bool(s.reason)


def finish(s: State) -> None:
    """End the game: tell who has won, and by what if VP were tied."""
    new_action(s)
    ranked, first = in_order(s, sides(s)), rank_players(s)[0]
    tell_scores(s, ranked)
    won = "over.outright" if s.victors else "over.won"
    civs = list_of([text.civ(civ) for civ in first])
    tell(s, won, civs=civs, vp=spelled_vp(score(s, first)), reason=said_reason(s))
    tell_tie(s, ranked)
    if wins_alone(s):
        tell_tie(s, apart(s, ranked[0]))
    end_game(s)


def tell_tie(s: State, ranked: list[list[str]]) -> None:
    """Tell what puts the first side before the second, if both have the same score."""
    best = score(s, ranked[0])
    if not s.victors and len(ranked) > 1 and best == score(s, ranked[1]):
        tied = [text.civ(civ) for team in ranked if score(s, team) == best for civ in team]
        tell(s, "over.tie", civs=list_of(tied), tie=Message(f"over.tie.{deciding_tie(s, ranked)}"))


def tell_scores(s: State, ranked: Sequence[Sequence[str]]) -> None:
    """Tell each side's final score if it isn't the VP of one civ: in teams, and in some scenarios."""
    if special(s).score is None and not s.options.teams:
        return
    said = [pair(list_of(text.civ(civ) for civ in team), spelled_vp(score(s, team))) for team in ranked]
    tell(s, "over.scores", scores=strung(said, SEMICOLON))


def deciding_tie(s: State, ranked: list[list[str]]) -> str:
    """Return which tie-break put the winner before the second."""
    first, second = ties(s, ranked[0]), ties(s, ranked[1])
    return next((tie for tie in first if first[tie] != second[tie]), "turn_order")


def said_reason(s: State) -> Message:
    """Return why the game has ended."""
    epoch = ROMAN[min(s.epoch, len(ROMAN)) - 1]
    turns, time = count_noun(s.turns, "turn"), duration(s.options.time)
    said: dict[str, Value] = {"epoch": epoch, "vp": s.options.vp_target, "turns": turns, "time": time}
    return Message(f"over.reason.{s.reason or 'epochs'}", said)


def outcome(s: State) -> Outcome | None:
    """Return the result once the game is over: points by civ, the winner's civs, all civs from first to last (ACME
    §11.5).

    Points are VP, or what the scenario makes of them for a side: then each civ of it has those of the side. What has
    fallen of an empire shares its place.
    """
    if s.phase != "over":
        return None
    ranked = [[*team, *([] if wins_alone(s) else fallen_of(s, team))] for team in rank_players(s)]
    scores = {civ: s.civs[civ].vp for civ in s.slots}
    if special(s).score is not None:
        scores |= {civ: int(score(s, team)) for team in sides(s) for civ in (*team, *fallen_of(s, team))}
    last = [civ for civ in s.slots if s.civs[civ].out and not any(civ in team for team in ranked)]
    order = (*(civ for team in ranked for civ in team), *last)
    teams = tuple(tuple(team) for team in ranked if team[1:])
    return Outcome(scores, tuple(ranked[0]), said_reason(s), order, teams, bool(s.victors))
