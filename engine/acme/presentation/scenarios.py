"""Tells people of the scenarios: which there are, what each is about, who can play what, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final

from engine.acme.facts.catalog import CIVS, MAPS, RULES
from engine.acme.history import balance
from engine.acme.history.balance import Balance
from engine.acme.history.casting import NOBODY, advice, castings, persons_text, possible
from engine.acme.history.facts import HISTORICAL, Historical, SideFacts
from engine.acme.presentation.names import NAMES, names_in
from engine.acme.presentation.said import roman, said, several
from engine.acme.sandbox.situations import ANY, CENTRAL, SITUATIONS, Situation, Variant, available, fits
from engine.acme.setup.options import CRAFTED
from engine.core.game import SeatPlan
from engine.core.message import Message
from engine.core.text import capital

SCENARIOS: Final = (*CRAFTED, *HISTORICAL, *SITUATIONS)
STARTERS, SANDBOX, OTHERS, VARIED = 0, 100, 200, 300
USUAL_HAND: Final = 5
LAST: Final = 4
MOST_TOLD: Final = 6
NEWCOMER: Final = "+"


def rank(scenario: str) -> int:
    """Return the place in lists: good first games alone, crafted games, historical scenarios, situations."""
    if scenario in HISTORICAL:
        h = HISTORICAL[scenario]
        return (STARTERS if h.starter else OTHERS) + h.rank
    return SANDBOX + [*CRAFTED].index(scenario) if scenario in CRAFTED else VARIED + [*SITUATIONS].index(scenario)


def kind(scenario: str) -> str:
    """Return the kind of a scenario: `historical`, `bonus`, `sandbox` or `exploration`."""
    if scenario in HISTORICAL:
        return HISTORICAL[scenario].kind
    return scenario if scenario == "exploration" else "sandbox"


def brief(scenario: str, players: int = 1) -> str:
    """Return a scenario in one line.

    `a good first game · historical · 1 to 2 persons · 5 turns · alone: fair · Rostam's map`. `players`: the
    number of persons for which the difficulty is given.
    """
    h = HISTORICAL.get(scenario)
    parts = [said("scenario.starter")] if h and h.starter else []
    board = board_of(scenario)
    parts += [said(f"scenario.kind.{kind(scenario)}"), said("scenario.persons", n=persons(scenario))]
    turns = balance.usual_turns(scenario)
    parts += [said("scenario.turns", n=turns)] if turns else []
    hard = balance.overall(scenario, players)
    parts += [said(f"scenario.overall.{hard}", who=said("scenario.players", n=players))] if hard else []
    return " · ".join([*parts, said("scenario.map", map=MAPS[board].name) if board else said("scenario.any_map")])


def persons(scenario: str) -> str:
    """Return for how many persons a scenario is: `1 to 4`."""
    if scenario in HISTORICAL:
        return str(persons_text(HISTORICAL[scenario]))
    return said("scenario.range", least=1, most=most_seats(scenario))


def is_for(scenario: str, players: int) -> bool:
    """Return whether so many persons can play a scenario."""
    h = HISTORICAL.get(scenario)
    return bool(h.casts(players)) if h else players <= most_seats(scenario)


def most_seats(scenario: str) -> int:
    """Return how many seats a crafted game or a situation has at most."""
    return CRAFTED[scenario] if scenario in CRAFTED else SITUATIONS[scenario].most


def board_of(scenario: str) -> str:
    """Return the map on which the scenario is always played; empty if it is chosen."""
    there = HISTORICAL.get(scenario) or SITUATIONS.get(scenario)
    return there.map if there else ""


def own_defaults(scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults of a situation: its map, and whether it has double disks."""
    there = SITUATIONS.get(scenario)
    if there is None:
        return {}
    return {"map": there.map, "double_disks": variant_of(there, options).double in {"suggested", "compulsory"}}


def variant_of(situation: Situation, options: Mapping[str, Any]) -> Variant:
    """Return the variant of the situation that the options choose; the first one without a choice."""
    named = {variant.id: variant for variant in situation.variants}
    return named.get(str(options.get("variant", "")), situation.variants[0])


def seats_of(scenario: str, options: Mapping[str, Any]) -> int:
    """Return how many civilizations a situation is played with; 0 for another scenario."""
    return len(variant_of(SITUATIONS[scenario], options).slots) if scenario in SITUATIONS else 0


