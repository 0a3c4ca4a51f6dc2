"""Great Persons of power, mina and VP: cards 1 to 9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.acme.cards.gains import draw_cards, earn, earn_and_score, pay_bank, score
from engine.acme.cards.looking import look_at
from engine.acme.cards.sparing import can_be_fair, plan_hits
from engine.acme.cards.targets import civs_in, hits_told, placeable, prey
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.deity_actions import (
    can_establish,
    can_restore,
    choose_deity,
    establish_options,
    pay_for_deity,
    restore_free,
    take_deity,
)
from engine.acme.effects.events import resolve_event
from engine.acme.effects.losses import Terms, lose, told_areas
from engine.acme.effects.plans import (
    Fits,
    branch,
    can_fit,
    place_all,
    plan_area,
    plan_areas,
    plan_option,
    plan_places,
)
from engine.acme.facts.catalog import CARDS
from engine.acme.questions.board import (
    can_draw,
    controlled_areas,
    deity_state,
    fertile_or_plain,
    is_city,
    is_settlement,
    land,
    land_near,
    meets,
    occupied_areas,
    supply,
)
from engine.acme.state import State
from engine.acme.verbs.basic import discard, put_on_top, tell, top_card
from engine.acme.verbs.draws import take_in
from engine.core import text
from engine.core.ask import number, some
from engine.core.message import count_noun

SHEBA, GOLD_SMITH, ARCHITECT, PHILOSOPHER, ASTROLOGER, MERCHANT, POET, VIZIER, PROPHET = range(1, 10)
SMITH_COST, SMITH_DISKS, SMITH_RESTORE = 3, 2, 0
LOOK, DRAW, PLACE, SCORE, ESTABLISH, RESTORE = "look", "draw", "place", "vp", "establish", "restore"
SEEN, KEPT = 4, 2


@card(SHEBA)
async def queen_of_sheba(s: State, civ: str) -> None:
    """Gain 1 mina, place up to 2 disks in areas the civ Controls, draw 1 card."""
    areas = await plan_places(s, civ, SHEBA, 2, controlled_areas(s, civ))
    await announce_card(s, civ, SHEBA, focus=areas, aim=told_areas(areas))
    earn(s, civ, 1)
    place_all(s, civ, areas)
    await draw_cards(s, civ, 1)


def smith_options(s: State, civ: str) -> list[str]:
    """Return what Gold Smith could do: establish for 3 resources (two of them disks), or restore for free (RUL-063)."""
    new = can_establish(s, civ, SMITH_COST, SMITH_DISKS, without=GOLD_SMITH)
    old = can_restore(s, civ, SMITH_RESTORE)
    return [*([ESTABLISH] if new else []), *([RESTORE] if old else [])]


@card(GOLD_SMITH, can=lambda s, civ: bool(smith_options(s, civ)))
async def gold_smith(s: State, civ: str) -> None:
    """Establish a Deity for 3 resources, 2 of them disks from the map; or restore the Lost one for free (RUL-063).

    The payment follows the response (ACME §8.3), so that a Negate costs the civ only the card.
    """
    if await plan_option(civ, GOLD_SMITH, smith_options(s, civ)) == RESTORE:
        await announce_card(s, civ, GOLD_SMITH, as_deity=True, aim=text.thing("deity", s.civs[civ].deity))
        restore_free(s, civ)
        return
    deity = await choose_deity(s, civ, establish_options(s, civ))
    await announce_card(s, civ, GOLD_SMITH, as_deity=True, aim=text.thing("deity", deity))
    await pay_for_deity(s, civ, deity, SMITH_COST, SMITH_DISKS)


def own_settlements(s: State, civ: str) -> list[str]:
    """Return the civ's Controlled Settlements in Land other than Desert that could take a disk from Supply."""
    areas = [a for a in fertile_or_plain(controlled_areas(s, civ)) if is_settlement(s, civ, a)]
    return placeable(s, civ, areas)


