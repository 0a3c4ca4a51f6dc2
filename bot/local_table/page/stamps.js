// Times: of messages, and of <t:...> marks in texts. Relative ones are kept fresh.

import { h } from "./dom.js";
import { language } from "./language.js";
import { tableTime } from "./store.js";

const EPOCH = 1420070400000n;

export const born = (id) => Number((BigInt(id) >> 22n) + EPOCH);

const FORMS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function format(milliseconds, style = "f") {
  return new Intl.DateTimeFormat(language(), FORMS[style] ?? FORMS.f).format(milliseconds);
}

export function relative(milliseconds) {
  const seconds = Math.round((milliseconds - tableTime()) / 1000);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

export const spoken = (seconds, style) => (style === "R" ? relative : format)(Number(seconds) * 1000, style);

export function stamp(seconds, style) {
  const time = Number(seconds) * 1000;
  const text = spoken(seconds, style);
  const data = style === "R" ? { relative: String(time) } : {};
  return h("time", { class: "stamp", datetime: new Date(time).toISOString(), title: format(time, "F"), data }, text);
}

export function clock(id) {
  const time = born(id);
  const today = new Date(time).toDateString() === new Date(tableTime()).toDateString();
  const text = today ? format(time, "t") : `${format(time, "d")} ${format(time, "t")}`;
  return h("time", { class: "when", datetime: new Date(time).toISOString(), title: format(time, "F") }, text);
}

export const day = (id) => new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(born(id));

setInterval(() => {
  for (const mark of document.querySelectorAll("[data-relative]")) mark.textContent = relative(Number(mark.dataset.relative));
}, 5000);
