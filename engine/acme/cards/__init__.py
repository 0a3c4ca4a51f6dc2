"""The effects of the Fate cards, by kind. Importing this package registers all of them."""

from engine.acme.cards import (
    bonus,
    disasters,
    great_persons,
    investments,
    migrations,
    religion,
    resources,
    society,
    spies,
    trade,
)

__all__ = [
    "bonus",
    "disasters",
    "great_persons",
    "investments",
    "migrations",
    "religion",
    "resources",
    "society",
    "spies",
    "trade",
]
