"""The numbers of the rules and their Epoch Event table (`rules.toml`)."""

from typing import Literal

from msgspec import field

from engine.acme.facts.definitions import Facts, Terrain

Limits = dict[Terrain, int]


class EpochEvent(Facts, frozen=True, kw_only=True):
    """A line of the End of Epoch Event table, for card numbers from `low` to the next line's (ACME §11.2).

    `also`: further card numbers, beyond the printed ones, that mean the same.
    """

    id: str
    low: int
    also: tuple[int, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)


class Constants(Facts, frozen=True, kw_only=True):
    """Every number of the rules, from `[constants]`, where each is explained."""

    disks_per_colour: int
    usable_disks: int
    usable_disks_double: int
    barbarian_disks: int
    epochs: int
    turns_per_epoch: int
    limit_play_land: int
    limit_play_desert: int
    limit_play_sea: int
    limit_reckon_land: int
    limit_reckon_desert: int
    limit_reckon_sea: int
    settlement_disks: int
    city_disks: int
    start_disks: int
    setup_home_disks: int
    setup_land_disks: int
    setup_desert_disks: int
    setup_sea_disks: int
    start_cards: int
    hand_max: int
    min_growth: int
    settlements_per_mountain_disk: int
    seas_per_disk: int
    commerce_disks: int
    commerce_mode: Literal["flat", "per_civ"]
    commerce_same_area_counts: bool
    granary_disks: int
    granary_mina: int
    granary_times: int
    resettle_keep: int
    undeployed: Literal["supply", "growth_box"]
    deity_cost: int
    reestablish_cost: int
    base_draw: int
    cities_per_extra_card: int
    mina_per_extra_card: int
    vp_city: int
    vp_active_deity: int
    vp_monotheism: int
    monotheism_capture_vp: int
    loot_vp: int
    loot_mina: int
    gold_vp: int
    captives: int
    sea_domination_least: int
    sea_domination_vp: int
    capture_vp: int
    capture_mina: int
    hold_vp: int
    return_vp: int
    tribute_limit: int
    peace_repeat: bool
    sudden_end_first_turn: int
    sudden_end_test: Literal["odd", "digit"]
    epoch_bonus_vp: int
    epoch_bonus_tied_vp: int
    gilg_max_disks: int
    gilg_entry_open: int
    gilg_entry_leader: int
    gilg_entry_enemy: int
    gilg_return_disks: int
    one_start_disks: int
    one_min_growth: int
    one_base_draw: int
    one_gilg_percent: int
    two_hand_max: int
    two_start_cards: int
    one_vs_two_epochs: int
    turn_order_tie: Literal["keep", "vp"]
    pool_white: int
    pool_black: int
    peace_draws: int
    war_draws: int
    npcs_full_map: int
    npcs_smaller_map: int
    fewest_vp_tie: tuple[Literal["cities", "turn_order"], ...]
    tie_break_end: tuple[Literal["cities", "mina", "hand", "turn_order"], ...]


class Rules(Constants, frozen=True, kw_only=True):
    """The constants, with the Epoch Event table."""

    epoch_events: tuple[EpochEvent, ...]

    def limit_play(self, terrain: Terrain) -> int:
        """Return the most disks of one Faction in an area while disks are placed (ACME §3.1)."""
        play: Limits = {"desert": self.limit_play_desert, "sea": self.limit_play_sea}
        return play.get(terrain, self.limit_play_land)

    def limit_reckon(self, terrain: Terrain) -> int:
        """Return the most disks of one Faction in an area at the start of Reckoning (ACME §3.3)."""
        reckon: Limits = {"desert": self.limit_reckon_desert, "sea": self.limit_reckon_sea}
        return reckon.get(terrain, self.limit_reckon_land)

    def epoch_event(self, number: int) -> EpochEvent:
        """Return the event for the number of a card; KeyError for a number below every line."""
        further = (event for event in self.epoch_events if number in event.also)
        lines = (event for event in reversed(self.epoch_events) if event.low <= number)
        for event in (*further, *lines):
            return event
        raise KeyError(number)
