"""Migrations only add: what an older version of the bot reads and writes is there while a newer one takes over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import pytest
from alembic import command
from alembic.operations import Operations
from alembic.operations import ops as steps
from sqlalchemy import Column, Integer, create_engine

from bot.store.database import config, scripts

GONE = (steps.DropTableOp, steps.DropColumnOp, steps.RenameTableOp, steps.DropConstraintOp)
STRICTER = (
    steps.CreateUniqueConstraintOp,
    steps.CreateForeignKeyOp,
    steps.CreateCheckConstraintOp,
    steps.CreatePrimaryKeyOp,
)
TAKES_AWAY = re.compile(
    r"\b(DROP (TABLE|COLUMN|CONSTRAINT)|RENAME|ALTER COLUMN|SET NOT NULL|DELETE FROM|TRUNCATE)\b", re.IGNORECASE
)


def wrong(done: Sequence[Any]) -> Iterator[str]:
    """What of the operations of a migration an older version could stumble over."""
    made = {step.table_name for step in done if isinstance(step, steps.CreateTableOp)}
    for step in done:
        table, name = getattr(step, "table_name", ""), type(step).__name__
        if table in made:
            continue
        if isinstance(step, GONE):
            yield f"{name} {table}"
        elif isinstance(step, STRICTER) or (isinstance(step, steps.CreateIndexOp) and step.unique):
            yield f"{name} {table}: what an older version writes may be refused"
        elif isinstance(step, steps.AddColumnOp) and not step.column.nullable and step.column.server_default is None:
            yield f"{name} {table}.{step.column.name}: an older version does not write it"
        elif isinstance(step, steps.AlterColumnOp) and _changes(step):
            yield f"{name} {table}.{step.column_name}"
        elif isinstance(step, steps.ExecuteSQLOp) and TAKES_AWAY.search(str(step.sqltext)):
            yield f"{name} {step.sqltext}"


def _changes(step: steps.AlterColumnOp) -> bool:
    """Whether a column is called otherwise, holds something else, or has to be filled from now on."""
    return bool(step.modify_name or step.modify_type is not None or step.modify_nullable is False)


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """What is wrong with each migration."""
    engine, wrongs = create_engine("sqlite://"), dict[str, list[str]]()
    invoke = Operations.invoke
    for script in reversed(list(scripts().walk_revisions())):
        done: list[Any] = []

        def noted(self: Operations, step: Any, done: list[Any] = done) -> Any:
            done.append(step)
            return invoke(self, step)

        with engine.begin() as connection, patch.object(Operations, "invoke", noted):
            known = config()
            known.attributes["connection"] = connection
            command.upgrade(known, script.revision)
        wrongs[script.revision] = list(wrong(done))
    engine.dispose()
    return wrongs


def test_migrations_only_add(found: dict[str, list[str]]) -> None:
    assert {version: wrongs for version, wrongs in found.items() if wrongs} == {}


TAKING = {
    "DropTableOp": steps.DropTableOp("note"),
    "DropColumnOp": steps.DropColumnOp("seat", "team"),
    "RenameTableOp": steps.RenameTableOp("note", "remark"),
    "DropConstraintOp": steps.DropConstraintOp("unique", "alarm"),
    "CreateUniqueConstraintOp": steps.CreateUniqueConstraintOp("unique", "seat", ["civ"]),
    "CreateIndexOp": steps.CreateIndexOp("one", "seat", ["civ"], unique=True),
    "AddColumnOp": steps.AddColumnOp("seat", Column("more", Integer(), nullable=False)),
    "AlterColumnOp": steps.AlterColumnOp("seat", "civ", modify_name="nation"),
    "ExecuteSQLOp": steps.ExecuteSQLOp("DELETE FROM seat"),
}


@pytest.mark.parametrize("name", TAKING)
def test_what_an_older_version_could_stumble_over_is_noticed(name: str) -> None:
    (said,) = wrong([TAKING[name]])
    assert said.split()[0] == name


def test_what_only_adds_is_let_through() -> None:
    made = steps.CreateTableOp("mark", [Column("id", Integer())])
    added = steps.AddColumnOp("seat", Column("more", Integer(), nullable=False, server_default="0"))
    index = steps.CreateIndexOp("more", "seat", ["more"])
    assert list(wrong([made, steps.CreateIndexOp("one", "mark", ["id"], unique=True), added, index])) == []
