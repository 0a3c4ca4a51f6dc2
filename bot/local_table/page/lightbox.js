// A picture as large as the window, with zoom and pan by wheel, fingers, buttons and keys.

import { h, icon } from "./dom.js";
import { t } from "./words.js";

const MOST = 8;

export function openLightbox(pictures, start) {
  new Lightbox(pictures, start);
}

class Lightbox {
  constructor(pictures, start) {
    this.pictures = pictures;
    this.at = start;
    this.fingers = new Map();
    this.build();
    this.show();
    this.dialog.showModal();
  }

  build() {
    const tool = (name, label, act) => h("button", { class: "round", type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
    this.image = h("img", { class: "light-image", draggable: false });
    this.caption = h("div", { class: "light-caption" });
    this.original = h("a", { class: "round", target: "_blank", rel: "noreferrer noopener", "aria-label": t("open_file"), title: t("open_file") }, icon("out"));
    this.field = h("div", { class: "light-field", tabindex: "-1", autofocus: true }, this.image);
    const tools = h("div", { class: "light-tools" },
      tool("minus", t("smaller"), () => this.zoom(1 / 1.4)), tool("plus", t("larger"), () => this.zoom(1.4)),
      tool("fit", t("fit"), () => this.fit()), this.original, tool("close", t("close"), () => this.dialog.close()));
    this.dialog = h("dialog", { class: "lightbox", "aria-label": t("picture") }, this.field, tools, this.caption);
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.field.addEventListener("pointerdown", (event) => this.down(event));
    this.field.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.field.addEventListener(end, (event) => this.up(event));
    this.field.addEventListener("dblclick", (event) => this.zoom(this.scale > 1 ? 1 / this.scale : 2.5, event));
    document.body.append(this.dialog);
  }

  show() {
    const { url, alt } = this.pictures[this.at];
    this.image.src = url;
    this.image.alt = alt;
    this.original.href = url;
    const place = this.pictures.length > 1 ? `${this.at + 1} / ${this.pictures.length}  ` : "";
    this.caption.textContent = `${place}${alt}`;
    this.fit();
  }

  fit() {
    Object.assign(this, { scale: 1, x: 0, y: 0 });
    this.draw();
  }

  zoom(factor, point) {
    const box = this.field.getBoundingClientRect();
    const centre = { x: (point?.clientX ?? box.left + box.width / 2) - box.left - box.width / 2, y: (point?.clientY ?? box.top + box.height / 2) - box.top - box.height / 2 };
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    this.x = centre.x - (centre.x - this.x) * (scale / this.scale);
    this.y = centre.y - (centre.y - this.y) * (scale / this.scale);
    this.scale = scale;
    this.draw();
  }

  draw() {
    const room = { x: (this.field.clientWidth * (this.scale - 1)) / 2, y: (this.field.clientHeight * (this.scale - 1)) / 2 };
    this.x = Math.max(-room.x, Math.min(room.x, this.x));
    this.y = Math.max(-room.y, Math.min(room.y, this.y));
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.field.classList.toggle("large", this.scale > 1);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), event);
  }

  down(event) {
    this.fingers.set(event.pointerId, event);
    this.moved = false;
    this.field.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    if (others.length) {
      const gap = (finger) => Math.hypot(finger.clientX - others[0].clientX, finger.clientY - others[0].clientY);
      const middle = { clientX: (event.clientX + others[0].clientX) / 2, clientY: (event.clientY + others[0].clientY) / 2 };
      this.zoom(gap(event) / Math.max(1, gap(before)), middle);
    } else {
      this.x += event.clientX - before.clientX;
      this.y += event.clientY - before.clientY;
      this.draw();
    }
    this.moved ||= Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 2;
    this.fingers.set(event.pointerId, event);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const outside = !within(this.image.getBoundingClientRect(), event);
    if (!this.moved && this.scale === 1 && outside) this.dialog.close();
  }

  key(event) {
    const acts = {
      "+": () => this.zoom(1.4), "=": () => this.zoom(1.4), "-": () => this.zoom(1 / 1.4), 0: () => this.fit(),
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
    };
    acts[event.key]?.();
  }

  step(by) {
    this.at = (this.at + by + this.pictures.length) % this.pictures.length;
    this.show();
  }
}

function within(box, point) {
  return point.clientX >= box.left && point.clientX <= box.right && point.clientY >= box.top && point.clientY <= box.bottom;
}
