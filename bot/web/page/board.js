// The board: a base map, over it the shapes of its areas, and the pieces. Everything comes as data; nothing here knows a game.

const SVG = "http://www.w3.org/2000/svg";

function node(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error("shapes");
  return answer.json();
}

/** Draws into `place`. `tell(id)` is called with the shape that a reader wants to know of, or "" for none. */
export class Board {
  constructor(place, tell) {
    this.place = place;
    this.tell = tell;
    this.shapes = new Map();
    this.url = "";
    this.chosen = "";
    this.player = null; // who plays on it: see seat.js
    this.live = true; // whether it shows the present
    this.offered = new Set();
    this.drag = null; // where a drag began
  }

  /** Shows a chart; the shapes are fetched when they are not those shown before. */
  async show(chart) {
    const key = typeof chart.shapes === "string" ? chart.shapes : JSON.stringify(chart.shapes);
    if (key !== this.url || !this.svg) {
      this.outline(typeof chart.shapes === "string" ? await fetched(chart.shapes) : chart.shapes, chart);
      this.url = key;
    }
    for (const [id, shape] of this.shapes) {
      shape.name = chart.facts[id]?.[0] ?? id;
      shape.path.setAttribute("aria-label", shape.name);
    }
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
    for (const [id, kind, d, x, y, within] of shapes) {
      const path = node("path", { d, class: `shape ${kind}`, "data-id": id }, this.over);
      path.setAttribute("role", "button");
      path.setAttribute("tabindex", -1);
      this.shapes.set(id, { path, d, x, y, within });
    }
    this.first()?.setAttribute("tabindex", 0);
    this.svg.addEventListener("pointerover", (event) => this.tell(event.target.dataset?.id ?? this.chosen));
    this.svg.addEventListener("pointerleave", () => this.tell(this.chosen));
    this.svg.addEventListener("focusin", (event) => this.tell(event.target.dataset?.id ?? ""));
    this.svg.addEventListener("click", (event) => this.click(event.target.dataset?.id ?? "", event));
    this.svg.addEventListener("contextmenu", (event) => this.player?.fewer(event.target.dataset?.id) && event.preventDefault());
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.drop(event));
    this.svg.addEventListener("pointercancel", () => this.drop(null));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** A click is first the player's, whose offers may be meant by it; else it asks for facts. */
  click(id, event) {
    if (this.held) return;
    const taken = this.player?.click(id, event);
    if (taken) this.tell(taken);
    else this.choose(id);
  }

  /** What a pointer presses may be held or dragged; a second finger ends both. */
  down(event) {
    if (!event.isPrimary || event.button) {
      this.drop(null);
      return;
    }
    this.held = false;
    const from = this.player?.leads(event.target.dataset?.id, event);
    this.drag = from ? { from, x: event.clientX, y: event.clientY, line: null } : null;
    if (event.pointerType === "touch") this.hold(event);
  }

  /** A long press takes away. */
  hold(event) {
    const end = () => clearTimeout(timer);
    const take = () => {
      this.held = Boolean(this.player?.fewer(event.target.dataset?.id));
      if (this.held) this.drop(null);
    };
    const timer = setTimeout(take, 550);
    for (const name of ["pointerup", "pointercancel", "pointermove"]) this.svg.addEventListener(name, end, { once: true });
  }

  /** A drag from one shape to another is a click on each; a line shows it. */
  move(event) {
    const drag = this.drag;
    if (!drag || !event.isPrimary) return;
    if (!drag.line) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      this.player.back();
      this.player.click(drag.from);
      const { x, y } = this.shapes.get(drag.from);
      drag.line = node("line", { class: "drag", x1: x, y1: y }, this.over);
      this.svg.setPointerCapture(event.pointerId);
      this.held = true; // the click that follows is none
    }
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    drag.line.setAttribute("x2", x);
    drag.line.setAttribute("y2", y);
  }

  /** The end of a drag, at a shape or, without an event, nowhere. A click comes at once or not at all. */
  drop(event) {
    if (event) setTimeout(() => (this.held = false), 50);
    const drag = this.drag;
    this.drag = null;
    if (!drag?.line) return;
    drag.line.remove();
    const id = event && document.elementFromPoint(event.clientX, event.clientY)?.dataset?.id;
    const taken = event && this.player.click(id ?? "", event);
    if (taken) this.tell(taken);
    else this.player.back();
  }

  /** Marks what can be clicked, what is chosen or planned, and what has been clicked so far. */
  offer(next, chosen, way, texts) {
    this.offered = this.live ? next : new Set();
    for (const [id, { path, name }] of this.shapes) {
      const is = this.offered.has(id);
      path.classList.toggle("offered", is);
      path.classList.toggle("leads", is && Boolean(this.player.leads(id)));
      path.classList.toggle("picked", this.live && chosen.has(id));
      path.classList.toggle("way", this.live && way.has(id));
      const told = [name, is && texts.offered, (chosen.has(id) || way.has(id)) && texts.chosen];
      path.setAttribute("aria-label", told.filter(Boolean).join(", "));
    }
    const start = [...this.offered].map((id) => this.shapes.get(id)?.path).find(Boolean);
    if (!start || this.svg.contains(document.activeElement)) return;
    for (const { path } of this.shapes.values()) path.setAttribute("tabindex", path === start ? 0 : -1);
  }

  /** The nearest of some shapes to a click, if it is at most so many pixels of the screen away; else nothing. */
  nearest(ids, event, most) {
    let [best, least] = ["", most];
    for (const id of ids) {
      const far = this.distance(id, event);
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  distance(id, { clientX, clientY }) {
    const path = this.shapes.get(id)?.path;
    const box = path?.getBoundingClientRect();
    if (!box || clientX < box.left - 40 || clientX > box.right + 40 || clientY < box.top - 40 || clientY > box.bottom + 40) return Infinity;
    const matrix = path.getScreenCTM();
    const length = path.getTotalLength();
    const points = Array.from({ length: 48 }, (_, n) => path.getPointAtLength((length * n) / 48).matrixTransform(matrix));
    return Math.min(...points.map(({ x, y }) => Math.hypot(x - clientX, y - clientY)));
  }

  /** The box around some shapes. */
  around(ids) {
    const boxes = [...ids].map((id) => this.shapes.get(id)?.path.getBBox()).filter(Boolean);
    const left = Math.min(...boxes.map(({ x }) => x));
    const top = Math.min(...boxes.map(({ y }) => y));
    const right = Math.max(...boxes.map(({ x, width }) => x + width));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    return { left, top, right, bottom };
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
    if (event.key === "Enter" || event.key === " ") this.click(id, event);
    else if (way) this.go(id, way, event.shiftKey);
    else if (!["Delete", "Backspace", "-"].includes(event.key) || !this.player?.fewer(id)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the nearest shape that lies that way: of those that can be clicked, unless any is wanted. */
  go(id, [right, down], any) {
    const here = this.shapes.get(id);
    let best = null;
    let least = Infinity;
    for (const [name, other] of this.shapes) {
      if (!any && this.offered.size && !this.offered.has(name)) continue;
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
