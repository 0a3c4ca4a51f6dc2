"""The end of the game: when, who has won, and how ties are broken (ACME §11.5, RUL-029, RUL-127)."""

from __future__ import annotations

from collections.abc import Callable

from engine.acme.board import cities, is_last_epoch
from engine.acme.catalog import RULES
from engine.acme.clock import end_game
from engine.acme.state import State
from engine.acme.verbs import new_action, tell
from engine.core import text
from engine.core.game import Outcome
from engine.core.text import words

ROMAN = ("I", "II", "III", "IV")
TIES: dict[str, Callable[[State, str], int]] = {
    "cities": lambda s, civ: len(cities(s, civ)),
    "mina": lambda s, civ: s.civs[civ].mina,
    "hand": lambda s, civ: len(s.civs[civ].hand),
}


def reason_to_end(s: State) -> str:
    """Why the game ends after the Sudden End Step, judged on civs; empty if it goes on (RUL-029)."""
    options = s.options
    if options.vp_target and max(c.vp for c in s.civs.values()) >= options.vp_target:
        return "vp"
    if options.turns and s.turns >= options.turns:
        return "turns"
    return "epochs" if s.ending and is_last_epoch(s) else ""


def ends_by_epochs(s: State) -> bool:
    """Whether a number of Epochs was agreed on, so that the last one has no Sudden End test (RUL-030)."""
    return bool(s.options.epochs) or not (s.options.vp_target or s.options.turns)


def players(s: State) -> list[list[str]]:
    """The civs of each player, best player first: most VP, then the ties of §11.5, all summed up (RUL-127)."""
    teams: dict[str, list[str]] = {}
    for civ in s.order:
        teams.setdefault(s.civs[civ].player or civ, []).append(civ)
    return sorted(teams.values(), key=lambda team: ([-n for n in standing(s, team)], s.order.index(team[0])))


def standing(s: State, team: list[str]) -> list[int]:
    """What a player is compared by, in order: VP, then Cities, mina and cards."""
    return [total_vp(s, team), *(sum(TIES[tie](s, civ) for civ in team) for tie in RULES.tie_break_end if tie in TIES)]


def total_vp(s: State, team: list[str]) -> int:
    """The VP of all civs of a player."""
    return sum(s.civs[civ].vp for civ in team)


def finish(s: State) -> None:
    """The game is over: tell who has won, and by what if VP were tied."""
    new_action(s)
    ranked = players(s)
    civs = text.listed([text.civ(civ) for civ in ranked[0]])
    tell(s, "over.won", civs=civs, vp=total_vp(s, ranked[0]), reason=said_reason(s))
    if len(ranked) > 1 and total_vp(s, ranked[0]) == total_vp(s, ranked[1]):
        tied = [text.civ(civ) for team in ranked if total_vp(s, team) == total_vp(s, ranked[0]) for civ in team]
        tell(s, "over.tie", civs=text.listed(tied), tie=words(f"over.tie.{deciding_tie(s, ranked)}"))
    end_game(s)


def deciding_tie(s: State, ranked: list[list[str]]) -> str:
    """Which tie-break put the winner before the second."""
    first, second = standing(s, ranked[0])[1:], standing(s, ranked[1])[1:]
    compared = [tie for tie in RULES.tie_break_end if tie in TIES]
    return next((tie for tie, a, b in zip(compared, first, second, strict=True) if a != b), "turn_order")


def said_reason(s: State) -> str:
    """Why the game has ended, in words."""
    epoch = ROMAN[min(s.epoch, len(ROMAN)) - 1]
    said = {"epoch": epoch, "vp": s.options.vp_target, "turns": text.counted(s.turns, "turn")}
    return words(f"over.reason.{s.reason or 'epochs'}", **said)


def outcome(s: State) -> Outcome | None:
    """The result once the game is over: VP by civ, the winner's civs, all civs from first to last (ACME §11.5)."""
    if s.phase != "over":
        return None
    ranked = players(s)
    scores = {civ: s.civs[civ].vp for civ in s.slots}
    last = [civ for civ in s.slots if s.civs[civ].out]
    return Outcome(scores, tuple(ranked[0]), said_reason(s), (*(civ for team in ranked for civ in team), *last))
