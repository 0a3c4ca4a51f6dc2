// The board: a base map, over it the shapes of its areas, and the pieces. Everything comes as data; nothing here knows a game.

const SVG = "http://www.w3.org/2000/svg";

function node(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

/** Draws into `place`. `tell(id)` is called with the shape that a reader wants to know of, or "" for none. */
export class Board {
  constructor(place, tell) {
    this.place = place;
    this.tell = tell;
    this.shapes = new Map();
    this.url = "";
    this.chosen = "";
  }

  /** Shows a chart; the shapes are fetched when they are not those shown before. */
  async show(chart) {
    if (chart.shapes !== this.url || !this.svg) {
      const answer = await fetch(chart.shapes);
      if (!answer.ok) throw new Error("shapes");
      this.outline(await answer.json(), chart);
      this.url = chart.shapes;
    }
    for (const [id, { path }] of this.shapes) path.setAttribute("aria-label", chart.facts[id]?.[0] ?? id);
    this.bands(chart);
    this.pieces(chart);
  }

  outline(shapes, chart) {
    const [width, height] = chart.size;
    const layer = () => node("g", {}, this.svg);
    this.place.replaceChildren();
    this.svg = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" }, this.place);
    this.cuts = node("defs", {}, this.svg);
    node("image", { width, height, href: chart.base }, this.svg);
    this.under = layer();
    this.marks = layer();
    if (chart.names) node("image", { width, height, href: chart.names, class: "mark" }, this.svg);
    this.over = layer();
    this.shapes = new Map();
    for (const [id, kind, d, x, y] of shapes) {
      const path = node("path", { d, class: `shape ${kind}`, "data-id": id }, this.over);
      path.setAttribute("role", "button");
      path.setAttribute("tabindex", -1);
      this.shapes.set(id, { path, d, x, y });
    }
    this.first()?.setAttribute("tabindex", 0);
    this.svg.addEventListener("pointerover", (event) => this.tell(event.target.dataset?.id ?? this.chosen));
    this.svg.addEventListener("pointerleave", () => this.tell(this.chosen));
    this.svg.addEventListener("focusin", (event) => this.tell(event.target.dataset?.id ?? ""));
    this.svg.addEventListener("click", (event) => this.choose(event.target.dataset?.id ?? ""));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  first() {
    return this.shapes.values().next().value?.path;
  }

  /** Keeps the facts of a shape in view. */
  choose(id, stays = false) {
    this.shapes.get(this.chosen)?.path.classList.remove("chosen");
    this.chosen = id === this.chosen && !stays ? "" : id;
    this.shapes.get(this.chosen)?.path.classList.add("chosen");
    this.tell(this.chosen || id);
  }

  /** Lights up shapes, and no others. */
  light(ids) {
    for (const [id, { path }] of this.shapes) path.classList.toggle("lit", ids.includes(id));
  }

  /** The light of changed shapes, and a ribbon along the inside of the border of each that somebody holds. */
  bands(chart) {
    this.under.replaceChildren();
    this.cuts.replaceChildren();
    const [near, far] = chart.band.map((reach) => 2 * reach * chart.unit);
    for (const id of chart.changed) this.within(id, { class: "light" });
    for (const [id, colours] of Object.entries(chart.bands)) {
      const [colour, line] = colours.split(" ");
      this.ribbon(id, near, far, { class: "band", stroke: colour });
      if (chart.patterns[id]) this.ribbon(id, near, far, { stroke: this.pattern(chart.sprites, chart.patterns[id]) });
      if (line) this.ribbon(id, (near + far) / 2 - 1.5 * chart.unit, (near + far) / 2 + 1.5 * chart.unit, { stroke: line });
    }
    for (const id of chart.contested) {
      this.ribbon(id, near, far, { class: "paper" });
      this.ribbon(id, near, far, { class: "contested", "stroke-dasharray": `${9 * chart.unit} ${9 * chart.unit}` });
    }
    for (const id of chart.bordered) this.ribbon(id, far, far + 8 * chart.unit, { class: "bordered" });
  }

  /** A paint that lays a sprite side by side. */
  pattern(sprites, [sprite, width, height]) {
    const name = `pattern-${sprite}`;
    if (!this.cuts.querySelector(`[id="${name}"]`)) {
      const tile = node("pattern", { id: name, width, height, patternUnits: "userSpaceOnUse" }, this.cuts);
      node("image", { href: sprites + encodeURIComponent(sprite), width, height, preserveAspectRatio: "none" }, tile);
    }
    return `url(#${CSS.escape(name)})`;
  }

  within(id, attributes) {
    const shape = this.shapes.get(id);
    if (shape) node("path", { d: shape.d, ...attributes }, this.under);
  }

  /** A line along the inside of a border, between two distances from it (each doubled, as strokes are). */
  ribbon(id, near, far, attributes) {
    const shape = this.shapes.get(id);
    if (!shape) return;
    const name = `cut-${this.cuts.childElementCount}`;
    const cut = node("mask", { id: name }, this.cuts);
    node("path", { d: shape.d, fill: "#fff" }, cut);
    if (near > 0) node("path", { d: shape.d, fill: "none", stroke: "#000", "stroke-width": near }, cut);
    const held = node("g", { mask: `url(#${name})` }, this.under);
    node("path", { d: shape.d, fill: "none", "stroke-width": far, "stroke-linejoin": "round", ...attributes }, held);
  }

  pieces(chart) {
    this.marks.replaceChildren();
    for (const [sprite, x, y, width, height] of chart.marks) {
      node("image", { href: chart.sprites + encodeURIComponent(sprite), x, y, width, height, class: "mark" }, this.marks);
    }
  }

  key(event) {
    const id = event.target.dataset?.id;
    if (!id) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(id);
    else if (way) this.go(id, way);
    else return;
    event.preventDefault();
  }

  /** Goes to the nearest shape that lies that way. */
  go(id, [right, down]) {
    const here = this.shapes.get(id);
    let best = null;
    let least = Infinity;
    for (const other of this.shapes.values()) {
      const along = (other.x - here.x) * right + (other.y - here.y) * down;
      const aside = Math.abs((other.x - here.x) * down) + Math.abs((other.y - here.y) * right);
      const far = along + 2 * aside;
      if (along > 0 && far < least) [best, least] = [other, far];
    }
    if (!best) return;
    here.path.setAttribute("tabindex", -1);
    best.path.setAttribute("tabindex", 0);
    best.path.focus();
  }
}
