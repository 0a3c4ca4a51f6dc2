"""Questions about the Culture Tracks: stages, what the next one needs, who leads (PB:2356-2418)."""

from __future__ import annotations

from engine.acme.facts.catalog import CARDS, CULTURE, TRACKS, Track
from engine.acme.questions.board import cities
from engine.acme.state import State


def on(s: State) -> bool:
    """Return whether the table plays with the Culture Tracks."""
    return s.options.culture


def stage(s: State, civ: str, track: str) -> int:
    """Return the civ's stage on the track; 0 before it has begun it."""
    return s.civs[civ].tracks.get(track, 0)


def stages(s: State, civ: str) -> dict[str, int]:
    """Return the civ's stage on each track."""
    return {track: stage(s, civ, track) for track in TRACKS}


def cities_for(s: State, n: int) -> int:
    """Return how many Cities the n-th stage needs, on any track (PB:2390)."""
    return s.options.culture_cities[n - 1]


def cost_of(s: State, n: int) -> int:
    """Return how many resources the n-th stage costs (PB:2394)."""
    return s.options.culture_costs[n - 1]


def worth(track: Track, card: int) -> int:
    """Return what a card is worth on the track: the best of its classes, or the value of any Great Person
    (PB:2400-2406).
    """
    of_person = [CULTURE.great_person] if CARDS[card].great_person else []
    of_class = [track.worth[kind] for kind in CARDS[card].classes if kind in track.worth]
    return max([CULTURE.other, *of_person, *of_class])


def has_room(s: State, civ: str, track: str) -> bool:
    """Return whether there is a further stage, and to begin the track a disk in Supply (PB:2362)."""
    here = stage(s, civ, track)
    return here < CULTURE.stages and (here > 0 or s.civs[civ].supply > 0)


def has_cities(s: State, civ: str, track: str) -> bool:
    """Return whether the civ has the Cities for the next stage (PB:2385)."""
    return len(cities(s, civ)) >= cities_for(s, stage(s, civ, track) + 1)


def may_rise(s: State, civ: str, track: str) -> bool:
    """Return whether the civ could take the next stage, were it paid for or given (PB:2428)."""
    return has_room(s, civ, track) and has_cities(s, civ, track)


def highest(s: State, track: str) -> int:
    """Return the highest stage that any civ in play has reached."""
    return max((stage(s, civ, track) for civ in s.order), default=0)


def leads(s: State, civ: str, track: str) -> bool:
    """Return whether the civ has begun the track and no civ is higher."""
    return 0 < stage(s, civ, track) == highest(s, track)


def leads_alone(s: State, civ: str, track: str) -> bool:
    """Return whether the civ leads the track alone."""
    own = stage(s, civ, track)
    reached = [stage(s, other, track) for other in s.order] if own else []
    return own == max(reached, default=0) and reached.count(own) == 1


def lord(s: State) -> str:
    """Return the civ in the last stage of every track: the Lord of the Four Quarters; empty without one (PB:2454)."""
    if not on(s):
        return ""
    return next((civ for civ in s.order if all(n == CULTURE.stages for n in stages(s, civ).values())), "")
