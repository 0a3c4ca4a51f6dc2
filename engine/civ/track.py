"""Phase 13: the archaeological succession tracks (CIV §19)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.civ import verbs
from engine.civ.board import city_count, mega, nations_in_play
from engine.civ.catalog import CATALOG
from engine.civ.definitions import Demand, Epoch, Track, TrackDef
from engine.civ.effects import counted_cities
from engine.civ.learned import benefits_of
from engine.civ.state import State
from engine.civ.verbs import nation, tell


def kind(s: State) -> Track:
    """Return which of the three tracks is played."""
    return "classic" if s.options.track == "classic" else "basic" if s.options.track == "basic" else "expert"


def track(s: State, name: str) -> TrackDef:
    """Return the nation's track."""
    return CATALOG.tracks[kind(s), name]


def epoch_of(s: State, name: str) -> Epoch:
    """Return the epoch of the nation's marker."""
    return track(s, name).epoch(s.nations[name].space)


def next_demand(s: State, name: str) -> Demand | None:
    """Return the demand of the nation's next space; None at the end of its track (CIV §19.2-19.4).

    On the classic track moving inside an epoch requires only its number of cities.
    """
    own, space = track(s, name), s.nations[name].space + 1
    if space > own.last:
        return None
    epoch = own.epoch(space)
    demand = CATALOG.demands[kind(s), epoch]
    if kind(s) == "classic" and own.first[epoch] != space:
        return Demand(cities=demand.cities)
    if kind(s) == "expert" and not mega(s):
        return CATALOG.classic_deck.get(epoch, demand)
    return demand


def points_asked(s: State, name: str) -> int:
    """Return the printed prices that the next space asks: numbered spaces of Late Iron (CIV §19.2)."""
    return track(s, name).points.get(str(s.nations[name].space + 1), 0)


def missing_demands(s: State, name: str) -> Sequence[str]:
    """Return what the nation lacks for its next space, by demand; empty if nothing."""
    demand = next_demand(s, name)
    if demand is None:
        return ["end"]
    has_now, asked = progress(s, name), msgspec.structs.asdict(demand)
    lacking = [key for key, n in asked.items() if has_now[key] < n]
    return [*lacking, *(["points"] if price_total(s, name) < points_asked(s, name) else [])]


def progress(s: State, name: str) -> dict[str, int]:
    """Return what the nation has of everything that can be required."""
    own, cheap = benefits_of(s, name), s.options.expert_cost_rule == "below_100"
    return {
        "cities": counted_cities(s, name, city_count(s, name)),
        "groups": own.groups,
        "advances": len(own.cards),
        "of_100": own.of_100,
        "of_200": own.of_200,
        "below_100": own.below_100 if cheap else own.of_100,
        "vp": own.vp,
    }


def price_total(s: State, name: str) -> int:
    """Return the printed prices of all it holds."""
    return benefits_of(s, name).price


async def move_markers(s: State) -> str:
    """13A: advance, keep or move back each marker in A.S.T. order; then the turn is over (CIV §19.1-19.6)."""
    verbs.new_action(s)
    tell(s, "track.step_a")
    entered = list[str]()
    for name in nations_in_play(s):
        before = epoch_of(s, name)
        move_marker(s, name)
        if epoch_of(s, name) == "late_iron" != before:
            entered.append(name)
    if entered and not s.reached:
        verbs.note_late_iron(s, entered)
    tell(s, "track.turn_over", turn=s.turn)
    return verbs.go_on(s, "end")


def move_marker(s: State, name: str) -> None:
    """Move one marker: back without a city, except on Basic and in the Stone Age; else forward if nothing is
    missing.
    """
    said = {"player": nation(name)}
    if goes_back(s, name):
        verbs.step_marker(s, name, -1)
        tell(s, "track.back", space=s.nations[name].space, **said)
        return
    lacking = missing_demands(s, name)
    if lacking:
        tell(s, "track.stays", space=s.nations[name].space, **said)
        return
    verbs.step_marker(s, name, 1)
    tell(s, "track.moves", space=s.nations[name].space, **said)


def goes_back(s: State, name: str) -> bool:
    """Return whether a nation without a city moves back; the Wonder isn't a city on the board (CIV-RUL-079)."""
    return kind(s) != "basic" and not city_count(s, name) and epoch_of(s, name) != "stone"
