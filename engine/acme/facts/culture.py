"""The Culture Tracks as their data file says (`culture.toml`; Playbook, Cultural Development Tracks)."""

from typing import ClassVar, TypeAlias

from engine.acme.facts.definitions import CardClass, Facts, NamedFacts

TrackId: TypeAlias = str
Stages: TypeAlias = tuple[int, int, int, int]
NOTHING: Stages = (0, 0, 0, 0)


class Track(NamedFacts, frozen=True, kw_only=True):
    """A Culture Track; benefits are listed stage by stage."""

    KIND: ClassVar[str] = "track"
    id: TrackId
    worth: dict[CardClass, int]
    """What cards of a class are worth on it."""
    npc: tuple[CardClass, ...]
    """The classes that let an NPC advance on it."""
    white_disks: Stages = NOTHING
    """White disks for Competitions."""
    in_one: Stages = NOTHING
    """How many of them in one Competition at most."""
    growth_disks: Stages = NOTHING
    """Disks at the start of Growth."""
    mina: Stages = NOTHING
    """Mina at the start of Growth."""


class CultureNumbers(Facts, frozen=True, kw_only=True):
    """Numbers for all tracks; the file explains each."""

    cities: Stages
    costs: Stages
    great_person: int
    other: int
    lead_vp: int
    last_stage_vp: int
    short_epochs: int
    short_stages: tuple[int, ...]

    @property
    def stages(self) -> int:
        """Return how many stages a track has."""
        return len(self.cities)
