"""Corruption and Regression of the mega deck (CIV §16.3, §16.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.civ import verbs
from engine.civ.board import cities, has
from engine.civ.calamities.losses import destroy
from engine.civ.calamities.registry import Roles, calamity, figure
from engine.civ.catalog import AREAS, CARDS
from engine.civ.state import State
from engine.civ.support import cheapest
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, some

RANSOM = 2
NO, YES = "no", "yes"


@calamity("mega", "corruption")
async def corruption(s: State, roles: Roles) -> None:
    """Let the victim discard cards whose pile numbers make ten, no card more than needed (CIV-RUL-087)."""
    due = figure(s, "mega", "corruption", "face_value", roles.victim)
    if not due or not s.nations[roles.victim].hand:
        return

    async def own(trial: State, name: str) -> list[str]:
        return await bribes(trial, name, due)

    cards = (await together(s, "calamity.bribes", [roles.victim], own))[roles.victim]
    tell(s, "calamity.corrupted", player=nation(roles.victim), cards=verbs.money(cards))
    verbs.spend(s, roles.victim, cards)


async def bribes(s: State, name: str, due: int) -> list[str]:
    """Return the cards, one by one, the lowest values first; all if they do not suffice."""
    hand = sorted(s.nations[name].hand, key=lambda card: (CARDS[card].value, card))
    enough, picked = sufficient(hand, due), list[str]()
    while fitting := next_bribes(hand, enough, picked):
        picked.append(await choose(name, "mega.discard", fitting, n=due - sum(CARDS[c].pile for c in picked)))
    return picked or hand


def sufficient(hand: Sequence[str], due: int) -> list[Counter[int]]:
    """Return every choice of piles that makes so much with cards of the hand, and no more than needed."""
    return list(covers([CARDS[card].pile for card in hand], due))


def next_bribes(hand: Sequence[str], enough: Sequence[Counter[int]], picked: Sequence[str]) -> list[str]:
    """Return the cards of the hand that may go next; none where those picked suffice, or all together do not."""
    if any(piles_of(picked) == cover for cover in enough):
        return []
    left = [card for card in hand if card not in picked]
    return [c for c in left if any(piles_of([*picked, c]) <= cover for cover in enough)]


def piles_of(cards: Sequence[str]) -> Counter[int]:
    """Return how many cards there are of each pile."""
    return Counter(CARDS[card].pile for card in cards)


def covers(piles: Sequence[int], due: int) -> Iterator[Counter[int]]:
    """Yield every choice of piles that makes at least so much, and would not without any of its cards."""
    held = sorted(Counter(piles).items(), reverse=True)

    def walk(i: int, chosen: Counter[int], total: int) -> Iterator[Counter[int]]:
        if total >= due:
            yield chosen
            return
        for at in range(i, len(held)):
            number, n = held[at]
            if chosen[number] < n:
                yield from walk(at, chosen + Counter([number]), total + number)

    return walk(0, Counter(), 0)


@calamity("mega", "regression")
async def regression(s: State, roles: Roles) -> None:
    """Move the marker back, never below the start; Enlightenment may buy each step off (CIV-RUL-078)."""
    name = roles.victim
    steps = min(figure(s, "mega", "regression", "steps", name), s.nations[name].space)
    for _ in range(steps):
        if not await is_bought_off(s, name):
            verbs.step_marker(s, name, -1)
            tell(s, "calamity.regressed", player=nation(name), space=s.nations[name].space)


async def is_bought_off(s: State, name: str) -> bool:
    """Return whether two own cities are destroyed for that step, not coastal ones first."""
    if not has(s, name, "enlightenment") or len(cities(s, name)) < RANSOM:
        return False
    if await choose(name, "mega.ransom", [NO, YES], price=RANSOM) == NO:
        return False
    for where in await ransom(s, name):
        destroy(s, where)
        tell(s, "calamity.destroyed", focus=[where], player=nation(name), area=verbs.area(where))
    return True


async def ransom(s: State, name: str) -> list[str]:
    """Return two cities to lose: of the victim's choice, inland as far as those suffice."""
    towns = cheapest(s, cities(s, name))
    inland = [a for a in towns if not AREAS[a].coastal]
    first = await some(name, "mega.sacrifice", inland, RANSOM, RANSOM, n=RANSOM)
    more = RANSOM - len(first)
    return [*first, *await some(name, "mega.sacrifice", [a for a in towns if AREAS[a].coastal], more, more, n=more)]
