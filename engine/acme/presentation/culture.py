"""The Culture Tracks in a view, for screens: what each asks now, what pays, and how it is paid most cheaply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engine.acme.culture.advancing import ADVANCE, PAY, value
from engine.acme.facts.catalog import AREAS, CULTURE, RULES, TRACKS, Track
from engine.acme.presentation.board import BOARD
from engine.acme.presentation.names import NAMES, names_of
from engine.acme.presentation.said import said
from engine.acme.verbs.payments import CARD, DISK, MINA
from engine.acme.view import AcmeView, StageDemands
from engine.core.message import SEMICOLON, Message, list_of, strung
from engine.core.text import count_noun

__all__ = ["ADVANCE", "PAY", "value"]

MOST_CARDS: Final = 10


def has_tracks(view: AcmeView) -> bool:
    """Return whether the game is played with Culture Tracks."""
    return view.culture is not None


def stage_of(view: AcmeView, seat: str, track: str) -> int:
    """Return the stage of the seat on a track."""
    return (view.civ(seat).tracks or {}).get(track, 0)


def demands(view: AcmeView) -> StageDemands:
    """Return what the stages ask for. Raises KeyError in a game without Culture Tracks."""
    if view.culture is None:
        raise KeyError("culture")
    return view.culture


def brings(track: Track, stage: int) -> Message | str:
    """Return what a stage brings besides the point in the Tally: `1 growth disk and 1 mina`."""
    at = stage - 1
    found = {"growth_disk": track.growth_disks[at], "mina": track.mina[at]}
    parts = [count_noun(n, noun) for noun, n in found.items() if n]
    if track.white_disks[at]:
        key = "whites_one" if track.white_disks[at] == 1 else f"whites_{track.in_one[at]}"
        parts.append(said(f"culture.{key}", n=track.white_disks[at]))
    return list_of(parts) if parts else said("culture.gateway")


def track_lines(view: AcmeView, seat: str, track: str) -> str:
    """Return where the seat is on a track, and what the next stage asks for and brings."""
    facts, here = TRACKS[track], stage_of(view, seat, track)
    name = f"**{facts.name}**"
    if here == CULTURE.stages:
        return said("culture.complete", track=name, n=here)
    needed, cost = demands(view).cities[here], demands(view).costs[here]
    return said(
        "culture.next", track=name, n=here, next=here + 1, cities=count_noun(needed, "city"),
        cost=count_noun(cost, "resource"), brings=brings(facts, here + 1),
    )  # fmt: skip


def why_not(view: AcmeView, seat: str, track: str) -> str:
    """Return why the seat cannot advance on a track: Cities, a first disk, or means; empty at the last stage."""
    here, civ = stage_of(view, seat, track), view.civ(seat)
    if here == CULTURE.stages:
        return ""
    needed = demands(view).cities[here]
    if civ.cities < needed:
        return said("culture.too_few_cities", n=civ.cities, wanted=needed)
    return said("culture.too_little") if here or civ.supply else said("culture.no_disk")


def has(view: AcmeView, seat: str) -> str:
    """Return what counts for all tracks: `5 Cities · 2 mina · 4 cards · 13 disks beside the Cities it needs`."""
    civ = view.civ(seat)
    parts = [count_noun(civ.cities, "city"), count_noun(civ.mina, "mina"), count_noun(civ.hand_count, "card")]
    return said("culture.has", what=" · ".join(parts))


def worths(view: AcmeView, seat: str, track: str) -> str:
    """Return the cards of the hand that are worth more than one on a track: `Soothsayer (17) 2`."""
    found = [(card, value(track, f"{CARD}{card}")) for card in BOARD.hand(view, seat)]
    named = [f"{NAMES.name('card', card)} ({card}) {n}" for card, n in found if n > CULTURE.other]
    return said("culture.worth", cards=", ".join(named)) if named else ""


def standings(view: AcmeView) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return each track with the civs that have begun it, the furthest first."""
    return [(track, _standing(view, track)) for track in TRACKS]


def _standing(view: AcmeView, track: str) -> list[tuple[str, int]]:
    stages = [(civ, stage_of(view, civ, track)) for civ in view.order]
    return sorted(((civ, n) for civ, n in stages if n), key=lambda one: -one[1])


def between(view: AcmeView, seat: str, rival: str) -> list[str]:
    """Return what sacking a City changes, and where the seat and its rival are on each track.

    One line for each track: `**Military-Political** you 3 · Greeks 1`.
    """
    name = names_of(view).name("civ", rival)
    stages = {track: (stage_of(view, seat, track), stage_of(view, rival, track)) for track in TRACKS}
    lines = [
        said("culture.between", track=TRACKS[track].name, own=own_stage, civ=name, n=n)
        for track, (own_stage, n) in stages.items()
    ]
    return [said("culture.one_stage"), *lines]


