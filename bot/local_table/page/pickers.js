// Selects: a closed box that shows the picks, and an open list with search, several picks and a clear button.

import { h, icon, isPhone } from "./dom.js";
import { buttonEmoji } from "./inline.js";
import { face } from "./people.js";
import { displayName, store } from "./store.js";
import { t } from "./words.js";

const SEARCH_FROM = 8;

// The choices of a select as {value, label, hint, sign}; for people, roles and channels those of the table.
export function choicesOf(part) {
  const people = [...store.users.values()].map((user) => ({ value: user.id, label: displayName(user), hint: user.username, sign: face(user, "small") }));
  const roles = [...store.roles.values()].map((role) => ({ value: role.id, label: `@${role.name.replace("@", "")}` }));
  const allowed = part.channel_types;
  const places = [...store.channels.values()]
    .filter((place) => place.type !== 1 && (!allowed?.length || allowed.includes(place.type)))
    .map((place) => ({ value: place.id, label: `# ${place.name}` }));
  const byKind = { 5: people, 6: roles, 7: [...people, ...roles], 8: places };
  return byKind[part.type] ?? part.options.map((option) => ({
    value: option.value,
    label: option.label,
    hint: option.description,
    sign: option.emoji ? buttonEmoji(option.emoji) : null,
  }));
}

export function defaultsOf(part) {
  if (part.default_values) return part.default_values.map((entry) => String(entry.id));
  return (part.options ?? []).filter((option) => option.default).map((option) => option.value);
}

// A select; `done` is called with the values once they are chosen. In forms `keep` makes the box show them.
export function selectBox(part, done, { keep = false } = {}) {
  let picks = defaultsOf(part);
  const text = h("span", { class: "select-text" });
  const box = h("button", {
    class: "select",
    type: "button",
    disabled: Boolean(part.disabled),
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    data: { customId: part.custom_id },
  }, text, icon("down"));
  const show = () => {
    const labels = choicesOf(part).filter((choice) => picks.includes(choice.value)).map((choice) => choice.label);
    text.textContent = labels.join(", ") || part.placeholder || t("select");
    text.classList.toggle("empty", !labels.length);
  };
  const finish = async (values) => {
    picks = values;
    if (keep || values.length) show();
    box.classList.add("busy");
    await done(values);
    box.classList.remove("busy");
  };
  box.addEventListener("click", () => openPicker(box, part, picks, finish));
  show();
  return box;
}

let current = null;

function openPicker(box, part, picks, finish) {
  const again = current?.box === box;
  current?.close();
  if (!again) current = new Picker(box, part, picks, finish);
}

class Picker {
  constructor(box, part, picks, finish) {
    Object.assign(this, { box, part, finish, before: [...picks] });
    this.picks = new Set(picks);
    this.least = part.min_values ?? 1;
    this.most = part.max_values ?? 1;
    this.choices = choicesOf(part);
    this.at = 0;
    this.build();
    this.place();
    this.outside = (event) => !this.panel.contains(event.target) && !box.contains(event.target) && this.close();
    this.moved = (event) => !this.panel.contains(event.target) && this.close();
    document.addEventListener("pointerdown", this.outside);
    window.addEventListener("resize", this.moved);
    if (!isPhone()) document.addEventListener("scroll", this.moved, true);
  }

  get multiple() {
    return this.most > 1;
  }

  build() {
    this.search = h("input", { class: "picker-search", type: "search", placeholder: t("search"), "aria-label": t("search_choices"), oninput: () => this.filter() });
    this.list = h("ul", { class: "picker-list", role: "listbox", tabindex: "-1", "aria-multiselectable": String(this.multiple) });
    this.count = h("span", { class: "picker-count" });
    this.foot = h("div", { class: "picker-foot", hidden: !this.multiple && this.least > 0 },
      this.count,
      h("button", { class: "quiet", type: "button", onclick: () => this.clear() }, t("clear")),
      this.multiple ? (this.done = h("button", { class: "button primary small", type: "button", onclick: () => this.send() }, t("done"))) : null);
    const searching = this.choices.length >= SEARCH_FROM;
    const head = h("div", { class: "picker-head", hidden: !searching }, icon("search"), this.search);
    this.panel = h("div", { class: "picker", role: "dialog", "aria-label": this.part.placeholder ?? t("choices"), onkeydown: (event) => this.key(event) }, head, this.list, this.foot);
    (this.box.closest("dialog") ?? document.body).append(this.panel);
    this.box.setAttribute("aria-expanded", "true");
    this.filter();
    (searching && !isPhone() ? this.search : this.list).focus();
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    const fits = (choice) => `${choice.label} ${choice.hint ?? ""}`.toLowerCase().includes(wanted);
    this.shown = this.choices.filter((choice) => !wanted || fits(choice));
    this.at = 0;
    this.draw();
  }

