"""The team that a seat has chosen in the lobby of a game of teams."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No seat has chosen any."""
    op.add_column("seat", sa.Column("team", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Teams chosen are dealt by lot."""
    op.drop_column("seat", "team")
