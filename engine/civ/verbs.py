"""The only functions that change a State. Each keeps the pieces of a nation and the cards together (CIV §23.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.civ import board
from engine.civ.catalog import CARDS, NEUTRAL
from engine.civ.state import Sailing, State, Wish
from engine.core import chance, text
from engine.core.game import Event
from engine.core.message import Message, list_of

TELLING = "civilization"
nation: Final = text.civ  # a nation as a token of a text, named in the reader's language when shown
area: Final = text.area  # an area as a token of a text


def advance(name: str) -> str:
    """Return an advance as a token of a text."""
    return text.thing("advance", name)


def colour(group: str) -> str:
    """Return a group of advances as a token of a text."""
    return text.thing("colour", group)


def calamity(name: str) -> str:
    """Return a calamity as a token of a text."""
    return text.thing("calamity", name)


def pile(number: int) -> str:
    """Return a pile of money cards as a token of a text: the type of its cards."""
    return text.thing("pile", str(number))


def areas(names: Iterable[str]) -> Message:
    """Return several areas as tokens of a text."""
    return list_of([area(name) for name in names])


def money(cards: Iterable[str]) -> Message:
    """Return the money cards with their values as tokens of a text."""
    return list_of([text.thing("money", card) for card in cards])


def tell(s: State, key: str, /, *, to: str | None = None, focus: Sequence[str] = (), **said: Any) -> None:
    """Tell everyone, or one seat, the text `event.civilization.<key>`."""
    key = f"{TELLING}.{key}"
    s.told.append(Event(Message(f"event.{key}", said), to, tuple(focus), s.action, key))


def new_action(s: State) -> None:
    """Begin a new action: lines told from now on belong together."""
    s.action += 1


def reveal(s: State) -> None:
    """Note that a secret was revealed, so nobody can undo what led to it."""
    s.secrets += 1


def go_on(s: State, phase: str) -> str:
    """Begin the next phase. Return its step, which has the same name."""
    s.phase, s.active = phase, 0
    new_action(s)
    return phase


def next_turn_of(s: State, then: str) -> str:
    """Move on to the next of the order in this phase, or the phase after it. Return the step."""
    s.active += 1
    return s.phase if s.active < len(s.order) else go_on(s, then)


def put_in_order(s: State, names: Sequence[str]) -> None:
    """Set the order in which they choose or move."""
    s.order, s.active = list(names), 0


# Setting up.


def become(s: State, seat: str, name: str) -> None:
    """Make the seat that nation; its place at the table stays."""
    s.nations = {name if one == seat else one: n for one, n in s.nations.items()}
    s.order = [name if one == seat else one for one in s.order]


def endow(s: State, name: str, tokens: int, credits_each: Iterable[str], credit: int) -> None:
    """Give a nation its pieces and the credits it starts with (CIV §1.5, §3.6)."""
    s.nations[name].stock = tokens
    s.nations[name].credits = dict.fromkeys(credits_each, credit) if credit else {}


def lay_piles(s: State, piles: Sequence[Sequence[str]], calamities: Sequence[str]) -> None:
    """Set up the money piles and the pile of calamities, all shuffled (CIV §3.5)."""
    s.piles, s.calamities = [list(one) for one in piles], list(calamities)
    for one in (*s.piles, s.calamities):
        chance.shuffle(s, one)


# Tokens, cities and ships.


def put(s: State, owner: str, where: str, n: int) -> int:
    """Put n tokens there from stock, or as many as it has; Barbarians never end. Return how many."""
    n = max(0, n if owner == NEUTRAL else min(n, s.nations[owner].stock))
    if owner != NEUTRAL:
        s.nations[owner].stock -= n
    if n:
        _change(s, owner, where, n)
    return n


def take(s: State, owner: str, where: str, n: int) -> int:
    """Take n tokens off the board into stock, or as many as are there. Return how many."""
    n = max(0, min(n, board.tokens(s, where, owner)))
    if n:
        _change(s, owner, where, -n)
        if owner != NEUTRAL:
            s.nations[owner].stock += n
    return n


def carry(s: State, owner: str, start: str, goal: str, n: int) -> None:
    """Move tokens from one area to another."""
    _change(s, owner, start, -n)
    _change(s, owner, goal, n)


def _change(s: State, owner: str, where: str, n: int) -> None:
    here = s.tokens.setdefault(where, {})
    if left := here.get(owner, 0) + n:
        here[owner] = left
        return
    here.pop(owner, None)
    if not here:
        del s.tokens[where]


def put_city(s: State, owner: str, where: str) -> None:
    """Put a city of the owner there; it counts as acquired this turn (CIV §11.4)."""
    s.cities[where] = owner
    s.acquired.append(where)


def raze(s: State, where: str) -> str:
    """Return the city there to the stock of its owner, and return that owner."""
    if where in s.acquired:
        s.acquired.remove(where)
    return s.cities.pop(where)


def reduce(s: State, where: str) -> int:
    """Replace the city there by tokens up to the limit, or as many as are in stock (CIV §2.7). Return how many came.

    A token already there counts towards that number.
    """
    owner = raze(s, where)
    return put(s, owner, where, board.limit_for(s, where, owner) - board.tokens(s, where, owner))


def annex_city(s: State, where: str, to: str) -> None:
    """Replace the city there by one of `to` (CIV §2.8)."""
    raze(s, where)
    put_city(s, to, where)


def annex_tokens(s: State, where: str, owner: str, to: str, n: int) -> int:
    """Replace tokens there by those of `to`, as far as its stock allows. Return how many."""
    n = min(n, board.tokens(s, where, owner), s.nations[to].stock)
    take(s, owner, where, n)
    return put(s, to, where, n)


def levy(s: State, owner: str, where: str, n: int) -> None:
    """Move tokens from the board to stock as a payment."""
    take(s, owner, where, n)


def launch(s: State, owner: str, harbour: str) -> None:
    """Take a ship from stock."""
    s.nations[owner].ships.append(harbour)


def scrap(s: State, owner: str, harbour: str) -> None:
    """Return a ship to stock."""
    s.nations[owner].ships.remove(harbour)


# Treasury.


def tax(s: State, owner: str, n: int) -> None:
    """Move tokens from stock to treasury."""
    s.nations[owner].stock -= n
    s.nations[owner].treasury += n


def pay(s: State, owner: str, n: int) -> None:
    """Move tokens from treasury to stock."""
    s.nations[owner].treasury -= n
    s.nations[owner].stock += n


def set_rate(s: State, owner: str, rate: int) -> None:
    """Set the tax rate of this turn, and of the next ones until it is changed."""
    s.nations[owner].rate = rate


def owe(s: State, unpaid: dict[str, int]) -> None:
    """Note that the tax of that many cities hasn't been paid."""
    s.unpaid = dict(unpaid)


