"""Whether somebody had left a rated game before its end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games with anybody who had left were not rated."""
    op.add_column("result", sa.Column("has_left", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """What is kept of seats that others had at the end goes."""
    op.execute("DELETE FROM result WHERE number >= 100 AND has_left")
    op.drop_column("result", "has_left")
