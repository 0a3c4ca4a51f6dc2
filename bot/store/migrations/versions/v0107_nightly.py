"""Indexes of what the night has to look at, so that it reads nothing else; whether a table names nobody any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0107"
down_revision = "0106"
branch_labels = None
depends_on = None

INDEXES = (
    ("ix_game_table_unthinned", "over_at", "thinned IS 0", "thinned IS false"),
    ("ix_game_table_named", "over_at", "unnamed IS 0", "unnamed IS false"),
    ("ix_game_table_lobby", "opened_at", "state = 'lobby'", "state = 'lobby'"),
)


def upgrade() -> None:
    """Add the column and the indexes."""
    op.add_column("game_table", sa.Column("unnamed", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name, column, lite, postgresql in INDEXES:
        op.create_index(name, "game_table", [column], sqlite_where=sa.text(lite), postgresql_where=sa.text(postgresql))


def downgrade() -> None:
    """Drop them."""
    for name, *_ in INDEXES:
        op.drop_index(name, "game_table")
    op.drop_column("game_table", "unnamed")