@card(ARCHITECT, can=lambda s, civ: bool(own_settlements(s, civ)))
async def royal_architect(s: State, civ: str) -> None:
    """Turn up to two Settlements into Cities; gain 1 VP if one did."""
    areas = await plan_areas(civ, ARCHITECT, min(2, supply(s, civ)), own_settlements(s, civ))
    await announce_card(s, civ, ARCHITECT, focus=areas, aim=told_areas(areas))
    placed = place_all(s, civ, areas)
    if any(is_city(s, civ, a) for a in placed):
        score(s, civ, 1, "city", card=text.card(ARCHITECT))


@card(PHILOSOPHER)
async def philosopher_king(s: State, civ: str) -> None:
    """Gain 1 VP and 1 mina; then pay up to 2 mina for 1 VP each. The number is chosen first (RUL-009)."""
    most = min(2, s.civs[civ].mina + 1)
    buy = await number(civ, "card.amount", 0, most, prompt="card.wisdom", card=text.card(PHILOSOPHER), most=most)
    await announce_card(s, civ, PHILOSOPHER, aim=count_noun(buy, "mina") if buy else "")
    earn_and_score(s, civ, 1, 1, PHILOSOPHER)
    if paid := pay_bank(s, civ, buy):
        score(s, civ, paid, "wisdom", card=text.card(PHILOSOPHER))


def astrologer_options(s: State) -> list[str]:
    """Return what is possible: to look (two cards must be there to swap), and to draw (a card must be there)."""
    return [*([LOOK] if len(s.deck) > 1 else []), *([DRAW] if can_draw(s) else [])]


@card(ASTROLOGER, can=lambda s, _: bool(astrologer_options(s)))
async def grand_astrologer(s: State, civ: str) -> None:
    """Order the top 4 cards of the deck; or draw 4 and keep 2 (RUL-052, RUL-064)."""
    picked = await plan_option(civ, ASTROLOGER, astrologer_options(s))
    await announce_card(s, civ, ASTROLOGER, aim=branch(picked))
    if picked == LOOK:
        await order_the_top(s, civ)
    else:
        await draw_and_keep(s, civ)


async def order_the_top(s: State, civ: str) -> None:
    """Look in secret at the top cards, as many as there are, and put them back; an Event seen stays unresolved."""
    top = s.deck[:SEEN]
    tell(s, "card.looked_deck", civ=text.civ(civ), n=count_noun(len(top), "card"))
    look_at(s, civ, top)
    if top:
        options, said = [str(n) for n in top], {"prompt": "card.order", "card": text.card(ASTROLOGER)}
        order = await some(civ, "card.look", options, len(top), len(top), always=True, **said)
        put_on_top(s, [int(n) for n in order])


async def draw_and_keep(s: State, civ: str) -> None:
    """Draw 4; Events are resolved and not replaced; of what is left of the others keep 2 (RUL-050, RUL-064)."""
    drawn = [n for _ in range(SEEN) if (n := top_card(s)) is not None]
    events = [n for n in drawn if CARDS[n].is_event]
    s.playing += events
    others = [n for n in drawn if n not in events]
    tell(s, "card.drew", civ=text.civ(civ), n=count_noun(len(drawn), "card"))
    await take_in(s, civ, others)
    for event in events:
        await resolve_event(s, event, civ)
    await keep_some(s, civ, others)


async def keep_some(s: State, civ: str, drawn: list[int]) -> None:
    """Keep 2 of the cards drawn and discard the rest.

    The civ is asked whenever more were drawn, so that nobody learns whether a card lost to an Event was one of them.
    """
    left = [n for n in drawn if n in s.civs[civ].hand]
    said: dict[str, Any] = {"prompt": "card.keep", "card": text.card(ASTROLOGER), "n": KEPT}
    kept = await some(civ, "card.look", [str(n) for n in left], KEPT, KEPT, always=len(drawn) > KEPT, **said)
    for n in left:
        if str(n) not in kept:
            discard(s, civ, n)
            tell(s, "card.discarded", civ=text.civ(civ), card=text.card(n))


