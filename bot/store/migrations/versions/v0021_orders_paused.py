"""Standing orders that pause, of which several ways of one kind can stand; and why an order of a seat stopped last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

NEW = ("way", "paused", "turn", "turn_acts")


def upgrade() -> None:
    """The orders that stand go on standing."""
    op.add_column("seat", sa.Column("stopped", sa.Text(), nullable=False, server_default=""))
    _made_anew(
        ("kind", "way"),
        (
            sa.Column("paused", sa.Boolean(), nullable=False),
            sa.Column("turn", sa.String(), nullable=False),
            sa.Column("turn_acts", sa.Integer(), nullable=False),
        ),
        lambda row: {**row, "way": row["line"].split(": ")[1].split()[0], "paused": False, "turn": "", "turn_acts": 0},
    )


def downgrade() -> None:
    """One order of each kind: the last one made."""
    op.drop_column("seat", "stopped")
    _made_anew(("kind",), (), lambda row: {name: row[name] for name in row if name not in NEW})


def _made_anew(
    key: tuple[str, ...], more: tuple[sa.Column[Any], ...], changed: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> None:
    """The table with another key and further columns, its rows changed so; of two with one key the later stands."""
    rows = op.get_bind().execute(sa.text("SELECT * FROM standing_order ORDER BY made_at")).mappings().all()
    op.drop_table("standing_order")
    table = op.create_table(
        "standing_order",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in key),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("not_before", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("acted_at", sa.Float(), nullable=False),
        sa.Column("acts", sa.Integer(), nullable=False),
        *more,
        sa.PrimaryKeyConstraint("table_id", "number", *key),
    )
    kept = {
        tuple(row[name] for name in ("table_id", "number", *key)): row for row in (changed(dict(row)) for row in rows)
    }
    if kept:
        op.bulk_insert(table, [dict(row) for row in kept.values()])
