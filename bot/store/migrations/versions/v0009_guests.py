"""Whether people of other servers may look at a table and join it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nowhere so far."""
    op.add_column("game_table", sa.Column("guests", sa.String(), nullable=False, server_default="no"))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("game_table", "guests")
