"""The facts shown beside a question of ACME: the card being played, the fight, what was announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.acme.facts.catalog import CARDS, CIVS, DEITIES, RULES
from engine.acme.facts.definitions import CivFacts
from engine.acme.history.facts import home_in
from engine.acme.presentation.board import BOARD
from engine.acme.presentation.growth import PLACING, placing_facts
from engine.acme.presentation.names import NAMES, names_of
from engine.acme.presentation.provenance import mark
from engine.acme.presentation.said import roman, said, several
from engine.acme.presentation.stacks import contested, stacks
from engine.acme.view import AcmeView, CivilizationView, CompetitionView, UnitsView
from engine.core.message import NOTHING
from engine.core.naming import name_tokens, named_by, tokens
from engine.core.presentation import Scene
from engine.core.text import count_noun, list_parts, old_sentence, thing, told_of, words

REMOVAL = "competition.removal"
FIGHTS = ("competition.commit", REMOVAL, "competition.order", "competition.card")
HIT = (
    "loss.buy_off",
    "loss.choose",
    "epoch.cities",
    "epoch.faith",
)
COMING = ("event.base", "event.entry", "event.deity")
KEPT = ("card.look", "card.give", "draw.dead", "draw.extra", "draw.regain", "draw.discard", "draw.sacrifice")
DEITY = "deity"
ANNOUNCED = 3
FOUGHT = 500


def explain(scene: Scene[AcmeView]) -> str:
    """Return the facts for a question; empty if its prompt says all."""
    key = scene.request.key if scene.request else scene.key
    if scene.key == "card.play" and scene.answers:
        return action_text(scene)
    if scene.step in PLACING:
        return placing_facts(scene)
    if key in KEPT:
        return BOARD.facts(scene.before, scene.seat)
    makers = {
        **dict.fromkeys(HIT, latest),
        "card.negate": announcement_facts,
        **dict.fromkeys(COMING, drawn_event),
        **dict.fromkeys(FIGHTS, fight),
        "card.play": still_to_act,
        "competition.before": to_be_fought,
        "competition.negate": competition_facts,
        "draw.buy": buying_facts,
        "epoch.gird": second_display,
        "loss.penalty": penalty,
        "loot.choose": spoils,
        "gilgamesh.invoke": leaving_facts,
        "setup.civ": civ_text,
        "gilgamesh.civ": civ_text,
        "peace.offer": peace,
        "peace.gift": peace,
    }
    return makers[key](scene) if key in makers else ""


def subject(scene: Scene[AcmeView]) -> str:
    """Return what a question is about: the card announced or played, or the area of a Competition."""
    request = scene.asked
    if request is None:
        return ""
    about = request.about[0] if request.about else ""
    view = scene.view
    area = view.competition.area if view.competition else about
    what = {"card.negate": name_tokens(about, names_of(scene.view)), "competition.before": said("before")}
    played = name_tokens(str(request.said.values.get("card", "")), NAMES)
    return what.get(request.key) or (name_tokens(said("in_area", area=thing("area", area)), NAMES) if area else played)


def action_text(scene: Scene[AcmeView]) -> str:
    """Return what the card or the Deity of an action does."""
    first = scene.answers[0][0]
    if first != DEITY:
        return card_text(first)
    chosen = next((DEITIES[p[0]] for p in scene.answers if p[0] in DEITIES), None)
    return " ".join(chosen.text.split()) if chosen else ""


def saves(scene: Scene[AcmeView]) -> bool:
    """Return whether disks that the card of the action takes may be saved for 1 mina or 1 card (ACME §7)."""
    first = scene.answers[0][0] if scene.answers else ""
    return first.isdigit() and int(first) in CARDS and CARDS[int(first)].buyoff == "usual"


def still_to_act(scene: Scene[AcmeView]) -> str:
    """Return which civs have not passed yet, in Turn Order, beginning with the seat itself (ACME §8.2)."""
    view = scene.view
    if scene.seat not in view.order:
        return ""
    here = view.order.index(scene.seat)
    left = [civ for civ in (*view.order[here:], *view.order[:here]) if civ not in view.passed]
    named = [said("you") if civ == scene.seat else names_of(view).name("civ", civ) for civ in left]
    return said("still_to_act", n=view.round or 1, civs=", ".join(named))


def to_be_fought(scene: Scene[AcmeView]) -> str:
    """Return the Contested areas in their order, one a line, with their stacks."""
    view = scene.view
    lines = [told_of(NAMES.name("area", a), stacks(view, a)) for a in contested(view)]
    fights = list_parts([f"{i}. {line}" for i, line in enumerate(lines, 1)], FOUGHT, "\n")
    pledged = view.civ(scene.seat).pledged
    return f"{fights}\n{name_tokens(said('pledged', area=thing('area', pledged)), NAMES)}" if pledged else fights


def buying_facts(scene: Scene[AcmeView]) -> str:
    """Return what the seat has, how many cards it draws without buying, and who learns how many it buys."""
    view = scene.view
    n = view.draws or 0
    return f"{BOARD.facts(view, scene.seat)}\n{said('draws' if n == 1 else 'draws_more', n=n)} {said('buying')}"


def peace(scene: Scene[AcmeView]) -> str:
    """Return what brings disks and which disks are in the Civilization Pool; for the gift, also that it is lost
    anyway.
    """
    view = scene.before
    pool = [words(f"pool.of.{colour}", n=n) for colour, n in (view.pool or {}).items() if n]
    rule = said("npc.peace_rule", pool=", ".join(pool))
    return f"{rule} {said('npc.gift_rule')}" if scene.request and scene.request.key == "peace.gift" else rule


def penalty(scene: Scene[AcmeView]) -> str:
    """Return what the card does that the seat can pay for, what was told of it, and what the seat can pay with."""
    named = named_by(scene.request.said) if scene.request else []
    texts = [card_text(slug) for kind, slug in named if kind == "card"]
    return "\n".join(filter(None, [*texts, latest(scene), means(scene)]))


def spoils(scene: Scene[AcmeView]) -> str:
    """Return what the seat has that could be taken: mina and disks in supply."""
    civ = own_civ(scene)
    return said("spoils", mina=count_noun(civ.mina, "mina"), supply=count_noun(civ.supply, "disk"))


def means(scene: Scene[AcmeView]) -> str:
    """Return what the seat can pay with: `You have 3 mina and 2 cards in hand.`"""
    civ = own_civ(scene)
    return said("means", mina=count_noun(civ.mina, "mina"), cards=count_noun(civ.hand_count, "card"))


def own_civ(scene: Scene[AcmeView]) -> CivilizationView:
    """Return the civilization that is asked."""
    return scene.view.civ(scene.seat)


def leaving_facts(scene: Scene[AcmeView]) -> str:
    """Return what a civilization gives up when its player leaves it, and what the player keeps (ACME §10.4)."""
    view = scene.view
    civ = own_civ(scene)
    return said(
        "leaving",
        disks=count_noun(civ.disks, "disk"),
        new=RULES.gilg_return_disks if view.returns is None else view.returns,
        vp=civ.vp,
        mina=count_noun(civ.mina, "mina"),
        cards=count_noun(civ.hand_count, "card"),
    )


def card_text(card: str) -> str:
    """Return name, number and text of a card; empty for what is no card."""
    if not card.isdigit() or int(card) not in CARDS:
        return ""
    return f"**{NAMES.name('card', card)}** ({card}) {BOARD.card_text(card)}"


def announcement_facts(scene: Scene[AcmeView]) -> str:
    """Return what was announced, against whom, and what that card does."""
    about = scene.asked.about[:1] if scene.asked else ()
    cards = [card_text(slug) for kind, slug in tokens("".join(about)) if kind == "card"]
    return "\n".join(part for part in (latest(scene), *cards) if part)


def drawn_event(scene: Scene[AcmeView]) -> str:
    """Return the text of the Event that was drawn."""
    return card_text(scene.asked.about[0]) if scene.asked and scene.asked.about else ""


def latest(scene: Scene[AcmeView]) -> str:
    """Return the last public lines about this action: what was announced, and against whom."""
    lines = scene.latest
    here = [line for line in lines if line.action == lines[-1].action and not line.key.startswith("phase.")]
    return "\n".join(name_tokens(old_sentence(line.said), names_of(scene.view)) for line in here[-ANNOUNCED:])


def competition_facts(scene: Scene[AcmeView]) -> str:
    """Return what has been committed, and the stacks of the Competition."""
    there = scene.view.competition
    return "\n".join(part for part in (latest(scene), *([stand(scene, there)] if there else [])) if part)


def stand(scene: Scene[AcmeView], there: CompetitionView) -> str:
    """Return the stacks of a Competition, with the cards committed."""
    sides = [_side(scene, faction, units, there) for faction, units in there.units.items()]
    return f"**{NAMES.name('area', there.area)}** {' · '.join(sides)}"


def fight(scene: Scene[AcmeView]) -> str:
    """Return the stacks of the Competition, the cards committed, and what counts."""
    if removes := scene.key == REMOVAL:
        scene = replace(scene, view=scene.before)  # what is given up may end this Competition, and begin the next
    there = scene.view.competition
    if there is None:
        return ""
    sides, lines = there.units, [stand(scene, there)]
    stands = as_it_stands(scene, there) if len(sides) == 2 else ""
    lines += [stands] if stands else []
    if removes and len(sides) == 2:
        lines.append(said("formula"))
    lines += [means(scene)] if scene.seat in sides else []
    return "\n".join(lines)


def as_it_stands(scene: Scene[AcmeView], there: CompetitionView) -> str:
    """Return who would win if nothing more were played or paid: the winner keeps the difference plus one (ACME
    §9.4); empty if the view doesn't tell.
    """
    if any(side.cube and has_strong_walls(scene, faction) for faction, side in there.units.items()):
        return ""
    strength = {faction: side.disks + side.white + side.cube for faction, side in there.units.items()}
    weak, strong = sorted(strength, key=lambda faction: strength[faction])
    if scene.key == REMOVAL and strength[weak] == strength[strong] and any(there.paid.values()):
        return ""
    if scene.key == REMOVAL and strong == scene.seat and strength[strong] > strength[weak]:
        strength[strong] -= 1  # the weaker side has given up its unit of this round
    more = strength[strong] - strength[weak]
    if not more:
        return said("even")
    who = said("you") if strong == scene.seat else names_of(scene.view).phrase("civ", strong)
    return said("wins", who=who, n=more + 1)


def has_strong_walls(scene: Scene[AcmeView], faction: str) -> bool:
    """Return whether the Faction's Strongholds count for more than one unit; the view does not say how many are
    left.
    """
    view = scene.view
    return any(
        ability.kind == "stronghold_strength" for civ in view.civ(faction).displays for ability in CIVS[civ].abilities
    )


def _side(scene: Scene[AcmeView], faction: str, units: UnitsView, there: CompetitionView) -> str:
    """`you 3 + 2 white + Stronghold`, with cards committed or revealed."""
    name = said("you") if faction == scene.seat else names_of(scene.view).name("civ", faction)
    white = said("white", n=units.white) if units.white else ""
    cube = said("cube") if units.cube else ""
    if revealed := there.revealed.get(faction):
        cards = ", ".join(NAMES.name("card", str(card)) for card in revealed)
    else:
        n = there.committed.get(faction, 0)
        cards = said("committed", cards=count_noun(n, "card")) if n else ""
    return f"{name} {units.disks}{white}{cube}{f' ({cards})' if cards else ''}"


def civ_text(scene: Scene[AcmeView]) -> str:
    """Return what the Display of the chosen civilization says; † marks our reconstruction."""
    civ = CIVS.get(next(iter(scene.picks), ""))
    if civ is None:
        return "\n".join([said("civ_first"), *others_homes(scene)])
    fixed = home_in(scene.view.scenario, civ.id)
    homes = listed_or([NAMES.name("area", area) for area in ([fixed] if fixed else [h.area for h in civ.homes])])
    epochs = several("civ_epoch", "civ_epochs", len(civ.epochs), epochs=", ".join(map(roman, civ.epochs)))
    lines = [said("civ", name=names_of(scene.view).name("civ", civ.id), years=civ.period, homes=homes, epochs=epochs)]
    return "\n".join([*lines, *abilities(civ), *others_homes(scene)])


def others_homes(scene: Scene[AcmeView]) -> list[str]:
    """Return a line with the civilizations that others have chosen and their Home Areas; nothing before the first."""
    names = names_of(scene.before)
    homes = [
        said("scenario.homed", civ=names.name("civ", civ), area=NAMES.name("area", there.home))
        for civ, there in scene.before.civs.items()
        if there.home and civ != scene.seat
    ]
    return [said("others", civs=", ".join(homes))] if homes else []


def second_display(scene: Scene[AcmeView]) -> str:
    """Return the text of the second Display that can be taken: that of the last civilization named in the question."""
    named = [slug for kind, slug in named_by(scene.asked.said if scene.asked else NOTHING) if kind == "civ"]
    return "\n".join(abilities(CIVS[named[-1]])) if named and named[-1] in CIVS else ""


def abilities(civ: CivFacts) -> list[str]:
    """Return the abilities of a Display, and a note if some are our reconstruction."""
    lines = [
        said("ability", name=a.name, mark=mark(a.known), text=" ".join(civ.says(a).split())) for a in civ.abilities
    ]
    return [*lines, *([said("ours")] if any(mark(a.known) for a in civ.abilities) else [])]


def listed_or(names: Sequence[str]) -> str:
    """Return the places joined by "or": `Assur or Nineveh`."""
    return said("or").join(names)