def variant_words(scenario: str, name: str) -> tuple[str, str]:
    """Return a variant in a few words, and the full text on it."""
    variant = SITUATIONS[scenario].variant(name)
    return several("scenario.slot", "scenario.slots", len(variant.slots), each=variant.each), str(
        SITUATIONS[scenario].way(variant)
    )


def sharing_text(there: Situation, variant: Variant) -> str:
    """Return how the civilizations are shared out, and whether with double disks, in words."""
    return " ".join([str(there.way(variant)), *([said(f"scenario.double_{variant.double}")] if variant.double else [])])


def about(scenario: str, options: Mapping[str, Any] | None = None) -> list[str]:
    """Return period, background, and what ends it besides its last Epoch; how a situation shares out civs.

    Without options, all ways to play a situation.
    """
    if scenario in HISTORICAL:
        h = HISTORICAL[scenario]
        period = capital(h.text("period").rstrip("."))
        return [said("scenario.background", period=period, text=h.text("background")), *ends(h)]
    if scenario in SITUATIONS:
        there = SITUATIONS[scenario]
        ways = there.variants if options is None else (variant_of(there, options),)
        told = [
            said("scenario.or").join(sharing_text(there, variant) for variant in ways),
            regions(there, ways, options or {}),
        ]
        return [part for part in told if part]
    return []


def regions(there: Situation, ways: Sequence[Variant], options: Mapping[str, Any]) -> str:
    """Return the civilizations of the regions and groups that the slots name."""
    epoch, then = int(options.get("start_epoch", 1)), bool(options.get("contemporaneous"))
    civs = available(there, epoch, contemporaneous=then)
    named = dict.fromkeys(part for way in ways for slot in way.slots for part in slot.split("|") if part not in CIVS)
    found = {part: [civ for civ in civs if fits(part, civ)] for part in named if part != ANY}
    return " ".join(
        said(f"scenario.region.{part}", civs=grouped_civs(part, those)) for part, those in found.items() if those
    )


def grouped_civs(part: str, civs: Sequence[str]) -> str:
    """Return civs in a list, those of the centre by groups that share a slot: `Akkad/Assyria, Cimmerians`."""
    between = {civ: CIVS[civ].group if part == CENTRAL else civ for civ in civs}
    groups = [
        [NAMES.name("civ", civ) for civ in civs if between[civ] == group] for group in sorted({*between.values()})
    ]
    return ", ".join("/".join(group) for group in groups)


def ends(h: Historical) -> list[str]:
    """Return what ends the scenario early or decides it whatever the VP; empty if nothing does."""
    told = []
    if h.conquest:
        one, more = f"scenario.conquest{'_won' * h.won}", f"scenario.conquests{'_won' * h.won}"
        told.append(several(one, more, h.conquest, when=said(f"scenario.moment.{h.moment}")))
    if h.lead:
        told.append(said("scenario.lead", n=h.lead))
    told += filter(None, [h.text("ending")])
    return [" ".join(told)] if told else []


def cast(scenario: str, seats: Sequence[SeatPlan]) -> list[str]:
    """Return what the persons seated can play, which civs are still free, and what becomes of the others."""
    h = HISTORICAL.get(scenario)
    if h is None:
        return [said("scenario.rest")] if scenario in SITUATIONS else []
    players = players_by_seat(h, seats)
    named = _named(h, players, seats)
    n = len({player for player in players.values() if player})
    told = [said("scenario.with_one" if n == 1 else "scenario.with", n=n, text=advice(h, n))] if n else []
    now = to_be_had(h, named, players)
    more = [civ for civ in with_more_seats(h, named, players) if civ not in now]
    told += [*hardness(scenario, n), *_open(now)]
    told += [said("scenario.open_more", civs=", ".join(more))] if more else []
    rest = [said("scenario.rest")] if NOBODY in players.values() else []
    return [*told, *(_unfit(h, named, players) or rest)]


def cast_now(scenario: str, seats: Sequence[SeatPlan]) -> list[str]:
    """Return which civs are still free, and that the game can't begin with those seated."""
    h = HISTORICAL.get(scenario)
    if h is None:
        return []
    players = players_by_seat(h, seats)
    named = _named(h, players, seats)
    return [*_open(to_be_had(h, named, players)), *_unfit(h, named, players)]


def _named(h: Historical, players: Mapping[str, str], seats: Sequence[SeatPlan]) -> dict[str, str]:
    return {seat: plan.civ for seat, plan in zip(players, seats, strict=False) if plan.civ in h.sides}