def settle_debt(s: State, owner: str, n: int) -> None:
    """Remove that many unpaid cities, which have changed hands or are gone; the nation stays a victim of this turn (CIV
    §5.4).
    """
    s.unpaid[owner] -= n


# Census and movement.


def count_census(s: State) -> None:
    """Count the tokens on the board of every nation (CIV §6.3)."""
    s.census = {name: board.population(s, name) for name in s.nations}


def begin_moves(s: State, mover: str) -> None:
    """Begin the mover's moves: nothing has moved yet."""
    s.moved, s.sailing = {}, [Sailing() for _ in s.nations[mover].ships]
    s.stood = {where: here[mover] for where, here in s.tokens.items() if mover in here}


def end_moves(s: State) -> None:
    """End the mover's moves."""
    s.moved, s.stood, s.sailing = {}, {}, []


def walk(s: State, mover: str, start: str, goal: str, n: int) -> None:
    """Move tokens over land; they don't move again this turn."""
    carry(s, mover, start, goal, n)
    s.moved[goal] = s.moved.get(goal, 0) + n


def embark(s: State, mover: str, ship: int, n: int) -> None:
    """Move tokens of the ship's area aboard."""
    where = s.nations[mover].ships[ship].partition("/")[0]
    _change(s, mover, where, -n)
    s.sailing[ship].aboard += n


def sail(s: State, mover: str, ship: int, harbour: str, steps: int) -> None:
    """Move the ship to that harbour, adding that many steps."""
    s.nations[mover].ships[ship] = harbour
    s.sailing[ship].steps += steps


def disembark(s: State, mover: str, ship: int, n: int) -> None:
    """Land tokens where the ship is; they don't move again this turn."""
    where = s.nations[mover].ships[ship].partition("/")[0]
    s.sailing[ship].aboard -= n
    _change(s, mover, where, n)
    s.moved[where] = s.moved.get(where, 0) + n


# Money cards.


def wish(s: State, owner: str, wanted: Wish) -> None:
    """Note what the nation will buy after its draw."""
    s.wishes[owner] = wanted


def forget_wish(s: State, owner: str) -> None:
    """Forget what was named in advance."""
    s.wishes.pop(owner, None)


