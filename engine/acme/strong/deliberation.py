"""How the strong computer comes to an answer: it rehearses each option in several worlds that look alike to it."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Final

import msgspec

from engine.acme.npc.decision import decide
from engine.acme.npc.hooks import answer, is_strong, note
from engine.acme.state import State
from engine.acme.strong.facts import STRONG, liking
from engine.acme.strong.imagining import Source, imagine
from engine.acme.strong.judging import standing
from engine.acme.view import view
from engine.core.ask import PASS, Ask, Picks, Request
from engine.core.chance import shuffle
from engine.core.deliberation import Rehearsal, Vantage, halving, surer

FALSE: Final = (AssertionError, AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError)


CIV: Final = "setup.civ"


class AcmeDeliberation:
    """The thinking of ACME's strong computer."""

    def wanted(self, s: State, request: Request, ask: Ask) -> bool:
        """Whether the civ is played strongly, and the question is one of those that it thinks about."""
        single = ask.most == 1 and not ask.caps and len(ask.options) > 1
        return single and request.key in {CIV, *STRONG.trials} and is_strong(s, ask.seat)

    def answer(self, vantage: Vantage) -> Picks:
        """The answer that came out best, or that of an NPC where no other is clearly better."""
        here: Rehearsal[State] = Rehearsal(vantage)
        seat = here.state.slots[vantage.place]
        request, ask = here.question_to(seat), here.ask_of(seat)
        if request is None or ask is None:
            raise AssertionError(f"{seat} is asked nothing")
        if request.key == CIV:
            return (max(ask.options, key=lambda civ: liking(here.state.map, civ)),)
        return tried(vantage, here.state, request, ask)


def tried(vantage: Vantage, s: State, request: Request, ask: Ask) -> Picks:
    """What comes of rehearsing the options, that of an NPC first."""
    seed = source(s, request, ask)
    others = [(token,) for token in ask.options]
    shuffle(Source(f"{seed} options"), others)
    options = list(dict.fromkeys([answer(s, request, ask), *others]))[: STRONG.options]
    found = halving(
        options,
        lambda picks, world: rehearsed(vantage, picks, f"{seed} {world}"),
        STRONG.trials[request.key],
        STRONG.rounds,
    )
    return surer(found, STRONG.margin, STRONG.least)


def source(s: State, request: Request, ask: Ask) -> str:
    """The seed of a seat's own chance: it is another one for all that the seat sees, and tells of nothing else."""
    seen = msgspec.json.encode([view(s, ask.seat, (ask.seat,)), request.key, list(ask.options)])
    return hashlib.blake2b(seen, digest_size=16).hexdigest()


def rehearsed(vantage: Vantage, picks: Picks, seed: str) -> float:
    """How the civ stands when cards are drawn next, after that answer, in the world of that seed.

    A world may contradict what has happened in the step already; then it counts as far as it has come.
    """
    rehearsal: Rehearsal[State] = Rehearsal(vantage)
    s = rehearsal.state
    imagine(s, s.slots[vantage.place], seed)
    turn = s.turns
    with suppress(*FALSE):
        rehearsal.play(picks, brisk, lambda now: now.drawing or now.turns > turn, STRONG.answers)
    return standing(s, s.slots[vantage.place])


def brisk(s: State, request: Request, ask: Ask) -> Picks:
    """What an NPC would answer and plan to follow; but nobody plays cards, which would do alike after each option."""
    if request.key in STRONG.silent and PASS in ask.options:
        return (PASS,)
    c = s.civs[ask.seat]
    if not c.decided:
        note(c, request.key, decide(s, request, ask))
    return tuple(c.decided[1:])
