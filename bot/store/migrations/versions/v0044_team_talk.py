"""Whether the members of a team write to one another at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it: at no table of today they do."""
    op.add_column("game_table", sa.Column("team_talk", sa.String(), nullable=False, server_default="no"))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("game_table", "team_talk")
