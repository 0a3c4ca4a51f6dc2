"""The post that ends a game: places, reason, and the secret number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.contract.posts import ENDS, Attached, Part, Post, PostButton, PostPicture, PostRow, Rule, Words
from bot.contract.records import News, TurnEnd
from bot.contract.tables import Person, Standing, TableInfo
from bot.ui.lookup.points_chart import drawn_from
from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.posts import board_picture
from bot.ui.words.paragraphs import npcs_of, paragraphs, story
from bot.ui.words.wording import fit_lines, in_order, length, plainly, seat, seat_of, table_text, totals
from engine.core.game import Outcome, View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.review import reviewer_of
from engine.core.summary import Summary
from engine.core.text import words
from engine.games import GAMES

LINE: Final = 90
HELD: Final = 1200
NAMED: Final = 2  # winners named in the heading; more are counted
TOLD: Final = 4  # seats told with more than their points
PART: Final = " · "
BRIEF: Final = 2  # parts of a standing that are told of many seats
LEAST_TOLD: Final = 3  # points a line needs to say more than the two numbers at its ends


def end_post(news: News, names: Names, summary: Summary) -> Post:
    """Return the post of how the game ended: winner, seed of the shuffles, a mention of all players."""
    info, view, outcome = news.info, news.after, news.outcome
    told = story(paragraphs((*news.earlier, *news.events), names, summary, npcs_of(info)), LINE)
    happened = "\n".join(told.lines)
    ranking = [*places(info, view, outcome, names, summary), *totals(view, summary)]
    untold = [line for line in reasons(news, summary) if line not in happened]
    first = [head(info, view, outcome, names, summary), *ranking, *lead_line(news, names, summary), *untold]
    parts: list[Part] = [Words("\n".join(first)), *(chart(news, summary.charted) if summary.charted else [])]
    parts += [Rule(), Words(happened)] if happened else []
    parts += [board_picture.picture(news)] if summary.board(view) else []
    parts += [Words(table_text("over.fair", seed=news.seed))] if news.seed else []
    parts += [Attached(f"{info.game}-{info.id.lower()}.json"), PostRow(again()), *reviewing(info)]
    ring = tuple(dict.fromkeys(s.person.id for s in info.seats if s.person is not None))
    mentions = () if info.alone else ring
    return Post("end", tuple(parts), mentions=mentions, slot=f"{ENDS}{info.id}", moves=True)


def head(info: TableInfo, view: View, outcome: Outcome | None, names: Names, summary: Summary) -> str:
    """Return a text such as `Table 1K9 ends · victory of Ana with 61 points`."""
    if outcome is None or not outcome.winners:
        return table_text("over.head_plain", id=info.id)
    if len(outcome.winners) > NAMED:
        return table_text("over.head_many", id=info.id, n=len(outcome.winners))
    winners = list_of([phrase_of(info, slug, names) for slug in outcome.winners])
    if outcome.outright:
        return table_text("over.head_outright", id=info.id, civs=winners)
    return table_text("over.head", id=info.id, civs=winners, points=summary.winning_score(view, outcome))


def phrase_of(info: TableInfo, slug: str, names: Names) -> str:
    """Return the name of a seat's civilization inside a sentence."""
    owner = seat_of(info, slug)
    return names.phrase("civ", owner.civ or slug if owner else slug)


def places(
    info: TableInfo, view: View, outcome: Outcome | None, names: Names, summary: Summary, *, whole: bool = False
) -> list[str]:
    """Return everyone's place and points; if there are few, with what they have. `whole`: of all of them, and where the
    points came from.
    """
    if outcome is None:
        return as_it_stood(info, view, names, summary, whole=whole)
    ranked = outcome.order or tuple(sorted(outcome.scores, key=lambda slug: -outcome.scores[slug]))
    lines = []
    for slug in ranked:
        owner, score = seat_of(info, slug), outcome.scores[slug]
        place = outcome.place(slug)
        who = seat(owner, names, bold=True) if owner else names.name("civ", slug)
        final = summary.final(view, owner.civ if owner else slug, score)
        brief = not whole and len(ranked) > TOLD
        lines.append(table_text("over.line", place=place, civ=who, final=final.partition(PART)[0] if brief else final))
        won = summary.origins(view, owner.civ if owner else slug) if whole else ""
        lines += [table_text("over.origins", origins=won)] if won else []
    return lines


