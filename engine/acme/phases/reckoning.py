"""The Reckoning Phase: overstack, Sea Domination, Victory Tally, Gilgamesh, Sudden End of Epoch (ACME §10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.acme.culture.benefits import tally_vp, track_vp
from engine.acme.culture.tracks import lord
from engine.acme.effects.events import TIME_MARCHES_ON, resolve_event
from engine.acme.facts.catalog import AREAS, CARDS, RULES, TRACKS
from engine.acme.facts.definitions import Ability
from engine.acme.phases.draw_step import DRAW_STEPS
from engine.acme.phases.end_of_epoch import EPOCH_STEPS
from engine.acme.phases.game_end import ended_by_scenario, finish, must_last, reason_to_end
from engine.acme.phases.gilgamesh import gilgamesh
from engine.acme.phases.hostility import HOSTILITY_STEPS, after_tally
from engine.acme.questions.board import (
    abilities,
    by_order,
    cities,
    controlled_areas,
    controls,
    disks,
    is_active,
    land_near,
    members,
    occupied_areas,
    seas,
    stacks,
)
from engine.acme.setup.handicaps import bonus_vp
from engine.acme.special import is_last_turn, special
from engine.acme.state import State
from engine.acme.verbs.basic import begin_phase, finish_playing, gain_vp, new_action, remove, tell, top_card
from engine.acme.verbs.deity_verbs import MONOTHEISM
from engine.acme.verbs.sequence import end_epoch
from engine.core import text
from engine.core.ask import Flow
from engine.core.message import DOT, Message, count_noun, list_of, strung


async def overstack(s: State) -> str:
    """Reduce every stack above 3 in Land, or 2 in Desert and Sea, Barbarians too (ACME §3.3, §10.1)."""
    begin_phase(s, "reckoning")
    for faction, area, n in excess(s):
        remove(s, faction, area, n)
        tell(
            s,
            "reckoning.above_cap",
            focus=(area,),
            civ=text.civ(faction),
            area=text.area(area),
            n=count_noun(n, "disk"),
            cap=AREAS[area].rest_cap,
        )
    return "reckoning.tally"


def excess(s: State) -> list[tuple[str, str, int]]:
    """Return Faction, area and number of the disks above the limit; friends share it, the civ's own disks go first."""
    too_high = [
        (head, area, n - AREAS[area].rest_cap)
        for area in by_order([a for a, here in s.disks.items() if sum(here.values()) > AREAS[a].rest_cap])
        for head, n in stacks(s, area).items()
        if n > AREAS[area].rest_cap
    ]
    return [cut for head, area, n in too_high for cut in _from_the_top(s, head, area, n)]


def _from_the_top(s: State, head: str, area: str, n: int) -> Iterator[tuple[str, str, int]]:
    """Yield how many of the n disks each Faction of the stack gives up."""
    for faction in members(s, head, area):
        cut = min(n, disks(s, faction, area))
        if cut:
            yield faction, area, cut
        n -= cut


async def tally(s: State) -> str | None:
    """Count Sea Domination, then the Victory Tally (ACME §10.2, §10.3)."""
    new_action(s)
    sea_domination(s)
    parts = {civ: tally_of(s, civ) for civ in s.order}
    for civ, vp in parts.items():
        for source, n in vp.items():
            gain_vp(s, civ, n, source)
    tell(s, "reckoning.tally", lines=strung((told_tally(s, civ, vp) for civ, vp in parts.items()), DOT))
    bonus_vp(s)
    if lord(s):
        finish(s)
        return None
    if ended_by_scenario(s, "tally"):
        return None
    return after_tally(s)


def sea_domination(s: State) -> None:
    """Give 1 VP to the civ that alone Controls most Seas, four at least (ACME §10.2, RUL-122)."""
    held = {civ: len(seas(controlled_areas(s, civ))) for civ in s.order}
    most = max(held.values())
    leaders = [civ for civ in s.order if held[civ] == most]
    if most < RULES.sea_domination_least or len(leaders) > 1:
        return
    gain_vp(s, leaders[0], RULES.sea_domination_vp, "seas")
    said = {"civ": text.civ(leaders[0]), "n": most, "vp": RULES.sea_domination_vp, "to": s.civs[leaders[0]].vp}
    tell(s, "reckoning.sea", civ=said["civ"], n=most, vp=said["vp"], now=said["to"])


def tally_of(s: State, civ: str) -> dict[str, int]:
    """Return the VP of a Victory Tally by source: Cities, own and captured Deities, Display; sources of none are left
    out.
    """
    of_cities = RULES.vp_city * len([a for a in cities(s, civ) if controls(s, civ, a) and special(s).scores(s, civ, a)])
    held = RULES.hold_vp * len(s.civs[civ].captured)
    shown = sum(display_vp(s, civ, a) for a in abilities(s, civ, "tally_vp"))
    others = {"deities": deity_vp(s, civ), "captured": held, "display": shown, "culture": tally_vp(s, civ)}
    return {"cities": of_cities, **{source: vp for source, vp in others.items() if vp}}


def deity_vp(s: State, civ: str) -> int:
    """Return 1 for an Active Deity, 2 for Monotheism (ACME §10.3, §12.7)."""
    if not is_active(s, civ):
        return 0
    return RULES.vp_monotheism if s.civs[civ].deity == MONOTHEISM else RULES.vp_active_deity


def display_vp(s: State, civ: str, ability: Ability) -> int:
    """Return that many VP for every `per` of what the ability counts, at most `most` (RUL-132)."""
    vp = COUNTED[ability.needs](s, civ) // ability.numbers["per"] * ability.numbers["vp"]
    return min(vp, ability.numbers.get("most", vp))


