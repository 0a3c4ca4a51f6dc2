"""Showing cards to a team-mate, at any time: all, some or none of the hand (Playbook, Team Play; PB:235)."""

from __future__ import annotations

from typing import Final

from engine.acme.questions.teams import are_mates, shown_to
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Picks, Seat
from engine.core.game import Event, OwnCall
from engine.core.message import Message, list_of


def cannot_show(s: State, civ: Seat, said: Picks) -> str:
    """Return why the civ cannot show these cards to that team-mate, its name first; empty if it can."""
    mate, *cards = said or ("",)
    if not are_mates(s, civ, mate):
        return f"{mate!r} is no team-mate of {civ}"
    strange = [card for card in cards if card not in map(str, s.civs[civ].hand)]
    return f"{strange[0]!r} is no card of {civ}'s hand" if strange else ""


def show(s: State, civ: Seat, said: Picks) -> None:
    """Show the team-mate exactly those cards while they are held; only the team-mate is told."""
    mate, *cards = said
    before, c = shown_to(s.civs[civ], mate), s.civs[civ]
    held = sorted({int(card) for card in cards} & {*c.hand})
    c.shows = {**{m: own for m, own in c.shows.items() if m != mate}, **({mate: held} if held else {})}
    if held != before:
        key = "call.shown" if held else "call.hidden"
        cards_told = list_of([text.card(n) for n in held])
        s.told.append(
            Event(Message(f"event.{key}", {"civ": text.civ(civ), "cards": cards_told}), mate, (), s.action, key)
        )


SHOW: Final = OwnCall(cannot_show, show)
