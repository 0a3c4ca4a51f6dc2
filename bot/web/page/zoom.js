// Zoom and pan of the board: wheel, pinch, drag, double tap, keys and buttons. The picture stays within its frame.

const MOST = 8;

export class Zoom {
  constructor(place, buttons) {
    this.place = place;
    this.fingers = new Map();
    this.at = { x: 0, y: 0, k: 1 };
    place.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("pointerdown", (event) => this.down(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, (event) => this.up(event));
    place.addEventListener("dblclick", (event) => place.querySelector(".offered") || this.by(this.at.k >= MOST / 2 ? 1 / this.at.k : 2, event));
    place.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    place.addEventListener("keydown", (event) => this.key(event));
    buttons.nearer.addEventListener("click", () => this.by(1.5));
    buttons.farther.addEventListener("click", () => this.by(1 / 1.5));
    buttons.whole.addEventListener("click", () => this.set({ x: 0, y: 0, k: 1 }));
  }

  get svg() {
    return this.place.querySelector("svg");
  }

  get size() {
    return this.full ?? [1, 1];
  }

  /** Whether something else is dragged over the board. */
  busy() {
    return false;
  }

  /** The size of the board, in its own pixels; whoever looks at a part of it stays there. */
  fit(size) {
    if (this.full?.[0] !== size[0] || this.full?.[1] !== size[1]) this.at = { x: 0, y: 0, k: 1 };
    this.full = size;
    this.set(this.at);
  }

  set({ x, y, k }) {
    const [width, height] = this.size;
    k = Math.min(MOST, Math.max(1, k));
    const [w, h] = [width / k, height / k];
    this.at = { k, x: Math.min(width - w, Math.max(0, x)), y: Math.min(height - h, Math.max(0, y)) };
    this.svg?.setAttribute("viewBox", `${this.at.x} ${this.at.y} ${w} ${h}`);
    this.place.classList.toggle("near", k > 1);
  }

  /** Shows a box of the board with some room around it; all of it if that is not much more, and never during a drag. */
  to({ left, top, right, bottom }) {
    if (this.fingers.size || !(right > left)) return;
    const [width, height] = this.size;
    const k = Math.min(4, (0.8 * width) / (right - left), (0.8 * height) / (bottom - top));
    if (k < 1.2) this.set({ x: 0, y: 0, k: 1 });
    else this.set({ k, x: (left + right - width / k) / 2, y: (top + bottom - height / k) / 2 });
  }

  /** A point of the screen as a point of the board. */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const [width, height] = this.size;
    const scale = Math.max(width / this.at.k / box.width, height / this.at.k / box.height);
    const left = (box.width * scale - width / this.at.k) / 2;
    const top = (box.height * scale - height / this.at.k) / 2;
    return [this.at.x + (event.clientX - box.left) * scale - left, this.at.y + (event.clientY - box.top) * scale - top, scale];
  }

  by(factor, event) {
    if (!this.svg) return;
    const box = this.svg.getBoundingClientRect();
    const [x, y] = this.point(event ?? { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
    const k = Math.min(MOST, Math.max(1, this.at.k * factor));
    const ratio = this.at.k / k;
    this.set({ k, x: x - (x - this.at.x) * ratio, y: y - (y - this.at.y) * ratio });
  }

  wheel(event) {
    if (!this.svg || (this.at.k === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 400), event);
  }

  down(event) {
    this.fingers.set(event.pointerId, event);
    this.dragged = false;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.svg) return;
    const others = [...this.fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    if (others.length === 1) this.pinch(before, event, others[0]);
    else if (this.at.k > 1 && !this.busy()) this.drag(before, event);
    if (this.dragged) this.fingers.set(event.pointerId, event);
  }

  drag(before, event) {
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.dragged && Math.hypot(dx, dy) < 5) return;
    this.dragged = true;
    const scale = this.point(event)[2];
    this.set({ ...this.at, x: this.at.x - dx * scale, y: this.at.y - dy * scale });
  }

  pinch(before, event, other) {
    this.dragged = true;
    const far = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    this.by(far(event) / far(before), middle);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  key(event) {
    const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 1 / this.at.k }[event.key];
    if (!factor || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.by(factor);
  }
}
