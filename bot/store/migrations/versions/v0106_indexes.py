"""Indexes for what is asked of all tables and of all waiting posts; the channels of DMs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0105"
branch_labels = None
depends_on = None

INDEXES = (
    ("ix_game_table_guild_state", "game_table", ("guild", "state")),
    ("ix_game_table_host_state", "game_table", ("host", "state")),
    ("ix_game_table_over_at", "game_table", ("over_at",)),
    ("ix_outbox_next_at", "outbox", ("next_at",)),
)


def upgrade() -> None:
    """Add the indexes and the column."""
    op.add_column("preference", sa.Column("dm_channel", sa.BigInteger(), nullable=True))
    for name, table, columns in INDEXES:
        op.create_index(name, table, list(columns))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("preference", "dm_channel")
    for name, table, _ in INDEXES:
        op.drop_index(name, table)
