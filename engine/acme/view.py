"""What a seat, or the public, may know: built field by field, so that nothing gets in by accident.

The position is public except hands, the order of the deck, and cards committed in a Competition before the reveal.
Views are stored and sent as JSON: fields may be added with a default, and none removed or renamed. A field at its
default is left out of the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.acme.culture import tracks
from engine.acme.culture.benefits import tally_vp
from engine.acme.facts.catalog import CIVS, RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.facts import HISTORICAL, in_order, scenario_name_of
from engine.acme.npc.relations import enemies, npcs, primary
from engine.acme.phases.draw_step import base_cards
from engine.acme.phases.game_end import score
from engine.acme.phases.growth import to_place
from engine.acme.questions.board import (
    by_order,
    cities,
    controller,
    deity_state,
    factions,
    hand_limit,
    homes_in_play,
    in_play,
    is_contested,
    on_map,
)
from engine.acme.questions.income import sources
from engine.acme.questions.players import current_vp, fallen_of, is_double, sides, spelled_vp
from engine.acme.questions.teams import shown_to
from engine.acme.setup.handicaps import return_disks
from engine.acme.setup.pool import pool
from engine.acme.special import special
from engine.acme.state import Announced, Civ, Exploration, Fight, Neutral, State
from engine.core.naming import spell_out


class AreaView(msgspec.Struct, frozen=True, gc=False):
    """A playable area."""

    disks: Mapping[str, int]  # by Faction: civs in Turn Order, others, the Barbarians
    stronghold: str | None  # whose Stronghold stands there
    gold: str | None  # whose Gold lies there
    home: str | None  # whose Home Area it is
    control: str | None  # the Faction that is there alone
    contested: bool
    bonus: str | None  # the kind of a bonus cube


class CivilizationView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A civilization with all its public facts, and for its owner the hand."""

    name: str  # in English; "Seat 1" before it is chosen
    player: str  # the player's name
    by: str  # who plays it now: "human" or "npc"
    npc: bool  # whether it is an NPC of the game
    strong: bool = False  # whether the strong computer plays it, whenever a computer does
    enemies: tuple[str, ...] = ()  # of an NPC: to whom it is hostile, the Primary enemy first
    primary: str | UnsetType | None = UNSET  # of an NPC: its Primary enemy
    invader: bool | UnsetType = UNSET  # of an NPC
    colour: str  # "orange"
    second_colour: str = ""  # of its second set of disks
    letter: str  # on its disks
    displays: tuple[str, ...]
    vp: int
    scored: Mapping[str, int]  # with what its VP were won
    mina: int
    loot: int
    team: str = ""
    hand_count: int
    aside: tuple[int, ...] = ()  # cards that stay its own, face down on its Display
    hand: tuple[int, ...] | None = None  # None where it is secret
    shown: tuple[int, ...] = ()  # cards of its hand that it shows to the team-mate whose view this is
    shows: Mapping[str, tuple[int, ...]] = {}  # in its own view: what it shows to each team-mate
    pledged: str = ""  # in its own view: the Competition in which it will commit Great Captain from outside
    growth_box: int  # disks
    to_place: int | None = None  # in the Growth Phase: how many disks it can expect to place
    supply: int  # disks
    home: str | None
    deity: str | None
    deity_state: str | None  # "active", "dormant", "silenced", "lost", "captured" or "away"
    temple: str = ""  # the area of its Deity, where that is not its Home Area
    power_blocked: bool
    captured: Mapping[str, str]  # Deities that it has captured, each with whose it was
    investments: Mapping[str, int]  # cards that lie open, with their disks
    standing: Mapping[str, int]  # cards that go on having effect, with their disks
    cities: int
    disks: int  # on the map
    gilgamesh: int  # how often its player has come back
    out: bool = False  # it has left the game for good
    exiled: bool = False  # its Home Area has not been its own yet
    tracks: Mapping[str, int] | None = None  # its stage on each Culture Track; None in a game without
    culture_vp: int | None = None  # what they would bring in a Tally now
    arrayed: Mapping[str, int] = {}  # white disks laid out for Competitions, by area


NOBODY: Final = CivilizationView(
    name="",
    player="",
    by="",
    npc=False,
    colour="",
    letter="",
    displays=(),
    vp=0,
    scored={},
    mina=0,
    loot=0,
    hand_count=0,
    growth_box=0,
    supply=0,
    home=None,
    deity=None,
    deity_state=None,
    power_blocked=False,
    captured={},
    investments={},
    standing={},
    cities=0,
    disks=0,
    gilgamesh=0,
)
"""A civilization that has nothing: one that is not in the game yet, or no longer."""


