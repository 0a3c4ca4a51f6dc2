"""The screen of a plan: what is set so far, a menu that adds, a line to type, and what the line got wrong."""

from __future__ import annotations

from collections import Counter

from bot.ui.parts import (
    Button,
    Field,
    Form,
    Line,
    Menu,
    Note,
    Part,
    Pick,
    Row,
    Screen,
    Text,
    choice,
    limits,
    rows,
    short,
)
from bot.ui.questions.any_question import draft_picture, picture_button, show_row
from bot.ui.questions.controls import as_choice
from bot.ui.questions.draft import DraftState, token_name
from bot.ui.questions.frame import dropped_line, foot, heading, screen
from bot.ui.questions.giving_up import asked_once
from bot.ui.questions.groups import find_group, group_menu, group_options, rank_options
from bot.ui.questions.plan_context import ground_of, plan_key, stop_of
from bot.ui.questions.plan_line import fixes
from bot.ui.questions.preview import contested_text, effect, own_changes, stack_words
from engine.core.naming import WrongLine
from engine.core.text import words

OWN = 700
FACTS = 900
MEANT = 60
EXAMPLES = ("first", "second", "third")


def plan_screen(stage: DraftState) -> Screen:
    """Return a plan that is being made, or is complete."""
    n, whole = len(stage.work.plan), stage.whole
    facts, placed = (
        stage.question_facts(),
        stage.lines.placed(stage.scene) if stage.lines.placed else "",
    )
    done = effect(stage, stage.ended) if stage.ended else contested_text(stage)
    told = "\n".join(line for line in (progress(stage), done, placed, _ends(stage)) if line)
    adding = menus(stage) if stage.request is not None else []
    shown = [
        *dropped_line(stage),
        *draft_picture(stage),
        *([Text(short(facts, FACTS))] if facts else []),
        Text(told),
        *adding,
        *_tools(stage),
    ]
    ending = [_send(stage, n, whole), *show_row(stage), foot(stage)]
    return screen(stage.sheet, [heading(stage, plan_title(stage)), *shown, *ending])


def foreseen(stage: DraftState) -> list[Part]:
    """Return what a plan leads to, without controls."""
    placed = stage.lines.placed(stage.scene) if stage.lines.placed else ""
    told = "\n".join(line for line in (stage.question_facts(), progress(stage), contested_text(stage), placed) if line)
    return [heading(stage, plan_title(stage)), Text(told)]


def _ends(stage: DraftState) -> str:
    """Why a complete plan is shown no further; empty if all of it is."""
    ends = stage.request is None and stage.run is not None and stage.run.stopped == "chance"
    return words("play.text.until_chance") if ends else ""


def plan_title(stage: DraftState) -> str:
    """Return what is planned: `Place 7 disks`."""
    key, whole = plan_key(stage), stage.whole
    numbers = {"n": "" if whole is None else whole, **stage.lines.figures(stage.scene)}
    said = {**numbers, "prompt": stage.prompt, "what": _card(stage) or stage.subject()}
    one = f"play.plan.title.{key}.one"
    usual = f"play.plan.title.{key}"
    any_ = usual if stage.has(usual) else "play.plan.title.any"
    return stage.words_or(one if whole == 1 else usual, any_, **said)


def _card(stage: DraftState) -> str:
    """The card that is being played, by name."""
    first = next((pick for picks in stage.work.whole for pick in picks), "")
    return stage.presentation.names.name("card", first) if first.isdigit() else ""


def progress(stage: DraftState) -> str:
    """Return a text such as `5 of 7 Tarsus 2→3 City · Lukka 0→2`."""
    n, whole = len(stage.work.plan), stage.whole
    key = f"play.plan.{'set' if whole is None else 'of'}.{plan_key(stage)}"
    figures = stage.lines.figures(stage.scene)
    count = stage.words_or(
        key, "play.plan.of.any" if whole is not None else "play.plan.set", n=n, total=whole, **figures
    )
    changed = stack_words(stage, own_changes(stage)) if plan_key(stage) in stage.lines.growing else ""
    each = Counter(token_name(stage, token) for token in stage.work.plan)
    picked = short(", ".join(f"{name} {k}" if k > 1 else name for name, k in each.items()), OWN)
    return f"**{count}** {changed or picked}".rstrip()