def as_it_stood(info: TableInfo, view: View, names: Names, summary: Summary, *, whole: bool) -> list[str]:
    """Return everyone's standing when the game was ended early, without places."""
    there = in_order(info, summary, view)
    parts = None if whole or len(there) <= TOLD else BRIEF
    found = [(seat_of(info, slug), PART.join(summary.standing(view, slug).split(PART)[:parts])) for slug in there]
    return [f"{seat(owner, names, bold=True)} {there}" for owner, there in found if owner is not None and there]


def again() -> tuple[PostButton, ...]:
    """Return the buttons for the next game and to look back at this one; another scenario is under More."""
    return (
        PostButton(table_text("button.rematch"), "again", style="primary"),
        PostButton(table_text("button.result"), "result"),
        PostButton(table_text("button.replay"), "replay"),
        PostButton(table_text("button.figures"), "figures"),
        PostButton(table_text("button.more"), "more"),
    )


def reviewing(info: TableInfo) -> list[PostRow]:
    """Return the button for who wants their own decisions reviewed, for games that have that."""
    there = reviewer_of(GAMES.get(info.game)) is not None and not info.guided
    return [PostRow((PostButton(words("coach.button.review"), "review"),))] if there else []


def lead_line(news: News, names: Names, summary: Summary) -> list[str]:
    """Return since which turn the winner led until the end; empty if several did."""
    course = news.ending.course if news.ending else ()
    winner = news.outcome.winners[0] if news.outcome and len(news.outcome.winners) == 1 else ""
    if not course or winner not in course[-1].points or len(course[-1].points) < 2:
        return []
    behind = [n for n, end in enumerate(course) if end.points.get(winner, 0) <= _best_other(end, winner)]
    at = behind[-1] + 1 if behind else 0
    if at == len(course):
        return []
    then, own = course[at], phrase_of(news.info, winner, names)
    filled = {"civ": own, "turn": summary.turn(then.era, then.turn), "own": then.points[winner]}
    return [table_text("over.ahead", **filled, best=_best_other(then, winner))]


def _best_other(end: TurnEnd, winner: str) -> int:
    return max((n for seat, n in end.points.items() if seat != winner), default=0)


def chart(news: News, drawing: str) -> list[Part]:
    """Return the points after every turn as a picture, if there were two turns at least and any points at all."""
    course = news.ending.course if news.ending else ()
    if len(course) < LEAST_TOLD or not any(any(end.points.values()) for end in course):
        return []
    return [PostPicture(drawing, news.after, news.info.game, "chart.png", drawn_from(course))]


def hands(info: TableInfo, held: Mapping[str, Sequence[str]], names: Names) -> list[str]:
    """Return what everyone held at the end."""
    lines = []
    for slug, cards in held.items():
        owner = seat_of(info, slug)
        who = seat(owner, names, bold=True) if owner else names.name("civ", slug)
        named = list_of([names.name("card", card) for card in cards]) if cards else table_text("over.no_cards")
        lines.append(table_text("over.hand", civ=who, cards=named))
    return [table_text("over.hands"), *lines] if any(held.values()) else []


def result_screen(standing: Standing, held: Mapping[str, Sequence[str]], names: Names, summary: Summary) -> Screen:
    """Return the result of a game in full: places, where the points came from, and all hands."""
    info, view = standing.info, standing.view
    ranking = [*places(info, view, standing.outcome, names, summary, whole=True), *totals(view, summary)]
    told = ["\n".join([table_text("over.result", id=info.id), *ranking])]
    told += [fit_lines(hands(info, held, names), HELD)] if any(held.values()) else []
    return Screen((*map(Text, told), Row((Button(table_text("button.log"), "log", lasting=True),))), info.id.lower())


def reasons(news: News, summary: Summary) -> list[str]:
    """Return why the game ended, and how long it took."""
    info, lines = news.info, []
    if news.outcome is not None and news.outcome.reason:
        lines.append(summary.reason(news.outcome))
    by, reason = news.said.get("person"), plainly(str(news.said.get("reason", "")))
    if isinstance(by, Person):
        who = plainly(by.name)
        who = table_text("petition.moderator", who=who).rstrip(",") if news.said.get("moderator") else who
        lines.append(table_text("over.ended_reason" if reason else "over.ended_by", who=who, reason=reason))
    if "alone" in news.said:
        lines.append(table_text("over.alone", n=news.said["alone"]))
    if info.started_at is not None and info.over_at is not None:
        lines.append(length_text(summary.length(news.after), info.started_at, info.over_at))
    return lines


def length_text(turns: str, begun: datetime, over: datetime) -> str:
    """Return the number of turns and the duration: `10 turns, 41 days.`"""
    told = table_text("over.lasted", length=length((over - begun).total_seconds()))
    return f"{turns}, {told}" if turns else told