class PlayerView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player, a team or an empire with all its civilizations."""

    name: str  # of the player or empire; empty for a team
    civs: tuple[str, ...]
    score: str  # by what it is compared now: "5.5"
    divisor: int = 1  # of the VP of two civilizations in One vs. Two
    team: str = ""


class NeutralView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A neutral Faction."""

    name: str  # in English
    colour: str
    letter: str  # on its disks
    supply: int
    disks: int  # on the map
    cities: int
    friend: str = ""  # the civilization with which it fights as one
    in_order: bool = False  # whether it has the last space in the Turn Order


class StageDemands(msgspec.Struct, frozen=True, gc=False):
    """What the four stages of every Culture Track need at this table."""

    cities: tuple[int, ...]
    costs: tuple[int, ...]  # in resources


class ExplorationView(msgspec.Struct, frozen=True, gc=False):
    """The public facts of an Exploration."""

    unknown: tuple[str, ...]  # colours of the NPCs still unknown
    frontier: tuple[str, ...]  # areas left to explore in this phase
    explored: tuple[str, ...]  # areas with a white disk


class AnnouncedView(msgspec.Struct, frozen=True, gc=False):
    """An announcement that may still be answered; the last of several responds to the one before it."""

    kind: str
    actor: str  # who does it
    card: int  # its number, or 0
    deity: str  # or empty
    against: tuple[str, ...]  # civilizations


class UnitsView(msgspec.Struct, frozen=True, gc=False):
    """What a Faction has in a Competition."""

    disks: int
    white: int
    cube: bool  # a Stronghold


class CompetitionView(msgspec.Struct, frozen=True, gc=False):
    """The Competition being resolved (RUL-179)."""

    area: str
    cities: tuple[str, ...]  # whose Cities are at stake
    units: Mapping[str, UnitsView]  # by Faction
    committed: Mapping[str, int]  # how many cards, by civilization
    revealed: Mapping[str, tuple[int, ...]]  # the cards; empty before the reveal
    own: tuple[int, ...]  # what the seat whose view this is has committed
    paid: Mapping[str, tuple[str, ...]]  # with what units have been paid for, by civilization


class AcmeView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The public position; the last four fields are only in the view of a seat with a home."""

    game: str  # "acme"
    scenario: str  # "standard"
    map: str  # "full"
    epoch: int
    first_epoch: int = 1  # in which the game began
    turn: int  # of the Epoch
    turns: int  # of the game
    phase: str  # "setup", "growth", "card", "competition", "reckoning", "epoch" ... or "over"
    order: tuple[str, ...]  # civilizations in Turn Order
    waiting_for: tuple[str, ...]  # those that are asked
    round: int | None = None  # of the Card Phase
    passed: tuple[str, ...]  # who has passed in the Card Phase
    deck_count: int
    discard: tuple[int, ...]  # the newest card last
    set_aside: tuple[int, ...]
    removed: tuple[int, ...]
    playing: tuple[int, ...]  # cards being carried out
    deities_available: tuple[str, ...]
    goal: Mapping[str, int]  # the end agreed on, by "vp", "turns", "time" and "epochs"
    team_victory: str = ""  # in a game of teams: how one wins
    last_turn: bool = False  # whether the time agreed on is over
    epoch_turns: int = RULES.turns_per_epoch
    pool: Mapping[str, int] | None = None  # disks in the Civilization Pool by colour, where it is used
    barbarian_supply: int
    border: tuple[str, ...] = ()  # areas in which an old border is marked
    neutrals: Mapping[str, NeutralView] = {}
    areas: Mapping[str, AreaView]  # all playable ones, in the order of Competitions
    civs: Mapping[str, CivilizationView]
    players: tuple[PlayerView, ...] = ()  # if one of them has several civilizations
    culture: StageDemands | None = None  # None in a game without Culture Tracks
    exploration: ExplorationView | None
    announced: tuple[AnnouncedView, ...] = ()
    competition: CompetitionView | None
    growth: Mapping[str, int] | None = None  # disks that the seat gets next, by their sources
    draws: int | None = None  # cards that it draws without mina
    returns: int | None = None  # disks with which its player comes back by Gilgamesh
    hand_limit: int | None = None  # cards that it may keep

    def civ(self, slug: str) -> CivilizationView:
        """Return a civilization; an empty one for a slug that isn't in the game any longer, or not yet."""
        return self.civs.get(slug, NOBODY)


