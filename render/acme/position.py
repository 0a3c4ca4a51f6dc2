"""What the pictures need of a game, read from its public view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.acme.history.facts import spoken_name
from render.acme.board import competition_order
from render.paint.wording import texts

BARBARIANS = "barbarians"
DISKS = 48  # of every colour
TURNS = 4  # of every Epoch, as a rule
CITY = 3  # disks that make a stack a City (ACME §3)
Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownCiv:
    """A civilization as everybody may see it. `second`: the colour of its other disks; `out`: it has left the game;
    `aside`: cards that lie face down on its Display; `tracks`: its stages on the Culture Tracks."""

    slug: str
    name: str
    player: str
    npc: bool
    colour: str
    second: str
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
    aside: tuple[int, ...] = ()
    tracks: Mapping[str, int] = field(default_factory=dict)
    team: str = ""


@dataclass(frozen=True, slots=True)
class ShownNeutral:
    """A Faction that nobody plays; `in_order`: it has the last space in the Turn Order."""

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
    """The contents of an area. `explored`: the white disk of an Exploration Phase lies there; `border`: an old border
    is marked there."""

    disks: Mapping[str, int] = field(default_factory=dict)
    stronghold: str = ""
    gold: bool = False
    home: str = ""
    control: str = ""
    contested: bool = False
    bonus: str = ""
    explored: bool = False
    border: bool = False


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

    title: str
    map: str
    epoch: int
    turn: int
    phase: str
    order: tuple[str, ...]
    waiting: frozenset[str]
    passed: frozenset[str]
    goal: Mapping[str, int]
    turns: int | None
    epoch_turns: int
    deck: int | None
    civs: Mapping[str, ShownCiv]
    neutrals: Mapping[str, ShownNeutral]
    players: tuple[Player, ...]
    areas: Mapping[str, Site]
    before: Mapping[str, Mapping[str, int]]
    fight: ShownFight | None
    culture: bool = False

    def colour(self, faction: str) -> str:
        """The paint of a faction: black for the Barbarians, white for one that nobody knows."""
        known = self.civs.get(faction) or self.neutrals.get(faction)
        return known.colour if known else "black" if faction == BARBARIANS else "white"

    def letter(self, faction: str) -> str:
        """The letter on its disks; empty for one without."""
        known = self.civs.get(faction) or self.neutrals.get(faction)
        return known.letter if known else ""

    @property
    def playing(self) -> list[str]:
        """The civilizations still in the game, in turn order."""
        return [civ for civ in self.order if not self.civs[civ].out]

    def site(self, area: str) -> Site:
        return self.areas.get(area) or Site()

    @cached_property
    def contested(self) -> list[str]:
        """Contested areas in the order in which they are resolved (ACME §7)."""
        return sorted((a for a, site in self.areas.items() if site.contested), key=in_competition_order)

    @cached_property
    def changed(self) -> list[str]:
        """Areas whose stacks differ from the earlier view, in the order of competitions."""
        return sorted((a for a in self.before if self.change(a)), key=in_competition_order)

    def change(self, area: str) -> dict[str, int]:
        """Disks gained and lost in an area since the earlier view, by faction."""
        if area not in self.before:
            return {}
        now, old = self.site(area).disks, self.before[area]
        factions = [*self.ranked(area), *sorted(f for f in old if f not in now)]
        return {f: now.get(f, 0) - old.get(f, 0) for f in factions if now.get(f, 0) != old.get(f, 0)}

    def ranked(self, area: str) -> list[str]:
        """Factions in an area, largest stack first, then turn order; Barbarians last among equals."""
        rank = {faction: i for i, faction in enumerate(self.order)}
        disks = self.site(area).disks
        return sorted(disks, key=lambda f: (-disks[f], rank.get(f, len(rank)), f))


def read(view: Raw, since: Raw | None = None, names: Mapping[str, str] | None = None) -> Position:
    """The public view as a position; `names` gives players' names by civilization. Raises KeyError for a view without
    map, order or civilizations."""
    sites = view.get("areas", {})
    explored = (view.get("exploration") or {}).get("explored", ())
    border = frozenset(view.get("border") or ())
    areas = {
        slug: read_site(sites[slug], explored=slug in explored, border=slug in border)
        for slug in sorted(sites, key=in_competition_order)
    }
    civs = {slug: read_civ(slug, raw, areas, names or {}) for slug, raw in sorted(view["civs"].items())}
    return Position(
        title=view.get("title", ""),
        map=view["map"],
        epoch=view.get("epoch", 1),
        turn=view.get("turn", 1),
        phase=view.get("phase", "growth"),
        order=tuple(slug for slug in [*view["order"], *sorted(set(civs) - set(view["order"]))] if slug in civs),
        waiting=frozenset(view.get("waiting_for") or ()),
        passed=frozenset(view.get("passed") or ()),
        goal=view.get("goal") or {},
        turns=view.get("turns"),
        epoch_turns=view.get("epoch_turns", TURNS),
        deck=view.get("deck_count"),
        civs=civs,
        neutrals={slug: read_neutral(raw) for slug, raw in (view.get("neutrals") or {}).items()},
        players=tuple(read_player(raw, view["civs"], civs) for raw in view.get("players") or ()),
        areas=areas,
        before=earlier(since) if since else {},
        fight=read_fight(view.get("competition"), areas),
        culture="culture" in view,
    )


def in_competition_order(area: str) -> tuple[int, str]:
    return competition_order(area), area


def earlier(since: Raw) -> dict[str, dict[str, int]]:
    return {slug: present(raw.get("disks")) for slug, raw in since.get("areas", {}).items()}


def present(disks: Mapping[str, int] | None) -> dict[str, int]:
    return {faction: n for faction, n in (disks or {}).items() if n}


def read_site(raw: Raw, *, explored: bool, border: bool) -> Site:
    disks = present(raw.get("disks"))
    alone = next(iter(disks), "") if len(disks) == 1 else ""
    return Site(
        disks=disks,
        stronghold=raw.get("stronghold") or "",
        gold=bool(raw.get("gold")),
        home=raw.get("home") or "",
        control=(raw.get("control") or "") if "control" in raw else alone,
        contested=raw.get("contested", len(disks) > 1 and max(disks.values()) > 1),
        bonus=raw.get("bonus") or "",
        explored=explored,
        border=border,
    )


def read_neutral(raw: Raw) -> ShownNeutral:
    return ShownNeutral(
        spoken_name("", raw["name"]), raw["colour"], raw["letter"], raw.get("disks", 0), bool(raw.get("in_order"))
    )


def read_player(raw: Raw, seats: Raw, civs: Mapping[str, ShownCiv]) -> Player:
    """A player by the name people know, an empire by its own, and an NPC by that of its civilization."""
    first = raw["civs"][0]
    if raw.get("team"):
        return Player(team_name(raw["team"]), tuple(raw["civs"]), str(raw["score"]), 1)
    known = spoken_name("", raw["name"]) if raw["name"] != seats[first].get("player") else civs[first].player
    return Player(known or civs[first].name, tuple(raw["civs"]), str(raw["score"]), raw.get("divisor", 1))


def team_name(team: str) -> str:
    """What a team is called; empty for none."""
    return str(texts("pictures")["panel"]["team"].format(n=team)) if team else ""


def read_civ(slug: str, raw: Raw, areas: Mapping[str, Site], names: Mapping[str, str]) -> ShownCiv:
    stacks = [site.disks.get(slug, 0) for site in areas.values()]
    invested = {int(card): n for card, n in sorted((raw.get("investments") or {}).items())}
    spent = sum(stacks) + raw.get("growth_box", 0) + sum(invested.values())
    return ShownCiv(
        slug=slug,
        name=spoken_name(slug, raw.get("name", slug)),
        player=names.get(slug) or raw.get("player") or "",
        npc=raw.get("by") == "npc",
        colour=raw["colour"],
        second=raw.get("second_colour") or "",
        letter=raw.get("letter") or slug[-1].upper(),
        vp=raw.get("vp", 0),
        mina=raw.get("mina", 0),
        loot=raw.get("loot", 0),
        hand=raw.get("hand_count", 0),
        growth_box=raw.get("growth_box", 0),
        supply=raw.get("supply", max(0, DISKS - spent)),
        cities=raw.get("cities", sum(n >= CITY for n in stacks)),
        disks=raw.get("disks", sum(stacks)),
        home=raw.get("home") or "",
        deity=raw.get("deity") or "",
        deity_state=raw.get("deity_state") or "active",
        captured=tuple(sorted(raw.get("captured") or ())),
        investments=invested,
        temple=raw.get("temple") or "",
        out=bool(raw.get("out")),
        aside=tuple(raw.get("aside") or ()),
        tracks=raw.get("tracks") or {},
        team=team_name(raw.get("team") or ""),
    )


def read_fight(raw: Raw | None, areas: Mapping[str, Site]) -> ShownFight | None:
    """The competition under way, its sides in the order of their stacks."""
    if not raw:
        return None
    committed, revealed = raw.get("committed") or {}, raw.get("revealed") or {}
    disks = areas[raw["area"]].disks
    units = raw.get("units") or {f: {"disks": n} for f, n in disks.items()}
    units = {**units, **{f: {} for f in committed if f not in units}}
    sides = [read_side(f, u, committed.get(f, 0), revealed.get(f) or ()) for f, u in units.items()]
    loot = bool(raw.get("cities", any(n >= CITY for f, n in disks.items() if f != BARBARIANS)))
    return ShownFight(raw["area"], tuple(sorted(sides, key=lambda side: (-side.disks, side.faction))), loot)


def read_side(faction: str, units: Raw, committed: int, revealed: Any) -> ShownSide:
    shown = tuple(int(card) for card in revealed)
    return ShownSide(faction, units.get("disks", 0), units.get("white", 0), bool(units.get("cube")), committed, shown)
