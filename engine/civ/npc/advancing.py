"""Which advances the computer buys: what lets its marker go on, then what is worth most, unless it saves (CIV §18).

What it buys in a turn is a function of the position before it buys, which stays as it is until all have bought: so
after each purchase the same ones are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.civ.board import deck, mega
from engine.civ.catalog import CATALOG
from engine.civ.credits import on_offer
from engine.civ.definitions import Advance, Demand
from engine.civ.learned import add_up
from engine.civ.money import WONDER
from engine.civ.npc.buying import income
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.payment import means
from engine.civ.purchases import DONE, offered_prices
from engine.civ.state import State
from engine.civ.track import epoch_of, kind, next_demand, points_asked, price_total, progress, track
from engine.core import text
from engine.core.ask import Ask, Request

DEMAND, LATER = 40.0, 25.0  # an advance that the next space asks for, and the epoch after
POINT, CREDIT = 6.0, 0.35  # a point of the Basic and Expert tracks; a credit towards what is still wanted
SHIELD = 15.0  # an advance that wards off calamities or losses
LATE = 0.6  # of what credits are worth that is left in the last epoch
SHIELDS = frozenset(
    {"medicine", "engineering", "enlightenment", "law", "music", "drama_and_poetry", "agriculture", "democracy"}
)
PATIENT = 2  # turns that it waits for an advance which the track asks for


@decides("advance.buy")
def advances(s: State, request: Request, ask: Ask) -> Decision:
    """Choose what its track needs and it can pay, then the most valuable rest; nothing else if it saves."""
    name, cost = ask.seat, offered_prices(s, ask.seat)
    budget, left = means(s, name), int(str(request.said.values["left"]))
    aim = aimed_at(s, name, cost, budget)
    first = [card for card in aim if card in ask.options]
    if first:
        dearest = max(first, key=lambda card: (cost[card], card))
        return Decision((dearest,), because("demand", advance=text.thing("advance", dearest), n=cost[dearest]))
    total = sum(cost[card] for card in aim)
    return rest(s, ask, cost, left, is_saving=total > budget or bool(saving_for(s, name, cost, budget)))


def aimed_at(s: State, name: str, cost: Mapping[str, int], budget: int) -> Sequence[str]:
    """Return what lets the marker advance now; else, with or without the cities, what meets all other demands soon."""
    lacking, soon = missing_demands(s, name), int(budget + PATIENT * income(s, name))
    others = {key: n for key, n in lacking.items() if key != "cities"}
    return cheapest(s, name, lacking, cost, budget) or cheapest(s, name, others, cost, soon)


def rest(s: State, ask: Ask, cost: Mapping[str, int], left: int, *, is_saving: bool) -> Decision:
    """Return the next of what together is worth most for so much; of what costs nothing if it saves."""
    worth = {card: value(s, ask.seat, deck(s)[card]) for card in ask.options if card != DONE}
    if is_saving:
        worth = {card: n for card, n in worth.items() if not cost[card]}
    chosen = best_set(worth, cost, left)
    if not chosen:
        return Decision((DONE,), because("save" if is_saving else "no_advance"))
    best = max(chosen, key=lambda card: (worth[card], card))
    return Decision((best,), because("advance", advance=text.thing("advance", best), n=cost[best]))


def cheapest(s: State, name: str, lacking: Mapping[str, int], cost: Mapping[str, int], budget: int) -> Sequence[str]:
    """Return the advances that cost least of those that together meet the demands; none if none can be paid."""
    held = held_groups(s, name)
    if not lacking:
        return ()
    ways: dict[tuple[frozenset[str], tuple[int, ...]], tuple[int, tuple[str, ...]]]
    ways = {(frozenset(), (0,) * len(lacking)): (0, ())}
    for card in sorted(cost, key=lambda card: (cost[card], card)):
        groups = frozenset(deck(s)[card].groups) - held if "groups" in lacking else frozenset()
        brings = [met_demand(s, deck(s)[card], key) for key in lacking]
        for (new, got), (paid, cards) in list(ways.items()):
            more = tuple([min(n, had + by) for n, had, by in zip(lacking.values(), got, brings, strict=True)])
            way, total = (new | groups, more), paid + cost[card]
            if total <= budget and way != (new, got) and (way not in ways or total < ways[way][0]):
                ways[way] = total, (*cards, card)
    met = [way for (new, got), way in ways.items() if is_met(lacking, new, got)]
    return min(met)[1] if met else ()


def is_met(lacking: Mapping[str, int], groups: frozenset[str], got: Sequence[int]) -> bool:
    """Return whether so many new groups and so much else are all that is lacking."""
    return all(
        (len(groups) if key == "groups" else had) >= n for (key, n), had in zip(lacking.items(), got, strict=True)
    )


def missing_demands(s: State, name: str) -> dict[str, int]:
    """Return what the nation lacks for the next space, by demand."""
    demand = next_demand(s, name)
    if demand is None:
        return {}
    now, asks = progress(s, name), {**msgspec.structs.asdict(demand), "points": points_asked(s, name)}
    now["points"] = price_total(s, name)
    return {key: n - now[key] for key, n in asks.items() if now[key] < n}


def met_demand(s: State, card: Advance, key: str) -> int:
    """Return how much of a demand the advance meets, except groups, which depend on the other advances."""
    alone = add_up(card.deck, (card.id,))
    cheap = s.options.expert_cost_rule == "below_100"
    brings = {
        "cities": card.id == WONDER,
        "advances": 1,
        "of_100": alone.of_100,
        "of_200": alone.of_200,
        "below_100": alone.below_100 if cheap else alone.of_100,
        "vp": alone.vp,
        "points": alone.price,
    }
    return int(brings.get(key, 0))


def best_set(worth: Mapping[str, float], cost: Mapping[str, int], budget: int) -> list[str]:
    """Return the advances that together are worth most within the budget."""
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}
    for card in sorted(worth, key=lambda card: (-worth[card] / (cost[card] + 5), card))[:16]:
        for spent, (total, cards_) in sorted(best.items(), reverse=True):
            now, sum_ = spent + cost[card], total + worth[card]
            if now <= budget and (now not in best or best[now][0] < sum_):
                best[now] = (sum_, (*cards_, card))
    return list(max(best.values(), key=lambda way: way[0])[1])


def value(s: State, name: str, card: Advance) -> float:
    """Return the value of the advance: its points, what the track needs, credits for the rest, protection."""
    own = float(card.price) if kind(s) == "classic" else POINT * card.vp
    return own + help_for_demands(s, name, card) + CREDIT * credits_of(s, name, card) + SHIELD * (card.id in SHIELDS)


def help_for_demands(s: State, name: str, card: Advance) -> float:
    """Return how much it helps with what this epoch and the next require."""
    total = 0.0
    for weight, demand in coming_demands(s, name):
        total = max(total, weight * helps(s, name, demand, card))
    return total


def coming_demands(s: State, name: str) -> list[tuple[float, Demand]]:
    """Return the demands of the epochs ahead, nearer ones weighted more."""
    own, space = track(s, name), s.nations[name].space
    epochs = list(dict.fromkeys(own.epoch(at) for at in range(space + 1, own.last + 1)))
    found = [demand_of(s, epoch) for epoch in epochs[:2]]
    return list(zip((DEMAND, LATER), found, strict=False))


def demand_of(s: State, epoch: str) -> Demand:
    """Return what entering an epoch requires."""
    whole = CATALOG.demands[kind(s), epoch]  # type: ignore[index]
    return CATALOG.classic_deck.get(epoch, whole) if kind(s) == "expert" and not mega(s) else whole  # type: ignore[call-overload]


def helps(s: State, name: str, demand: Demand, card: Advance) -> float:
    """Return how many of the nation's missing demands it helps with; points count for themselves."""
    now, wanted = progress(s, name), msgspec.structs.asdict(demand)
    return sum(float(brings(s, name, card, key)) for key, n in wanted.items() if key != "cities" and now[key] < n)