def cities_around_home(s: State, civ: str) -> int:
    """Return the Cities the civ Controls in its Home Area and the Land next to it."""
    home = s.civs[civ].home
    return len([a for a in (home, *land_near(s, home)) if a in cities(s, civ) and controls(s, civ, a)])


def seas_occupied(s: State, civ: str) -> int:
    """Return the Seas with a disk of the civ."""
    return len(seas(occupied_areas(s, civ)))


COUNTED: dict[str, Callable[[State, str], int]] = {
    "cities_around_home": cities_around_home,
    "seas_occupied": seas_occupied,
}


def told_tally(s: State, civ: str, each: Mapping[str, int]) -> Message:
    """Return a text such as `Egypt 5 (Cities 4, Active Sky God 1) → 19`; `Egypt 0 → 14` without the places where
    nothing was.
    """
    said: dict[str, str | int] = {"civ": text.civ(civ), "n": sum(each.values()), "now": s.civs[civ].vp}
    parts = strung(part for source, n in each.items() if n for part in TOLD[source](s, civ, n))
    return Message("part.tallied", {**said, "parts": parts}) if parts else Message("part.tallied_none", said)


def _told_cities(_s: State, _civ: str, n: int) -> list[Message]:
    return [Message("part.tally.cities", {"n": n})]


def _told_deity(s: State, civ: str, n: int) -> list[Message]:
    return [Message("part.tally.deity", {"deity": text.thing("deity", s.civs[civ].deity), "n": n})]


def _told_captured(s: State, civ: str, n: int) -> list[Message]:
    held = list_of([text.thing("deity", deity) for deity in s.civs[civ].captured])
    return [Message("part.tally.held", {"deities": held, "n": n})]


def _told_display(s: State, civ: str, _n: int) -> list[Message]:
    """Each ability by what it counts."""
    shown = [(ability.needs, display_vp(s, civ, ability)) for ability in abilities(s, civ, "tally_vp")]
    return [Message(f"part.tally.{counts}", {"n": vp}) for counts, vp in shown if vp]


def _told_culture(s: State, civ: str, _n: int) -> list[Message]:
    """Each track by its name."""
    found = [(track, track_vp(s, civ, track)) for track in TRACKS]
    return [Message("part.tally.track", {"track": text.thing("track", track), "n": vp}) for track, vp in found if vp]


TOLD: Final[dict[str, Callable[[State, str, int], list[Message]]]] = {
    "cities": _told_cities,
    "deities": _told_deity,
    "captured": _told_captured,
    "display": _told_display,
    "culture": _told_culture,
}


async def sudden_end(s: State) -> str | None:
    """Test whether the Epoch ends now, then whether the game does (ACME §10.5, RUL-029, RUL-092, RUL-094)."""
    new_action(s)
    if is_last_turn(s):
        tell_last_turn(s)
        end_epoch(s)
    elif s.ending:
        tell(s, "reckoning.ending")
    elif may_end_suddenly(s):
        await test(s)
    s.reason = special(s).ends(s, "turn") or reason_to_end(s)
    if not s.reason:
        return "draw.begin"
    if s.ending:
        return "epoch.bonus"
    finish(s)
    return None


def tell_last_turn(s: State) -> None:
    """Tell that the Epoch ends because its turns are over, unless another end was already told."""
    if not s.ending:
        tell(s, "reckoning.last_turn", n=s.turn)


def may_end_suddenly(s: State) -> bool:
    """Return whether a Sudden End is possible: from turn 2 on, not in the last Epoch of a game that ends by Epochs;
    scenarios may differ (N-171).
    """
    return s.turn >= RULES.sudden_end_first_turn and special(s).may_end_suddenly(s) and not must_last(s)


async def test(s: State) -> None:
    """Reveal one card. An Event is resolved first and not replaced; its number counts all the same (RUL-094)."""
    card = await card_that_counts(s)
    if card is None:
        return
    ends, about = ends_epoch(s, card), "sudden" if s.turn < RULES.turns_per_epoch else "another"
    tell(s, f"reckoning.{about}_{'end' if ends else 'on'}_{told_test(s, card)}", card=text.card(card), n=card)
    await be_done_with(s, card)
    if ends:
        end_epoch(s)


async def be_done_with(s: State, card: int) -> None:
    """Discard a card revealed for its number; an Event is resolved before that (RUL-094)."""
    s.playing.append(card)
    if CARDS[card].is_event:
        await resolve_event(s, card, "")
    else:
        finish_playing(s, card)


async def card_that_counts(s: State) -> int | None:
    """Return the top card; an Event that the scenario ignores is discarded and replaced."""
    card = top_card(s)
    while card is not None and CARDS[card].is_event and special(s).ignores(s, card):
        s.playing.append(card)
        await resolve_event(s, card, "")
        card = top_card(s)
    return card


def ends_epoch(s: State, card: int) -> bool:
    """Return whether the number ends the Epoch: odd numbers; by the other test, those with a 1, 2, 3 or 4 in them; 97
    always (ACME §10.5).
    """
    if special(s).digits:
        return any(digit in "1234" for digit in str(card))
    if card == TIME_MARCHES_ON or RULES.sudden_end_test == "odd":
        return card % 2 == 1
    return any(digit in "1234" for digit in str(card))


def told_test(s: State, card: int) -> str:
    """Return what decides about the number, as the end of a key: `odd`, `even`, or its digits."""
    if special(s).digits or (card != TIME_MARCHES_ON and RULES.sudden_end_test != "odd"):
        return "digits"
    return "odd" if card % 2 else "even"


RECKONING_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    "reckoning.overstack": overstack,
    "reckoning.tally": tally,
    **HOSTILITY_STEPS,
    "reckoning.gilgamesh": gilgamesh,
    "reckoning.sudden": sudden_end,
    **DRAW_STEPS,
    **EPOCH_STEPS,
}