def view(s: State, seat: str | None, waiting: Sequence[str]) -> AcmeView:
    """Return the position as that seat may know it: its own hand, the open hands of NPCs, nothing of the deck's
    order.
    """
    in_card_phase = s.phase == "card"
    shown = AcmeView(
        game="acme",
        scenario=s.scenario,
        map=s.map,
        epoch=s.epoch,
        first_epoch=first_epoch(s),
        turn=s.turn,
        turns=s.turns,
        phase=s.phase,
        order=tuple(s.order),
        waiting_for=tuple(waiting),
        round=s.round if in_card_phase else None,
        passed=tuple(name for name in s.order if s.civs[name].passed) if in_card_phase else (),
        deck_count=len(s.deck),
        discard=tuple(s.discard),
        set_aside=tuple(s.set_aside),
        removed=tuple(s.removed),
        playing=tuple(s.playing),
        deities_available=tuple(s.available),
        goal=goal(s),
        team_victory=s.options.team_victory if s.options.teams else "",
        last_turn=s.time_up,
        epoch_turns=special(s).last_turn,
        pool=pool(s) if npcs(s) or s.pool else None,
        barbarian_supply=s.black,
        border=tuple(special(s).border),
        neutrals={name: neutral(s, name, n) for name, n in s.neutrals.items()},
        areas=areas(s),
        civs={name: civ(s, name, c, seat) for name, c in s.civs.items()},
        players=totals(s),
        culture=demands(s) if tracks.on(s) else None,
        exploration=None if s.exploration is None else exploration(s.exploration),
        announced=tuple(announcement(lying) for lying in s.announced),
        competition=None if s.fight is None else competition(s, s.fight, seat),
    )
    return with_next_income(s, shown, seat) if seat in s.civs and s.civs[seat].home else shown


def first_epoch(s: State) -> int:
    """Return the Epoch in which the game began."""
    return HISTORICAL[s.scenario].epoch if s.scenario in HISTORICAL else max(1, s.options.start_epoch)


def with_next_income(s: State, shown: AcmeView, seat: str) -> AcmeView:
    """Return the view with what the seat gets next: growth by its sources, cards without mina, disks if it comes back
    by Gilgamesh; and its hand limit.
    """
    growth, draws = sources(s, seat), base_cards(s, seat)
    return replace(shown, growth=growth, draws=draws, returns=return_disks(s, seat), hand_limit=hand_limit(s, seat))


def totals(s: State) -> tuple[PlayerView, ...]:
    """Return the players, or the teams, in the order of their seats, if one of them has several civs."""
    seated = sorted((sorted(own, key=s.slots.index) for own in sides(s)), key=lambda own: s.slots.index(own[0]))
    several = any([*own[1:], *fallen_of(s, own)] for own in seated)
    return tuple(player(s, own) for own in seated) if several else ()


def player(s: State, own: Sequence[str]) -> PlayerView:
    """Return a player or team with all its civs, and by what it is compared now: two decimals at most."""
    every = (*own, *fallen_of(s, own))
    vp = score(s, own) if s.phase == "over" else current_vp(s, every)
    first, teams = s.civs[own[0]], bool(s.options.teams)
    return PlayerView(
        name="" if teams else special(s).empire(s, own[0]) or first.player,
        civs=every,
        score=spelled_vp(vp),
        divisor=s.options.divisor if is_double(s, own[0]) else 1,
        team=first.team if teams else "",
    )


def neutral(s: State, name: str, n: Neutral) -> NeutralView:
    """Return a neutral Faction, and the civ with which it fights as one."""
    return NeutralView(
        name=scenario_name_of(s.scenario, name) or spell_out(name),
        colour=n.colour,
        letter=n.letter,
        supply=n.supply,
        disks=on_map(s, name),
        cities=len(cities(s, name)),
        friend=special(s).friends.get(name, ""),
        in_order=in_order(s.scenario, name),
    )


def goal(s: State) -> dict[str, int]:
    """Return when the game ends: whichever of these comes first."""
    options = s.options
    ends = {"vp": options.vp_target, "turns": options.turns, "time": options.time, "epochs": options.epochs}
    return {kind: n for kind, n in ends.items() if n}


def areas(s: State) -> dict[str, AreaView]:
    """Return every playable area, in the order of Competitions."""
    homes, bonus = homes_in_play(s), {there: kind for kind, there in s.bonus.items()}
    return {a: area(s, a, homes.get(a), bonus.get(a)) for a in by_order(in_play(s))}


