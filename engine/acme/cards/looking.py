"""Cards seen in secret: the civ that sees them is told which, the others only that it looked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.acme.state import State
from engine.acme.verbs.basic import give_card, tell
from engine.core import text
from engine.core.ask import choose
from engine.core.message import count_noun, list_of


def look_at(s: State, civ: str, cards: Sequence[int]) -> None:
    """Tell the civ alone which cards these are."""
    if cards:
        tell(s, "card.seen", to=civ, cards=list_of([text.card(n) for n in cards]))


def look_at_hand(s: State, civ: str, victim: str, cards: Sequence[int]) -> None:
    """Show a civ cards of another hand, and tell everyone how many."""
    said: dict[str, Any] = {"civ": text.civ(civ), "other": text.civ(victim), "n": count_noun(len(cards), "card")}
    tell(s, "card.looked_hand", **said)
    look_at(s, civ, cards)


async def choose_seen(civ: str, number: int, cards: Sequence[int], prompt: str, victim: str) -> int:
    """Choose one of the victim's cards seen, for card `number`; `prompt` says what happens with it."""
    said: dict[str, Any] = {"prompt": prompt, "card": text.card(number), "civ": text.civ(victim)}
    return int(await choose(civ, "card.look", [str(n) for n in sorted(cards)], **said))


async def take_seen(s: State, civ: str, number: int, victim: str, cards: Sequence[int]) -> int | None:
    """Take one of the cards seen into the civ's hand, which is compulsory (RUL-067). None if there is none."""
    if not cards:
        return None
    taken = await choose_seen(civ, number, cards, "card.take_of", victim)
    give_card(s, victim, civ, taken)
    tell(s, "card.taken", civ=text.civ(civ), other=text.civ(victim))
    return taken
