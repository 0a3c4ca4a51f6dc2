"""What the pictures need of a game, read from its public view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from engine.acme.history.facts import spoken_name
from engine.acme.view import (
    AcmeView,
    AreaView,
    CivilizationView,
    CompetitionView,
    NeutralView,
    PlayerView,
    UnitsView,
)
from render.acme.board import competition_order
from render.paint.wording import texts

BARBARIANS = "barbarians"
TURNS = 4  # of every Epoch, as a rule
ABSENT: Final = UnitsView(0, 0, cube=False)


@dataclass(frozen=True, slots=True)
class ShownCiv:
    """A civilization's public facts."""

    slug: str
    name: str
    player: str
    npc: bool
    colour: str
    second: str
    """The colour of its other disks."""
    letter: str
    vp: int
    mina: int
    loot: int
    hand: int
    growth_box: int
    supply: int
    cities: int
    disks: int
    home: str
    deity: str
    deity_state: str
    captured: tuple[str, ...]
    investments: Mapping[int, int]
    temple: str = ""
    out: bool = False
    """Whether it has left the game."""
    aside: tuple[int, ...] = ()
    """Face-down cards on its Display."""
    tracks: Mapping[str, int] = field(default_factory=dict)
    """Its stages on the Culture Tracks."""
    team: str = ""


@dataclass(frozen=True, slots=True)
class ShownNeutral:
    """A neutral Faction; `in_order`: it has the last space in the Turn Order."""

    name: str
    colour: str
    letter: str
    disks: int
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player or an empire with several civilizations, and by what it is compared; `divisor`: what divides its VP."""

    name: str
    civs: tuple[str, ...]
    score: str
    divisor: int


@dataclass(frozen=True, slots=True)
class Site:
    """The contents of an area."""

    disks: Mapping[str, int] = field(default_factory=dict)
    stronghold: str = ""
    gold: bool = False
    home: str = ""
    control: str = ""
    contested: bool = False
    bonus: str = ""
    explored: bool = False
    """Whether it has the white disk of an Exploration Phase."""
    border: bool = False
    """Whether an old border is marked there."""


@dataclass(frozen=True, slots=True)
class ShownSide:
    """One faction in a competition."""

    faction: str
    disks: int
    white: int
    cube: bool
    committed: int
    revealed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownFight:
    """The competition that is being resolved; `loot`: is a City at stake?"""

    area: str
    sides: tuple[ShownSide, ...]
    loot: bool


@dataclass(frozen=True)
class Position:
    """A public view, and the disks of an earlier one where changes are to be marked."""

    map: str
    epoch: int
    turn: int
    phase: str
    order: tuple[str, ...]
    waiting: frozenset[str]
    passed: frozenset[str]
    goal: Mapping[str, int]
    turns: int
    epoch_turns: int
    deck: int
    civs: Mapping[str, ShownCiv]
    neutrals: Mapping[str, ShownNeutral]
    players: tuple[Player, ...]
    areas: Mapping[str, Site]
    before: Mapping[str, Mapping[str, int]]
    fight: ShownFight | None
    culture: bool = False

    def colour(self, faction: str) -> str:
        """Return the paint of a faction: black for the Barbarians, white for an unknown one."""
        known = self.civs.get(faction) or self.neutrals.get(faction)
        return known.colour if known else "black" if faction == BARBARIANS else "white"

    def letter(self, faction: str) -> str:
        """Return the letter on its disks; empty for one without."""
        known = self.civs.get(faction) or self.neutrals.get(faction)
        return known.letter if known else ""

    @property
    def playing(self) -> list[str]:
        """Return the civilizations still in the game, in turn order."""
        return [civ for civ in self.order if not self.civs[civ].out]

    def site(self, area: str) -> Site:
        return self.areas.get(area) or Site()

    @cached_property
    def contested(self) -> list[str]:
        """Return the contested areas in the order in which they are resolved (ACME §7)."""
        return sorted((a for a, site in self.areas.items() if site.contested), key=in_competition_order)

    @cached_property
    def changed(self) -> list[str]:
        """Return areas whose stacks differ from the earlier view, in the order of competitions."""
        return sorted((a for a in self.before if self.change(a)), key=in_competition_order)

    def change(self, area: str) -> dict[str, int]:
        """Return the disks gained and lost in an area since the earlier view, by faction."""
        if area not in self.before:
            return {}
        now, old = self.site(area).disks, self.before[area]
        factions = [*self.ranked(area), *sorted(f for f in old if f not in now)]
        return {f: now.get(f, 0) - old.get(f, 0) for f in factions if now.get(f, 0) != old.get(f, 0)}

    def ranked(self, area: str) -> list[str]:
        """Return the Factions in an area, largest stack first, then turn order; Barbarians last among equals."""
        rank = {faction: i for i, faction in enumerate(self.order)}
        disks = self.site(area).disks
        return sorted(disks, key=lambda f: (-disks[f], rank.get(f, len(rank)), f))


def read(view: AcmeView, since: AcmeView | None = None, names: Mapping[str, str] | None = None) -> Position:
    """Return the public view as a position; `names` gives players' names by civilization."""
    explored = view.exploration.explored if view.exploration else ()
    areas = {
        slug: read_site(view.areas[slug], explored=slug in explored, border=slug in view.border)
        for slug in sorted(view.areas, key=in_competition_order)
    }
    civs = {slug: read_civ(slug, view.civs[slug], names or {}) for slug in sorted(view.civs)}
    return Position(
        map=view.map,
        epoch=view.epoch,
        turn=view.turn,
        phase=view.phase,
        order=tuple(slug for slug in [*view.order, *sorted(set(civs) - set(view.order))] if slug in civs),
        waiting=frozenset(view.waiting_for),
        passed=frozenset(view.passed),
        goal=view.goal,
        turns=view.turns,
        epoch_turns=view.epoch_turns,
        deck=view.deck_count,
        civs=civs,
        neutrals={slug: read_neutral(seen) for slug, seen in view.neutrals.items()},
        players=tuple(read_player(seen, view.civs, civs) for seen in view.players),
        areas=areas,
        before={slug: area.disks for slug, area in since.areas.items()} if since else {},
        fight=read_fight(view.competition) if view.competition else None,
        culture=view.culture is not None,
    )


