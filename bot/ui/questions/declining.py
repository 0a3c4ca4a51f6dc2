"""What `pass` would give up, and which command answers a question when another was given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.contract.tables import Refused
from bot.ui.questions.draft import DraftState
from bot.ui.questions.plan_context import plan_key
from bot.ui.questions.plan_screen import plan_title
from bot.ui.questions.preview import own_changes
from engine.core.commands import Command
from engine.core.game import View
from engine.core.text import words
from engine.core.trial import DryRun
from engine.games import GAMES, PRESENTATIONS

DECLINING: Final = ("pass", "done", "none", "nothing", "no", "stay", "keep", "lose")
LOSING: Final = "lose"
SHOWN: Final = 2
ACT: Final = "act"


def costs_several(stage: DraftState, token: str) -> bool:
    """Return whether declining gives up more than one disk, card or coin, so that it must be confirmed."""
    if stage.is_sealed or stage.request is None:
        return False
    if plan_key(stage):
        return stage.request.left > 1 and plan_key(stage) not in stage.lines.harmless
    if token == LOSING:
        return max(stage.request.left, len(stage.request.about)) > 1
    try:
        return _lost(stage, stage.there.preview([*stage.work.whole, (token,)])) > 1
    except Refused:
        return False


def _lost(stage: DraftState, run: DryRun) -> int:
    """Return how many pieces, cards and coins the seat loses in a run."""
    before, after = _held(stage, stage.sheet.view), _held(stage, run.view)
    means = sum(max(0, n - after.get(name, 0)) for name, n in before.items())
    tried = DraftState(stage.there, stage.presentation, stage.work, run=run)
    return means + sum(max(0, c.before - c.after) for c in own_changes(tried))


def _held(stage: DraftState, view: View) -> Mapping[str, int]:
    board = stage.presentation.board
    held = board.means_of(view, stage.seat, whole=True) if board else {}
    return {name: int(n) for name, n in held.items() if n.isdigit()}


def costly(stage: DraftState) -> str:
    """Return a warning that declining gives something up: `That would send back 12 disks …`."""
    request = stage.request
    n = max(request.left, len(request.about)) if request and not plan_key(stage) else request.left if request else 0
    return stage.words_or(
        f"play.typed.costs.{stage.step}", "play.typed.costs.any", n=n, command=fitting_commands(stage)
    )


def wrong_command_text(stage: DraftState, command: Command) -> str:
    """Return a text with the present question and the commands that answer it, after another command was given."""
    asked = plan_title(stage) if plan_key(stage) else stage.prompt
    typed = _slash(stage, command.name)
    asked = asked if asked.endswith(("?", "!")) else f"{asked.rstrip('.')}."
    return words("play.typed.otherwise", command=typed, asked=asked, fits=fitting_commands(stage))


def owners_of(command: Command) -> list[str]:
    """Return the games whose command it is; none for one of all games."""
    return [name for name, p in PRESENTATIONS.items() if any(one is command for one in p.commands)]


def foreign(stage: DraftState, command: Command) -> str:
    """Return a text saying that a command belongs to another game than the table's; empty if it fits."""
    here = stage.sheet.info.game
    owners = owners_of(command)
    if not owners or here in owners:
        return ""
    typed = f"`/{PRESENTATIONS[owners[0]].group or owners[0]} {command.name}`"
    game, title = GAMES[owners[0]].title, stage.sheet.info.game_title
    return words("play.typed.foreign", command=typed, game=game, here=title, fits=fitting_commands(stage))


def fitting_commands(stage: DraftState) -> str:
    """Return the commands made for the question asked, or the one for all."""
    asked = stage.request.key if stage.request else stage.key
    made = [c.name for c in stage.presentation.commands if asked in c.fills and c.way != "preview"]
    return ", ".join(_slash(stage, name) for name in made[:SHOWN] or [ACT])


def _slash(stage: DraftState, name: str) -> str:
    group = stage.presentation.group or stage.sheet.info.game
    return f"`/{name}`" if name == ACT else f"`/{group} {name}`"
