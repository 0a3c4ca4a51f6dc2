"""Who has been asked not to sit at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody so far."""
    op.add_column("game_table", sa.Column("removed", sa.Text(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("game_table", "removed")
