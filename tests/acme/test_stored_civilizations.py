"""What is left out of a stored civilization: another beginning of a field would change the games that are stored."""

from __future__ import annotations

import msgspec

from engine.acme.state import Civ
from engine.core.decoding import decoder


def test_what_is_left_out_of_a_stored_civilization_is_nothing_but_for_three_fields() -> None:
    new = Civ()
    assert msgspec.json.encode(new) == b"{}"
    assert decoder(Civ).json(b"{}") == new
    begun = {name: value for name, value in msgspec.structs.asdict(new).items() if value}
    assert begun == {"by": "human", "disks": 48, "supply": 48}
