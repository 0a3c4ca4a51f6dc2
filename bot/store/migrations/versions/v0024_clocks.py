"""Time to answer: what a table has agreed on, what each seat has used of it, weekends and vacations of people."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

ADDED: dict[str, list[tuple[str, Any, str | None]]] = {
    "game_table": [
        ("late", sa.String(), "'offer'"),
        ("clock", sa.String(), "'move'"),
        ("bank_hours", sa.Integer(), "72"),
        ("refill_hours", sa.Integer(), "24"),
        ("weekends", sa.String(), "'run'"),
        ("paused_until", sa.Float(), "0"),
    ],
    "seat": [
        ("clock_point", sa.Integer(), "-1"),
        ("clock_length", sa.Float(), "0"),
        ("clock_used", sa.Float(), "0"),
        ("clock_since", sa.Float(), None),
        ("bank", sa.Float(), None),
        ("bank_turn", sa.String(), "''"),
        ("extended", sa.String(), "''"),
        ("stood_in", sa.Integer(), "0"),
    ],
    "preference": [
        ("off_days", sa.Boolean(), "false"),
        ("away_from", sa.Float(), "0"),
        ("away_until", sa.Float(), "0"),
        ("away_mode", sa.String(), "''"),
    ],
}


def upgrade() -> None:
    """Tables have the time of their pace, and nobody is away."""
    for table, columns in ADDED.items():
        for name, kind, default in columns:
            given = None if default is None else sa.text(default)
            op.add_column(table, sa.Column(name, kind, nullable=default is None, server_default=given))
    op.create_table(
        "away",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("starts", sa.Float(), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
    )
    op.create_index("ix_away_person", "away", ["person"])


def downgrade() -> None:
    """Nobody has a clock."""
    op.drop_table("away")
    op.execute("DELETE FROM alarm WHERE kind IN ('late', 'seek', 'resume', 'back')")
    for table, columns in ADDED.items():
        for name, _, _ in columns:
            op.drop_column(table, name)
