"""What an explored area turns out to be: nothing, Barbarians, good fortune, or a people (RUL-172 to RUL-174)."""

from __future__ import annotations

from engine.acme.effects.events import resolve_event
from engine.acme.effects.invasions import reaches
from engine.acme.effects.plans import tell_placed
from engine.acme.exploration.creation import create
from engine.acme.exploration.frontier import exploration_of, explorer
from engine.acme.exploration.tables import FORTUNE, MET, STRANGERS, Fortune, line_of
from engine.acme.facts.catalog import CARDS
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import room
from engine.acme.setup.pool import BLACK, WHITE, YELLOW, draw
from engine.acme.state import State
from engine.acme.verbs.basic import discard, gain_mina, place, put_away, tell, top_card
from engine.acme.verbs.draws import take_in
from engine.core import text
from engine.core.ask import choose
from engine.core.message import Message


async def explore(s: State, area: str) -> None:
    """Draw a disk from the Civilization Pool for the area, and carry out what it means."""
    colour = draw(s, 1)[0]
    key = "exploration.white" if colour == WHITE else "exploration.drawn"
    tell(s, key, focus=(area,), area=text.area(area), colour=Message(f"pool.{colour}"))
    if colour == BLACK:
        await strangers(s, area)
    elif colour == YELLOW:
        await fortune(s, area)
    elif colour == WHITE or not await find_civ(s, area, colour):
        exploration_of(s).markers.append(area)


async def find_civ(s: State, area: str, colour: str) -> bool:
    """Create a civilization if none was found this turn, its colour is new, and there is space. Return whether
    it was.
    """
    e = exploration_of(s)
    if not e.created and colour in e.unknown and await create(s, area, colour):
        return True
    tell(s, "exploration.nobody", focus=(area,), area=text.area(area))
    return False


async def strangers(s: State, area: str) -> None:
    """Place Barbarians by the card turned up, even above the limit; an Event is resolved (RUL-172).

    Without a card, the lowest number of them comes.
    """
    card = top_card(s)
    if card is None:
        settle_barbarians(s, area, min(line.disks for line in STRANGERS.values()))
    elif not CARDS[card].is_event:
        put_away(s, card)
        key = "exploration.strangers" if s.black else "exploration.no_strangers"
        tell(s, key, focus=(area,), card=text.card(card), area=text.area(area))
        settle_barbarians(s, area, line_of(STRANGERS, card).disks)
    else:
        await met_event(s, area, card)


async def met_event(s: State, area: str, card: int) -> None:
    """Let an invasion strike the explored area if it can; with any other Event Barbarians are already there."""
    if not reaches(s, card, area):
        settle_barbarians(s, area, MET.event_disks)
    e = exploration_of(s)
    e.aim = area
    await play_event(s, card)
    e.aim = ""


def settle_barbarians(s: State, area: str, n: int) -> None:
    """Place black disks in the explored area, whatever its limit."""
    placed = place(s, BARBARIANS, area, n, capped=False)
    if placed:
        tell_placed(s, BARBARIANS, [area] * placed)


async def play_event(s: State, card: int) -> None:
    """Play an Event that has been turned up."""
    s.playing.append(card)
    await resolve_event(s, card, "")


async def fortune(s: State, area: str) -> None:
    """Apply good fortune by the card turned up; an Event has only its own effect (RUL-173)."""
    card = top_card(s)
    if card is None:
        tell(s, "exploration.no_card", focus=(area,), area=text.area(area))
    elif CARDS[card].is_event:
        await play_event(s, card)
    else:
        put_away(s, card)
        await gain(s, area, line_of(FORTUNE, card), card)


async def gain(s: State, area: str, line: Fortune, card: int) -> None:
    """Give the explorer disks, then mina or cards."""
    civ = explorer(s, area)
    fits = not line.disks or min(s.civs[civ].supply, room(s, civ, area)) > 0
    key = f"exploration.{line.id}" if fits else "exploration.nobody_joined"
    tell(s, key, focus=(area,), civ=text.civ(civ), card=text.card(card), area=text.area(area))
    placed = place(s, civ, area, line.disks)
    if placed:
        tell_placed(s, civ, [area] * placed)
    if line.mina:
        gain_mina(s, civ, line.mina)
    if line.cards:
        await treasure(s, civ, line.cards)


async def treasure(s: State, civ: str, n: int) -> None:
    """Draw that many cards and keep one; Events among them are resolved and not replaced (RUL-173)."""
    drawn = [card for _ in range(n) if (card := top_card(s)) is not None]
    events = [card for card in drawn if CARDS[card].is_event]
    s.playing += events
    kept = [card for card in drawn if card not in events]
    if kept:
        await keep_one(s, civ, kept)
    for event in events:
        await resolve_event(s, event, "")


async def keep_one(s: State, civ: str, cards: list[int]) -> None:
    """Put the cards into the explorer's hand, and remove all but one again."""
    await take_in(s, civ, cards)
    wanted = await choose(civ, "explore.keep", [str(n) for n in sorted(cards)], civ=text.civ(civ))
    for card in cards:
        if card != int(wanted):
            discard(s, civ, card)
            tell(s, "draw.discarded", civ=text.civ(civ), cards=text.card(card))
