"""Alembic's entry: runs over the connection of the bot, or over `sqlalchemy.url` from the command line."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from bot.store.all_models import METADATA


def run(connection: Connection) -> None:
    """Run the migrations over that connection; SQLite changes tables by copying them."""
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    engine = create_engine(context.config.get_main_option("sqlalchemy.url") or "sqlite:///nisaba.db")
    with engine.connect() as opened:
        run(opened)
    engine.dispose()
