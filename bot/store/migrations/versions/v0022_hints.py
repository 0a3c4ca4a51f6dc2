"""Whether a guided game is explained on the way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those so far were."""
    op.add_column("game_table", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("game_table", "hints")