@card(MERCHANT)
async def merchant_prince(s: State, civ: str) -> None:
    """Gain 2 mina; 3 if the civ's disks meet two or more other civs."""
    await announce_card(s, civ, MERCHANT)
    earn(s, civ, 3 if len(meets(s, civ)) > 1 else 2)


def stages(s: State, civ: str) -> Iterator[str]:
    """Land areas held from which the Epic Poet would replace a disk there or next to it."""
    held = land(occupied_areas(s, civ)) if supply(s, civ) else []
    return (a for a in held if can_fit(areas_near_stage(s, civ, a), *reach(s, civ, a)))


def areas_near_stage(s: State, civ: str, stage: str) -> list[str]:
    """Land areas next to the stage with an opposing disk."""
    return [a for a in land_near(s, stage) if prey(s, civ, POET, a)]


def reach(s: State, civ: str, stage: str) -> tuple[int, int, Fits]:
    """Return how many areas beside the stage are needed and possible, and which choices are fair to team-mates.

    If the stage itself has an opposing disk, one is replaced there in any case.
    """
    centre = [stage] if prey(s, civ, POET, stage) else []

    def fits(areas: list[str]) -> bool:
        return can_be_fair(s, civ, {}, [prey(s, civ, POET, a) for a in (*centre, *areas)])

    return 0 if centre else 1, 2, fits


@card(POET, can=lambda s, civ: any(stages(s, civ)))
async def epic_poet(s: State, civ: str) -> None:
    """Replace 1 opposing disk in an occupied Land area and in up to two Land areas next to it (RUL-012, RUL-065)."""
    stage = await plan_area(civ, POET, list(stages(s, civ)))
    centre = [stage] if prey(s, civ, POET, stage) else []
    least, most, fits = reach(s, civ, stage)
    areas = centre + await plan_areas(civ, POET, most, areas_near_stage(s, civ, stage), least=least, fits=fits)
    hits = await plan_hits(s, civ, POET, areas, lambda a: prey(s, civ, POET, a))
    against = civs_in(s, areas)
    hurt = {h.faction for h in hits}
    cause = await announce_card(s, civ, POET, against=against, hurt=hurt, focus=areas, aim=hits_told(hits), harm=True)
    await lose(s, cause, hits, Terms(usurper=civ))


@card(VIZIER)
async def grand_vizier(s: State, civ: str) -> None:
    """Place 1 disk in each of up to three areas the civ Controls; or gain 1 VP and 1 mina."""
    areas = placeable(s, civ, controlled_areas(s, civ))
    if await plan_option(civ, VIZIER, [*([PLACE] if areas else []), SCORE]) == SCORE:
        await announce_card(s, civ, VIZIER, aim=branch(SCORE))
        earn_and_score(s, civ, 1, 1, VIZIER)
        return
    picked = await plan_areas(civ, VIZIER, min(3, supply(s, civ)), areas)
    await announce_card(s, civ, VIZIER, focus=picked, aim=told_areas(picked))
    place_all(s, civ, picked)


def prophecies(s: State, civ: str) -> list[str]:
    """Return the Deities the Prophet could bring: any Available one; the civ's own if it is silenced or Lost (RUL-066).

    A Dormant one wouldn't change, and a captor gives none back.
    """
    state = deity_state(s, civ)
    if state is None:
        return []
    return sorted([*s.available, *([s.civs[civ].deity] if state in {"silenced", "lost"} else [])])


@card(PROPHET, can=lambda s, civ: bool(prophecies(s, civ)))
async def prophet(s: State, civ: str) -> None:
    """As an action: exchange or restore the civ's Deity for free, without Control of its home (RUL-066)."""
    deity = await choose_deity(s, civ, prophecies(s, civ))
    await announce_card(s, civ, PROPHET, as_deity=True, aim=text.thing("deity", deity))
    take_deity(s, civ, deity)
    tell(s, "deity.taken", focus=(s.civs[civ].home,), civ=text.civ(civ), deity=text.thing("deity", deity))
