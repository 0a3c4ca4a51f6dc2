"""Whether a seat has said something ahead, so that its orders are read only then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

SOME = "EXISTS (SELECT 1 FROM {0} WHERE {0}.table_id = seat.table_id AND {0}.number = seat.number)"


def upgrade() -> None:
    """Those with orders or a plan have."""
    op.add_column("seat", sa.Column("ordered", sa.Boolean(), nullable=False, server_default=sa.false()))
    some = " OR ".join(SOME.format(table) for table in ("standing_order", "queued"))
    op.execute(sa.text(f"UPDATE seat SET ordered = true WHERE {some}"))  # noqa: S608 - no names of others


def downgrade() -> None:
    """Take it away."""
    op.drop_column("seat", "ordered")