def _open(now: Sequence[str]) -> list[str]:
    return [said("scenario.open", civs=", ".join(now))] if now else []


def _unfit(h: Historical, named: Mapping[str, str], players: Mapping[str, str]) -> list[str]:
    if next(castings(h, named, players), None) is not None:
        return []
    shared = any(one.most > 1 for one in h.casts(len({player for player in players.values() if player})))
    return [said("scenario.unfit_shared" if shared else "scenario.unfit")]


def hardness(scenario: str, persons: int) -> list[str]:
    """Return how often computers won from each seat with so many persons, and which seats often lose at once."""
    lines = balance.of(scenario, persons)
    won = ", ".join(
        said(f"scenario.won.{line.hardness}", civs=civ_names(line), n=round(100 * line.share)) for line in lines
    )
    told = [said("scenario.hardness", seats=won)] if won and len(lines) <= MOST_TOLD else []
    short = ", ".join(
        said("scenario.over_at_once", civs=civ_names(line), n=line.at_once, games=line.games)
        for line in lines
        if line.short
    )
    return [*told, *([said("scenario.short", seats=short)] if short else [])]


def odds(scenario: str, persons: int, people: Sequence[str]) -> str:
    """Return the warning about civs with which computers won one game in ten at most; empty for all others."""
    lines = [line for line in balance.of(scenario, persons) if set(line.civs) == set(people)]
    return next((said("scenario.rare", wins=one.wins, games=one.games) for one in lines if one.hardness == "hard"), "")


def civ_names(line: Balance) -> str:
    """Return the names of the civilizations of one person."""
    return " + ".join(names_in(line.scenario).name("civ", civ) for civ in line.civs)


def players_by_seat(h: Historical, seats: Sequence[SeatPlan]) -> dict[str, str]:
    """Return the player of every seat; `NOBODY` for a seat that is free or an NPC's."""
    players = [plan.player or f"seat {i}" if plan.by == "human" else NOBODY for i, plan in enumerate(seats)]
    players += [NOBODY] * (len(h.side) - len(players))
    return {f"seat_{i}": player for i, player in enumerate(players[: len(h.side)], 1)}


def to_be_had(h: Historical, named: dict[str, str], players: dict[str, str]) -> list[str]:
    """Return the civs, with their homes, that those seated or a further player can still choose."""
    waiting = [seat for seat, player in players.items() if player and seat not in named]
    free = [seat for seat, player in players.items() if not player and seat not in named]
    joined = players if waiting else {**players, **dict.fromkeys(free[:1], NEWCOMER)}
    found = {civ for seat in (waiting or free[:1]) for civ in possible(h, seat, named, joined, rather=False)}
    return [with_home(h, side) for side in h.side if side.civ in found]


def with_more_seats(h: Historical, named: dict[str, str], players: dict[str, str]) -> list[str]:
    """Return the civs, with their homes, that those seated can choose if they take some of the free seats too."""
    persons = [*dict.fromkeys(player for player in players.values() if player)]
    waiting = [seat for seat, player in players.items() if player and seat not in named]
    free = [seat for seat, player in players.items() if not player and seat not in named]
    found: set[str] = set()
    for n in range(1, 1 + len(free) if waiting and may_share(h, len(persons)) else 1):
        for owners in combinations_with_replacement(persons, n):
            joined = {**players, **dict(zip(free, owners, strict=False))}
            found.update(civ for seat in waiting for civ in possible(h, seat, named, joined, rather=False))
    return [with_home(h, side) for side in h.side if side.civ in found]


def may_share(h: Historical, persons: int) -> bool:
    """Return whether one of so many persons can play several civs."""
    return persons == 1 or any(one.most > 1 for one in h.casts(persons))


def with_home(h: Historical, side: SideFacts) -> str:
    """Return a civ with its home: `Lydian Kingdom (home Lydia)`."""
    name = names_in(h.id).name("civ", side.civ)
    return said("scenario.homed", civ=name, area=NAMES.name("area", side.home)) if side.home else name


def title(scenario: str) -> str:
    """Return the title of a scenario."""
    if scenario in HISTORICAL:
        return str(HISTORICAL[scenario].title)
    return str(SITUATIONS[scenario].title if scenario in SITUATIONS else Message(f"scenario.{scenario}"))


def in_order() -> list[str]:
    """Return all scenarios in the order in which to learn the game."""
    return sorted(SCENARIOS, key=rank)


