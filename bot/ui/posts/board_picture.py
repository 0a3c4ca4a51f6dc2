"""The board in the posts of a table."""

from __future__ import annotations

from bot.contract.posts import PostButton, PostPicture
from bot.contract.records import News
from bot.ui.lookup.map import BOARD, PHONE
from bot.ui.words.presentations import presentation_of
from bot.ui.words.wording import said_of, table_text
from engine.core.game import View


def picture(news: News) -> PostPicture:
    """Return the board as it is now; what has changed since the last picture in the channel is marked."""
    return picture_of_changes(news, news.after, news.closing or news.since)


def at_the_end(news: News) -> list[PostPicture]:
    """Return the board at the end of the round that has ended, if there is one."""
    return [picture_of_changes(news, news.closing, news.since)] if news.closing is not None else []


def picture_of_changes(news: News, view: View, since: View | None) -> PostPicture:
    """Return a board with what has changed since another."""
    shown = {"show": PHONE} if regional(news.info.game, view, since) else {}
    return PostPicture("board", view, news.info.game, options={**shown, "since": since} if since is not None else {})


def beside(news: News) -> list[PostPicture]:
    """Return the pictures beside the board that show what the phase before has changed."""
    atlas, game = presentation_of(news.info.game).atlas, news.info.game
    if atlas is None or news.since is None:
        return []
    shown = {name: atlas.side_picture(news.after, name, "") for name in atlas.pictures_to_post(news.after, news.since)}
    return [PostPicture(name, news.after, game, f"{name}.png", dict(side.options)) for name, side in shown.items()]


def other_look(news: News) -> tuple[PostButton, ...]:
    """Return the button for the whole board below a part of it, or for the close-up below the whole board."""
    game = news.info.game
    if regional(news.info.game, news.after, news.closing or news.since):
        return (PostButton(table_text("map.board"), "map_show", BOARD),)
    return close_up(game)


def close_up(game: str) -> tuple[PostButton, ...]:
    """Return the button for the board of a phone, where a game has one."""
    atlas = presentation_of(game).atlas
    there = atlas is not None and PHONE in atlas.shows
    return (PostButton(said_of(game, f"map.{PHONE}"), "map_show", PHONE),) if there else ()


def regional(game: str, view: View, since: View | None) -> bool:
    """Return whether all that has changed on the board lies in one region of it."""
    atlas = presentation_of(game).atlas
    if atlas is None or since is None or PHONE not in atlas.shows:
        return False
    changed = set(atlas.changed_areas(view, since))
    return bool(changed) and any(
        changed <= set(atlas.within(view, f"region:{region}", ())) for region, _ in atlas.regions(view)
    )
