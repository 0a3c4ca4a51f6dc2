"""Whether players at a table may ask the computer for advice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0109"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("game_table", sa.Column("advice", sa.Text(), nullable=False, server_default="off"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game_table", "advice")
