"""One Competition, from its commitments to its loot (ACME §9.3 to §9.6). Importing this package registers its cards."""

from engine.acme.fight import allies, strikes

__all__ = ["allies", "strikes"]
