"""Commands carried out: what was given fills in one question after another, in a dry run, until something is open.

A command that names all it needs is sent at once; one that leaves something open opens the screen with what was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.contract import Refused, Sheet
from bot.match import read
from bot.plan.grammar import SEPARATORS
from bot.ui.parts import Screen
from bot.ui.play import before, fight, losses, purchase
from bot.ui.play.fight_verbs import follow
from bot.ui.play.ground import plan_key, stop_of
from bot.ui.play.lines import fixes, more, set_line
from bot.ui.play.means import paying, saving
from bot.ui.play.plan_screen import left_over, wrong_screen
from bot.ui.play.plans import FIXES
from bot.ui.play.play import Play, person_of, refusal
from bot.ui.play.question import question
from bot.ui.play.resolve import meant, resolve, several
from bot.ui.play.stage import Stage, Work, owner, work_of
from bot.ui.router import Visit
from engine.core.ask import Ask
from engine.core.commands import Command, Given
from engine.core.face import Face
from engine.core.lines import WrongLine
from engine.core.naming import fold
from engine.core.text import words

DECLINING = ("pass", "done", "none", "nothing", "no", "stay", "keep", "lose")
ANY = ""


class Typed:
    """Carries out the commands of a game. `visit.table` must be known."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.service = play.service

    async def run(self, visit: Visit, command: Command, given: Given) -> Screen:
        """The answer to a command: what it did, what is still open, or what is asked instead."""
        sheet, given = await self.service.sheet(visit.table, person_of(visit), visit.seat), meant(given)
        if sheet.request is None or sheet.ask is None:
            return await self.play.show(sheet, words("play.typed.not_asked"))
        stage = await self.play.stage(sheet, begun(command, given, sheet, self.play.face(sheet.info)))
        if stage.request is None:
            stage = await self.play.stage(sheet, Work())
        if not self._answers(command, stage):
            return await self.play.show(sheet, words("play.typed.otherwise", asked=stage.told(sheet.request.prompt)))
        visit = replace(visit, ask=sheet.ask_no, seat=sheet.seat.number)
        try:
            return await self._carry_out(visit, stage, command, given)
        except WrongLine as wrong:
            if (meant_anew := await self._anew(visit, stage, command, given)) is not None:
                return meant_anew
            line = next((given[p.name] for p in command.parameters if p.several and given.get(p.name)), "")
            return await self._wrong(visit, stage, wrong, line)
        except Refused as refused:
            if refused.code == "not_an_option":
                return await self.play.show(sheet, barred(stage, given) or refusal(refused))
            return await self.play.instead(visit, refused)

    async def _anew(self, visit: Visit, stage: Stage, command: Command, given: Given) -> Screen | None:
        """The answer to a choice that does not belong to the plan begun, but to the question that led to it."""
        if ANY not in command.fills or not stage.work.plan:
            return None
        first = await self.play.stage(stage.sheet, Work())
        try:
            return await self._carry_out(visit, first, command, given)
        except (WrongLine, Refused):
            reason = barred(first, given)
            return await self.play.asking(stage, reason) if reason else None

    def _answers(self, command: Command, stage: Stage) -> bool:
        """Whether the question asked, or one it leads to, is one of the command's."""
        if command.way == "decline":
            return stage.ask is not None and any(t in stage.ask.options for t in DECLINING)
        if command.way == "purchase":
            return stage.face.actions is not None and stage.key in stage.face.actions.keys
        keys = {*command.fills, *command.constant}
        here = {stage.key, stage.request.key if stage.request else ""}
        return ANY in keys or bool(keys & here) or (command.way == "note" and stage.key in stage.face.defaults)

    async def _wrong(self, visit: Visit, stage: Stage, wrong: WrongLine, line: str) -> Screen:
        lines = [fixed for _, fixed in fixes(wrong, line)]
        await self._save(visit, stage.sheet, stage.work.noting(FIXES, lines), line)
        return wrong_screen(stage, wrong, line)

    async def _carry_out(self, visit: Visit, stage: Stage, command: Command, given: Given) -> Screen:
        if command.way == "note":
            return await self._note(visit, stage, command, given)
        if command.way == "decline":
            return await self._decline(visit, stage)
        if command.way == "purchase":
            return await self._purchase(visit, stage, command, given)
        if command.way == "fight" and stage.key in stage.face.fights.keys and fight.wanted(given):
            return await follow(self.play, visit, stage, fight.typed(stage, given))
        if command.way == "losses" and stage.key in stage.face.losses.keys:
            return await self._losses(visit, stage, given)
        return await self._answer(visit, stage, command, given)

    async def _answer(self, visit: Visit, stage: Stage, command: Command, given: Given) -> Screen:
        """Fill in question after question; send what is complete, unless it is only a preview."""
        if tokens := _listed(stage, command, given):
            return await self.play.one_by_one(visit, stage, tokens)
        after = await self.filled(stage, command, given)
        if command.way != "preview" and after.work.whole and (after.request is None or _is_enough(command, after)):
            return await self.play.submit(visit, after, after.work.whole)
        sheet = await self._save(visit, after.sheet, after.work)
        return await self.play.asking(replace(after, sheet=sheet), left_over(after))

    async def filled(self, stage: Stage, command: Command, given: Given) -> Stage:
        """The stage as far as the given options fill it in. Raises WrongLine, or Refused("not_an_option")."""
        while stage.request is not None and stage.ask is not None:
            key, work = stage.request.key, await self._next(stage, command, given)
            if work is None:
                break
            if stage.sealed or not _composed(stage):
                further = await self._further(stage, work, command, given)
                if further is None:
                    return replace(stage, work=work, request=None)
                stage = further
                continue
            anything = ANY in command.fills and key not in command.fills
            stage = await self.play.stage(stage.sheet, work)
            if anything or (plan_key(stage) and stage.work.plan):
                break
        return stage

    async def _further(self, stage: Stage, work: Work, command: Command, given: Given) -> Stage | None:
        """What the same seat is asked next, if an option given besides answers that too."""
        answered = command.fills.get(stage.request.key, ()) if stage.request else ()
        rest = {name for name, value in given.items() if value} - set(answered)
        if stage.sealed or not rest:
            return None
        sheet = stage.sheet
        run = await self.service.preview(sheet.info.id, owner(sheet), work.whole, seat=sheet.seat.number)
        request = run.request
        if request is None or run.stopped or run.presumed or request.sealed or len(request.asks) > 1:
            return None
        if not rest & set(command.fills.get(request.key, ())):
            return None
        return replace(stage, work=work, run=run, request=request, ask=request.asks[0], options=run.options)

    async def _next(self, stage: Stage, command: Command, given: Given) -> Work | None:
        """The draft with the question answered that the stage has come to, or None if nothing given answers it."""
        key = stage.request.key if stage.request else ""
        if key in command.constant:
            return stage.work.adding(command.constant[key])
        names = command.fills.get(key) or command.fills.get(ANY, ())
        texts = [given[name] for name in names if given.get(name)]
        if plan_key(stage) == key and key:
            return await self._plan(stage, command, given, texts)
        if not texts:
            return None
        if stage.ask is not None and stage.ask.most > 1:
            return stage.work.adding(several(stage, ", ".join(texts)))
        token = _either(stage, texts) if key in command.either else resolve(stage, texts)
        return stage.work.adding((token,))

    async def _plan(self, stage: Stage, command: Command, given: Given, texts: list[str]) -> Work | None:
        """A plan by its line, or by the options that make one; complete if the line, `left` or the pieces say so."""
        if not texts and _adds(command, stage.face, given):
            return await more(self.service, stage, written(command, given))
        line = ", ".join(texts) or written(command, given)
        if not line:
            return None
        ends = given.get("left") == "back" or stage.key not in stage.face.defaults
        if ANY in command.fills and _is_stop(stage, line):
            return stage.work.adding((stop_of(stage),))
        if ANY in command.fills:
            return await more(self.service, stage, line)
        return await set_line(self.service, stage, line, back=ends)

    async def _note(self, visit: Visit, stage: Stage, command: Command, given: Given) -> Screen:
        """Set a step before the plan, and show the plan with it."""
        work = Work()
        for key, picks in command.constant.items():
            work = work.noting(key, picks)
        for key, names in command.fills.items():
            line = ", ".join(given[n] for n in names if given.get(n))
            work = work.noting(key, await self._noted(stage, key, line))
        return await self.play.keep(visit, stage, work)

    async def _noted(self, stage: Stage, key: str, line: str) -> tuple[str, ...]:
        changed = await before.changed(self.service, stage, {key: (line,)})
        return changed.note(key)

    async def _decline(self, visit: Visit, stage: Stage) -> Screen:
        options = stage.ask.options if stage.ask else ()
        token = next(t for t in DECLINING if t in options)
        return await self.play.submit(visit, stage, (*stage.work.whole, (token,)))

    async def _losses(self, visit: Visit, stage: Stage, given: Given) -> Screen:
        """Several losses at once: all, none, the best, or areas by name."""
        if not given.get("save"):
            return question(stage)
        saved, means = saving(stage, given["save"]), paying(stage, given.get("with", ""))
        if len(means) < len(saved):
            noted = stage.work.noting(losses.SAVE, saved).noting(losses.PAY, losses.numbered(means))
            return await self.play.keep(visit, stage, noted)
        batch = await losses.answers(self.service, stage, saved, means)
        return await self.play.submit(visit, stage, batch)

    async def _purchase(self, visit: Visit, stage: Stage, command: Command, given: Given) -> Screen:
        """Buy, or what else the command has a word for."""
        buying = purchase.wanted_by(stage)
        mode = given.get("mode", next(iter(buying.modes), ""))
        token = buying.modes.get(mode) or resolve(stage, [mode, given.get("target", "")])
        if stage.ask is None or token not in stage.ask.options:
            raise Refused("not_an_option", given=mode, near=())
        if token != buying.token:
            chosen = await self.play.stage(stage.sheet, stage.work.adding((token,)))
            return await self._answer(visit, chosen, command, given)
        work, reason = await purchase.filled(self.service, stage, await self._fields(stage, given))
        if reason:
            await self._save(visit, stage.sheet, work)
            return purchase.refused(stage, reason)
        return await self.play.submit(visit, stage, work.whole)

    async def _fields(self, stage: Stage, given: Given) -> Mapping[str, tuple[str, ...]]:
        """The options of the command as the form would have them."""
        there = await purchase.terms(self.service, stage)
        coin, kind = purchase.wanted_by(stage).coin, purchase.wanted_by(stage).kind
        fields: dict[str, tuple[str, ...]] = {
            purchase.PIECES: (given.get(purchase.PIECES, ""),),
            coin: (given.get(coin, "0"),),
        }
        if given.get(kind):
            choosing = replace(stage, options=there.which, ask=_asking(stage, [o.token for o in there.which]))
            fields[purchase.WHICH] = (resolve(choosing, [given[kind]]),)
        if given.get(purchase.CARDS):
            means = replace(stage, options=there.means, ask=_asking(stage, [o.token for o in there.means]))
            fields[purchase.CARDS] = several(means, given[purchase.CARDS])
        return fields

    async def _save(self, visit: Visit, sheet: Sheet, work: Work, line: str | None = None) -> Sheet:
        return await self.play.saved(visit, sheet, work, line)


