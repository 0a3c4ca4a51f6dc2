"""The screens of a seat's queue: what is queued, and adding more from menus or a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.contract.snapshot import InAdvance, SeatSnapshot
from bot.contract.tables import Sheet
from bot.features.auto_answers.queue_line import JOINT, ActionReading
from bot.ui.parts import Button, Form, Line, Menu, MenuChoice, Note, Part, Row, Screen, Text, choice, short
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import civ_name, screen
from engine.core.ask import Picks
from engine.core.game import View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.presentation import Presentation
from engine.core.queue import QueuedAction, QueueEntry
from engine.core.text import has_text, own, sentence, words

MENU: Final = 25
VALUE: Final = 100
LONG: Final = 300
ELSE: Final = "else"
CARD: Final = "card"  # of every game: an option names it by its number, and what pays by `card:<number>`
SILENT: Final = frozenset({"done", "no", "0"})


def kind_text(presentation: Presentation, what: str, kind: str) -> str:
    """Return a text about that kind of action, in the game's own words: `queue.<what>.<kind>`."""
    return words(own(presentation.names.game, f"queue.{what}.{kind.replace('.', '_')}"))


def queued_parts(advance: InAdvance | None, presentation: Presentation, view: View) -> list[Part]:
    """Return what is queued, with buttons to add to it; empty if the game has no queue."""
    if advance is None or not advance.begins:
        return []
    entries = advance.queue.entries if advance.queue else ()
    lines = [entry_line(presentation, view, entry) for entry in entries]
    buttons = [
        Button(kind_text(presentation, "button", kind), "q_next" if kind not in presentation.plans else "q_line", kind)
        for kind in advance.queueable
    ]
    told_of = "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1))
    said = words("queue.text.lies", lines=told_of) if lines else ""
    return [*([Text(said)] if said else []), *([Row(tuple(buttons))] if buttons else [])]


def entry_line(presentation: Presentation, view: View, entry: QueueEntry) -> str:
    """Return one queued thing as people read it."""
    ways = [action_text(presentation, view, way) or words("queue.text.nothing") for way in entry.ways]
    said = words("queue.text.else").join(ways)
    what = kind_text(presentation, "kind", entry.kind)
    return short(words("queue.text.later" if entry.later else "queue.text.entry", what=what, how=said), LONG)


def action_text(presentation: Presentation, view: View, action: QueuedAction) -> str:
    """Return what an action answers, by the names of its picks."""
    counted: Counter[str] = Counter()
    for key, picks in action.answers:
        for pick in picks:
            if pick not in SILENT or (key == action.answers[0][0] and len(action.answers) == 1):
                counted[token_text(presentation, view, key, pick)] += 1
    names = list[str]()
    for name, n in counted.items():
        if name.isdigit() and names:
            names[-1] = f"{names[-1]} {name}"
        else:
            names.append(f"{name} {n}" if n > 1 else name)
    return sentence(list_of(names))


def begun_action(stage: DraftState, batch: Sequence[Picks]) -> QueuedAction:
    """An action that is put together: of its questions only the first is known, that of the stage."""
    first = stage.request.key if stage.request else ""
    return QueuedAction(tuple(("" if n else first, picks) for n, picks in enumerate(batch)))


def token_text(presentation: Presentation, view: View, key: str, token: str) -> str:
    """Return the name of what is picked."""
    names, (thing, _, about) = presentation.names, token.partition(":")
    for text in (f"option.{key}.{token}", f"option.{token}"):
        if has_text(text):
            return words(text)
    for prefix in (f"option.{key}.prefix.{thing}", f"option.prefix.{thing}"):
        if about and has_text(prefix):
            return f"{words(prefix)}{thing_name(names, about)}"
    for kind, there in (("area", presentation.summary.areas(view)), ("civ", presentation.summary.peoples(view))):
        if thing in there:
            return f"{names.name(kind, thing)} {about}".strip()
    if thing.isdigit() and not about and key in presentation.questions.card_actions:
        return names.name("card", thing)
    return f"{thing} {about}".strip()


def thing_name(names: Names, slug: str) -> str:
    """Return the name of that thing of the game, of whatever kind it is."""
    found = (thing.name for kind in (*names.kinds, CARD) for thing in names.things(kind) if thing.value == slug)
    return next(found, slug)


def queue_controls(advance: InAdvance, presentation: Presentation, view: View) -> list[Part]:
    """Return menus to take actions out of the queue, and to choose when its owner wants to be asked."""
    queue = advance.queue
    if queue is None or not queue.entries:
        return []
    entries = [choice(str(n), entry_line(presentation, view, entry)) for n, entry in enumerate(queue.entries)]
    stops = [
        choice(stop, words(own(presentation.names.game, f"queue.stop.{stop}")), chosen=stop in queue.stops)
        for stop in advance.stops
    ]
    return [
        Menu(words("queue.text.take_out"), "q_off", tuple(entries), most=len(entries)),
        Text(words("queue.text.ask_if")),
        Menu(words("queue.text.ask_if"), "q_stops", tuple(stops), least=0, most=len(stops)),
    ]


def queue_screen(there: SeatSnapshot, stage: DraftState, kind: str, found: ActionReading, *, other: bool) -> Screen:
    """Return the next question of an action being put together. `other`: it is used if the one before fails."""
    presentation, path = stage.presentation, found.path
    title = Text(f"### {kind_text(presentation, 'title', kind)} · {civ_name(presentation, there.sheet.seat)}")
    here = found.stage
    so_far = action_text(presentation, stage.view, begun_action(stage, found.batch))
    asked = here.name_tokens(sentence(here.request.said)) if here.request is not None else ""
    lead = words("queue.text.so_far", what=so_far, asked=asked) if so_far else words("queue.text.lead")
    note = words("queue.text.otherwise") if other else ""
    address = f"{kind}/{ELSE}" if other else kind
    choices = _choices(here, path)
    if len(choices) > MENU:
        note = f"{note} {words('queue.text.more_by_line', n=len(choices) - MENU)}".strip()
    menu = Menu(words("queue.text.choose" if so_far else "queue.text.first"), "q_pick", tuple(choices[:MENU]), address)
    line = Button(words("queue.button.line"), "q_line", address)
    back = Button(words("auto.button.auto"), "auto", str(there.sheet.seat.number), lasting=True)
    parts: list[Part] = [title, Text(f"{lead}\n{note}".strip()), *([menu] if choices else []), Row((line, back))]
    return screen(there.sheet, parts, question=False)


def _choices(stage: DraftState, path: str) -> list[MenuChoice]:
    """Return what can be picked next, as the lines that it makes; lines too long for a menu must be typed."""
    found = []
    for token in stage.ask.options if stage.ask else ():
        option, value = stage.option(token), f"{path}{JOINT}{token}" if path else token
        if len(value) <= VALUE:
            found.append(choice(value, option.label, option.hint))
    return found


def line_form(sheet: Sheet, presentation: Presentation, address: str, text: str = "", wrong: str = "") -> Form:
    """Return the form for a line; `wrong` says why the one before could not be read."""
    kind = address.partition("/")[0]
    example = kind_text(presentation, "example", kind)
    notes = (Note(wrong),) if wrong else ()
    fields = (*notes, Line("line", words("queue.form.line"), text, example, least=1, long=True))
    title = kind_text(presentation, "title", kind)
    return Form(short(title, 45), fields, "q_sent", address, sheet.info.id.lower(), seat=sheet.seat.number)
