"""The end of a turn and of the game, and the three ways of scoring (CIV §19.7, §21)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ import verbs
from engine.civ.board import city_count, nations_in_play, population
from engine.civ.catalog import CARDS, NUMBERS, rank
from engine.civ.credits import colour_credits
from engine.civ.learned import benefits_of
from engine.civ.state import State
from engine.civ.track import kind, price_total, track
from engine.civ.verbs import nation, tell
from engine.core.game import Outcome
from engine.core.message import list_of


async def end_turn(s: State) -> str | None:
    """Check cards handed in and the end test (13B), then reshuffle (13C) or end the game (13D) (CIV-RUL-041)."""
    tell(s, "track.check", n=len(s.spent))
    reason = over(s)
    tell(s, "track.step_b")
    if reason:
        finish(s, reason)
        return None
    touched, returned = verbs.reshuffle(s), verbs.return_calamities(s)
    tell(s, "track.step_c", piles=len(touched), calamities=int(returned))
    return verbs.go_on(s, "begin")


async def begin_turn(s: State) -> str:
    """Begin a new turn; abandoned seats become inert if the table wants it so (CIV §22.1)."""
    verbs.begin_turn(s)
    verbs.new_action(s)
    tell(s, "turn.begins", turn=s.turn)
    if s.turn == 1 or s.turn == NUMBERS.turn_cap_warning:
        tell(s, "turn.cap", cap=s.options.turn_limit or NUMBERS.turn_cap)
    for name, one in s.nations.items():
        if one.leaving:
            back = verbs.leave(s, name)
            tell(s, "turn.left", player=nation(name), n=len(back))
    return verbs.go_on(s, "tax")


def over(s: State) -> str:
    """Return why the game ends with this turn, or nothing (CIV §21.1)."""
    if s.turn == s.last_turn:
        return "track"
    ended = [n for n in nations_in_play(s) if s.nations[n].space >= final_space(s, n)]
    if ended and kind(s) != "expert":
        return "track"
    if ended and not s.last_turn:
        verbs.set_last_turn(s, s.turn + 1)
        tell(s, "turn.last", player=nation(ended[0]))
    if s.turn >= (s.options.turn_limit or NUMBERS.turn_cap):
        return "limit" if s.options.turn_limit else "cap"
    return "" if len(nations_in_play(s)) else "nobody"


def final_space(s: State, name: str) -> int:
    """Return the space that ends the game when entered: the last one, on Expert the first of Late Iron (CIV §21.1)."""
    own = track(s, name)
    return own.first["late_iron"] if kind(s) == "expert" else own.last


def finish(s: State, reason: str) -> None:
    """13D: compute scores and ranking; inert seats can't win (CIV §22.1)."""
    scores = {n: score(s, n) for n in s.nations}
    ranking = sorted(s.nations, key=lambda n: (s.nations[n].inert, *(-x for x in ranking_key(s, n, scores)), rank(n)))
    verbs.new_action(s)
    winners = [n for n in ranking[:1] if not s.nations[n].inert]
    verbs.end_game(s, scores, ranking, winners, reason)
    said = list_of([f"{nation(n)} {scores[n]}" for n in ranking])
    tell(s, "track.step_d", winner=nation(ranking[0]), scores=said)


def score(s: State, name: str) -> int:
    """Return the points of a nation: the track decides how they are counted (CIV §21.2, §21.3, CIV-RUL-040)."""
    one, cities = s.nations[name], city_count(s, name)
    if kind(s) == "classic":
        cards = sum(CARDS[card].value for card in one.hand)
        spaces = NUMBERS.space_points * one.space
        return price_total(s, name) + cards + one.treasury + spaces + NUMBERS.city_score * cities
    bonus = NUMBERS.mega_bonus * (kind(s) == "expert" and s.bonus == name)
    return cities + benefits_of(s, name).vp + NUMBERS.mega_space_points * one.space + bonus


def ranking_key(s: State, name: str, scores: dict[str, int]) -> Sequence[int]:
    """Return what decides the places, most important first: the score, then the tie-breakers (CIV §21.2, §21.3,
    CIV-RUL-045).
    """
    one, cards = s.nations[name], benefits_of(s, name).cards
    if kind(s) == "classic":
        return [scores[name], one.space]
    credit = colour_credits(s, name).values()
    tiers = [sum(card.vp == vp for card in cards) for vp in (6, 3)]
    return [
        scores[name],
        one.space,
        *tiers,
        price_total(s, name),
        max(credit),
        sum(credit),
        city_count(s, name),
        population(s, name),
    ]


def outcome(s: State) -> Outcome | None:
    """Return the result, once the game is over."""
    if not s.reason:
        return None
    return Outcome(dict(s.scores), tuple(s.winners), s.reason, tuple(s.ranking))
