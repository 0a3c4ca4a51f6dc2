"""The Lord of the Four Quarters, and where stages are given: at the start, and with Gilgamesh (PB:2454-2464)."""

from __future__ import annotations

from engine.acme.culture.tracks import lord, on, stage
from engine.acme.facts.catalog import CULTURE, TRACKS
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.culture_verbs import disband, set_stage
from engine.acme.verbs.sequence import proclaim
from engine.core import text
from engine.core.message import Message, list_of

QUARTERS = "four_quarters"


def reckons_at_once(s: State) -> bool:
    """Return whether a civ has become Lord of the Four Quarters, so that the Reckoning Phase comes next (PB:2454).

    The first one wins.
    """
    civ = lord(s)
    if not civ:
        return False
    if not s.victors:
        disband(s)
        tell(s, "culture.lord", civ=text.civ(civ))
        proclaim(s, [civ], QUARTERS)
    return True


def lay_start(s: State, civ: str) -> None:
    """Start every track on the agreed stage, without Cities, if the table has one (PB:2460)."""
    if on(s):
        for track in TRACKS:
            set_stage(s, civ, track, s.options.culture_start)


def start_all(s: State) -> None:
    """Put every civ on that stage."""
    for civ in s.order:
        lay_start(s, civ)
    if on(s) and s.options.culture_start:
        tell(s, "culture.start", n=s.options.culture_start)


def catch_up(s: State, civ: str) -> None:
    """Move a civ that comes back by Gilgamesh up to one stage behind the next where it is last (PB:2464)."""
    if not on(s):
        return
    risen = [track for track in TRACKS if _catch_up(s, civ, track)]
    if risen:
        places = (Message("part.stage", {"track": text.thing("track", t), "n": stage(s, civ, t)}) for t in risen)
        tell(s, "culture.caught_up", civ=text.civ(civ), tracks=list_of(places))


def _catch_up(s: State, civ: str, track: str) -> bool:
    """Whether it has risen there."""
    here, others = stage(s, civ, track), [stage(s, other, track) for other in s.order if other != civ]
    ahead = [n for n in others if n > here]
    if not ahead or min(others) < here or min(ahead) - 1 <= here:
        return False
    set_stage(s, civ, track, min(ahead) - 1)
    return True


def is_short(s: State) -> bool:
    """Return whether the game lasts at most three Epochs, as agreed (PB:2460)."""
    return 0 < s.options.epochs - s.epoch + 1 <= CULTURE.short_epochs
