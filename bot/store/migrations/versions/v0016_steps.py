"""How many questions of its own a seat has been asked since the question that is put to all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None so far."""
    op.add_column("seat", sa.Column("steps", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("seat", "steps")
