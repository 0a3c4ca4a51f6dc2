"""What a request to change the times of a table would set otherwise."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Requests that are open set nothing."""
    op.add_column("petition", sa.Column("body", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    """Requests to change the times are forgotten."""
    op.execute(
        "DELETE FROM alarm WHERE kind = 'petition' AND table_id IN (SELECT table_id FROM petition WHERE kind = 'times')"
    )
    op.execute("DELETE FROM petition WHERE kind = 'times'")
    op.drop_column("petition", "body")
