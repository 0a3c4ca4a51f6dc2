"""When a lobby has changed last, and the alarm that asks its host about one in which nothing does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

TWO_WEEKS = 14 * 86400


def upgrade() -> None:
    """Lobbies that are there count from when they were opened."""
    op.add_column("game_table", sa.Column("lobby_changed_at", sa.Float(), nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE game_table SET lobby_changed_at = opened_at WHERE state = 'lobby'"))
    alarms = (
        "INSERT INTO alarm (table_id, number, kind, ask_no, at, length, body, made_at) "
        "SELECT id, 0, 'idle', 0, opened_at + :span, 0, '{}', opened_at FROM game_table WHERE state = 'lobby'"
    )
    op.execute(sa.text(alarms).bindparams(span=TWO_WEEKS))


def downgrade() -> None:
    """Lobbies stay open for ever."""
    op.execute(sa.text("DELETE FROM alarm WHERE kind = 'idle'"))
    op.drop_column("game_table", "lobby_changed_at")
