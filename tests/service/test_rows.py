"""A row that is made holds what it is told and the defaults of the rest, and all of that is stored."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect

from bot.store import beside_models, cup_models, host_models, house_models, models, result_models, server_models
from bot.store.row import StoredRow

MODULES = (beside_models, cup_models, host_models, house_models, models, result_models, server_models)
KINDS = [
    kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, StoredRow) and kind is not StoredRow
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_row_holds_what_it_is_told_and_defaults(kind: type[StoredRow]) -> None:
    told = {name: 7 for name, field in kind.model_fields.items() if field.is_required()}
    rest = {name: field for name, field in kind.model_fields.items() if name not in told}
    assert not [name for name, field in rest.items() if field.default_factory]
    made = kind(**told)
    values = {**told, **{name: field.get_default() for name, field in rest.items()}}
    assert {name: getattr(made, name) for name in kind.model_fields} == values == made.model_dump(warnings=False)
    attributes = inspect(made).attrs
    assert {name: list(attributes[name].history.added) for name in values} == {
        name: [value] for name, value in values.items()
    }


def test_a_row_can_say_more_than_it_must() -> None:
    made = models.SeatRow(table_id=1, number=2, civ="egypt")
    assert (made.table_id, made.number, made.civ, made.seat) == (1, 2, "egypt", "")
    assert made.model_fields_set == {"table_id", "number", "civ"}
