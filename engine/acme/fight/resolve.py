"""Revealed cards: the responses to them, and their effects one after another (ACME §9.3, RUL-053, RUL-181)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from engine.acme.effects.announce import Cause, Negated, askable, is_negated, responses
from engine.acme.facts.catalog import CARDS
from engine.acme.fight.stack import area_of, drop_out, fight_of, take_up, takes_part, turn_up
from engine.acme.state import State
from engine.acme.verbs.basic import finish_playing, tell
from engine.acme.verbs.npc_offences import begin_doing, doing
from engine.core import text
from engine.core.ask import PASS, Ask, Flow, request
from engine.core.message import Message, list_of

Resolution: TypeAlias = Callable[[State, str], Flow[str]]
Requirement: TypeAlias = Callable[[State, str], bool]
Targets: TypeAlias = Callable[[State, str], list[str]]

DISCARD, DISPLAY = "discard", "display"


class DroppedOut(Exception):
    """Raised when its player lost the last disk there while the card was answered, so that it has no effect
    (RUL-101).
    """


@dataclass(frozen=True, slots=True)
class FightCard:
    """A card of the Competition."""

    can: Requirement
    """Its requirement, checked at that moment (RUL-010, RUL-107)."""
    targets: Targets
    """The Factions it may be aimed at."""
    resolve: Resolution
    """Lets its player choose, awaits `comes_up`, carries it out and returns its pile: `discard`, or `display` for what
    stays face up.
    """


FIGHT_CARDS: dict[int, FightCard] = {}


def nobody(s: State, civ: str) -> list[str]:
    """Return no targets, for a card without one."""
    del s, civ
    return []


def fight_card(number: int, can: Requirement, targets: Targets = nobody) -> Callable[[Resolution], Resolution]:
    """Register what a card does in a Competition."""

    def register(resolution: Resolution) -> Resolution:
        if number in FIGHT_CARDS:
            raise ValueError(f"card {number} is registered twice")
        FIGHT_CARDS[number] = FightCard(can, targets, resolution)
        return resolution

    return register


def can_commit(s: State, civ: str, number: int) -> bool:
    """Return whether the civ may lay the card face down to this Competition."""
    card = FIGHT_CARDS.get(number)
    return card is not None and card.can(s, civ)


async def reveal(s: State) -> None:
    """Turn up all cards at once, and ask for responses (ACME §9.3, RUL-181)."""
    fight = fight_of(s)
    if not fight.committed:
        return
    turn_up(s)
    for civ in [c for c in s.order if c in fight.committed]:
        cards = list_of([text.card(n) for n in fight.committed[civ]])
        tell(s, "competition.revealed", focus=(fight.area,), civ=text.civ(civ), cards=cards)
    if s.options.negate_window == "sealed":
        fight.answers = await early_answers(s)


async def early_answers(s: State) -> dict[str, list[str]]:
    """Ask all seats in secret to respond to the revealed cards with pairs, `<answer>:<card>:<civ>`, or pass.

    Pairs are intentions: an answer named for several cards is used for the first that comes up; of several named for
    one card the first is used. `pass` beside pairs means pass (RUL-181).
    """
    pairs = {c: found for c in s.order if (found := _pairs(s, c)) is not None}
    if not pairs:
        return {}
    area = area_of(s)
    asks = [Ask(c, (*own, PASS), 1, max(1, len(own)), (PASS,)) for c, own in pairs.items()]
    said = {"area": text.area(area)}
    answers = await request("competition.negate", asks, sealed=True, harm=True, about=(area,), **said)
    return {c: list(answers[c]) for c in pairs if PASS not in answers[c]}


def _pairs(s: State, civ: str) -> list[str] | None:
    """Return the possible answers, each with its card; None if by public facts the civ cannot hold one."""
    causes = [cause for cause in _revealed(s) if civ in askable(s, cause)]
    if not causes:
        return None
    return [f"{means}:{c.card}:{c.actor}" for c in causes for means in responses(s, civ, c)]


def _revealed(s: State) -> list[Cause]:
    """The revealed cards in the order in which they come up, aimed at all they may be aimed at."""
    committed = fight_of(s).committed
    return [_cause(s, c, n, FIGHT_CARDS[n].targets(s, c)) for c in s.order for n in committed.get(c, [])]


def _cause(s: State, civ: str, card: int, against: Iterable[str]) -> Cause:
    hit = (frozenset(against) & {*s.order}) - {civ}
    return Cause("card", civ, card, against=hit, hurt=hit if CARDS[card].harms else frozenset(), harm=bool(hit))


async def comes_up(s: State, civ: str, card: int, target: str = "", aim: str | Message = "") -> Cause:
    """Resolve a revealed card up to its effect: ask for responses (RUL-053), or use those given at the reveal
    (RUL-181); return its cause.

    `aim` names target and number for the log. Raises Negated or DroppedOut.
    """
    cause = _cause(s, civ, card, [target] if target else [])
    said = {"civ": text.civ(civ), "card": text.card(card)}
    tell(s, "competition.played_at" if aim else "competition.played", focus=(area_of(s),), aim=aim, **said)
    if await is_negated(s, cause, _early(s, cause)):
        raise Negated
    drop_out(s)
    if not takes_part(s, civ) and civ not in fight_of(s).outside:
        raise DroppedOut
    begin_doing(s, civ)
    return cause


def _early(s: State, cause: Cause) -> dict[str, str] | None:
    """Return the valid answers named for this card; None where seats are asked card by card."""
    if s.options.negate_window != "sealed":
        return None
    early = {}
    for civ, named in fight_of(s).answers.items():
        able = responses(s, civ, cause)
        fitting = [means for means, pair in map(_split, named) if pair == (cause.card, cause.actor) and means in able]
        if fitting:
            early[civ] = fitting[0]
    return early


def _split(token: str) -> tuple[str, tuple[int, str]]:
    means, card, civ = token.rsplit(":", 2)
    return means, (int(card), civ)


async def resolve_cards(s: State) -> None:
    """Resolve all cards of the first civ in Turn Order, in its own order, then those of the next (ACME §9.3)."""
    committed = fight_of(s).committed
    for civ in list(s.order):
        while civ in committed:
            await resolve_card(s, civ, committed[civ][0])


async def resolve_card(s: State, civ: str, number: int) -> None:
    """Resolve one card. If its requirement is gone, or it is cancelled, discard it without effect (RUL-046,
    RUL-107).
    """
    take_up(s, civ, number)
    pile, said = DISCARD, {"civ": text.civ(civ), "card": text.card(number)}
    if FIGHT_CARDS[number].can(s, civ):
        try:
            with doing(s):
                pile = await FIGHT_CARDS[number].resolve(s, civ)
        except Negated:
            tell(s, "negate.negated", **said)
        except DroppedOut:
            tell(s, "competition.idle", **said)
    else:
        tell(s, "competition.idle", **said)
    finish_playing(s, number, pile)
    drop_out(s)
