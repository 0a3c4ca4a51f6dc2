"""Progress of the game: turns, Epochs, Turn Order, the deck, the end. Like `verbs`, these change the State."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.state import State
from engine.acme.verbs.basic import finish_playing, put_away
from engine.core import chance


def first_step(s: State) -> str:
    """Return the step with which a turn begins: where NPCs are still to be found, the Exploration Phase."""
    return "turn.begin" if s.exploration is None else "exploration.begin"


def end_epoch(s: State) -> None:
    """Make this turn the last of the Epoch (ACME §10.5, §11.4)."""
    s.ending = True


def next_turn(s: State) -> None:
    """Advance the Turn marker (ACME §10.6)."""
    s.turn += 1
    s.turns += 1


def next_epoch(s: State) -> None:
    """Advance the Epoch marker, and set the Turn marker to 1 (ACME §11.3)."""
    s.epoch += 1
    s.turn = 1
    s.turns += 1
    s.ending = False


def reorder(s: State, order: Sequence[str]) -> None:
    """Set a new Turn Order of the same civs (ACME §10.6)."""
    s.order = list(order)


def to_last_place(s: State, civ: str) -> None:
    """Make the civ last in Turn Order (ACME §10.4)."""
    s.order.remove(civ)
    s.order.append(civ)


def to_first_place(s: State, civ: str) -> None:
    """Make the civ first in Turn Order (Playbook, Civilization Creation Sequence)."""
    s.order.remove(civ)
    s.order.insert(0, civ)


def leave_order(s: State, civ: str) -> None:
    """Close the civ's place in Turn Order (Playbook, NPCs & The Gilgamesh Rule)."""
    s.order.remove(civ)


def strike_out(s: State, neutral: str) -> None:
    """Remove a neutral Faction without disks on the map from the game (Playbook, Agamemnon)."""
    del s.neutrals[neutral]


def proclaim(s: State, victors: Sequence[str], reason: str) -> str:
    """Note that these civs win, whatever the VP, when the scenario next checks for its end. Return the reason."""
    s.victors, s.reason = list(victors), reason
    return reason


def end_game(s: State) -> None:
    """End the game: nothing is asked any longer."""
    s.phase = "over"


def shuffle_discards(s: State) -> None:
    """Shuffle the whole discard pile into the deck (card 103, RUL-093)."""
    s.deck += s.discard
    s.discard = []
    chance.shuffle(s, s.deck)


def gather_deck(s: State) -> None:
    """Shuffle deck, discard pile and set-aside cards together (ACME §11.3, RUL-048)."""
    s.discard += s.set_aside
    s.set_aside = []
    shuffle_discards(s)


def shuffle_in(s: State, card: int) -> None:
    """Shuffle a card that was only looked at back into the deck (Playbook, Negate Cards)."""
    s.deck.append(card)
    chance.shuffle(s, s.deck)


def finish_event(s: State, number: int, pile: str = "discard") -> None:
    """Discard a resolved Event; in this phase it comes back only by card 103 (RUL-047)."""
    s.resolved.append(number)
    finish_playing(s, number, pile)


def swap_top(s: State) -> None:
    """Swap the two top cards of the deck (Astrologers)."""
    s.deck[0], s.deck[1] = s.deck[1], s.deck[0]


def take_discard(s: State, civ: str, card: int) -> None:
    """Take a card from the discard pile into the hand."""
    s.discard.remove(card)
    s.civs[civ].hand.append(card)


def play_discard(s: State, card: int) -> None:
    """Take an Event found in the discard pile for resolving."""
    s.discard.remove(card)
    s.playing.append(card)


def discard_unseen(s: State, card: int) -> None:
    """Discard a card just drawn before its owner has looked at it (RUL-093)."""
    s.unseen.remove(card)
    put_away(s, card)