  draw() {
    const rows = this.shown.map((choice, number) => this.row(choice, number));
    this.list.replaceChildren(...(rows.length ? rows : [h("li", { class: "picker-none" }, t("nothing"))]));
    const span = this.least === this.most ? `${this.most}` : `${this.least}–${Math.min(this.most, this.choices.length)}`;
    this.count.textContent = this.multiple ? t("picked", { n: this.picks.size, span }) : "";
    if (this.done) this.done.disabled = !this.enough();
    this.list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }

  row(choice, number) {
    const picked = this.picks.has(choice.value);
    const full = this.multiple && !picked && this.picks.size >= this.most;
    return h("li", {
      class: `picker-row${number === this.at ? " active" : ""}${picked ? " picked" : ""}${full ? " full" : ""}`,
      role: "option",
      "aria-selected": String(picked),
      onclick: () => this.toggle(choice),
    },
    choice.sign ? h("span", { class: "picker-sign" }, choice.sign) : null,
    h("span", { class: "picker-main" }, h("span", {}, choice.label), choice.hint ? h("span", { class: "picker-hint" }, choice.hint) : null),
    this.multiple ? h("span", { class: "tick" }, picked ? icon("check") : null) : null);
  }

  toggle(choice) {
    if (!this.multiple) {
      this.picks = new Set([choice.value]);
      this.send();
      return;
    }
    if (this.picks.has(choice.value)) this.picks.delete(choice.value);
    else if (this.picks.size < this.most) this.picks.add(choice.value);
    this.draw();
  }

  clear() {
    this.picks.clear();
    if (!this.multiple) this.send();
    else this.draw();
  }

  enough() {
    return this.picks.size >= this.least && this.picks.size <= this.most;
  }

  send() {
    const values = [...this.picks];
    this.leave();
    this.finish(values);
  }

  // Closing an open list of several picks sends them if they have changed and suffice, as Discord does.
  close() {
    const changed = this.picks.size !== this.before.length || this.before.some((value) => !this.picks.has(value));
    if (this.multiple && changed && this.enough()) this.send();
    else this.leave();
  }

  leave() {
    document.removeEventListener("pointerdown", this.outside);
    document.removeEventListener("scroll", this.moved, true);
    window.removeEventListener("resize", this.moved);
    this.panel.remove();
    this.box.setAttribute("aria-expanded", "false");
    this.box.focus({ preventScroll: true });
    if (current === this) current = null;
  }

  key(event) {
    const size = this.shown.length;
    const steps = { ArrowDown: 1, ArrowUp: size - 1 };
    if (event.key in steps && size) {
      this.at = (this.at + steps[event.key]) % size;
      this.draw();
    } else if ((event.key === "Enter" || (event.key === " " && event.target !== this.search)) && event.target.tagName !== "BUTTON") {
      if (this.shown[this.at]) this.toggle(this.shown[this.at]);
    } else if (event.key === "Escape") {
      this.leave();
    } else if (event.key === "Tab") {
      return;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  place() {
    if (isPhone()) {
      this.panel.classList.add("sheet");
      return;
    }
    const box = this.box.getBoundingClientRect();
    const height = Math.min(this.panel.scrollHeight, 360);
    const below = innerHeight - box.bottom > height + 12 || box.top < height;
    this.panel.style.left = `${Math.min(box.left, innerWidth - box.width - 8)}px`;
    this.panel.style.width = `${Math.max(box.width, 220)}px`;
    if (below) this.panel.style.top = `${box.bottom + 4}px`;
    else this.panel.style.bottom = `${innerHeight - box.top + 4}px`;
  }
}
