// A list of things to choose from, steered by the keyboard of the field it belongs to.

import { h } from "./dom.js";

let count = 0;

export class Popup {
  constructor(field, { label, choose }) {
    this.field = field;
    this.choose = choose;
    this.items = [];
    this.at = 0;
    this.id = `popup-${(count += 1)}`;
    this.list = h("ul", { class: "popup-list", role: "listbox", id: this.id, "aria-label": label });
    this.element = h("div", { class: "popup", hidden: true }, this.list);
    field.setAttribute("aria-controls", this.id);
    field.setAttribute("aria-autocomplete", "list");
  }

  get open() {
    return !this.element.hidden;
  }

  // Items: {label, hint, side, value, group}. The first one is highlighted unless `start` says otherwise.
  show(items, { empty = "", title = "", start = 0 } = {}) {
    this.items = items;
    this.at = Math.min(start, items.length - 1);
    const rows = items.map((item, number) => this.row(item, number));
    const head = title ? [h("li", { class: "popup-title", role: "presentation" }, title)] : [];
    const note = items.length || !empty ? [] : [h("li", { class: "popup-empty", role: "presentation" }, empty)];
    this.list.replaceChildren(...head, ...rows, ...note);
    this.element.hidden = !items.length && !empty;
    this.mark();
  }

  hide() {
    this.element.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
    this.field.setAttribute("aria-expanded", "false");
  }

  row(item, number) {
    const pick = (event) => {
      event.preventDefault();
      this.choose(item);
    };
    return h("li", { class: "popup-row", role: "option", id: `${this.id}-${number}`, onmousedown: pick, onmousemove: () => this.move(number) },
      item.icon ?? null,
      h("span", { class: "popup-main" },
        h("span", { class: "popup-label" }, item.label),
        item.hint ? h("span", { class: "popup-hint" }, item.hint) : null),
      item.side ? h("span", { class: "popup-side" }, item.side) : null);
  }

  move(number) {
    if (number === this.at) return;
    this.at = number;
    this.mark();
  }

  mark() {
    const rows = this.list.querySelectorAll(".popup-row");
    rows.forEach((row, number) => {
      row.classList.toggle("active", number === this.at);
      row.setAttribute("aria-selected", String(number === this.at));
    });
    rows[this.at]?.scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-expanded", String(this.open));
    if (rows[this.at]) this.field.setAttribute("aria-activedescendant", rows[this.at].id);
    else this.field.removeAttribute("aria-activedescendant");
  }

  // Takes the highlight away while the items no longer fit what is typed.
  unmark() {
    this.at = -1;
    this.mark();
  }

  // Handles a key of the field; returns whether it was used.
  key(event) {
    if (!this.open) return false;
    const size = this.items.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (size) this.move((Math.max(this.at, event.key === "ArrowDown" ? -1 : 0) + (event.key === "ArrowDown" ? 1 : size - 1)) % size);
    } else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.items[this.at]) {
      this.choose(this.items[this.at]);
    } else if (event.key === "Escape") {
      this.hide();
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