def area(s: State, name: str, home: str | None, bonus: str | None) -> AreaView:
    """Return the public facts of one area."""
    here = s.disks.get(name)
    return AreaView(
        disks={f: here[f] for f in factions(s, name)} if here else {},
        stronghold=s.cubes.get(name),
        gold=s.gold.get(name),
        home=home,
        control=controller(s, name) if here else None,
        contested=bool(here) and is_contested(s, name),
        bonus=bonus,
    )


def civ(s: State, name: str, c: Civ, seat: str | None) -> CivilizationView:
    """Return a civilization: its public facts, and its hand for its owner.

    Hands of NPCs are open (RUL-133); a person's civ keeps its hand hidden while the NPC plays it. For an NPC its
    enemies are shown, ending with the Barbarians.
    """
    own, cultured = name == seat, tracks.on(s)
    is_open = own or (c.npc and c.by == "npc")
    return CivilizationView(
        name=c.name or (CIVS[name].name_in(s.epoch) if name in CIVS else name.replace("seat_", "Seat ")),
        player=c.player,
        by=c.by,
        npc=c.npc,
        strong=c.strong,
        enemies=(*enemies(s, name), BARBARIANS) if c.npc else (),
        primary=primary(s, name) or None if c.npc else UNSET,
        invader=c.invader if c.npc else UNSET,
        colour=c.colour,
        second_colour=c.second_colour,
        letter=c.letter,
        displays=tuple(c.displays),
        vp=c.vp,
        scored=dict(c.scored),
        mina=c.mina,
        loot=c.loot,
        team=c.team,
        hand_count=len(c.hand),
        aside=tuple(sorted(c.aside)),
        hand=tuple(sorted(c.hand)) if is_open else None,
        shown=tuple(shown_to(c, seat)) if seat and not is_open else (),
        shows={mate: tuple(shown_to(c, mate)) for mate in c.shows} if own else {},
        pledged=c.pledged if own else "",
        growth_box=c.box,
        to_place=to_place(s, name) if s.phase == "growth" and c.home else None,
        supply=c.supply,
        home=c.home or None,
        deity=c.deity or None,
        deity_state=deity_state(s, name),
        temple=c.temple,
        power_blocked=c.blocked,
        captured=dict(c.captured),
        investments=dict(c.investments),
        standing=dict(c.standing),
        cities=len(cities(s, name)),
        disks=on_map(s, name),
        gilgamesh=c.gilgamesh,
        out=c.out,
        exiled=c.exiled,
        tracks=tracks.stages(s, name) if cultured else None,
        culture_vp=tally_vp(s, name) if cultured else None,
        arrayed=dict(c.arrayed) if cultured else {},
    )


def demands(s: State) -> StageDemands:
    """Return what the stages of every Culture Track need at this table."""
    return StageDemands(tuple(s.options.culture_cities), tuple(s.options.culture_costs))


def exploration(e: Exploration) -> ExplorationView:
    """Return the public facts of an Exploration: unknown NPCs, what is left to explore, the white disks on the map."""
    return ExplorationView(tuple(e.unknown), tuple(by_order(e.frontier)), tuple(by_order(e.markers)))


def announcement(lying: Announced) -> AnnouncedView:
    """Return what may still be answered: who does what, against whom."""
    return AnnouncedView(lying.kind, lying.actor, lying.card, lying.deity, tuple(lying.against))


def competition(s: State, fight: Fight, seat: str | None) -> CompetitionView:
    """Return the Competition being resolved: units, how many cards are committed, and which after the reveal
    (RUL-179).
    """
    here = s.disks.get(fight.area, {})
    shown = fight.committed if fight.revealed else {}
    return CompetitionView(
        area=fight.area,
        cities=tuple(fight.cities),
        units={f: units(fight, f, here[f], s.cubes.get(fight.area)) for f in factions(s, fight.area)},
        committed={name: len(cards) for name, cards in fight.committed.items()},
        revealed={name: tuple(cards) for name, cards in shown.items()},
        own=tuple(fight.committed.get(seat, ())) if seat else (),
        paid={name: tuple(means) for name, means in fight.paid.items()},
    )


def units(fight: Fight, faction: str, disks: int, cube: str | None) -> UnitsView:
    """Return what a Faction has in a Competition."""
    white = 0 if faction == BARBARIANS else fight.white.get(faction, 0)
    return UnitsView(disks, white, cube == faction)
