"""The numbers of the rules, one place each (`data/civ/rules.toml`)."""

from __future__ import annotations

from engine.civ.definitions import Fact


class Numbers(Fact, frozen=True):
    """Every number that no table of the data holds. Sections are those of CIV."""

    cities: int
    ships: int
    city_points: int
    tax_rate: int
    growth_single: int
    growth_more: int
    ship_keep: int
    ship_build: int
    ship_range: int
    ship_load: int
    attackers: int
    defenders: int
    engineering: int
    pillage: int
    site_tokens: int
    wilderness_tokens: int
    urbanism: int
    support: int
    card_price: int
    hand_limit: int
    turn_cap: int
    turn_cap_warning: int
    few_players: int
    slaves_rate: int
    space_points: int
    city_score: int
    mega_space_points: int
    mega_bonus: int
    start_credits: dict[str, int]
