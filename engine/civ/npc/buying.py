"""What the computer buys: advances by what they are worth to it, money cards, and what it hands in (CIV §12, §18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from engine.civ.board import city_count, deck, mega
from engine.civ.catalog import CARDS, CATALOG, NUMBERS, PILES
from engine.civ.credits import on_offer
from engine.civ.definitions import Advance, Demand
from engine.civ.effects import hand_limit
from engine.civ.learned import counted
from engine.civ.money import DONE, prices
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.purchases import AUTO, TREASURY, offered
from engine.civ.state import State
from engine.civ.track import epoch_of, kind, standing, track
from engine.core import text
from engine.core.ask import Ask, Picks, Request

DEMAND, LATER = 40.0, 25.0  # an advance that the next space asks for, and the epoch after
POINT, CREDIT = 6.0, 0.35  # a point of the Basic and Expert tracks; a credit towards what is still wanted
SHIELD = 15.0  # an advance that wards off calamities or losses
LATE = 0.6  # of what credits are worth that is left in the last epoch
SHIELDS = frozenset(
    {"medicine", "engineering", "enlightenment", "law", "music", "drama_and_poetry", "agriculture", "democracy"}
)
LEAST_GAIN, SHORT = 1, 10  # what a money card must bring; stock below which treasury is better spent
PATIENT = 2  # turns that it waits for an advance which the track asks for


@cache
def mean(pile: int) -> float:
    """What a card of the pile is worth on average."""
    cards = PILES[pile - 1].cards
    return sum(int(value) * n for value, n in cards.items()) / sum(cards.values())


def income(s: State, name: str) -> float:
    """What a turn brings: a card for each city, and taxes."""
    count = city_count(s, name)
    return sum(mean(pile) for pile in range(1, min(count, len(PILES)) + 1)) + NUMBERS.tax_rate * count


@decides("cards.buy")
def cards(s: State, request: Request, ask: Ask) -> Decision:
    """A card of a pile worth more on average than it costs, while treasury lasts and the hand holds it.

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


@decides("advance.buy")
def advances(s: State, request: Request, ask: Ask) -> Decision:
    """The next of what together is worth most for what can be paid; nothing if it saves for what the track asks."""
    budget, cost = int(str(request.said.values["left"])), offered(s, ask.seat)
    options = [card for card in ask.options if card != DONE]
    worth = {card: value(s, ask.seat, deck(s)[card]) for card in options}
    saved = saving_for(s, ask.seat, options, cost, budget)
    if saved:
        worth = {card: n for card, n in worth.items() if not cost[card]}
    chosen = best_set(worth, cost, budget)
    if not chosen:
        why = because("save") if saved else because("no_advance")
        return Decision((DONE,), why)
    best = max(chosen, key=lambda card: (worth[card], card))
    return Decision((best,), because("advance", advance=text.thing("advance", best), n=cost[best]))


def best_set(worth: Mapping[str, float], cost: Mapping[str, int], budget: int) -> list[str]:
    """The advances that together are worth most within the budget."""
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}
    for card in sorted(worth, key=lambda card: (-worth[card] / (cost[card] + 5), card))[:16]:
        for spent, (total, cards_) in sorted(best.items(), reverse=True):
            now, sum_ = spent + cost[card], total + worth[card]
            if now <= budget and (now not in best or best[now][0] < sum_):
                best[now] = (sum_, (*cards_, card))
    return list(max(best.values(), key=lambda way: way[0])[1])


def value(s: State, name: str, card: Advance) -> float:
    """What the advance is worth: its points, what the track asks, credits towards the rest, protection."""
    own = float(card.price) if kind(s) == "classic" else POINT * card.vp
    return own + asked(s, name, card) + CREDIT * credits_of(s, name, card) + SHIELD * (card.id in SHIELDS)


def asked(s: State, name: str, card: Advance) -> float:
    """How far it meets what this epoch and the next ask and the nation lacks."""
    total = 0.0
    for weight, demand in coming(s, name):
        total = max(total, weight * helps(s, name, demand, card))
    return total


def coming(s: State, name: str) -> list[tuple[float, Demand]]:
    """What the epochs ahead ask, the nearer ones counting more."""
    own, space = track(s, name), s.nations[name].space
    epochs = list(dict.fromkeys(own.epoch(at) for at in range(space + 1, own.last + 1)))
    found = [demanded(s, epoch) for epoch in epochs[:2]]
    return list(zip((DEMAND, LATER), found, strict=False))


def demanded(s: State, epoch: str) -> Demand:
    """What entering an epoch asks."""
    whole = CATALOG.demands[kind(s), epoch]  # type: ignore[index]
    return CATALOG.classic_deck.get(epoch, whole) if kind(s) == "expert" and not mega(s) else whole  # type: ignore[call-overload]


