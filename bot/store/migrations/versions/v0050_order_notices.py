"""Whether somebody is told by DM what orders have answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """As long as nobody wants otherwise."""
    op.add_column("preference", sa.Column("order_notices", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("preference", "order_notices")
