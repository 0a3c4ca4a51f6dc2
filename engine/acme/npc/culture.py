"""NPC decisions about Culture Tracks: white disks, sacked Cities, and for persons' civs how to advance.

NPCs of the game never pay for a stage (PB:2440); a stand-in for a person advances rather than pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.culture.advancing import ADVANCE, PAY, value
from engine.acme.culture.benefits import WHITE
from engine.acme.culture.sacking import NEITHER, SACK, UP
from engine.acme.culture.tracks import cost_of, highest, stage, worth
from engine.acme.facts.catalog import TRACKS
from engine.acme.npc.cards.question import choices
from engine.acme.npc.cards.resources import expendable, sparable, spare_first
from engine.acme.npc.cards.worth import given_up_first, idle_cards
from engine.acme.npc.decision import Decision, decides
from engine.acme.npc.fights.outlook import arena_of, outlook
from engine.acme.npc.ranks import best_first, removal_rank
from engine.acme.questions.board import occupied_areas
from engine.acme.state import State
from engine.acme.verbs.payments import CARD, DISK, MINA
from engine.core import text
from engine.core.ask import Ask, Request


@decides(WHITE)
def choose_competition(s: State, request: Request, ask: Ask) -> Decision:
    """Return the Competition in which one more white disk changes most, then the area of the best rank (RUL-138)."""
    del request
    areas = best_first(s, ask.seat, choices(ask))
    keys = {area: (-competition_gain(s, ask.seat, area), removal_rank(s, ask.seat, area)) for area in areas}
    ties = [area for area in areas if keys[area] == min(keys.values())]
    whys = tuple(f"culture.white:{text.area(area)}" for area in ties)
    return Decision((ties[0],), whys[0], tuple((area,) for area in ties), whys=whys)


def competition_gain(s: State, civ: str, area: str) -> int:
    """Return how much one more white disk improves the outcome of the Competition there."""
    arena = arena_of(s, area)
    arena.stacks[civ].white += s.civs[civ].arrayed.get(area, 0)
    before = outlook(arena, civ).result
    arena.stacks[civ].white += 1
    return outlook(arena, civ).result - before


@decides(SACK)
def choose_track(s: State, request: Request, ask: Ask) -> Decision:
    """Rise if possible, on the track where it is furthest; else lower the loser where it is highest."""
    victim, found = request.about[1], choices(ask)
    if not found:
        return Decision((NEITHER,), "")
    up = [token for token in found if token.startswith(UP)]
    whose = ask.seat if up else victim
    best = max(stage(s, whose, track_of(token)) for token in up or found)
    ties = [token for token in up or found if stage(s, whose, track_of(token)) == best]
    whys = tuple(f"culture.{'up' if up else 'down'}:{text.thing('track', track_of(t))}" for t in ties)
    return Decision((ties[0],), whys[0], tuple((token,) for token in ties), whys=whys)


def track_of(token: str) -> str:
    """Return the track that an option is about."""
    return token.partition(":")[2]


def best_advance(s: State, ask: Ask) -> Decision | None:
    """Return an advance that costs a person's civ nothing it needs: first those that bring the lead, then the
    cheapest.
    """
    named = [token.removeprefix(ADVANCE) for token in ask.options if token.startswith(ADVANCE)]
    tracks = [track for track in named if to_spare(s, ask.seat, track) >= cost_of(s, stage(s, ask.seat, track) + 1)]
    if not tracks:
        return None
    best = min(tracks, key=lambda t: (stage(s, ask.seat, t) < highest(s, t), stage(s, ask.seat, t)))
    return Decision((f"{ADVANCE}{best}",), f"culture.advance:{text.thing('track', best)}")


def to_spare(s: State, civ: str, track: str) -> int:
    """Return what it could pay without loss: useless cards, mina, disks whose loss changes nothing."""
    cards = sum(worth(TRACKS[track], card) for card in idle_cards(s, civ))
    return cards + s.civs[civ].mina + sum(sparable(s, civ, area) for area in occupied_areas(s, civ))


@decides(PAY)
def resource(s: State, request: Request, ask: Ask) -> Decision:
    """Return the card that it cannot use and that is worth most, a mina, the most expendable disk, another card."""
    track = request.about[0]
    idle = [f"{CARD}{n}" for n in idle_cards(s, ask.seat) if f"{CARD}{n}" in ask.options]
    if idle:
        return Decision((max(idle, key=lambda token: value(track, token)),), "pay.card")
    if MINA in ask.options:
        return Decision((MINA,), "pay.mina")
    given = [token.removeprefix(DISK) for token in request.about if token.startswith(DISK)]
    return cheapest(ask, [*expendable(s, ask.seat, given), *spare_first(s, ask.seat)])


def cheapest(ask: Ask, areas: Sequence[str]) -> Decision:
    """Return the first of the disks that is offered; without one the card that it would give up first."""
    if found := next((a for a in areas if DISK + a in ask.options), ""):
        return Decision((DISK + found,), f"pay.disk:{text.area(found)}")
    cards = given_up_first(int(token.removeprefix(CARD)) for token in ask.options)
    return Decision((f"{CARD}{cards[0]}",), "pay.card")
