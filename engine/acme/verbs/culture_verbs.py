"""The functions that move disks on the Culture Tracks, and lay out the white disks they give (PB:2360-2367)."""

from __future__ import annotations

from engine.acme.state import State


def set_stage(s: State, civ: str, track: str, stage: int) -> None:
    """The civ's disk to that stage: from Supply where it begins the track, back to Supply where it leaves it."""
    c = s.civs[civ]
    before = c.tracks.get(track, 0)
    c.supply += int(before > 0) - int(stage > 0)
    c.tracks[track] = stage
    if not stage:
        del c.tracks[track]


def leave_tracks(s: State, civ: str) -> None:
    """All disks of a civ that is out of the game back to Supply."""
    for track in list(s.civs[civ].tracks):
        set_stage(s, civ, track, 0)


def array(s: State, civ: str, area: str) -> None:
    """A white disk for the Competition in that area, should there be one (PB:2367)."""
    arrayed = s.civs[civ].arrayed
    arrayed[area] = arrayed.get(area, 0) + 1


def call_up(s: State, civ: str, area: str) -> int:
    """The white disks laid out for that area are used up. Returns how many they were."""
    return s.civs[civ].arrayed.pop(area, 0)


def disband(s: State) -> None:
    """White disks laid out for Competitions that were not held are gone."""
    for c in s.civs.values():
        c.arrayed = {}
