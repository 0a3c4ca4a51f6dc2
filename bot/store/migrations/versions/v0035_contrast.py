"""How somebody's own screens and pictures look: contrast, size, order of words, emoji."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """As everybody's."""
    op.add_column("preference", sa.Column("contrast", sa.String(), nullable=False, server_default="normal"))
    op.add_column("preference", sa.Column("size", sa.String(), nullable=False, server_default="normal"))
    op.add_column("preference", sa.Column("words", sa.String(), nullable=False, server_default="usual"))
    op.add_column("preference", sa.Column("emoji", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Forget them."""
    for name in ("emoji", "words", "size", "contrast"):
        op.drop_column("preference", name)
