"""Ships and the moves after them on one screen: the moves are lodged ahead, and made when their turn has come."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from bot.contract.tables import Refused
from bot.games.civ.joined import (
    BUILD,
    BUY,
    FLEET,
    FREE,
    KEEP,
    LESS,
    TYPE,
    VERB,
    JoinedStep,
    picks_of,
    walk_steps,
    with_choice,
)
from bot.ui.parts import Button, Line, Menu, Part, Row, Text, choice, short
from bot.ui.questions.controls import as_choice
from bot.ui.questions.draft import DraftAnswers, DraftState, draft_state
from bot.ui.questions.groups import find_group, group_menu, group_options, rank_options
from bot.ui.questions.plan_line import add, more, set_line, without
from bot.ui.questions.plan_screen import progress
from bot.ui.questions.preview import contested_text
from engine.civ.geography import area_of
from engine.civ.movement import DONE
from engine.civ.moves import move_of
from engine.civ.presentation.board import nation
from engine.civ.presentation.facts import TAXING, tax_row
from engine.civ.presentation.fleet_lines import FleetLine, fleet_line
from engine.civ.presentation.lines import move_text
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.shorthands import shortcuts
from engine.core.naming import Named, WrongLine, fold

MOVES: Final = "movement.tokens"
SHORTHAND: Final = "movement.shorthand"
GROUP: Final = "movement.group"
TAX: Final = "tax_rate"
LAST: Final = ("tax", "last")
MOST: Final = 1300
HOLD: Final = "hold"


def plan_moves(stage: DraftState, steps: Sequence[JoinedStep]) -> DraftState | None:
    """Return the moves as they are planned behind these ships, as far as these leave tokens; None where no moves
    follow.
    """
    if stage.key not in FLEET:
        return None
    try:
        there = stage.there.planning([step.picks for step in steps])
    except Refused:
        return None
    if there is None or there.sheet.request is None or there.sheet.request.key != MOVES:
        return None
    plan = DraftAnswers(group="".join(stage.work.note(GROUP))).with_plan(MOVES, planned_moves(stage))
    march = draft_state(there, stage.presentation, plan, stage.makers)
    return _fitted(march, planned_moves(stage)) if march.dropped else march


def _fitted(march: DraftState, wanted: Sequence[str]) -> DraftState:
    """Each move with as many tokens as are left for it; those left out for which there are none."""
    kept = march.work.plan
    for token in wanted[len(kept) :]:
        march = replace(march, work=march.work.with_plan(MOVES, kept))
        march = draft_state(march.there, march.presentation, march.work, march.makers)
        kept = (*kept, *_as_far(march.ask.options if march.ask else (), token))
    return draft_state(march.there, march.presentation, march.work.with_plan(MOVES, kept), march.makers)


def _as_far(options: Sequence[str], token: str) -> tuple[str, ...]:
    """Return the same move with as many tokens as can make it, at most those given; empty if none can."""
    move, found = move_of(token), [move_of(option) for option in options if option != DONE]
    alike = [one for one in found if one._replace(n=move.n) == move and 0 < one.n <= move.n]
    return (max(alike, key=lambda one: one.n).as_text,) if alike else ()


def left_out(stage: DraftState, march: DraftState) -> str:
    """Return the moves that the ships leave too few tokens for."""
    short_of = [move_text(token) for token in planned_moves(stage) if token not in march.work.plan]
    return stage.words("play.joined.beyond", list=", ".join(short_of)) if short_of else ""


def is_aboard(march: DraftState | None) -> bool:
    """Return whether the moves end with tokens aboard a ship: they must land first (CIV §8.4)."""
    return march is not None and march.ask is not None and DONE not in march.ask.options


def planned_moves(stage: DraftState) -> tuple[str, ...]:
    """Return the moves planned, without the end."""
    return tuple(pick for pick in stage.work.note(MOVES) if pick != DONE)


def moves_parts(stage: DraftState, march: DraftState | None) -> list[Part]:
    """Return the moves below the ships: what is planned and what it leads to, menus that add, a line to type."""
    if march is None:
        return []
    facts = [
        progress(march),
        left_out(stage, march),
        contested_text(march),
        march.lines.placed(march.scene) if march.lines.placed else "",
    ]
    told = "\n".join(filter(None, facts if march.work.plan else [march.question_facts(), left_out(stage, march)]))
    held = [stage.words("play.joined.holding")] if stage.work.note(MOVES) == (DONE,) else []
    title = stage.words("play.joined.label.movement.tokens")
    texts = [Text(short("\n".join([f"**{title}**", *held, told]), MOST))]
    return [*texts, *_shorthands(march), *_adding(march), Row((Button(stage.words("play.button.line"), TYPE, MOVES),))]


def _shorthands(march: DraftState) -> list[Part]:
    lines = shortcuts(march.scene) if march.request is not None else []
    choices = tuple(choice(line, shorthand_name(march, line)) for line in lines)
    return [Menu(march.words("play.shortcut.menu"), VERB, choices, SHORTHAND)] if choices else []


def shorthand_name(stage: DraftState, line: str) -> str:
    """Return what a shorthand does, in words."""
    word, _, about = line.partition(" ")
    area, _, n = about.rpartition(" ")
    return stage.words(f"play.shortcut.{word}", area=area, n=n, region=about)


def _adding(march: DraftState) -> list[Part]:
    """Single moves, in groups by where they start."""
    options = rank_options([march.option(token) for token in (march.ask.options if march.ask else ()) if token != DONE])
    groups = group_options(options, march.questions.regions)
    group = find_group(groups, march.work.group) if groups else None
    here = tuple(as_choice(option) for option in (group.options if group else options))
    menu = Menu(march.words("play.plan.add.movement.tokens"), VERB, here, MOVES, most=len(here), less=LESS)
    where = [structs.replace(group_menu(groups, group), verb=VERB, option=GROUP)] if group else []
    return [*where, menu] if here else []


def add_moves(stage: DraftState, name: str, values: Sequence[str]) -> DraftAnswers:
    """Return the draft with moves chosen from the menus behind those planned. Raises WrongLine, or Refused("stale")."""
    if name == GROUP:
        return with_choice(stage, GROUP, values)
    march = plan_moves(stage, walk_steps(stage))
    if march is None:
        raise Refused("stale")
    if name == SHORTHAND:
        line = next(iter(values), "")
        if line not in shortcuts(march.scene):
            raise Refused("stale")
        return with_choice(stage, MOVES, more(march, line).plan)
    return with_choice(stage, MOVES, add(march, values).plan)


def less_moves(stage: DraftState, token: str) -> DraftAnswers:
    """Return the draft without one of these moves behind the ships. Raises Refused("stale") if none is planned."""
    march = plan_moves(stage, walk_steps(stage))
    if march is None:
        raise Refused("stale")
    return with_choice(stage, MOVES, without(march, token).plan)


def set_march(stage: DraftState, line: str) -> DraftAnswers:
    """Return the draft with ships and moves as the line says; ships that it does not name stay as chosen. Raises
    WrongLine.
    """
    said = fleet_line(line, stage.scene)
    if said.is_said:
        stage = _fitted_out(replace(stage, work=DraftAnswers(group=stage.work.group)), said)
    stage = replace(stage, work=with_choice(stage, MOVES, ()))
    march = plan_moves(stage, walk_steps(stage))
    if march is None or not said.moves:
        return stage.work
    ends = fold(said.moves.rpartition(",")[2]) == HOLD
    plan = () if fold(said.moves) == HOLD else set_line(march, said.moves, ends=False).plan
    return with_choice(stage, MOVES, (*plan, DONE) if ends else plan)


def _fitted_out(stage: DraftState, said: FleetLine) -> DraftState:
    """Every old ship and each new one as the line says. Raises WrongLine."""
    old = [step for step in walk_steps(stage) if step.key == KEEP]
    for step, way in zip(old, said.upkeep([step.request.about[0] for step in old]), strict=True):
        if way and way not in step.ask.options:
            raise WrongLine("no_upkeep", way)
        stage = replace(stage, work=with_choice(stage, step.id, [way])) if way else stage
    built = list[str]()
    for launch in said.launches:
        last = next((step for step in reversed(walk_steps(stage)) if step.key == BUILD), None)
        built.append(launch.among(last.ask.options if last is not None else ()))
        stage = replace(stage, work=with_choice(stage, BUILD, built))
    return stage


def tax_menu(stage: DraftState, bought: Collection[str] = ()) -> list[Part]:
    """Return the menu for the tax rate from the next turn on; empty for a nation without a choice."""
    rates = tax_row(stage.sheet.view, stage.seat, bought) if stage.there.advance is not None else {}
    now = _rate(stage)
    choices = tuple(choice(str(n), told, chosen=n == now) for n, told in rates.items())
    return [Menu(stage.words("play.joined.tax"), TAX, choices)] if choices else []


def _rate(stage: DraftState) -> int:
    """The rate that is set, else that of last turn."""
    rate = _set_rate(stage)
    return int(rate if rate.isdigit() else nation(stage.sheet.view, stage.seat).rate)


def _set_rate(stage: DraftState) -> str:
    """The value of the auto-answer for taxes; nothing for none."""
    return stage.there.advance.value(LAST[0]) if stage.there.advance is not None else ""


def keeps_rate(stage: DraftState, steps: Sequence[JoinedStep]) -> bool:
    """Return whether the rate shown is to be set, because none is yet."""
    shown = stage.key in FLEET or brings_rates(steps)
    return shown and rate_is_open(stage, bought_advances(steps))


def rate_is_open(stage: DraftState, bought: Collection[str] = ()) -> bool:
    """Return whether rates are offered and no auto-answer says which."""
    return not _set_rate(stage) and bool(tax_menu(stage, bought))


def bought_advances(steps: Sequence[JoinedStep]) -> list[str]:
    """Return the advances that are bought or come free as it is chosen now."""
    return [pick for key in (BUY, FREE) for pick in picks_of(steps, key)]


def brings_rates(steps: Sequence[JoinedStep]) -> bool:
    """Return whether an advance is bought with which the rate of tax can be chosen (CIV §5.2)."""
    return any(card in TAXING for card in bought_advances(steps))


def send_label(stage: DraftState, march: DraftState | None, ships: str) -> str:
    """Return the label of the send button: the ships, and the moves if any are planned."""
    if march is None or not stage.work.note(MOVES) or (planned_moves(stage) and not march.work.plan):
        return ships
    going = march.lines.figures(march.scene)["going"]
    return stage.words(
        "play.joined.send.moves" if planned_moves(stage) else "play.joined.send.stay", ships=ships, n=going
    )


def completions(stage: DraftState, head: str) -> list[Named] | None:
    """Return completions of a line of ships and moves after what is typed."""
    if stage.key not in FLEET:
        return None
    try:
        stage = replace(stage, work=set_march(stage, head)) if head else stage
    except WrongLine:
        return []
    steps = walk_steps(stage)
    march, last = plan_moves(stage, steps), steps[-1]
    coasts = dict.fromkeys(area_of(token.rpartition(":")[0]) for token in last.ask.options if token != DONE)
    lines = [f"build {NAMES.name('area', area)}" for area in coasts if last.key == BUILD]
    lines += shortcuts(march.scene) if march is not None and march.request is not None else []
    lines += [move_text(token) or HOLD for token in (march.ask.options if march is not None and march.ask else ())]
    return [Named(line, line, rank=i) for i, line in enumerate(lines)]


def line_field(stage: DraftState) -> Line:
    """Return the field for a line of ships and moves, with what is planned."""
    held = [HOLD] * (DONE in stage.work.note(MOVES))
    there = stage.line or ", ".join([*map(move_text, planned_moves(stage)), *held])
    example = stage.words("play.form.example.ships.build")
    return Line("parts", stage.words("play.form.line"), there, example, least=1, long=True)
