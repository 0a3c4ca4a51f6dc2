"""The functions that move disks on the Culture Tracks, and lay out the white disks they give (PB:2360-2367)."""

from __future__ import annotations

from engine.acme.state import State


def set_stage(s: State, civ: str, track: str, stage: int) -> None:
    """Move the civ's disk to that stage: from Supply when it begins the track, back to Supply when it leaves it."""
    c = s.civs[civ]
    before = c.tracks.get(track, 0)
    c.supply += int(before > 0) - int(stage > 0)
    c.tracks[track] = stage
    if not stage:
        del c.tracks[track]


def leave_tracks(s: State, civ: str) -> None:
    """Return all track disks of a civ that is out of the game to Supply."""
    for track in list(s.civs[civ].tracks):
        set_stage(s, civ, track, 0)


def array(s: State, civ: str, area: str) -> None:
    """Place a white disk for the Competition in that area, if there will be one (PB:2367)."""
    arrayed = s.civs[civ].arrayed
    arrayed[area] = arrayed.get(area, 0) + 1


def call_up(s: State, civ: str, area: str) -> int:
    """Use up the white disks placed for that area. Return how many they were."""
    return s.civs[civ].arrayed.pop(area, 0)


def disband(s: State) -> None:
    """Remove white disks placed for Competitions that didn't happen."""
    for c in s.civs.values():
        c.arrayed = {}
