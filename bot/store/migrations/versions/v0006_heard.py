"""How far a quiet channel has been told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; what has happened so far has been told."""
    op.add_column("game_table", sa.Column("heard", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE game_table SET heard = lines")


def downgrade() -> None:
    """Take it away."""
    op.drop_column("game_table", "heard")
