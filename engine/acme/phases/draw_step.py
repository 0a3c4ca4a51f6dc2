"""The Draw Step: a new Turn Order, then cards for each civ in it (ACME §10.6, RUL-120, RUL-121)."""

from __future__ import annotations

from engine.acme.effects.announce import power_negated
from engine.acme.effects.events import resolve_event
from engine.acme.facts.catalog import CARDS, RULES
from engine.acme.questions.board import abilities, cities, hand_limit, has_ability, has_power, loose
from engine.acme.setup.handicaps import base_draw, more_cards
from engine.acme.special import is_last_turn, special
from engine.acme.state import State
from engine.acme.verbs.basic import discard, new_action, pay_mina, tell
from engine.acme.verbs.draws import draw_unseen, look
from engine.acme.verbs.sequence import end_epoch, first_step, next_turn, play_discard, reorder, swap_top, take_discard
from engine.core import chance, text
from engine.core.ask import choose, number, some
from engine.core.message import Message, count_noun, list_of, strung

GOD_OF_THE_DEAD, DEAD_CARDS = "god_of_the_dead", 3
KEEP, SWAP = "keep", "swap"


async def begin(s: State) -> str:
    """Set the new Turn Order, before anyone draws (RUL-120)."""
    new_action(s)
    s.drawing, s.active = True, 0
    before = list(s.order)
    reorder(s, new_order(s))
    key = "draw.order" if s.order != before else "draw.same_order"
    tell(s, key, civs=strung(told_cities(s, c) for c in s.order))
    return "draw.civ"


def told_cities(s: State, civ: str) -> Message:
    """Return a text such as `Egypt (2 Cities)`."""
    return Message("part.cities", {"civ": text.civ(civ), "cities": count_noun(len(cities(s, civ)), "city")})


def new_order(s: State) -> list[str]:
    """Return the civs with most Cities first, ties as before; those that came back by Gilgamesh this turn stay last
    (RUL-120).
    """
    by_vp = RULES.turn_order_tie == "vp"
    came_back = [c for c in s.order if s.civs[c].came_back]
    rest = [c for c in s.order if c not in came_back]
    return [*sorted(rest, key=lambda c: (-len(cities(s, c)), -s.civs[c].vp if by_vp else 0)), *came_back]


async def draw_civ(s: State) -> str:
    """Carry out one civ's draw: Astrologers, mina, unseen cards, God of the Dead, look, Cuneiform, hand limit
    (RUL-121).
    """
    civ = s.order[s.active]
    new_action(s)
    regains = special(s).regains
    fewer = await regains(s, civ) if regains else 0
    await astrologers(s, civ)
    await buy_and_draw(s, civ, fewer)
    await god_of_the_dead(s, civ)
    await look(s, civ)
    await cuneiform(s, civ)
    await down_to_limit(s, civ)
    s.active += 1
    if s.active < len(s.order):
        return "draw.civ"
    s.drawing = False
    return "turn.end"


async def astrologers(s: State, civ: str) -> None:
    """Look at the two top cards of the deck and swap them; an Event keeps its place (Chaldea, RUL-052)."""
    top = s.deck[: max((a.numbers["cards"] for a in abilities(s, civ, "peek_deck")), default=0)]
    if not top:
        return
    tell(s, "draw.looked", civ=text.civ(civ), n=count_noun(len(top), "card"))
    tell(s, "draw.top", to=civ, cards=strung(text.card(n) for n in top))
    if len(top) == 1:
        return
    movable = not any(CARDS[n].is_event for n in top)
    if await choose(civ, "draw.look", [KEEP, *([SWAP] if movable else [])], always=True) == SWAP:
        swap_top(s)


async def buy_and_draw(s: State, civ: str, fewer: int = 0) -> None:
    """Ask how many cards the civ buys, then draw all of them unseen at once (ACME §10.6).

    `fewer`: draws that the civ has spent otherwise.
    """
    bought = await number(civ, "draw.buy", 0, s.civs[civ].mina)
    pay_mina(s, civ, bought)
    n = draw_unseen(s, max(0, base_cards(s, civ) + bought * RULES.mina_per_extra_card - fewer))
    key = "draw.bought" if bought else "draw.drew"
    tell(s, key, civ=text.civ(civ), bought=count_noun(bought, "card"), n=n, cards=count_noun(n, "card"))


def base_cards(s: State, civ: str) -> int:
    """Return the base, 1 more for each four Cities, and what the Display adds."""
    per = RULES.cities_per_extra_card
    by_cities = len(cities(s, civ)) // per if per else 0
    shown = sum(a.numbers["cards"] for a in abilities(s, civ, "draw_then_discard"))
    return max(0, base_draw(s, civ) + by_cities + shown + more_cards(s, civ))


async def god_of_the_dead(s: State, civ: str) -> None:
    """Take 3 random cards from the discard pile and keep 1; an Event among them is resolved (Deity 4, RUL-118)."""
    if not has_power(s, civ, GOD_OF_THE_DEAD) or not s.discard:
        return
    tell(s, "draw.dead", civ=text.civ(civ), deity=text.thing("deity", GOD_OF_THE_DEAD))
    if await power_negated(s, civ):
        return
    seen = chance.take(s, list(s.discard), DEAD_CARDS)
    tell(s, "draw.dead_seen", to=civ, cards=list_of([text.card(n) for n in seen]))
    kept = [str(n) for n in seen if not CARDS[n].is_event]
    if kept:
        card = int(await choose(civ, "draw.dead", kept))
        take_discard(s, civ, card)
        tell(s, "draw.dead_kept", civ=text.civ(civ))
    events = [n for n in seen if CARDS[n].is_event]
    for event in events:
        play_discard(s, event)
    for event in events:
        await resolve_event(s, event, civ)


async def cuneiform(s: State, civ: str) -> None:
    """Discard a card of the hand for the extra card drawn (Sumer)."""
    hand = sorted(loose(s, civ))
    if not hand or not has_ability(s, civ, "draw_then_discard"):
        return
    card = await choose(civ, "draw.extra", [str(n) for n in hand])
    discard(s, civ, int(card))
    tell(s, "draw.discarded", civ=text.civ(civ), cards=text.card(card))


async def down_to_limit(s: State, civ: str) -> None:
    """Let the owner discard down to the hand limit (ACME §8.1, RUL-049)."""
    hand = [n for n in s.civs[civ].hand if n not in special(s).uncounted(s, civ)]
    over = len(hand) - hand_limit(s, civ)
    if over <= 0:
        return
    options = [str(n) for n in sorted(loose(s, civ)) if n in hand]
    picked = await some(civ, "draw.discard", options, over, over, n=over)
    for card in picked:
        discard(s, civ, int(card))
    tell(s, "draw.discarded", civ=text.civ(civ), cards=list_of([text.card(n) for n in picked]))


async def end_turn(s: State) -> str:
    """Advance the Turn marker, or end the Epoch (ACME §10.6, RUL-092)."""
    if s.ending or is_last_turn(s):
        end_epoch(s)
        return "epoch.bonus"
    next_turn(s)
    return first_step(s)


DRAW_STEPS = {"draw.begin": begin, "draw.civ": draw_civ, "turn.end": end_turn}
