"""Alternative texts for people who can't see the picture, the essence in the first 250 characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.acme.facts.catalog import AREAS, REGIONS, TRACKS, neighbours
from engine.core.message import COMMA, SEMICOLON, strung
from engine.core.text import told_of
from render.acme.board import area_name, map_name, region_areas, region_name
from render.acme.position import BARBARIANS, TURNS, Player, Position
from render.paint.picture import ALT_LIMIT
from render.paint.wording import fit_sentences, join, numeral, texts

STRONGEST = 2  # regions named for a civilization
NONE = "–"
# how many changes, Barbarian areas and contested stacks are named, and whether regions are: the first that fits counts
DRAFTS = (
    *((40, 40, 40, True), (12, 12, 40, True), (6, 8, 40, True), (3, 6, 40, True), (0, 8, 40, True), (0, 4, 40, True)),
    *((0, 4, 40, False), (0, 4, 12, False), (0, 2, 6, False), (0, 0, 3, False)),
)


def words() -> dict[str, str]:
    found: dict[str, str] = texts("pictures")["alt"]
    return found


def faction(position: Position, slug: str) -> str:
    """Return the name of a faction."""
    if slug in position.civs:
        return position.civs[slug].name
    if slug in position.neutrals:
        return position.neutrals[slug].name
    return str(texts("pictures")["factions"].get(slug, slug.replace("_", " ").title()))


def phase(position: Position) -> str:
    found: str = texts("pictures")["phases"].get(position.phase, position.phase)
    return found


def stacks(position: Position, area: str) -> str:
    """Return a text such as 'Egypt 4, Babylon 3'; empty for a vacant area."""
    disks = position.site(area).disks
    return ", ".join(f"{faction(position, f)} {disks[f]}" for f in position.ranked(area))


def head(position: Position) -> str:
    place = map_name(position.map)
    return words()["head"].format(map=place, epoch=numeral(position.epoch), turn=turn(position), phase=phase(position))


def turn(position: Position) -> str:
    """Return a text such as '3', or '3 of 10' where an Epoch has another number of turns than usual."""
    if position.epoch_turns == TURNS:
        return str(position.turn)
    return words()["turn_of"].format(turn=position.turn, n=position.epoch_turns)


def cities(position: Position) -> str:
    counted = ", ".join(f"{position.civs[c].name} {position.civs[c].cities}" for c in position.order)
    return words()["cities"].format(list=counted)


def contested_names(position: Position) -> str:
    found = position.contested
    return words()["contested"].format(list=", ".join(map(area_name, found))) if found else words()["no_contested"]


def contested_stacks(position: Position) -> list[str]:
    """Return a text such as 'Byblos: Egypt 4, Babylon 3', for every contested area."""
    return [told_of(area_name(a), stacks(position, a)) for a in position.contested]


def scores_text(position: Position) -> str:
    """Return the VP of every civilization, those that have left said so, and of every player who has several."""
    left = words()["left"]
    counted = [f"{position.civs[c].name} {position.civs[c].vp}{left * position.civs[c].out}" for c in position.order]
    said = words()["standing"].format(list=", ".join(counted))
    totals = ", ".join(f"{total_name(position, player)} {player.score}" for player in position.players)
    return f"{said} {words()['totals'].format(list=totals)}" if totals else said


def culture(position: Position) -> str:
    """Return everyone's stage on the Culture Tracks, furthest first: `Military-Political: Egypt 2, Hittites 1.`"""
    told = []
    for track in TRACKS.values():
        stages = {civ: position.civs[civ].tracks.get(track.id, 0) for civ in position.order}
        begun = sorted((civ for civ in stages if stages[civ]), key=lambda civ: -stages[civ])
        list_ = ", ".join(f"{position.civs[civ].name} {stages[civ]}" for civ in begun)
        told += [words()["track"].format(track=track.name, list=list_)] if begun else []
    return " ".join(told)


def total_name(position: Position, player: Player) -> str:
    """Return a player's name; a team's with its members, which are named together nowhere else."""
    civs = [position.civs[civ] for civ in player.civs]
    return f"{player.name} ({', '.join(civ.name for civ in civs)})" if civs[0].team else player.name


def waiting_text(position: Position) -> str:
    slow = [position.civs[c].name for c in position.order if c in position.waiting]
    return words()["waiting"].format(civs=join(slow, "alt.waiting")) if slow else ""


def strength(position: Position, *, regions: bool) -> str:
    """Return how many areas every civilization is in, and where it is strongest."""
    return f"{strung((strength_of(position, civ, regions=regions) for civ in position.order), SEMICOLON)}."


def strength_of(position: Position, civ: str, *, regions: bool) -> str:
    held = [a for a, site in position.areas.items() if civ in site.disks and a in AREAS]
    weight: Counter[str] = Counter()
    for area in held:
        weight[AREAS[area].region] += position.areas[area].disks[civ]
    best = sorted(weight, key=lambda r: (-weight[r], list(REGIONS).index(r)))[:STRONGEST]
    pattern = words()["held_one" if len(held) == 1 else "held"]
    counted = pattern.format(civ=position.civs[civ].name, areas=len(held))
    if not regions or not best:
        return counted
    return words()["strength"].format(held=counted, regions=join((region_name(r) for r in best), "alt.strength"))


