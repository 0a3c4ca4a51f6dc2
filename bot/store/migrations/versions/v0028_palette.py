"""In which colours somebody's own pictures are drawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """As everybody's."""
    op.add_column("preference", sa.Column("palette", sa.String(), nullable=False, server_default="standard"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("preference", "palette")
