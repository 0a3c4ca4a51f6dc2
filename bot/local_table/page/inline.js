// Marks inside a line of text: emphasis, code, links, mentions, timestamps, emoji.

import { h } from "./dom.js";
import { stamp } from "./stamps.js";
import { displayName, emit, store } from "./store.js";
import { t } from "./words.js";

const CODE = /^(`{1,2})([^`]|[^`][\s\S]*?[^`])\1(?!`)/;
const MARKS = [
  [/^\*\*\*(?=\S)([\s\S]*?\S)\*\*\*(?!\*)/, (inner) => h("em", {}, h("strong", {}, inner))],
  [/^\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/, (inner) => h("strong", {}, inner)],
  [/^__(?=\S)([\s\S]*?\S)__(?!_)/, (inner) => h("u", {}, inner)],
  [/^~~(?=\S)([\s\S]*?\S)~~/, (inner) => h("s", {}, inner)],
  [/^\|\|(?=\S)([\s\S]*?\S)\|\|/, (inner) => spoiler(inner)],
  [/^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, (inner) => h("em", {}, inner)],
  [/^_(?=[^\s_])([\s\S]*?[^\s_])_(?![_\w])/, (inner) => h("em", {}, inner)],
];
const LINK = /^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/;
const MESSAGE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)\/(\d+)/;
const BARE = /^<?(https?:\/\/[^\s<>]*[^\s<>.,:;"')\]!?])>?/;
const SPECIAL = /[\\`*_~|[<h@]/g;

const TOKENS = [
  [/^<@!?(\d+)>/, ([, id]) => mention(id)],
  [/^<@&(\d+)>/, ([, id]) => h("span", { class: "mention" }, `@${store.roles.get(id)?.name ?? t("role")}`)],
  [/^<#(\d+)>/, ([, id]) => place(id)],
  [/^<\/([^:>]+):(\d+)>/, ([, name]) => command(name)],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, ([, seconds, style]) => stamp(seconds, style)],
  [/^<a?:(\w+):(\d+)>/, ([, name, id]) => emoji(name, id)],
];

export function inline(text) {
  const parts = [];
  let plain = "";
  let rest = text;
  let previous = "";
  const flush = () => {
    if (plain) parts.push(plain);
    plain = "";
  };
  while (rest) {
    const found = special(rest, previous);
    if (found) {
      flush();
      parts.push(found.node);
      previous = rest[found.length - 1];
      rest = rest.slice(found.length);
      continue;
    }
    SPECIAL.lastIndex = rest[0] === "\\" && rest.length > 1 ? 2 : 1;
    const next = SPECIAL.exec(rest)?.index ?? rest.length;
    const escaped = rest[0] === "\\" && rest.length > 1 && /[^\w\s]/.test(rest[1]);
    plain += escaped ? rest.slice(1, next) : rest.slice(0, next);
    previous = rest[next - 1];
    rest = rest.slice(next);
  }
  flush();
  return parts;
}

function special(rest, previous) {
  const code = CODE.exec(rest);
  if (code) return { node: h("code", {}, code[2].trim() || code[2]), length: code[0].length };
  if (rest[0] === "<") {
    for (const [pattern, make] of TOKENS) {
      const token = pattern.exec(rest);
      if (token) return { node: make(token), length: token[0].length };
    }
  }
  const everyone = /^@(everyone|here)\b/.exec(rest);
  if (everyone) return { node: h("span", { class: "mention" }, everyone[0]), length: everyone[0].length };
  return link(rest, previous) ?? emphasis(rest, previous);
}

function link(rest, previous) {
  const named = LINK.exec(rest);
  if (named) return { node: anchor(named[2], inline(named[1])), length: named[0].length };
  const posted = MESSAGE.exec(rest);
  if (posted) return { node: place(posted[1], posted[2]), length: posted[0].length };
  const bare = /\w/.test(previous) ? null : BARE.exec(rest);
  return bare ? { node: anchor(bare[1], [bare[1]]), length: bare[0].length } : null;
}

function emphasis(rest, previous) {
  if (rest[0] === "_" && /\w/.test(previous)) return null;
  for (const [pattern, make] of MARKS) {
    const found = pattern.exec(rest);
    if (found) return { node: make(inline(found[1])), length: found[0].length };
  }
  return null;
}

function anchor(url, children) {
  return h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, children);
}

function spoiler(inner) {
  const show = (event) => event.currentTarget.classList.add("shown");
  return h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": t("spoiler"), onclick: show, onkeydown: show }, inner);
}

function mention(id) {
  const user = store.users.get(id);
  const mine = id === store.me?.id ? " mine" : "";
  return h("span", { class: `mention${mine}` }, `@${user ? displayName(user) : t("unknown")}`);
}

const placed = (id) => `#${store.channels.get(id)?.name ?? t("unknown")}`;

function place(id, message = null) {
  const go = () => {
    emit("go", id);
    if (message) setTimeout(() => emit("jump", message), 300);
  };
  return h("button", { class: "mention link", type: "button", "data-place": id, onclick: go }, placed(id));
}

// A post can name a thread before the page has heard of it.
export function namePlaces() {
  for (const link of document.querySelectorAll("[data-place]")) link.textContent = placed(link.dataset.place);
}

function command(name) {
  return h("button", { class: "mention link", type: "button", onclick: () => emit("command", name) }, `/${name}`);
}

// One that is gone shows its name, as in Discord.
export function emoji(name, id, alt = `:${name}:`) {
  const gone = (event) => event.currentTarget.replaceWith(h("span", { class: "emoji-name" }, `:${name}:`));
  return h("img", { class: "emoji", src: `/emojis/${id}.webp`, alt, title: alt, onerror: gone });
}

// The sign of a button or choice: one of the bot's own, or any other letter.
export function buttonEmoji(mark) {
  return mark.id ? emoji(mark.name, mark.id, "") : h("span", { class: "sign" }, mark.name);
}
