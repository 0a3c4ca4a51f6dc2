// The options of a command while it is being written: one chip each, with its own list of choices.

import { complete } from "./actions.js";
import { upload } from "./api.js";
import { h, icon } from "./dom.js";
import { face } from "./people.js";
import { Popup } from "./popup.js";
import { displayName, store } from "./store.js";
import { t } from "./words.js";

const PAUSE = 120;
const NUMBERS = [4, 10];

export class Chip {
  // `line` is the command line the chip belongs to.
  constructor(line, option) {
    Object.assign(this, { line, option, value: undefined, asked: 0 });
    this.input = h("input", {
      class: "chip-input",
      type: option.type === 11 ? "file" : "text",
      role: "combobox",
      "aria-label": `${option.name}: ${option.description}`,
      "aria-expanded": "false",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: NUMBERS.includes(option.type) ? "numeric" : null,
      oninput: () => this.typed(),
      onfocus: () => this.focused(),
      onblur: () => this.popup.hide(),
      onkeydown: (event) => this.key(event),
      onchange: (event) => option.type === 11 && this.take(event.target.files),
    });
    this.element = h("span", { class: `chip${option.required ? " required" : ""}` }, h("span", { class: "chip-name" }, option.name), this.input);
    this.popup = new Popup(this.input, { label: option.name, choose: (item) => this.choose(item) });
    this.size();
  }

  focused() {
    this.line.explain(this.option);
    this.line.host.append(this.popup.element);
    if (this.value === undefined) this.offer();
  }

  typed() {
    this.value = undefined;
    this.element.classList.remove("wrong");
    this.size();
    clearTimeout(this.timer);
    if (!this.option.autocomplete) return void this.offer();
    this.popup.unmark();
    this.timer = setTimeout(() => this.offer(), PAUSE);
  }

  size() {
    if (this.option.type !== 11) this.input.style.width = `${Math.max(4, this.input.value.length + 1)}ch`;
  }

  // Shows the choices that fit what is typed.
  async offer() {
    const typed = this.input.value;
    if (!this.option.autocomplete) return this.show(this.fixed().filter((item) => fits(item, typed)));
    const asked = (this.asked += 1);
    const found = await complete(this.line.command.path, this.option.name, { ...this.line.values(), [this.option.name]: typed });
    if (asked !== this.asked || document.activeElement !== this.input) return;
    if (found === null) this.popup.show([], { empty: t("loading_failed") });
    else this.show(found.map((choice) => ({ label: choice.name, value: choice.value })), t("still_write"));
  }

  show(items, empty = "") {
    if (document.activeElement === this.input) this.popup.show(items, { empty, title: items.length ? this.option.description : "" });
  }

  fixed() {
    const { type, choices } = this.option;
    if (choices) return choices.map((choice) => ({ label: choice.name, value: choice.value }));
    if (type === 5) return [{ label: t("yes"), value: true }, { label: t("no"), value: false }];
    const people = [...store.users.values()].map((user) => ({ label: displayName(user), side: user.username, value: user.id, icon: face(user, "small") }));
    const roles = [...store.roles.values()].map((role) => ({ label: role.name, value: role.id }));
    const places = [...store.channels.values()].filter((place) => place.type !== 1).map((place) => ({ label: `# ${place.name}`, value: place.id }));
    return { 6: people, 7: places, 8: roles, 9: [...people, ...roles] }[type] ?? [];
  }

