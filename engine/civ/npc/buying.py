"""What the computer buys: the most valuable advances, money cards, and what it pays with (CIV §12, §18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.civ.board import city_count, deck
from engine.civ.catalog import CARDS, NUMBERS, PILES
from engine.civ.effects import hand_limit
from engine.civ.money import DONE, prices
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.purchases import AUTO, TREASURY
from engine.civ.state import State
from engine.civ.track import kind
from engine.core import text
from engine.core.ask import Ask, Picks, Request

LEAST_GAIN, SHORT = 1, 10  # what a money card must bring; stock below which treasury is better spent


@cache
def mean(pile: int) -> float:
    """Return the average value of a card of the pile."""
    cards = PILES[pile - 1].cards
    return sum(int(value) * n for value, n in cards.items()) / sum(cards.values())


def income(s: State, name: str) -> float:
    """Return what a turn brings: a card for each city, and taxes."""
    count = city_count(s, name)
    return sum(mean(pile) for pile in range(1, min(count, len(PILES)) + 1)) + NUMBERS.tax_rate * count


@decides("cards.buy")
def cards(s: State, request: Request, ask: Ask) -> Decision:
    """Return a card of a pile worth more on average than it costs, while treasury lasts and the hand holds it.

    With little in stock any card will do: what it costs goes there, and pays taxes and growth.
    """
    costs = prices(s, ask.seat)
    gains = {
        option: mean(int(option)) - costs[int(option)]
        for option in ask.options
        if option.isdigit() and int(option) in costs
    }
    best = max(gains, key=lambda option: gains[option], default="")
    least = LEAST_GAIN if s.nations[ask.seat].stock >= SHORT else -NUMBERS.card_price
    if not best or gains[best] <= least or int(str(request.said.values.get("n", 0))) >= hand_limit(s, ask.seat):
        return Decision((DONE,), because("no_card"))
    return Decision((best,), because("card", pile=text.thing("pile", best), n=costs[int(best)]))


@decides("advance.free")
def free(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the dearest."""
    return Decision(ask.options[:1], because("free", advance=text.thing("advance", ask.options[0])))


@decides("advance.credits")
def credits_of_choice(s: State, _request: Request, ask: Ask) -> Decision:
    """Choose the colours of which most is still to be bought."""
    rest = [card for card in deck(s).values() if card.id not in s.nations[ask.seat].advances]
    prices_of = {group: sum(card.price for card in rest if group in card.groups) for group in ask.options}
    return Decision(ask.deal_out(lambda room: max(room, key=lambda g: prices_of[g])), because("credits"))


@decides("advance.pay")
def pay(s: State, request: Request, ask: Ask) -> Decision:
    """Pay with the least waste; from treasury first if stock is short for taxes and growth."""
    if AUTO in ask.options and (kind(s) != "classic" or s.nations[ask.seat].stock > 3 * city_count(s, ask.seat)):
        return Decision((AUTO,), because("pay"))
    due, treasury = int(str(request.said.values["due"])), s.nations[ask.seat].treasury
    held = [card for card in ask.options if card in CARDS]
    chosen = laid_down(held, due, treasury)
    if chosen:
        return Decision((chosen[0],), because("pay_card"))
    return Decision((TREASURY if TREASURY in ask.options else ask.options[-1],), because("pay_treasury"))


def laid_down(held: Sequence[str], due: int, treasury: int) -> Sequence[str]:
    """Return the cards that with all of the treasury that is needed lose least, and then the fewest points of cards."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for card in held:
        for paid, chosen in list(ways.items()):
            if paid < due and (paid + CARDS[card].value) not in ways:
                ways[paid + CARDS[card].value] = (*chosen, card)
    fitting = [paid for paid in ways if paid + treasury >= due]
    return ways[min(fitting, key=lambda paid: (max(0, paid - due), paid))] if fitting else held[-1:]


@decides("hand.discard", "mega.discard", "routes.card")
def discard(_s: State, request: Request, ask: Ask) -> Decision:
    """Return the lowest values."""
    if DONE in ask.options:
        return Decision((DONE,), because("keep_cards"))
    by_value = sorted(ask.options, key=lambda card: (CARDS[card].value, card))
    return Decision(fewest_picks(by_value, ask), because("discard" if request.key != "routes.card" else "trade"))


@decides("empire.card")
def give(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return the card of the lowest value."""
    lowest = min(ask.options, key=lambda card: (CARDS[card].value, card))
    return Decision((lowest,), because("discard"))


def fewest_picks(options: Sequence[str], ask: Ask) -> Picks:
    """Return the first of these, as few as may be."""
    return tuple(options[: ask.least])
