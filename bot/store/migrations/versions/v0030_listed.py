"""Whether people of its server find a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """They do, unless its host says otherwise."""
    op.add_column("game_table", sa.Column("listed", sa.String(), nullable=False, server_default="yes"))


def downgrade() -> None:
    """Nobody finds any."""
    op.drop_column("game_table", "listed")
