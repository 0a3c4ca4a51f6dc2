"""Requests of all kinds, offers made for somebody who is away, and when somebody was last at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ASKER = "(SELECT {0} FROM seat WHERE seat.table_id = petition.table_id AND seat.number = petition.number)"


def upgrade() -> None:
    """All requests so far are to go back, and whoever asks sits there."""
    texts = {"kind": "back", "person_name": "", "receiver_name": "", "absent_name": ""}
    for name, default in texts.items():
        op.add_column("petition", sa.Column(name, sa.String(), nullable=False, server_default=default))
    for name in ("person", "receiver", "moderator"):
        op.add_column("petition", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("petition", sa.Column("target", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("petition", sa.Column("absent", sa.BigInteger(), nullable=True))
    op.create_index("ix_petition_absent", "petition", ["absent"])
    person, name = ASKER.format("person"), ASKER.format("person_name")
    op.execute(f"UPDATE petition SET person = coalesce({person}, 0), person_name = coalesce({name}, '')")  # noqa: S608 - no names of others
    op.drop_column("offer", "returns")
    op.add_column("offer", sa.Column("absent", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "presence",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Forget it; requests of other kinds are gone."""
    op.drop_table("presence")
    op.drop_column("offer", "absent")
    op.add_column("offer", sa.Column("returns", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("DELETE FROM petition WHERE kind != 'back'")
    op.drop_index("ix_petition_absent", "petition")
    for name in (
        "absent", "target", "moderator", "receiver", "person", "absent_name", "receiver_name", "person_name", "kind",
    ):  # fmt: skip
        op.drop_column("petition", name)
