"""The board in the posts of a table."""

from __future__ import annotations

from bot.contract.posts import PostButton, PostPicture, PostRow
from bot.contract.records import News
from bot.ui.lookup.map import PHONE
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import said_of
from engine.core.game import View


def picture(news: News) -> PostPicture:
    """Return the board as it is now; what has changed since the last picture in the channel is marked."""
    return picture_of_changes(news, news.after, news.closing or news.since)


def at_the_end(news: News) -> list[PostPicture]:
    """Return the board at the end of the round that has ended, if there is one."""
    return [picture_of_changes(news, news.closing, news.since)] if news.closing is not None else []


def picture_of_changes(news: News, view: View, since: View | None) -> PostPicture:
    """Return a board with what has changed since another."""
    return PostPicture("board", view, news.info.game, options={"since": since} if since is not None else {})


def beside(news: News) -> list[PostPicture]:
    """Return the pictures beside the board that show what the phase before has changed."""
    atlas, game = presentation_of(news.info.game).atlas, news.info.game
    if atlas is None or news.since is None:
        return []
    shown = {name: atlas.side_picture(news.after, name, "") for name in atlas.pictures_to_post(news.after, news.since)}
    return [PostPicture(name, news.after, game, f"{name}.png", dict(side.options)) for name, side in shown.items()]


def close_up(game: str) -> list[PostRow]:
    """Return the button for the board of a phone, where a game has one."""
    atlas = presentation_of(game).atlas
    there = atlas is not None and PHONE in atlas.shows
    return [PostRow((PostButton(said_of(game, f"map.{PHONE}"), "map_show", PHONE),))] if there else []
