"""Sacked Cities and the Culture Tracks: the victor rises, or the loser falls (PB:2424-2434)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.acme.culture.advancing import rise
from engine.acme.culture.revealing import reveal_card
from engine.acme.culture.tracks import leads, lord, may_rise, on, stage
from engine.acme.facts.catalog import TRACKS
from engine.acme.fight.openly import plays_openly
from engine.acme.questions.teams import are_mates
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.culture_verbs import set_stage
from engine.core import text
from engine.core.ask import choose_or_pass

SACK: Final = "culture.sack"
UP, DOWN, NEITHER = "up:", "down:", "none"


async def reap(s: State, victor: str, victim: str, area: str) -> None:
    """Reveal a card after the loot, playing an Event on it; with an even number the victor has a choice.

    It counts with an Event too, as in the Sudden End test (RUL-094). If no civ has lost anything, no card is revealed.
    """
    if not on(s) or victim not in s.civs or lord(s):
        return
    card = await reveal_card(s, victor, "culture.sack_card")
    if not card or card % 2:
        return
    options = choices(s, victor, victim)
    said = {"civ": text.civ(victor), "victim": text.civ(victim)}
    picked = await choose_or_pass(
        victor, SACK, options, stop=NEITHER, about=(area, victim), prompt=sack_prompt(options), **said
    )
    if picked is None:
        tell(s, "culture.sack_nothing", **said)
    elif picked.startswith(UP):
        sack_up(s, victor, picked.removeprefix(UP))
    else:
        fall(s, victim, picked.removeprefix(DOWN))


def choices(s: State, victor: str, victim: str) -> list[str]:
    """Return the choices: `up:<track>` where the loser is higher and the victor has the Cities; `down:<track>` of the
    loser.

    Nobody lowers a team-mate (PB:236, TEAM-9). An NPC of the game rises unless it leads; one that leads on all tracks
    lowers the loser (PB:2434).
    """
    behind = [t for t in TRACKS if stage(s, victor, t) < stage(s, victim, t) and may_rise(s, victor, t)]
    up, down = [f"{UP}{t}" for t in behind], [f"{DOWN}{t}" for t in TRACKS if stage(s, victim, t)]
    if are_mates(s, victor, victim):
        return up
    if not plays_openly(s, victor):
        return [*up, *down]
    if not all(leads(s, victor, t) for t in TRACKS):
        return up
    foremost = best_track(s, victim)
    return [f"{DOWN}{foremost}"] if foremost else []


def sack_prompt(options: Sequence[str]) -> str:
    """Return the key of a sentence that mentions only what is offered; empty if both ways are."""
    ways = {option.partition(":")[0] for option in options}
    return f"culture.sack_{ways.pop()}" if len(ways) == 1 else ""


def best_track(s: State, civ: str) -> str:
    """Return the civ's highest track, the first of equals; empty if it has begun none (PB:2432)."""
    found = max(TRACKS, key=lambda track: stage(s, civ, track))
    return found if stage(s, civ, found) else ""


def sack_up(s: State, civ: str, track: str) -> None:
    """Move the victor up by one stage."""
    rise(s, civ, track)
    tell(s, "culture.risen", civ=text.civ(civ), track=text.thing("track", track), stage=stage(s, civ, track))


def fall(s: State, civ: str, track: str) -> None:
    """Lower the loser by one stage."""
    set_stage(s, civ, track, stage(s, civ, track) - 1)
    tell(s, "culture.fallen", civ=text.civ(civ), track=text.thing("track", track), stage=stage(s, civ, track))


def lower_for_barbarians(s: State, victim: str) -> None:
    """Lower the loser on its highest track, without a card, because Barbarians sacked a City (PB:2432)."""
    track = best_track(s, victim) if on(s) and victim in s.civs else ""
    if track:
        fall(s, victim, track)
