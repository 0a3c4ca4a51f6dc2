"""Whether somebody is told by DM to be next while a window is open, and that an action may be queued."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """As long as nobody wants otherwise."""
    op.add_column("preference", sa.Column("next_notices", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("preference", "next_notices")
