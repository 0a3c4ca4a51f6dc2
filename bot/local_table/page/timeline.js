// The messages of the place one is in: grouped, in order, growing at both ends.

import { get, post } from "./api.js";
import { clear, h, icon } from "./dom.js";
import { drawMessage, isEphemeral, markFailed } from "./message.js";
import { born, day } from "./stamps.js";
import { channel, emit, isForum, isThread, on, placeName, signOf, store, tagsOf } from "./store.js";
import { pieces, t } from "./words.js";

const PAGE = 50;
const GAP = 7 * 60 * 1000;
const view = () => document.getElementById("timeline");
const jump = () => document.getElementById("jump");
let atEnd = true;

// What is told while the messages of a place are on their way, in its order; null when they are drawn.
let meanwhile = null;
let opened = 0;

export async function openTimeline() {
  const place = store.current;
  const time = ++opened;
  meanwhile ??= [];
  try {
    const found = await get("messages", { channel: place, limit: PAGE });
    if (place !== store.current) return;
    store.messages = new Map(found.map((message) => [message.id, message]));
    store.complete = found.length < PAGE;
    drawAll();
    toBottom();
    read();
  } finally {
    if (time === opened) catchUp();
  }
}

function catchUp() {
  const told = meanwhile ?? [];
  meanwhile = null;
  if (view().firstChild) for (const act of told) act();
}

const inTurn = (act) => (news) => (meanwhile ? meanwhile.push(() => act(news)) : act(news));

function drawAll() {
  const list = h("div", { class: "messages" });
  if (store.complete) list.append(beginning());
  let previous = null;
  for (const message of store.messages.values()) {
    append(list, message, previous);
    previous = message;
  }
  clear(view(), list);
}

function append(list, message, previous) {
  if (!previous || day(previous.id) !== day(message.id)) list.append(h("div", { class: "day", role: "separator" }, h("span", {}, day(message.id))));
  list.append(drawMessage(message, isJoined(message, previous)));
}

function isJoined(message, previous) {
  if (!previous || previous.author.id !== message.author.id || previous.type === 18) return false;
  if (message.type === 19 || message.interaction || isEphemeral(message) !== isEphemeral(previous)) return false;
  return day(previous.id) === day(message.id) && born(message.id) - born(previous.id) < GAP;
}

function beginning() {
  const place = channel();
  if (isForum(place)) return posts(place);
  const key = place.type === 1 ? "beginning_dm" : isThread(place) ? "beginning_thread" : "beginning";
  return h("div", { class: "beginning" },
    h("div", { class: "beginning-sign" }, place.type === 1 ? h("img", { src: "/page/tablet.svg", alt: "" }) : icon(signOf(place))),
    h("h2", {}, place.type === 1 ? "Nisaba" : placeName(place)), h("p", {}, pieces(key, { place: placeName(place), slash: h("kbd", {}, "/") })));
}

// A forum has no messages, but a list of its posts.
function posts(forum) {
  const there = [...store.channels.values()].filter((place) => place.parent_id === forum.id).reverse();
  const card = (place) => h("li", {}, h("button", { class: "post-card", type: "button", onclick: () => emit("go", place.id) },
    h("strong", {}, placeName(place)), tagsOf(place).map((name) => h("span", { class: "tag" }, name))));
  return h("div", { class: "posts" }, h("h2", {}, placeName(forum)), there.length ? h("ul", {}, there.map(card)) : h("p", {}, t("no_posts")));
}

function isAtBottom() {
  const box = view();
  return box.scrollHeight - box.scrollTop - box.clientHeight < 80;
}

export function toBottom() {
  view().scrollTop = view().scrollHeight;
  atEnd = true;
  jump().hidden = true;
}

