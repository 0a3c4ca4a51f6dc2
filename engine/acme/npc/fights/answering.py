"""Which revealed Competition cards NPCs cancel: those that would cost them units (Playbook, Negate Cards; RUL-145)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.acme.fight.resolve import FIGHT_CARDS
from engine.acme.fight.strikes import AMBUSH, BOW, DESERTERS, LIGHT_CHARIOTS, SIEGE_MASTER, SOOTHSAYER
from engine.acme.npc.cards.negating import NARROWEST, looked_at, may_use
from engine.acme.npc.decision import Decision, decides, second_thought
from engine.acme.state import State
from engine.core import text
from engine.core.ask import PASS, Ask, Request

UNITS: Final = {SIEGE_MASTER: 1, SOOTHSAYER: 1, LIGHT_CHARIOTS: 1, BOW: 2, AMBUSH: 2, DESERTERS: 3}


class Pair(NamedTuple):
    """A means against a card of a civ, as an option names it."""

    means: str
    card: int
    actor: str

    @property
    def token(self) -> str:
        """Return the option."""
        return f"{self.means}:{self.card}:{self.actor}"


@decides("competition.negate")
def answer(s: State, request: Request, ask: Ask) -> Decision:
    """Return the narrowest means against each card that may be aimed at the NPC, the greater loss first; else none."""
    del request
    pairs = [read(token) for token in ask.options if token != PASS]
    found = choose_means([pair for pair in pairs if harms(s, ask.seat, pair) and may_use(s, ask.seat, pair.means)])
    if not found:
        return Decision((PASS,), "fight.stand" if pairs else "")
    cards = ",".join(text.card(pair.card) for pair in found)
    return Decision(tuple(pair.token for pair in found), f"fight.negate:{cards}")


def read(token: str) -> Pair:
    """Return an option of the reveal."""
    means, card, actor = token.rsplit(":", 2)
    return Pair(means, int(card), actor)


def harms(s: State, npc: str, pair: Pair) -> bool:
    """Return whether the card could cost the NPC units."""
    return pair.card in UNITS and npc in FIGHT_CARDS[pair.card].targets(s, pair.actor)


def choose_means(pairs: Iterable[Pair]) -> list[Pair]:
    """Return one means for each card, each of them once."""
    ordered = sorted(pairs, key=lambda pair: (-UNITS[pair.card], pair.card, NARROWEST.index(pair.means)))
    found: list[Pair] = []
    for pair in ordered:
        if all(pair.means != other.means and pair[1:] != other[1:] for other in found):
            found.append(pair)
    return found


@second_thought("competition.negate")
async def held_back(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """Let a card decide if the player of the cards has more in hand: even means now, odd means later.

    A person's civ played by the NPC makes no such test, since that would reveal its hand.
    """
    del request
    actors = {read(token).actor for token in found.picks if token != PASS}
    if s.pondering or not s.civs[ask.seat].npc or not any(s.civs[actor].hand for actor in actors):
        return found
    card = await looked_at(s, ask.seat)
    return found if card % 2 == 0 else Decision((PASS,), "negate.later")