def menus(stage: DraftState) -> list[Part]:
    """Return menus of what can be added now, one of each; groups first if there are many."""
    if stage.ask is None:
        return []
    stop, key = stop_of(stage), plan_key(stage)
    options = rank_options([stage.option(t) for t in stage.ask.options if t != stop])
    groups = group_options(options, stage.regions)
    group = find_group(groups, stage.work.group) if groups else None
    here = group.options if group else tuple(options)
    if not here:
        return []
    whole = stage.whole
    most = min(len(here), len(here) if whole is None else max(1, whole - len(stage.work.plan)))
    label = stage.words_or(f"play.plan.add.{key}", "play.plan.add.any")
    menu = Menu(label, "add", tuple(as_choice(o) for o in here), most=most, less="less")
    return [*([group_menu(groups, group)] if group else []), menu]


def _tools(stage: DraftState) -> list[Part]:
    """Type a line, and what shortens the work."""
    buttons = [Button(words("play.button.line"), "line")] if _has_areas(stage) else []
    if stage.request is not None and plan_key(stage) in stage.lines.growing and _filling(stage):
        buttons.append(Button(stage.words("play.button.fill"), "fill", stage.lines.fill, "primary"))
    if stage.key in stage.questions.defaults:
        buttons.append(Button(stage.words("play.button.before"), "before"))
    return list(rows(buttons))


def _has_areas(stage: DraftState) -> bool:
    """Whether areas are planned, which can be written as a line."""
    stacks = stage.presentation.board.stacks(stage.view) if stage.presentation.board else {}
    offered = stage.ask.options if stage.ask and stage.request else ()
    if plan_key(stage) in stage.lines.readers:
        return True
    return not stacks or any(token in stacks for token in offered)


def _filling(stage: DraftState) -> tuple[str, ...]:
    """The own areas that a button can fill now."""
    ground = ground_of(stage)
    offered = stage.ask.options if stage.ask else ()
    return tuple(a for a in ground.group(stage.lines.fill) or () if a in offered) if stage.lines.fill else ()


def _send(stage: DraftState, n: int, whole: int | None) -> Row | None:
    """The button that ends the plan: sent at once, whatever is left going where the rules say; and the picture."""
    button = _ending(stage, n, whole)
    return Row((button, *picture_button(stage))) if button else None


def _ending(stage: DraftState, n: int, whole: int | None) -> Button | None:
    key, left, figures = (
        plan_key(stage),
        None if whole is None else whole - n,
        stage.lines.figures(stage.scene),
    )
    if stage.ended is not None:
        doing = stage.words_or(f"play.plan.do.{stage.key}", "play.plan.do.any", what=_card(stage))
        return Button(short(doing, limits().label), "stop", style="primary")
    if stage.request is None or left == 0:
        usual = f"play.plan.all.{key}"
        usual = f"{usual}.one" if n == 1 and stage.has(f"{usual}.one") else usual
        said = stage.words_or(usual, "play.plan.all.any", n=n, **figures)
        return Button(short(said, limits().label), "go", style="primary")
    if not stop_of(stage) and not stage.work.plan:
        return None
    usual = f"play.plan.send.{key}" if stage.has(f"play.plan.send.{key}") else "play.plan.send.any"
    wanted = usual if n else f"play.plan.send.{key}.none"
    said = stage.words_or(wanted, usual, n=n, left="" if left is None else left, **figures)
    return Button(short(said, limits().label), "stop", style="primary" if n and whole is None else "secondary")


def gives_up(stage: DraftState) -> bool:
    """Return whether ending the plan now gives all of it up: there is something to place, and nothing is placed."""
    return bool(stop_of(stage) and stage.whole and not stage.work.plan and stage.request is not None)


