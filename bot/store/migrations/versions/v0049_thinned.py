"""Which games have let go of positions that follow from others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it: none has."""
    op.add_column("game_table", sa.Column("thinned", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take it away; whatever was let go of stays so."""
    op.drop_column("game_table", "thinned")
