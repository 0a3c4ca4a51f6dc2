"""The Events that bring Barbarians, by their numbers (ACME §13.4)."""

from typing import Final

HORDES, EASTERN, FROM_THE_SEA, MOUNTAIN_TRIBES, DESERT_RAIDERS = 98, 99, 100, 101, 102
INVASIONS: Final = (HORDES, EASTERN, FROM_THE_SEA, MOUNTAIN_TRIBES, DESERT_RAIDERS)
