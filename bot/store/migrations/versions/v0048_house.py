"""Several processes at one database: lanes, beats, facts of the house, shares of Discord's limit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No process has told anything yet."""
    op.create_table(
        "lane_lease",
        sa.Column("lane", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("lane"),
    )
    op.create_index("ix_lane_lease_owner", "lane_lease", ["owner"])
    op.create_table(
        "house",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.Column("beat_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "house_fact",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "rate_share",
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("wanted", sa.Float(), nullable=False),
        sa.Column("per_second", sa.Integer(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("process"),
    )


def downgrade() -> None:
    """Forget what they told one another."""
    for name in ("rate_share", "house_fact", "house"):
        op.drop_table(name)
    op.drop_index("ix_lane_lease_owner", "lane_lease")
    op.drop_table("lane_lease")