def giving_up(stage: DraftState) -> Screen:
    """Return the question for confirmation."""
    what = stage.words_or(f"play.give_up.{plan_key(stage)}", "play.give_up.any", n=stage.whole)
    ending = _ending(stage, 0, stage.whole)
    return asked_once(stage, plan_title(stage), what, ending.label if ending else words("play.button.none"), "stop")


def left_over(stage: DraftState) -> str:
    """Return how many disks a line leaves over; empty if none, or not counted."""
    n, whole = len(stage.work.plan), stage.whole
    if whole is None or not n or whole == n or not stop_of(stage):
        return ""
    return stage.words("error.too_few_one" if whole - n == 1 else "error.too_few", n=n, total=whole, left=whole - n)


def line_form(stage: DraftState, typed: str = "") -> Form:
    """Return the form for a line."""
    growing = plan_key(stage) in stage.lines.growing
    own = [(a, n) for a, n in ground_of(stage).own.items() if n > 0 and growing]
    names = ", ".join(f"{stage.presentation.names.name('area', a)} {n}" for a, n in own)
    usual = "play.form.line_example" if growing else "play.form.areas_example"
    example = stage.words_or(f"play.form.example.{plan_key(stage)}", usual, **_example(stage))
    line = Line("line", words("play.form.line"), typed or stage.line, example, least=1, long=True)
    ask = choice("ask", words("play.form.left_ask"), chosen=True)
    back = choice("back", stage.words("play.form.left_back"))
    left = Pick("left", words("play.form.left"), (ask, back), least=1, shape="radio")
    fields: list[Field] = [*([Note(short(words("play.form.own", stacks=names), OWN))] if own else []), line]
    fields += [left] if stop_of(stage) and growing else []
    sheet = stage.sheet
    title = short(plan_title(stage), 45)
    return Form(
        title, tuple(fields), "line_sent", table=sheet.info.id.lower(), ask=sheet.ask_no, seat=sheet.seat.number
    )


def _example(stage: DraftState) -> dict[str, str]:
    """Areas for the example of a line: own ones that are offered, then others that are, then any in play."""
    stacks = stage.presentation.board.stacks(stage.view) if stage.presentation.board else {}
    offered = [t for t in (stage.ask.options if stage.ask else ()) if t in stacks]
    own = [area for area in offered if stacks[area].get(stage.seat)]
    areas = [*dict.fromkeys((*own, *offered, *stacks))][: len(EXAMPLES)]
    names = [stage.presentation.names.name("area", area).lower() for area in areas]
    return dict(zip(EXAMPLES, names, strict=False)) if len(names) == len(EXAMPLES) else dict.fromkeys(EXAMPLES, "")


def wrong_text(stage: DraftState, wrong: WrongLine) -> str:
    """Return what is wrong with a line, and that nothing was done."""
    near = ", ".join(n.name for n in wrong.instead)
    coded = ", ".join(f"{n.name} ({n.code})" if n.code else n.name for n in wrong.instead)
    said = {"nearest": near, "candidates": coded, "map": map_name(stage), **wrong.said}
    said |= {"words": short(wrong.words, MEANT), "typed": short(str(wrong.said.get("typed", "")), MEANT)}
    return stage.words(f"error.{wrong.code}", **said)


def map_name(stage: DraftState) -> str:
    """Return the name of the map played on, for areas that are not on it."""
    return stage.presentation.names.name("map", stage.presentation.summary.map_slug(stage.view))


def wrong_screen(stage: DraftState, wrong: WrongLine, line: str) -> Screen:
    """Return the refusal of a line, with what could be meant and the line to change."""
    label = f"play.fix.{wrong.code}"
    buttons = [
        Button(short(words(label, what=what), limits().label), "fix", str(i))
        for i, (what, _) in enumerate(fixes(wrong, line))
    ]
    buttons += [Button(words("play.button.change_line"), "line")] if _has_areas(stage) else []
    text = Text(wrong_text(stage, wrong))
    return screen(
        stage.sheet, [text, *rows(buttons), Row((Button(words("play.button.look_again"), "seat", lasting=True),))]
    )
