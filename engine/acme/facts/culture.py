"""The Culture Tracks as their data file says (`culture.toml`; Playbook, Cultural Development Tracks)."""

from typing import ClassVar, TypeAlias

from engine.acme.facts.definitions import CardClass, Facts, NamedFacts

TrackId: TypeAlias = str
Stages: TypeAlias = tuple[int, int, int, int]
NOTHING: Stages = (0, 0, 0, 0)


class Track(NamedFacts, frozen=True, kw_only=True):
    """A track. What its stages bring stands stage by stage.

    `worth`: what cards of a class are worth on it; `npc`: the classes that let an NPC advance on it. `white_disks` for
    Competitions, `in_one` of them in the same one at most; `growth_disks` and `mina` at the start of Growth.
    """

    KIND: ClassVar[str] = "track"
    id: TrackId
    worth: dict[CardClass, int]
    npc: tuple[CardClass, ...]
    white_disks: Stages = NOTHING
    in_one: Stages = NOTHING
    growth_disks: Stages = NOTHING
    mina: Stages = NOTHING


class CultureNumbers(Facts, frozen=True, kw_only=True):
    """What holds for all tracks; what each number means is said in the file."""

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
        """How many stages a track has."""
        return len(self.cities)
