"""What the screens of ACME need besides its presentation: questions, tokens and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

CARDS: Final = frozenset({"card.play"})
BUTTONS: Final = ("deity", "restore")

# Losses: questions that ask piece by piece what is saved, the token that saves nothing, the means that pays by itself
# unless others are chosen, the kinds of means, cheapest first, and the words one types for what is saved first.
LOSSES: Final = frozenset({"loss.buy_off"})
LOSE: Final = "lose"
COIN: Final = "mina"
CHEAPEST_FIRST: Final = ("power", "mina", "investment", "card", "cube")
SAVED_FIRST: Final = ("cities", "home")

# Fights: questions that one plan answers round by round, the tokens that give up a unit, and the words for them.
FIGHTS: Final = frozenset({"competition.removal"})
GIVEN_UP: Final = ("white", "cube", "disk")
UNITS: Final[Mapping[str, str]] = MappingProxyType(
    {"white": "white", "cube": "cube", "stronghold": "cube", "disk": "disk", "disks": "disk"}
)

PAID: Final = frozenset({"loss.choose", "loss.penalty", "epoch.faith"})


@dataclass(frozen=True, slots=True)
class PurchaseForm:
    """A purchase by form: what is bought, and what pays."""

    token: str
    """The pick that begins it."""
    choose: str
    """The question that names one of a `kind`."""
    pay: str
    """The question of what pays: pieces (`stack` before the area), cards (`card` before the number) and `coin`."""
    kind: str
    stack: str
    card: str
    coin: str
    verb: str
    """The verb of its buttons."""
    modes: Mapping[str, str]
    """The options that words of its command mean; other words are looked up among the options."""


DEITY: Final = PurchaseForm(
    "deity",
    choose="deity.choose",
    pay="deity.pay",
    kind="deity",
    stack="disk:",
    card="card:",
    coin=COIN,
    verb="deity",
    modes={"build": "deity", "restore": "restore"},
)