  choose(item) {
    clearTimeout(this.timer);
    this.asked += 1;
    this.value = item.value;
    this.input.value = item.label.replace(/^# /, "");
    this.size();
    this.popup.hide();
    this.line.chosen(this);
  }

  async take(files) {
    if (!files.length) return;
    this.value = (await upload(files))[0].id;
    this.line.next(this);
  }

  // The value to send, or undefined when nothing is entered.
  read() {
    if (this.value !== undefined) return this.value;
    const typed = this.option.type === 11 ? "" : this.input.value.trim();
    if (!typed) return undefined;
    if (NUMBERS.includes(this.option.type)) return Number.isNaN(Number(typed)) ? typed : Number(typed);
    const named = this.fixed().find((item) => item.label.toLowerCase().replace(/^# /, "") === typed.toLowerCase());
    return named ? named.value : typed;
  }

  key(event) {
    if (this.popup.key(event)) return;
    if (event.key === "Enter") this.line.send(event);
    else if (event.key === "Tab" && !event.shiftKey) this.line.next(this);
    else if (event.key === "Backspace" && !this.input.value) this.line.drop(this);
    else if (event.key === "Escape") this.line.leave();
    else if (event.key === "ArrowLeft" && this.input.selectionStart === 0) this.line.previous(this);
    else return;
    event.preventDefault();
  }
}

function fits(item, typed) {
  const wanted = typed.trim().toLowerCase();
  return !wanted || `${item.label} ${item.side ?? ""}`.toLowerCase().includes(wanted);
}

export class CommandLine {
  // `host` is where lists open; `done` is called when the line is left, with what to send or null.
  constructor(host, command, done) {
    Object.assign(this, { host, command, done, chips: [] });
    this.hint = h("div", { class: "command-hint" });
    this.rest = h("div", { class: "command-rest" });
    this.slots = h("span", { class: "chips" });
    this.go = h("button", { class: "round send", type: "button", "aria-label": t("send_command"), onclick: () => this.send() }, icon("send"));
    const quit = h("button", { class: "round", type: "button", "aria-label": t("leave_command"), onclick: () => this.leave() }, icon("close"));
    const keys = (event) => {
      if (event.target !== this.element) return;
      const plain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === "Enter") this.send(event);
      else if (event.key === "Escape" || event.key === "Backspace") this.leave();
      // What is typed goes into the first option, where none has to be filled in.
      else if (plain) this.rest.querySelector("button")?.click();
    };
    this.element = h("div", { class: "command-line", tabindex: "-1", onkeydown: keys },
      h("div", { class: "command-top" }, this.hint, this.rest),
      h("div", { class: "command-row" }, quit, h("span", { class: "command-name" }, `/${command.text}`), this.slots, this.go));
    for (const option of command.options.filter((entry) => entry.required)) this.add(option);
    this.offerRest();
    this.explain(null);
  }

  focus() {
    const empty = this.chips.find((chip) => chip.read() === undefined) ?? this.chips[0];
    (empty?.input ?? this.element).focus();
  }

  add(option) {
    const chip = new Chip(this, option);
    this.chips.push(chip);
    this.slots.append(chip.element);
    this.offerRest();
    return chip;
  }

  drop(chip) {
    const at = this.chips.indexOf(chip);
    if (chip.option.required) return at > 0 ? this.chips[at - 1].input.focus() : this.leave();
    this.chips.splice(at, 1);
    chip.element.remove();
    chip.popup.element.remove();
    this.offerRest();
    (this.chips[at - 1]?.input ?? this.chips[0]?.input ?? this.element).focus();
  }

  next(chip) {
    const at = this.chips.indexOf(chip);
    const later = this.chips.slice(at + 1).find((other) => other.read() === undefined);
    if (later) later.input.focus();
    else if (this.rest.querySelector("button")) this.rest.querySelector("button").focus();
    else this.go.focus();
  }

  // After a choice: on to what is still empty, or stay, to write on or to send.
  chosen(chip) {
    const later = this.chips.find((other) => other !== chip && other.read() === undefined);
    (later ?? chip).input.focus();
  }

  previous(chip) {
    this.chips[this.chips.indexOf(chip) - 1]?.input.focus();
  }

  offerRest() {
    const used = new Set(this.chips.map((chip) => chip.option.name));
    const rest = this.command.options.filter((option) => !used.has(option.name));
    const keys = (event) => {
      if (event.key === "Enter" && event.ctrlKey) this.send(event);
      const steps = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" };
      event.currentTarget[steps[event.key]]?.focus();
    };
    this.rest.replaceChildren(...rest.map((option) => h("button", {
      class: "rest-option", type: "button", title: option.description, onkeydown: keys,
      onclick: () => this.add(option).input.focus(),
    }, `+ ${option.name}`)));
  }

  explain(option) {
    const about = option ? [h("strong", {}, option.name), " ", option.description] : [this.command.description];
    this.hint.replaceChildren(...about);
  }

  values() {
    return Object.fromEntries(this.chips.map((chip) => [chip.option.name, chip.read()]).filter(([, value]) => value !== undefined));
  }

  send(key) {
    // Else it is a line in the field that has the focus next.
    key?.preventDefault();
    const missing = this.chips.find((chip) => chip.option.required && chip.read() === undefined);
    if (missing) {
      missing.element.classList.add("wrong");
      missing.input.focus();
      this.explain({ name: missing.option.name, description: t("needed") });
      return;
    }
    this.done(this.values());
  }

  leave() {
    this.done(null);
  }
}
