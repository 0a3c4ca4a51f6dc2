"""When the time agreed on for a game is up, and what the last post of its channel tells of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; no game so far has a limit."""
    op.add_column("game_table", sa.Column("time_up_at", sa.Float(), nullable=True))
    op.add_column("game_table", sa.Column("run", sa.Text(), nullable=False, server_default=""))
    op.create_index("ix_game_table_time_up_at", "game_table", ["time_up_at"])


def downgrade() -> None:
    """Take them away."""
    op.drop_index("ix_game_table_time_up_at", "game_table")
    op.drop_column("game_table", "run")
    op.drop_column("game_table", "time_up_at")