async function older() {
  if (store.complete || older.busy || !store.messages.size) return;
  older.busy = true;
  const place = store.current;
  const found = await get("messages", { channel: place, limit: PAGE, before: store.messages.keys().next().value });
  older.busy = false;
  if (place !== store.current) return;
  store.complete = found.length < PAGE;
  store.messages = new Map([...found.map((message) => [message.id, message]), ...store.messages]);
  const before = view().scrollHeight;
  const top = view().scrollTop;
  drawAll();
  view().scrollTop = top + view().scrollHeight - before;
}

function read() {
  const place = channel();
  if (!place || document.hidden) return;
  Object.assign(place, { unread: 0, mentions: 0 });
  emit("places");
  post("read", { channel: place.id }).catch(() => emit("line", false));
}

function come(news) {
  const place = store.channels.get(news.channel);
  if (news.channel !== store.current) {
    if (place && news.message.author.id !== store.me.id && !(news.message.flags & 64)) {
      place.unread += 1;
      place.mentions += news.mention ? 1 : 0;
      emit("places");
    }
    return;
  }
  if (store.messages.has(news.message.id)) return change(news);
  const stay = isAtBottom() || news.message.author.id === store.me.id || news.message.flags & 64;
  const previous = [...store.messages.values()].at(-1);
  store.messages.set(news.message.id, news.message);
  append(view().firstChild, news.message, previous);
  if (stay) toBottom();
  else jump().hidden = false;
  read();
}

function change(news) {
  if (!store.messages.has(news.message.id)) return;
  const stay = isAtBottom();
  store.messages.set(news.message.id, news.message);
  const old = view().querySelector(`[data-id="${news.message.id}"]`);
  const focus = old.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const fresh = drawMessage(news.message, old.classList.contains("joined"));
  old.replaceWith(fresh);
  if (focus) fresh.querySelector(`[data-custom-id="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  if (stay) toBottom();
}

function go(news) {
  if (!store.messages.delete(news.message.id)) return;
  const stay = isAtBottom();
  const top = view().scrollTop;
  drawAll();
  if (stay) toBottom();
  else view().scrollTop = top;
}

function noAnswer(command) {
  view().firstChild.append(h("article", { class: "message system failed-command" }, h("div", { class: "gutter" }, icon("alert")),
    h("div", { class: "content" }, pieces("no_answer", { command: h("strong", {}, command) }))));
  toBottom();
}

export function startTimeline() {
  on("news:message", inTurn((news) => news.channel && come(news)));
  on("news:update", inTurn((news) => news.channel === store.current && change(news)));
  on("news:delete", inTurn((news) => news.channel === store.current && go(news)));
  on("interaction-failed", markFailed);
  on("no-answer", noAnswer);
  on("jump", (id) => view().querySelector(`[data-id="${id}"]`)?.scrollIntoView({ block: "center", behavior: "smooth" }));
  view().addEventListener("scroll", () => {
    if (view().scrollTop < 200) older();
    atEnd = isAtBottom();
    if (atEnd) jump().hidden = true;
  });
  // The line one writes on grows: whoever reads the newest message goes on seeing it.
  new ResizeObserver(() => atEnd && toBottom()).observe(view());
  view().addEventListener("pointerdown", hold);
  view().addEventListener("load", () => isNear() && toBottom(), true);
  jump().addEventListener("click", toBottom);
  document.addEventListener("visibilitychange", () => !document.hidden && read());
}

// A long press with a finger opens the menu of a message, as a right click does.
function hold(event) {
  const message = event.target.closest(".message");
  if (event.pointerType !== "touch" || !message || event.target.closest("button, a, select")) return;
  const press = setTimeout(() => message.dispatchEvent(new MouseEvent("contextmenu", { cancelable: true, clientX: event.clientX, clientY: event.clientY })), 550);
  const stop = () => clearTimeout(press);
  for (const end of ["pointerup", "pointercancel", "pointermove"]) view().addEventListener(end, stop, { once: true });
}

// Pictures that load late push the end of the list down; follow it if one was at the end.
function isNear() {
  const box = view();
  return box.scrollHeight - box.scrollTop - box.clientHeight < 700 && jump().hidden;
}
