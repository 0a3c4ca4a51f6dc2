"""More preferences; a time zone that nobody has set is empty."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    for name in ("zone_asked", "discreet"):
        op.add_column("preference", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("preference", sa.Column("turn_notices", sa.String(), nullable=False, server_default="off"))
    op.add_column("preference", sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute(
        "UPDATE preference SET zone = '', quiet_from = 23, quiet_to = 7"
        " WHERE zone = 'UTC' AND quiet_from = 0 AND quiet_to = 0"
    )


def downgrade() -> None:
    """Take them away."""
    op.execute("UPDATE preference SET zone = 'UTC', quiet_from = 0, quiet_to = 0 WHERE zone = ''")
    for name in ("pictures", "turn_notices", "discreet", "zone_asked"):
        op.drop_column("preference", name)