def barred(stage: Stage, given: Given) -> str:
    """Why the card named cannot be played: not held, which is all that is told of it, or not now; empty if it can."""
    board, wanted = stage.face.board, given.get("card", "")
    card = read(wanted or given.get("choice", ""), stage.face.names.things("card")).one
    if board is None or (not wanted and (card is None or card.value not in stage.reasons)):
        return ""
    held = board.hand(stage.sheet.view, stage.seat)
    if card is None or card.value not in held:
        return words("error.no_such_card")
    reason = stage.reasons.get(card.value, "")
    return words("error.not_playable", card=card.name, reason=reason) if reason else ""


def written(command: Command, given: Given) -> str:
    """The plan line that options of a command make together; empty if they make none."""
    named = {name: value for name, value in given.items() if value}
    for line in command.lines:
        try:
            return line.format_map(named)
        except KeyError:
            continue
    return ""


def _listed(stage: Stage, command: Command, given: Given) -> list[str]:
    """The options that a list names, where the question takes one of them and is asked again.

    Raises Refused("not_an_option").
    """
    if stage.ask is None or stage.ask.most != 1 or stage.sealed or _composed(stage) or command.way == "preview":
        return []
    names = command.fills.get(stage.key, ())
    line = next((given.get(p.name) or "" for p in command.parameters if p.several and p.name in names), "")
    return list(several(stage, line)) if SEPARATORS.search(line) else []