def overview() -> str:
    """Return a line for each scenario; the situations by title alone."""
    lines = [said("scenario.head"), said("scenario.order")]
    lines += [said("scenario.line", title=title(s), brief=brief(s)) for s in in_order() if s not in SITUATIONS]
    varied = ", ".join(title(s) for s in in_order() if s in SITUATIONS)
    return "\n".join([*lines, *([said("scenario.situations", titles=varied)] if varied else [])])


def entry(scenario: str) -> str:
    """Return a scenario with everything that people choose it by."""
    kinds = brief(scenario)
    lines = [said("scenario.title", title=title(scenario)), f"{kinds[:1].upper()}{kinds[1:]}.", *about(scenario)]
    h = HISTORICAL.get(scenario)
    return (
        "\n".join([*lines, *(told_of(h) if h else [])])
        if lines[2:]
        else "\n".join([*lines, said(f"scenario.of.{scenario}")])
    )


def told_of(h: Historical) -> Iterator[str]:
    """Yield its civilizations, how long it lasts, who plays what, and what else is settled."""
    yield said("scenario.civs", civs=", ".join(side_name(h, side) for side in h.side))
    if h.neutral:
        yield said("scenario.neutrals", names=", ".join(neutral.name for neutral in h.neutral))
    yield " ".join([lasts(h), *differences(h)])
    special = h.text("special")
    if special:
        yield said("scenario.special", text=special)
    for n in dict.fromkeys(one.persons for one in h.cast):
        yield said("scenario.with_one" if n == 1 else "scenario.with", n=n, text=h.advice(n))


def side_name(h: Historical, side: SideFacts) -> str:
    """Return the name of a side with its home: `Lydian Kingdom (Sea Peoples, home Lydia)`.

    The civ of its Display follows if the scenario gives the side another name.
    """
    name, shown = names_in(h.id).name("civ", side.civ), CIVS[side.civ].name
    facts = [shown] if shown != name else []
    facts += [said("scenario.home", area=NAMES.name("area", side.home))] if side.home else []
    return f"{name} ({', '.join(facts)})" if facts else name


def lasts(h: Historical) -> str:
    """Return from which Epoch to which a scenario is played, and its first turn."""
    first = [said("scenario.first_turn", n=h.turn, epoch=roman(h.epoch))] if h.turn > 1 else []
    if h.epoch == h.last_epoch:
        return " ".join([said("scenario.one_epoch", n=roman(h.epoch)), *first])
    return " ".join([said("scenario.epochs", first=roman(h.epoch), last=roman(h.last_epoch)), *first])


def begins(h: Historical) -> Iterator[str]:
    """Yield who has more or fewer first disks, who sets up first, and who has a space in the first Turn Order."""
    others = {side.civ: side.disks for side in h.side if side.disks != RULES.start_disks}
    if len(others) == len(h.side) and len({*others.values()}) == 1:
        yield said("scenario.disks_each", n=h.side[0].disks)
    elif others:
        yield said("scenario.disks", civs=sides_with_numbers(h, others))
    for key, civs in (("first", h.first_in_setup), ("last", h.last_in_setup)):
        if civs:
            yield said(f"scenario.sets_up_{key}", civs=", ".join(names_in(h.id).name("civ", civ) for civ in civs))
    if places := {side.civ: side.place for side in sorted(h.side, key=lambda side: side.place) if side.place}:
        yield said("scenario.places", civs=sides_with_numbers(h, places))


def sides_with_numbers(h: Historical, civs: Mapping[str, int]) -> str:
    """Return sides with their numbers: `Israelites 6, Philistines 6`."""
    return ", ".join(f"{names_in(h.id).name('civ', civ)} {n}" for civ, n in civs.items())


def differences(h: Historical) -> Iterator[str]:
    """Yield what differs from the usual game, as far as the data say."""
    yield from begins(h)
    if h.quiet_turns:
        yield said("scenario.quiet", n=h.quiet_turns)
    if h.ignored:
        yield said("scenario.ignored", cards=", ".join(NAMES.name("card", str(n)) for n in h.ignored))
    if h.gold:
        yield said(f"scenario.gold_{h.gold}")
    if h.hand != USUAL_HAND:
        yield said("scenario.hand", n=h.hand)
    none = [epoch for epoch in range(h.epoch, h.last_epoch + 1) if epoch not in h.sudden_end]
    if none:
        yield said("scenario.no_sudden_end", epochs=", ".join(map(roman, none)))
    if not h.returns:
        yield said("scenario.no_gilgamesh")
