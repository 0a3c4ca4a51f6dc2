"""What people want of reminders, when they were last reminded, and how many questions ran out without a look."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody is reminded as the pace says, of several tables at once."""
    op.add_column("preference", sa.Column("reminders", sa.String(), nullable=False, server_default="all"))
    op.add_column("preference", sa.Column("ping_hours", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("preference", sa.Column("bundle", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("preference", sa.Column("reminded_at", sa.Float(), nullable=False, server_default="0"))
    op.add_column("preference", sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget them."""
    for name in ("missed", "reminded_at", "bundle", "ping_hours", "reminders"):
        op.drop_column("preference", name)
