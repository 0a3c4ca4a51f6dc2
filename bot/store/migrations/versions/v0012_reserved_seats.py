"""Whose a seat was in the file of a game that was brought here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No seat so far waits for its person."""
    op.add_column("seat", sa.Column("reserved", sa.BigInteger(), nullable=True))
    op.create_index("ix_seat_reserved", "seat", ["reserved"])


def downgrade() -> None:
    """Take it away."""
    op.drop_index("ix_seat_reserved", "seat")
    op.drop_column("seat", "reserved")
