"""The board in the posts of a table."""

from __future__ import annotations

from bot.contract import News, Picture


def picture(news: News) -> Picture:
    """The board as it is now; what has changed since the last picture in the channel is marked."""
    marked = {"since": news.since} if news.since is not None else {}
    return Picture("board", news.after, news.info.game, options=marked)