def brings(s: State, name: str, card: Advance, key: str) -> int:
    """Return how much of a demand the advance meets, beside what the nation has."""
    return bool(set(card.groups) - held_groups(s, name)) if key == "groups" else met_demand(s, card, key)


def held_groups(s: State, name: str) -> set[str]:
    """Return the groups of which the nation has an advance."""
    return {group for card in s.nations[name].advances for group in deck(s)[card].groups}


def credits_of(s: State, name: str, card: Advance) -> float:
    """Return the credits that it gives towards advances the nation still lacks; fewer count late in the game."""
    owned = s.nations[name].advances
    late = LATE if epoch_of(s, name) == "late_iron" else 1.0
    if mega(s):
        return late * (2 * sum(card.gives.values()) + (card.leads.credit if card.leads else 0))
    return late * sum(n for to, n in card.gives.items() if to not in owned)


def saving_for(s: State, name: str, cost: Mapping[str, int], budget: int) -> str:
    """Return an advance that the track asks for and that cannot be paid yet, but soon; nothing if one like it
    can be.
    """
    soon = budget + PATIENT * income(s, name)
    for helpful in helpers(s, name):
        prices = sorted((cost[card.id], card.id) for card in helpful)
        if prices and budget < prices[0][0] <= soon:
            return prices[0][1]
    return ""


def helpers(s: State, name: str) -> Iterator[list[Advance]]:
    """Yield the advances on offer that help with what the next space asks, for one demand after another."""
    for key in [key for key in missing_demands(s, name) if key != "cities"]:
        yield [card for card in on_offer(s, name) if brings(s, name, card, key)]