def barbarians(position: Position, most: int) -> str:
    """Return where the Barbarians and each neutral Faction are."""
    found = [words()["barbarians"].format(areas=held_areas(position, BARBARIANS, most))]
    for slug, neutral in position.neutrals.items():
        found.append(words()["neutral"].format(name=neutral.name, areas=held_areas(position, slug, most)))
    return " ".join(found)


def held_areas(position: Position, slug: str, most: int) -> str:
    """Return the areas a Faction has disks in."""
    areas = [area_name(a) for a, site in position.areas.items() if slug in site.disks]
    return cut(areas, most) or NONE


def cut(items: Sequence[str], most: int, by: str = COMMA) -> str:
    """Return the first items, and how many more."""
    more = [texts("pictures")["say"]["and_more"].format(n=len(items) - most)] if len(items) > most else []
    return str(strung([*items[:most], *more], by))


def change(position: Position, area: str) -> str:
    """Return a text such as 'Byblos Egypt 1→2'."""
    disks, old = position.site(area).disks, position.before[area]
    steps = [
        words()["step"].format(civ=faction(position, f), before=old.get(f, 0), after=disks.get(f, 0))
        for f in position.change(area)
    ]
    return words()["change"].format(area=area_name(area), list=", ".join(steps))


def changes_text(position: Position, most: int) -> str:
    if not position.changed or not most:
        return ""
    return words()["changed"].format(list=cut([change(position, a) for a in position.changed], most, SEMICOLON))


def board(position: Position) -> str:
    """Return the whole board. Cut first are changes, then Barbarians, then regions; contested areas and Cities
    never.
    """
    first = [say(position) for say in (head, cities, contested_names, waiting_text, scores_text, culture)]
    strong = {regions: strength(position, regions=regions) for regions in (True, False)}
    against = contested_stacks(position)
    for changes, tribes, fights, regions in DRAFTS:
        fought = cut(against, fights, SEMICOLON) + "." if against else ""
        more = [strong[regions], barbarians(position, tribes), changes_text(position, changes)]
        said = [*first, fought, *more, texts("pictures")["say"]["text"]]
        text = " ".join(sentence for sentence in said if sentence)
        if len(text) <= ALT_LIMIT:
            return text
    return fit_sentences([sentence for sentence in first if sentence], ALT_LIMIT)


def crop(position: Position, place: str, areas: Sequence[str]) -> str:
    """Return a part of the board: where it is, and the areas with something in them; contested ones first."""
    title = words()["crop"].format(
        place=place, epoch=numeral(position.epoch), turn=turn(position), phase=phase(position)
    )
    inside = [a for a in position.contested if a in areas]
    said = [words()["contested"].format(list=", ".join(map(area_name, inside)))] if inside else []
    told = sorted((a for a in areas if position.site(a).disks), key=lambda a: a not in inside)
    said += [words()["area"].format(area=area_name(a), state=state(position, a)) for a in told]
    empty = [vacant(position, a) for a in areas if not position.site(a).disks]
    say = texts("pictures")["say"]
    said += [say["vacant_list"].format(areas=", ".join(empty))] if empty else []
    return fit_sentences([title, *said], ALT_LIMIT)


def vacant(position: Position, area: str) -> str:
    """Return a text such as 'Sinai Sea (explored)'."""
    name = area_name(area)
    return texts("pictures")["say"]["explored"].format(area=name) if position.site(area).explored else name


def state(position: Position, area: str) -> str:
    """Return a text such as 'Egypt 4, Babylon 3, Contested, Gold'."""
    site, say = position.site(area), texts("pictures")["say"]
    parts = [stacks(position, area)] if site.disks else [say["vacant"]]
    parts += [say["contested"]] if site.contested else []
    parts += [say["stronghold"]] if site.stronghold else []
    parts += [say["gold"]] if site.gold else []
    parts += [texts("pictures")["extra_key"]["border"]] if site.border else []
    parts += [texts("pictures")["bonus"][site.bonus]] if site.bonus else []
    return ", ".join(parts)


def region(position: Position, slug: str) -> str:
    return crop(position, region_name(slug), region_areas(position.map, slug))


def area(position: Position, slug: str) -> str:
    near = [slug, *neighbours(position.map, slug)]
    return crop(position, words()["around"].format(area=area_name(slug)), near)


def selection_text(position: Position, focus: Sequence[str], show: str, seat: str | None) -> str:
    """Return a selection: mine, contested, changes, or those of a phone's board."""
    if show == "changes":
        title = words()["only_changes"]
        tell = [change(position, a) + "." for a in focus]
        return fit_sentences([crop(position, title, []), *tell], ALT_LIMIT)
    if show == "phone":
        return crop(position, words()["only_stirred"], focus)
    whose = words()["mine"].format(civ=faction(position, seat)) if show == "mine" and seat else ""
    return crop(position, whose or words()["only_contested"], focus)
