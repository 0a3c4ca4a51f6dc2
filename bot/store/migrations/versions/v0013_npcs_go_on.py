"""When the NPCs of a table give their next answers, if they have not finished."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it. A game that stopped among NPCs goes on at once; for any other this is found out, and nothing happens."""
    op.add_column("game_table", sa.Column("goes_on_at", sa.Float(), nullable=True))
    op.create_index("ix_game_table_goes_on_at", "game_table", ["goes_on_at"])
    op.execute("UPDATE game_table SET goes_on_at = 0 WHERE state = 'running'")


def downgrade() -> None:
    """Take it away."""
    op.drop_index("ix_game_table_goes_on_at", "game_table")
    op.drop_column("game_table", "goes_on_at")
