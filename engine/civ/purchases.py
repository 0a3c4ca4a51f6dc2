"""Phase 12: advances are bought, and hands are cut to their limit (CIV §18).

An answer to `advance.buy` is an advance, or `done`; to `advance.free` the advance from Anatomy; to `advance.credits`
colours with the steps of five that each gets; to `advance.pay` a money card, `treasury` for all that is still due, or
`auto`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.civ import verbs
from engine.civ.board import mega, nations_in_play
from engine.civ.catalog import CARDS
from engine.civ.credits import colour_credits, on_offer, prices
from engine.civ.effects import hand_limit
from engine.civ.payment import HIGHEST, Purchase, automatic, means, spendable, token_value, tokens_due, worth
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, divide, some
from engine.core.message import list_of

DONE, AUTO, TREASURY = "done", "auto", "treasury"
LIBRARY, LIBRARY_DISCOUNT = "library", 40
ANATOMY, FREE_BELOW = "anatomy", 100
STEP, STEPS = 5, {"written_record": 2, "monument": 4}  # ten and twenty credits of choice


async def buy_advances(s: State) -> str:
    """Ask everyone at once in secret; advances are bought in A.S.T. order, then hands are cut (CIV §18.3, §18.5)."""
    verbs.new_action(s)
    prices = {n: offered_prices(s, n) for n in nations_in_play(s)}
    concerned = [n for n in prices if might_buy(s, n, prices[n]) or excess_cards(s, n, [])]
    plans = await together(s, "advance.all", concerned, lambda trial, n: plan(trial, n, prices[n]))
    for n, purchase in plans.items():
        settle(s, n, purchase)
    return verbs.go_on(s, "track")


async def plan(s: State, name: str, prices: Mapping[str, int]) -> Purchase:
    """Plan on a copy what one nation buys, pays and discards; this turn's new credits don't change prices."""
    purchase, first, limit = Purchase(), might_buy(s, name, prices), means(s, name)
    while (options := affordable(prices, purchase, limit)) or first:
        left = limit - cost(prices, purchase.advances)
        picked = await choose(name, "advance.buy", [DONE, *options], always=first, left=left)
        first = False
        if picked == DONE:
            break
        purchase.advances.append(picked)
        if picked == ANATOMY:
            await pick_free(s, name, purchase)
    await name_credits(s, name, purchase)
    await pay(s, name, purchase, cost(prices, purchase.advances))
    purchase.discards = await discard(s, name, purchase.cards)
    return purchase


def might_buy(s: State, name: str, prices: Mapping[str, int]) -> bool:
    """Return whether the nation may be able to buy something by public facts, each card counted as the highest of its
    pile.

    So who is asked reveals no values (CIV-RUL-011).
    """
    cards = sum([HIGHEST[CARDS[card].pile] for card in spendable(s, name)])
    most = cards + token_value(s, name) * s.nations[name].treasury
    return min(prices.values(), default=most + 1) <= most


def offered_prices(s: State, name: str) -> dict[str, int]:
    """Return what the nation may buy, with prices."""
    return prices(s, name, on_offer(s, name))


def cost(prices: Mapping[str, int], advances: Sequence[str]) -> int:
    """Return what these advances cost together: the Library takes 40 off the other with the highest gain
    (CIV-RUL-082).
    """
    total = sum([prices[card] for card in advances])
    if LIBRARY not in advances:
        return total
    return total - min(LIBRARY_DISCOUNT, max((prices[card] for card in advances if card != LIBRARY), default=0))


def affordable(prices: Mapping[str, int], purchase: Purchase, limit: int) -> list[str]:
    """Return the advances that can be paid out of so much beside those already chosen."""
    chosen, paid = purchase.advances_gained, cost(prices, purchase.advances)
    more = {card: price for card, price in prices.items() if card not in chosen}
    # only the Library changes what other cards cost, and is itself cheaper beside them
    for card in list(more) if LIBRARY in purchase.advances else more.keys() & {LIBRARY}:
        more[card] = cost(prices, [*purchase.advances, card]) - paid
    return [card for card, price in more.items() if paid + price <= limit]


async def pick_free(s: State, name: str, purchase: Purchase) -> None:
    """Choose the free card of the sciences printed below 100 (Anatomy); one already chosen isn't paid then (CIV
    §18.4).
    """
    fitting = [card for card in on_offer(s, name) if "sciences" in card.groups and card.price < FREE_BELOW]
    if not fitting:
        return
    dearest = sorted(fitting, key=lambda card: (-card.price, card.label))
    purchase.free = await choose(name, "advance.free", [card.id for card in dearest])
    purchase.advances = [card for card in purchase.advances if card != purchase.free]


async def name_credits(s: State, name: str, purchase: Purchase) -> None:
    """Choose the permanent credits of Written Record and Monument, in steps of five (CIV-RUL-035)."""
    steps = sum([STEPS.get(card, 0) for card in purchase.advances_gained]) if mega(s) else 0
    if not steps:
        return
    colours = colour_credits(s, name)
    lowest = sorted(colours, key=lambda group: colours[group])
    parts = await divide(name, "advance.credits", dict.fromkeys(lowest, steps), steps)
    purchase.credits = {group: STEP * n for group, n in parts.items()}


async def pay(s: State, name: str, purchase: Purchase, total: int) -> None:
    """Ask for cards one by one, and treasury for the rest; no more treasury than is due (CIV §18.1)."""
    while (left := total - worth(s, name, purchase.cards)) > 0:
        cards = [card for card in spendable(s, name) if card not in purchase.cards]
        treasury = [TREASURY] if s.nations[name].treasury >= tokens_due(s, name, left) else []
        picked = AUTO
        if cards:
            first = [AUTO] if not purchase.cards else []
            picked = await choose(name, "advance.pay", [*first, *treasury, *cards], due=left)
        if picked in {AUTO, TREASURY}:
            purchase.cards += automatic(s, name, left) if picked == AUTO and not purchase.cards else []
            break
        purchase.cards.append(picked)
    purchase.treasury = tokens_due(s, name, total - worth(s, name, purchase.cards))


async def discard(s: State, name: str, spent: list[str]) -> list[str]:
    """Ask which cards above the limit are discarded, locked ones included (CIV §18.5, CIV-RUL-051)."""
    n = excess_cards(s, name, spent)
    rest = sorted((c for c in s.nations[name].hand if c not in spent), key=lambda c: (CARDS[c].value, c))
    return await some(name, "hand.discard", rest, n, n, n=n) if n > 0 else []


def excess_cards(s: State, name: str, spent: list[str]) -> int:
    """Return by how many cards the nation is above its limit."""
    return max(0, len(s.nations[name].hand) - len(spent) - hand_limit(s, name))


def settle(s: State, name: str, purchase: Purchase) -> None:
    """Hand in what pays, take the advances, discard; all of it openly (CIV §18.5, CIV-031)."""
    verbs.spend(s, name, purchase.cards)
    verbs.pay(s, name, purchase.treasury)
    for card in purchase.advances_gained:
        verbs.learn(s, name, card)
    for group, n in purchase.credits.items():
        verbs.add_credit(s, name, group, n)
    verbs.spend(s, name, purchase.discards)
    tell_purchase(s, name, purchase)


def tell_purchase(s: State, name: str, purchase: Purchase) -> None:
    """Tell what was bought and with what, what was free, which credits were chosen, what was discarded."""
    if purchase.advances:
        named = list_of([verbs.advance(card) for card in purchase.advances])
        said: dict[str, Any] = {"advances": named, "cards": verbs.money(purchase.cards), "treasury": purchase.treasury}
        paid = (bool(purchase.cards), bool(purchase.treasury))
        how = {(True, True): "", (True, False): "_cards", (False, True): "_plain", (False, False): "_free"}[paid]
        tell(s, f"advance.bought{how}", player=nation(name), **said)
    if purchase.free:
        tell(s, "advance.free", player=nation(name), advance=verbs.advance(purchase.free))
    if purchase.credits:
        chosen = list_of([f"{verbs.colour(group)} {n}" for group, n in purchase.credits.items()])
        tell(s, "advance.credits", player=nation(name), credits=chosen)
    if purchase.discards:
        tell(s, "advance.discarded", player=nation(name), cards=verbs.money(purchase.discards))