def _adds(command: Command, face: Face, given: Given) -> bool:
    """Whether the options make one item more for a plan that its owner has to end himself."""
    open_ended = any(face.plans.get(key) and key not in face.defaults for key in command.fills)
    return open_ended and bool(written(command, given))


def begun(command: Command, given: Given, sheet: Sheet, face: Face) -> Work:
    """What a command starts from: a choice is added to a plan that somebody has begun and has to end himself."""
    work = work_of(sheet.draft)
    adding = ANY in command.fills or _adds(command, face, given)
    return work if adding and work.plan and face.plans.get(work.plan_key) else Work()


def _is_stop(stage: Stage, text: str) -> bool:
    """Whether the words mean that the plan ends."""
    stop = stop_of(stage)
    return bool(stop) and fold(text) in {fold(stop), fold(stage.option(stop).label)}


def _is_enough(command: Command, stage: Stage) -> bool:
    """Whether a choice named is a whole answer, though the same question will be asked again."""
    return ANY in command.fills and not stage.face.plans.get(plan_key(stage), "-")


def _asking(stage: Stage, tokens: list[str]) -> Ask | None:
    return replace(stage.ask, options=tuple(tokens)) if stage.ask else None


def _either(stage: Stage, texts: list[str]) -> str:
    """The first of the texts that is offered."""
    for text in texts[:-1]:
        try:
            return resolve(stage, [text])
        except Refused:
            continue
    return resolve(stage, texts[-1:])


def _composed(stage: Stage) -> bool:
    return stage.key in stage.face.composites or stage.key in stage.face.plans
