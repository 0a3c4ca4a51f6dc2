"""Phase 9: money cards are drawn and bought (CIV §12).

An answer to `cards.buy` is a pile's number, `done`, or `later` for who wants to see the draw first.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from engine.civ import verbs
from engine.civ.board import city_count, has, nations_in_play
from engine.civ.catalog import CARDS, NUMBERS, PILES, rank
from engine.civ.state import State, Wish
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose
from engine.core.message import list_of

DONE, LATER = "done", "later"
WONDER = "wonder_of_the_world"
EXTRA: Mapping[str, Mapping[int, int]] = {"rhetoric": {3: 9}, "cartography": {2: 5, 7: 13}, "mining": {6: 13, 8: 13}}


def prices(s: State, name: str) -> dict[int, int]:
    """Return the piles the nation may buy from after its draw, and the price of a card: the one numbered like its
    cities at 18; with the mega deck also those that cards name, as far as its cities reach (CIV §12.2, §12.5,
    CIV-RUL-019).
    """
    top = city_count(s, name)
    if not top:
        return {}
    found = {top: NUMBERS.card_price}
    for advance, piles in EXTRA.items() if s.options.deck == "mega" else ():
        if has(s, name, advance):
            found |= {n: price for n, price in piles.items() if n <= top}
    return dict(sorted(found.items()))


def price_of(s: State, name: str, number: int) -> int:
    """Return what a card of that pile costs the nation."""
    return price_with(s.nations[name].advances, s.options.deck, number)


def price_with(advances: Container[str], deck: str, number: int) -> int:
    """Return what a card of that pile costs with these advances (CIV §12.2, §12.5)."""
    extra = [piles[number] for card, piles in EXTRA.items() if card in advances and number in piles]
    return min([NUMBERS.card_price, *(extra if deck == "mega" else [])])


def payable_piles(s: State, name: str, spent: int = 0) -> list[str]:
    """Return the piles the nation can pay a card of, as answers."""
    left = s.nations[name].treasury - spent
    return [str(n) for n, price in prices(s, name).items() if price <= left and s.piles[n - 1]]


async def wish_for(s: State, name: str) -> Wish | None:
    """Ask which money cards a nation will buy; None if there is nothing to buy."""
    if not payable_piles(s, name):
        return None
    piles = await ask_purchases(s, name, [LATER])
    return Wish(city_count(s, name), [] if piles is None else piles, later=piles is None)


async def ask_purchases(s: State, name: str, also: Sequence[str] = ()) -> list[int] | None:
    """Return the piles of cards bought, one after another; None for `later`."""
    piles, spent = list[int](), 0
    while options := payable_piles(s, name, spent):
        said: dict[str, Any] = {"treasury": s.nations[name].treasury - spent, "n": len(piles)}
        answer = await choose(name, "cards.buy", [DONE, *options, *also], **said)
        if answer == LATER:
            return None
        if answer == DONE:
            break
        piles.append(int(answer))
        spent += prices(s, name)[int(answer)]
        also = ()
    return piles


async def order_draws(s: State) -> str:
    """Order the draws, fewest cities first; a number named in advance lapses if the cities have changed (CIV §12.1,
    CIV-RUL-084).
    """
    lapsed = [n for n, wish in s.wishes.items() if wish.cities != city_count(s, n)]
    for n in lapsed:
        verbs.forget_wish(s, n)
        tell(s, "cards.lapsed", player=nation(n))
    anew = await together(s, "cards.again", [n for n in lapsed if payable_piles(s, n)], wish_for)
    for n, wish in anew.items():
        if wish:
            verbs.wish(s, n, wish)
    drawing = [n for n in nations_in_play(s) if city_count(s, n) or has(s, n, WONDER)]
    verbs.put_in_order(s, sorted(drawing, key=lambda n: (city_count(s, n), rank(n))))
    return verbs.go_on(s, "cards" if drawing else "calamities.number")


async def draw_cards(s: State) -> str:
    """Let the next nation draw a card for each city, and buy what it has named or names now (CIV §12.1, §12.2).

    The Wonder of the World gives one more, even without a city (CIV-RUL-091).
    """
    name = s.order[s.active]
    verbs.new_action(s)
    top = city_count(s, name)
    free = [top + 1] if has(s, name, WONDER) and top < len(PILES) else []
    take(s, name, [*range(1, top + 1), *free], "cards.drawn")
    wish = s.wishes.get(name)
    verbs.forget_wish(s, name)
    if wish:
        await buy(s, name, wish)
    return verbs.next_turn_of(s, "calamities.number")


async def buy(s: State, name: str, wish: Wish) -> None:
    """Pay cards from treasury; an empty pile takes no payment (CIV §12.3)."""
    piles = (await ask_purchases(s, name) or []) if wish.later else wish.piles
    for number in piles:
        price = prices(s, name)[number]
        if s.piles[number - 1] and price <= s.nations[name].treasury:
            verbs.pay(s, name, price)
            take(s, name, [number], "cards.bought")


def take(s: State, name: str, piles: Sequence[int], key: str) -> None:
    """Take the top cards of these piles, told to all by type and to their owner by value."""
    drawn = [card for number in piles if (card := verbs.draw_card(s, name, number))]
    if drawn:
        types = list_of([verbs.pile(CARDS[card].pile) for card in drawn])
        tell(s, key, player=nation(name), piles=types)
        tell(s, "cards.yours", to=name, cards=verbs.money(drawn))
