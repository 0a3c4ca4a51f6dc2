"""Lines of the log as facts: a key with its values. What was stored as a sentence stays that sentence, as told."""

from __future__ import annotations

import json
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

PART = 2_000


def upgrade() -> None:
    """A line keeps its text under the key that says so; so does what open requests to go back name."""
    op.add_column("line", sa.Column("said", sa.Text(), nullable=False, server_default="{}"))
    _rewritten("line", ("table_id", "no"), "text", "said", _as_told)
    op.drop_column("line", "text")
    _rewritten("petition", ("table_id", "no"), "before", "before", lambda text: _as_told(text) if text else "")


def downgrade() -> None:
    """Sentences again: those that were; of facts only the key."""
    op.add_column("line", sa.Column("text", sa.Text(), nullable=False, server_default=""))
    _rewritten("line", ("table_id", "no"), "said", "text", _text)
    op.drop_column("line", "said")
    _rewritten("petition", ("table_id", "no"), "before", "before", lambda raw: _text(raw) if raw else "")


def _as_told(text: str) -> str:
    return json.dumps({"key": "as_told", "values": {"text": text}}, ensure_ascii=False)


def _text(raw: str) -> str:
    said = json.loads(raw)
    return str(said.get("values", {}).get("text", said["key"]))


def _rewritten(table: str, ids: tuple[str, ...], old: str, new: str, made: Callable[[str], str]) -> None:
    """Fill a column from another, a part of the rows at a time."""
    connection, rows = op.get_bind(), sa.table(table, *(sa.column(name) for name in dict.fromkeys((*ids, old, new))))
    found = connection.execute(sa.select(*(rows.c[name] for name in ids), rows.c[old])).all()
    here = sa.and_(*(rows.c[name] == sa.bindparam(f"_{name}") for name in ids))
    change = sa.update(rows).where(here).values({new: sa.bindparam("_made")})
    for start in range(0, len(found), PART):
        part = found[start : start + PART]
        values = [{**{f"_{name}": row[i] for i, name in enumerate(ids)}, "_made": made(row[len(ids)])} for row in part]
        connection.execute(change, values)