def helps(s: State, name: str, demand: Demand, card: Advance) -> float:
    """How many of the demands that the nation lacks it brings nearer."""
    now, wanted, alone = standing(s, name), msgspec.structs.asdict(demand), counted(card.deck, (card.id,))
    brings = {
        "groups": bool(set(card.groups) - held_groups(s, name)),
        "advances": True,
        "of_100": alone.of_100,
        "of_200": alone.of_200,
        "below_100": alone.below_100 if s.options.expert_cost_rule == "below_100" else alone.of_100,
        "vp": alone.vp,
    }
    return sum(float(brings.get(key, 0)) for key, n in wanted.items() if now[key] < n)


def held_groups(s: State, name: str) -> set[str]:
    """The groups of which the nation has an advance."""
    return {group for card in s.nations[name].advances for group in deck(s)[card].groups}


def credits_of(s: State, name: str, card: Advance) -> float:
    """The credits that it gives towards advances the nation still lacks; fewer count late in the game."""
    owned = s.nations[name].advances
    late = LATE if epoch_of(s, name) == "late_iron" else 1.0
    if mega(s):
        return late * (2 * sum(card.gives.values()) + (card.leads.credit if card.leads else 0))
    return late * sum(n for to, n in card.gives.items() if to not in owned)


def saving_for(s: State, name: str, options: Sequence[str], cost: Mapping[str, int], budget: int) -> str:
    """The advance that the track asks for and that cannot be paid yet, but soon; nothing while one of them can be."""
    demands = [demand for weight, demand in coming(s, name) if weight == DEMAND]
    least = lacking_price(s, name, demands[0]) if demands else 0
    if not least or any(deck(s)[card].price >= least for card in options):
        return ""
    dear = [card for card in on_offer(s, name) if card.price >= least]
    soon = [card for card in dear if cost[card.id] <= budget + PATIENT * income(s, name)]
    return min(soon, key=lambda card: (cost[card.id], card.id)).id if soon else ""


def lacking_price(s: State, name: str, demand: Demand) -> int:
    """The printed price that a demand asks for which is not met yet; 0 for none."""
    now = standing(s, name)
    return 200 if now["of_200"] < demand.of_200 else 100 if now["of_100"] < demand.of_100 else 0


@decides("advance.free")
def free(_s: State, _request: Request, ask: Ask) -> Decision:
    """The dearest."""
    return Decision(ask.options[:1], because("free", advance=text.thing("advance", ask.options[0])))


@decides("advance.credits")
def credits_of_choice(s: State, _request: Request, ask: Ask) -> Decision:
    """Where most is still to be bought."""
    rest = [card for card in deck(s).values() if card.id not in s.nations[ask.seat].advances]
    prices_of = {group: sum(card.price for card in rest if group in card.groups) for group in ask.options}
    return Decision(ask.divided(lambda room: max(room, key=lambda g: prices_of[g])), because("credits"))


@decides("advance.pay")
def pay(s: State, request: Request, ask: Ask) -> Decision:
    """As it wastes least; out of treasury first where stock is short for taxes and growth."""
    if AUTO in ask.options and (kind(s) != "classic" or s.nations[ask.seat].stock > 3 * city_count(s, ask.seat)):
        return Decision((AUTO,), because("pay"))
    due, treasury = int(str(request.said.values["due"])), s.nations[ask.seat].treasury
    held = [card for card in ask.options if card in CARDS]
    chosen = laid_down(held, due, treasury)
    if chosen:
        return Decision((chosen[0],), because("pay_card"))
    return Decision((TREASURY if TREASURY in ask.options else ask.options[-1],), because("pay_treasury"))


def laid_down(held: Sequence[str], due: int, treasury: int) -> Sequence[str]:
    """The cards that with all of the treasury that is needed lose least, and then the fewest points of cards."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for card in held:
        for paid, chosen in list(ways.items()):
            if paid < due and (paid + CARDS[card].value) not in ways:
                ways[paid + CARDS[card].value] = (*chosen, card)
    fitting = [paid for paid in ways if paid + treasury >= due]
    return ways[min(fitting, key=lambda paid: (max(0, paid - due), paid))] if fitting else held[-1:]


@decides("hand.discard", "mega.discard", "routes.card")
def discard(_s: State, request: Request, ask: Ask) -> Decision:
    """The lowest values."""
    if DONE in ask.options:
        return Decision((DONE,), because("keep_cards"))
    by_value = sorted(ask.options, key=lambda card: (CARDS[card].value, card))
    return Decision(picked(by_value, ask), because("discard" if request.key != "routes.card" else "trade"))


@decides("empire.card")
def give(_s: State, _request: Request, ask: Ask) -> Decision:
    """The card of the lowest value."""
    lowest = min(ask.options, key=lambda card: (CARDS[card].value, card))
    return Decision((lowest,), because("discard"))


def picked(options: Sequence[str], ask: Ask) -> Picks:
    """The first of these, as few as may be."""
    return tuple(options[: ask.least])
