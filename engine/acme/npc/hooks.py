"""How NPCs decide while the rules run: they make up their minds before each question and say why after it.

Everything that must be equal when a step is replayed happens here, inside the flow of the rules: cards revealed by
Method B (RUL-134), and the reasons told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.acme.facts.catalog import AREAS, CIVS
from engine.acme.npc.cards.question import STOPS, option_tokens
from engine.acme.npc.decision import AFTERTHOUGHTS, Decision, NpcPick, decide
from engine.acme.npc.reveals import chosen_by_cards
from engine.acme.state import Civ, State
from engine.acme.verbs.basic import tell_why
from engine.core.ask import Answers, Ask, Flow, Picks, Request, watch

LOOK: Final = "card.look"


def thoughtful(step: Callable[[State], Flow[str | None]]) -> Callable[[State], Flow[str | None]]:
    """Return the step with NPCs that think before its questions."""

    def run(s: State) -> Flow[str | None]:
        return watch(step(s), partial(explain, s), partial(ponder, s))

    return run


def ponder(s: State, asked: Request) -> Flow[None] | None:
    """Return what comes before the question: nothing, unless an NPC is asked."""
    for ask in asked.asks:
        if s.civs[ask.seat].by == "npc":
            return make_up_minds(s, asked)
    return None


async def make_up_minds(s: State, asked: Request) -> None:
    """Let each NPC that is asked make up its mind, in Turn Order; with Method B cards settle equals."""
    for ask in [ask for ask in asked.asks if s.civs[ask.seat].by == "npc"]:
        await make_up_mind(s, asked, ask)


async def make_up_mind(s: State, asked: Request, ask: Ask) -> None:
    """Note what the NPC will answer, and what it plans after that."""
    found = decide(s, asked, ask)
    if asked.key in AFTERTHOUGHTS:
        found = await AFTERTHOUGHTS[asked.key](s, asked, ask, found)
    elif len(found.ties) > 1 and lets_cards_decide(s, ask.seat, asked.key):
        found = found.among(await chosen_by_cards(s, ask.seat, found.ties))
    note(s.civs[ask.seat], asked.key, found)


def lets_cards_decide(s: State, civ: str, key: str) -> bool:
    """Return whether cards settle equal choices: with Method B, except while an Event met by it is being resolved.

    Never for a person's civ, nor between cards seen of another hand, since the number of reveals would tell about it.
    """
    return s.options.npc_method == "b" and not s.pondering and s.civs[civ].npc and key != LOOK


def note(c: Civ, key: str, found: Decision) -> None:
    """Store a decision until it is asked for, and the planned picks after it."""
    c.decided = [found.why, *found.picks]
    if found.then:
        first = NpcPick(found.picks[0], found.why)
        c.planned = [f"{key} {pick.why} {pick.token}" for pick in (first, *found.then)]


def answer(s: State, asked: Request, ask: Ask) -> Picks:
    """Return the answer of a seat that is played by the NPC: what it has decided, or now decides (RUL-133)."""
    picks = tuple(s.civs[ask.seat].decided[1:])
    if s.civs[ask.seat].decided and ask.refusal(picks) is None:
        return picks
    return decide(s, asked, ask).picks


def explain(s: State, asked: Request, given: Answers) -> None:
    """Tell the reason of each NPC that has answered, unless the hand isn't its own, and forget the rest."""
    for ask in asked.asks:
        c = s.civs[ask.seat]
        if c.by == "npc":
            _say_why(s, asked, ask, given[ask.seat])
        if c.decided:
            c.decided = []
        if c.planned:
            c.planned = _rest(c.planned, given[ask.seat])


def _say_why(s: State, asked: Request, ask: Ask, picks: Picks) -> None:
    if s.civs[ask.seat].npc:
        say(s, ask.seat, asked.key, reason(s, asked, ask, picks))
    elif is_strong(s, ask.seat):
        say(s, ask.seat, asked.key, strong_reason(s, ask, picks), alone=True)


def say(s: State, civ: str, key: str, why: str, *, alone: bool = False) -> None:
    """Tell a reason, `alone` to its own seat; where there was nothing to decide there is none."""
    if why:
        tell_why(s, civ, key, why, alone=alone)


def is_strong(s: State, civ: str) -> bool:
    """Return whether the strong computer plays the civ: by a person's rules, with a hidden hand."""
    c = s.civs[civ]
    return c.by == "npc" and c.strong


def strong_reason(s: State, ask: Ask, picks: Picks) -> str:
    """Return why the strong computer gave this answer: as an NPC would have, or since what it tried came out better."""
    usual = s.civs[ask.seat].decided
    if not usual or tuple(usual[1:]) == picks:
        return usual[0] if usual else ""
    others = usual[1] if len(usual) == 2 else ""
    return "tried" if others in {"", *STOPS} or not about(others) else f"tried_rather:{about(others)}"


def about(option: str) -> str:
    """Return what an option is about: an area, a card or a civilization as a token; else empty."""
    first, _, last = option.partition(":")
    if first in AREAS or (last or first).isdigit() or first in CIVS:
        return option_tokens(option)
    return ""


def reason(s: State, asked: Request, ask: Ask, picks: Picks) -> str:
    """Return why the NPC gave this answer."""
    decided = s.civs[ask.seat].decided
    return decided[0] if tuple(decided[1:]) == picks else decide(s, asked, ask).why


def _rest(planned: list[str], picks: Picks) -> list[str]:
    """Return what is left of a plan after an answer; empty if the answer was another one."""
    return planned[1:] if planned and picks == (planned[0].split(" ", 2)[2],) else []