def draw_card(s: State, owner: str, number: int) -> str:
    """Draw the top card of that pile, or none of an empty one (CIV §12.3). Only its owner sees its value."""
    if not s.piles[number - 1]:
        return ""
    card = s.piles[number - 1].pop()
    s.nations[owner].hand.append(card)
    reveal(s)
    return card


def spend(s: State, owner: str, cards: Iterable[str]) -> None:
    """Spend cards openly; they return to their piles when the turn ends (CIV §18.6)."""
    for card in cards:
        s.nations[owner].hand.remove(card)
        if card in s.nations[owner].locked:
            s.nations[owner].locked.remove(card)
        s.spent.append(card)


def give_card(s: State, owner: str, to: str, card: str) -> None:
    """Pass a card to another nation, unseen by others."""
    s.nations[owner].hand.remove(card)
    if card in s.nations[owner].locked:
        s.nations[owner].locked.remove(card)
    s.nations[to].hand.append(card)
    reveal(s)


def lock(s: State, owner: str, cards: Iterable[str]) -> None:
    """Lock these cards, so that they can't be spent this turn."""
    s.nations[owner].locked += cards


def reshuffle(s: State) -> list[int]:
    """Return spent cards, and shuffle every pile that got one. Return these piles' numbers (CIV §18.6)."""
    back, s.spent = s.spent, []
    touched = sorted({CARDS[card].pile for card in back})
    for card in back:
        s.piles[CARDS[card].pile - 1].append(card)
    for number in touched:
        chance.shuffle(s, s.piles[number - 1])
    return touched


# Calamities.


def expect(s: State, n: int) -> None:
    """Set how many calamities come this turn."""
    s.due, s.volunteers = n, {}


def volunteer(s: State, name: str, rolls: bool) -> None:
    """Set whether the exempt nation rolls this turn."""
    s.volunteers[name] = rolls


def draw_calamity(s: State) -> str:
    """Reveal the top card of the pile; one calamity less is due."""
    card = s.calamities.pop()
    s.open.append(card)
    s.due -= 1
    reveal(s)
    return card


def return_calamities(s: State) -> bool:
    """Return the cards drawn in the turn before to the pile, and shuffle it. Return whether there were any."""
    back, s.shown, s.open = s.shown, s.open, []
    if back:
        s.calamities += back
        chance.shuffle(s, s.calamities)
    return bool(back)


# Advances and markers.


def learn(s: State, owner: str, name: str) -> None:
    """Give the nation that advance."""
    s.nations[owner].advances.append(name)


def add_credit(s: State, owner: str, group: str, n: int) -> None:
    """Add permanent credits of choice."""
    s.nations[owner].credits[group] = s.nations[owner].credits.get(group, 0) + n


def step_marker(s: State, owner: str, n: int) -> None:
    """Move the marker forward, or back."""
    s.nations[owner].space += n


def note_late_iron(s: State, first: Sequence[str]) -> None:
    """Note that Late Iron was reached; a nation alone there gets the bonus (CIV §21.3)."""
    s.reached = True
    s.bonus = first[0] if len(first) == 1 else ""


def set_last_turn(s: State, turn: int) -> None:
    """Set the turn with which the game ends."""
    s.last_turn = turn


def begin_turn(s: State) -> None:
    """Begin a turn: nothing was built, spent or locked in it yet."""
    s.turn += 1
    s.acquired, s.unpaid, s.wishes = [], {}, {}
    for one in s.nations.values():
        one.locked = []


def leave(s: State, name: str) -> list[str]:
    """Make the seat inert: one card per city stays, by lot, the rest is returned (CIV §22.1)."""
    one = s.nations[name]
    one.leaving, one.inert = False, True
    kept = chance.take(s, list(one.hand), board.city_count(s, name))
    back = [card for card in one.hand if card not in kept]
    one.hand, one.locked = [card for card in one.hand if card in kept], []
    s.spent += back
    return back


def end_game(s: State, scores: dict[str, int], ranking: Sequence[str], winners: Sequence[str], reason: str) -> None:
    """End the game: nothing is asked any longer."""
    s.scores, s.ranking, s.winners, s.reason, s.phase = scores, list(ranking), list(winners), reason, "over"


def set_control(s: State, name: str, by: str) -> None:
    """Set who plays the nation; an abandoned seat may become inert when the turn is over (CIV §22.1)."""
    one = s.nations[name]
    one.by = by
    one.leaving = by == "npc" and not s.options.npc_takes_over
    if by == "human":
        one.inert = False
