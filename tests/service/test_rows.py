"""A row that is made holds what it is told and the defaults of the rest, and all of that is stored."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect

import bot.features.registered
import bot.store
from bot.store import models
from bot.store.all_models import MODULES, tables
from bot.store.row import StoredRow

KINDS = sorted(StoredRow.__subclasses__(), key=lambda kind: kind.__name__)


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


@pytest.mark.soak
def test_a_copy_knows_every_table_whatever_else_is_loaded() -> None:
    there = {file.stem for file in Path(bot.store.__file__).parent.glob("*models.py")} - {"all_models"}
    assert {module.__name__.rpartition(".")[2] for module in MODULES} == there
    alone = "from bot import start; from bot.store import all_models; print(len(all_models.tables()))"
    told = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True).stdout
    assert int(told) == len(tables()) == len(KINDS)


@pytest.mark.soak
def test_a_copy_that_does_not_know_a_table_is_not_begun() -> None:
    alone = "from bot.store import all_models, copying; import sqlalchemy as s; e = s.create_engine('sqlite://'); "
    alone += "c = e.connect(); c.execute(s.text('create table cup_like (n int)')); copying.require_known(c)"
    told = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=False)
    assert "the models of cup_like are not loaded" in told.stderr
