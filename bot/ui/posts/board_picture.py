"""The board in the posts of a table."""

from __future__ import annotations

from bot.posts import PostPicture
from bot.values import News
from engine.core.game import View


def picture(news: News) -> PostPicture:
    """The board as it is now; what has changed since the last picture in the channel is marked."""
    return marked(news, news.after, news.closing or news.since)


def at_the_end(news: News) -> list[PostPicture]:
    """The board at the end of the round that has ended, if there is one."""
    return [marked(news, news.closing, news.since)] if news.closing is not None else []


def marked(news: News, view: View, since: View | None) -> PostPicture:
    """A board with what has changed since another."""
    return PostPicture("board", view, news.info.game, options={"since": since} if since is not None else {})