def in_competition_order(area: str) -> tuple[int, str]:
    return competition_order(area), area


def read_site(seen: AreaView, *, explored: bool, border: bool) -> Site:
    return Site(
        disks=seen.disks,
        stronghold=seen.stronghold or "",
        gold=seen.gold is not None,
        home=seen.home or "",
        control=seen.control or "",
        contested=seen.contested,
        bonus=seen.bonus or "",
        explored=explored,
        border=border,
    )


def read_neutral(seen: NeutralView) -> ShownNeutral:
    return ShownNeutral(spoken_name("", seen.name), seen.colour, seen.letter, seen.disks, seen.in_order)


def read_player(seen: PlayerView, seats: Mapping[str, CivilizationView], civs: Mapping[str, ShownCiv]) -> Player:
    """Return a player by the name people know, an empire by its own, and an NPC by that of its civilization."""
    first = seen.civs[0]
    if seen.team:
        return Player(team_name(seen.team), seen.civs, seen.score, 1)
    known = spoken_name("", seen.name) if seen.name != seats[first].player else civs[first].player
    return Player(known or civs[first].name, seen.civs, seen.score, seen.divisor)


def team_name(team: str) -> str:
    """Return the name of a team; empty for none."""
    return str(texts("pictures")["panel"]["team"].format(n=team)) if team else ""


def read_civ(slug: str, seen: CivilizationView, names: Mapping[str, str]) -> ShownCiv:
    return ShownCiv(
        slug=slug,
        name=spoken_name(slug, seen.name),
        player=names.get(slug) or seen.player,
        npc=seen.by == "npc",
        colour=seen.colour,
        second=seen.second_colour,
        letter=seen.letter or slug[-1].upper(),
        vp=seen.vp,
        mina=seen.mina,
        loot=seen.loot,
        hand=seen.hand_count,
        growth_box=seen.growth_box,
        supply=seen.supply,
        cities=seen.cities,
        disks=seen.disks,
        home=seen.home or "",
        deity=seen.deity or "",
        deity_state=seen.deity_state or "active",
        captured=tuple(sorted(seen.captured)),
        investments={int(card): n for card, n in sorted(seen.investments.items())},
        temple=seen.temple,
        out=seen.out,
        aside=seen.aside,
        tracks=seen.tracks or {},
        team=team_name(seen.team),
    )


def read_fight(seen: CompetitionView) -> ShownFight:
    """Return the present competition, its sides ordered by stacks, including those with only cards in it."""
    units = {**seen.units, **{f: ABSENT for f in seen.committed if f not in seen.units}}
    sides = [read_side(faction, there, seen) for faction, there in units.items()]
    return ShownFight(seen.area, tuple(sorted(sides, key=lambda side: (-side.disks, side.faction))), bool(seen.cities))


def read_side(faction: str, there: UnitsView, seen: CompetitionView) -> ShownSide:
    committed, revealed = seen.committed.get(faction, 0), seen.revealed.get(faction, ())
    return ShownSide(faction, there.disks, there.white, there.cube, committed, revealed)