def cheapest(view: AcmeView, seat: str, track: str) -> list[str]:
    """Return the payment with the fewest things; empty if all the means are too few, and at the last stage.

    Of equal payments one without change comes first, then mina before cards before disks.
    """
    here = stage_of(view, seat, track)
    if here == CULTURE.stages:
        return []
    cost, needed = demands(view).costs[here], demands(view).cities[here]
    cards = sorted((f"{CARD}{n}" for n in BOARD.hand(view, seat)), key=lambda token: -value(track, token))[:MOST_CARDS]
    spare = list(_spare(view, seat, needed))
    ways = [
        way
        for n in range(len(cards) + 1)
        for chosen in combinations(cards, n)
        if (way := _with(view, seat, track, cost, chosen, spare)) is not None
    ]
    return list(min(ways, key=lambda way: _price(track, cost, way), default=()))


def _with(
    view: AcmeView, seat: str, track: str, cost: int, cards: Sequence[str], spare: Sequence[str]
) -> list[str] | None:
    """The payment with these cards, filled up with mina and then disks; None if it is not enough."""
    rest = max(0, cost - sum(value(track, card) for card in cards))
    mina = min(rest, BOARD.means(view, seat, MINA))
    disks = spare[: rest - mina]
    return [*cards, *[MINA] * mina, *disks] if mina + len(disks) == rest else None


def _price(track: str, cost: int, way: Sequence[str]) -> tuple[int, int, int, int]:
    kinds = Counter(pick.partition(":")[0] for pick in way)
    change = sum(value(track, pick) for pick in way) - cost
    return len(way), change, kinds["disk"], kinds["card"]


def _spare(view: AcmeView, seat: str, needed: int) -> Iterator[str]:
    """Yield disks that can be spared while `needed` Cities remain, the least useful first."""
    left = {area: n[seat] for area, n in BOARD.stacks(view).items() if n.get(seat)}
    home = view.civ(seat).home
    while True:
        cities = [a for a, n in left.items() if _is_city(a, n)]
        free = [a for a, n in left.items() if n and not (_is_city(a, n, 0) and len(cities) <= needed)]
        if not free:
            return
        area = min(free, key=lambda a: (a == home and _use(a, left[a]) > 0, _use(a, left[a]), a))
        left[area] -= 1
        yield f"{DISK}{area}"


def _is_city(area: str, n: int, more: int = 1) -> bool:
    """Whether a stack is a City; with `more` 0, one that a disk less would end."""
    there = AREAS[area].holds_cities
    return there and (n >= RULES.city_disks if more else n == RULES.city_disks)


def _use(area: str, n: int) -> int:
    """Return the use of a disk there: 0 above a City, more as a stack than alone, most if it makes a City."""
    if _is_city(area, n):
        return 4 if n == RULES.city_disks else 0
    if not AREAS[area].holds_cities:
        return 1 if n > 1 else 2
    return 3


def told_picks(picks: Sequence[str]) -> str:
    """Return in words what is paid: `Soothsayer (17), 2 mina, 1 disk of Kaska`."""
    counts = Counter(picks)
    return ", ".join(_told(pick, n) for pick, n in counts.items())


def _told(pick: str, n: int) -> str:
    kind, _, what = pick.partition(":")
    if kind == "card":
        return f"{NAMES.name('card', what)} ({what})"
    return (
        count_noun(n, "mina")
        if pick == MINA
        else said("culture.disks", disks=count_noun(n, "disk"), area=NAMES.name("area", what))
    )


def price(view: AcmeView, seat: str, track: str) -> int:
    """Return what the next stage costs the seat; 0 at the last one."""
    here = stage_of(view, seat, track)
    return 0 if here == CULTURE.stages else demands(view).costs[here]


def short_brings(track: Track, stage: int) -> str:
    """Return what a stage brings, in two or three words for a picture."""
    at = stage - 1
    if track.white_disks[at]:
        return said(f"culture.short.whites_{track.white_disks[at]}_{track.in_one[at]}")
    parts = [said(f"culture.short.{key}", n=n) for key in ("disk", "mina") if (n := _brought(track, key)[at])]
    return " + ".join(parts) or said("culture.short.nothing")


def _brought(track: Track, key: str) -> Sequence[int]:
    return track.growth_disks if key == "disk" else track.mina


def track_pages(view: AcmeView) -> list[str]:
    """Return a line for each track: `**Military-Political** stage 2: Egypt; stage 1: Hittites, Babylon.`"""
    if not has_tracks(view):
        return []
    names = names_of(view)
    lines = []
    for track, standing in standings(view):
        by_stage = {n: [names.name("civ", civ) for civ, at in standing if at == n] for _, n in standing}
        told = strung([said("culture.at", n=n, civs=", ".join(civs)) for n, civs in by_stage.items()], SEMICOLON)
        lines.append(said("culture.line", track=TRACKS[track].name, civs=told or said("culture.nobody")))
    cities, costs = (", ".join(map(str, asked)) for asked in (demands(view).cities, demands(view).costs))
    return [*lines, said("culture.table", cities=cities, costs=costs)]
