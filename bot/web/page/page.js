// The page of a table: shows what the bot sends, and asks for more when something has changed or something is pressed.

import { Board } from "./board.js";
import "./enter.js";
import { follow } from "./news.js";
import { Seat } from "./seat.js";
import { Zoom } from "./zoom.js";

const find = (id) => document.getElementById(id);
const read = (id) => JSON.parse(find(id).textContent);
const path = document.body.dataset.path;
const address = path.split("/").pop();
const texts = read("texts");
const CROWD = 300;
const LATER = 2000;
let shown = read("data");
let newest = shown.v;
let live = !shown.at;
let pending = null;
let waiting = null;
let draft = null;
let seat = null;

const facts = find("facts");
const board = new Board(find("view"), tell);
const zoom = new Zoom(find("view"), { nearer: find("nearer"), farther: find("farther"), whole: find("whole") });
zoom.busy = () => Boolean(board.drag);

function wishes(more) {
  const asked = new URLSearchParams(location.search);
  asked.delete("at");
  asked.set("lang", document.documentElement.lang);
  for (const [name, value] of Object.entries(more)) asked.set(name, value);
  return asked;
}

function tell(id) {
  const [name, text] = (shown.at ? null : draft?.facts?.[id]) ?? shown.chart?.facts[id] ?? ["", texts.hint];
  const head = Object.assign(document.createElement("strong"), { textContent: name });
  const line = Object.assign(document.createElement("p"), { className: name ? "" : "hint" });
  line.append(...(name ? [head, " "] : []), text);
  facts.replaceChildren(line);
}

function times(place) {
  const styles = {
    t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
    F: { dateStyle: "full", timeStyle: "short" }, f: { dateStyle: "medium", timeStyle: "short" },
  };
  for (const time of place.querySelectorAll("time[data-style]")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.textContent = time.dataset.style === "R" ? since(moment) : new Intl.DateTimeFormat(document.documentElement.lang, styles[time.dataset.style]).format(moment);
  }
}

function since(moment) {
  const seconds = (moment - Date.now()) / 1000;
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

function fill(id, html) {
  const place = find(id);
  if (place.innerHTML !== html) place.innerHTML = html;
  times(place);
}

async function show(data) {
  shown = data;
  find("title").textContent = data.title;
  find("moment").textContent = [data.moment, address.split("-")[0].toUpperCase()].filter(Boolean).join(" · ");
  document.title = [data.title, data.moment].filter(Boolean).join(" · ");
  document.body.dataset.board = data.chart ? "drawn" : "none";
  fill("asked", data.asked);
  fill("standings", data.standings);
  fill("story", data.story);
  find("told").hidden = !data.story;
  moments(data);
  if (data.chart) {
    find("view").hidden = find("tools").hidden = false;
    await drawBoard();
    zoom.fit(data.chart.size);
  }
  document.body.dataset.shown = `${data.v}:${data.at}`;
}

/** Shows the board: that of a moment as it was, the present one with what one's own draft changes. */
async function drawBoard() {
  if (!shown.chart) return;
  board.live = !shown.at;
  const mine = shown.at ? null : draft;
  await board.show({ ...shown.chart, ...mine?.chart, facts: { ...shown.chart.facts, ...mine?.facts } });
  tell(board.chosen);
  seat?.light();
}

async function showDraft(made) {
  const same = !draft && !made;
  draft = made;
  if (!same) await drawBoard();
}

function moments({ frames, at }) {
  const place = Math.max(0, frames.findIndex(([point]) => point === at));
  const slider = find("slider");
  slider.max = Math.max(0, frames.length - 1);
  slider.value = place;
  slider.setAttribute("aria-valuetext", frames[place]?.[1] ?? "");
  find("shown").textContent = frames.length > 1 ? (frames[place]?.[1] ?? "") : "";
  find("steps").hidden = frames.length < 2;
  find("first").disabled = find("back").disabled = place === 0;
  find("on").disabled = find("last").disabled = place === frames.length - 1;
}

async function load(at) {
  const wanted = `${path}/board?${wishes(at ? { at } : {})}`;
  pending = wanted;
  const answer = await fetch(wanted);
  if (pending !== wanted) return;
  if (answer.status === 404 || answer.status === 403) {
    location.reload();
    return;
  }
  if (!answer.ok) throw new Error(String(answer.status));
  await show(await answer.json());
  if (!at) newest = shown.v;
}

function go(place) {
  const [point] = shown.frames[Math.min(shown.frames.length - 1, Math.max(0, place))] ?? [0];
  live = !point;
  history.replaceState(null, "", `${path}?${wishes(point ? { at: point } : {})}`);
  load(point).catch(() => linked(false));
}

function linked(is) {
  find("link").textContent = is ? "" : texts.lost;
}

function moved({ v, many, quiet }) {
  if (live && v !== newest) renew(many ? Math.random() * CROWD : 0);
  if (v !== newest || !v) seat?.renew(v, quiet);
}

/** Shows what is true now, and tries again until it can. */
function renew(wait) {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    try {
      await load(0);
      linked(true);
    } catch {
      linked(false);
      if (live) renew(LATER + Math.random() * LATER);
    }
  }, wait);
}

function look(event) {
  const link = event.target.closest("a.look");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link.href);
}

async function open(url) {
  const answer = await fetch(url, { headers: { Accept: "text/fragment" } });
  if (answer.status === 403) {
    location.reload();
    return;
  }
  find("looked").innerHTML = await answer.text();
  times(find("looked"));
  if (!find("look").open) find("look").showModal();
  find("look").scrollTop = 0;
}

function steps() {
  const place = () => shown.frames.findIndex(([point]) => point === shown.at);
  find("first").addEventListener("click", () => go(0));
  find("back").addEventListener("click", () => go(place() - 1));
  find("on").addEventListener("click", () => go(place() + 1));
  find("last").addEventListener("click", () => go(shown.frames.length - 1));
  find("slider").addEventListener("change", () => go(Number(find("slider").value)));
  find("slider").addEventListener("input", () => {
    find("shown").textContent = shown.frames[Number(find("slider").value)]?.[1] ?? "";
  });
}

function things(event) {
  const thing = event.target.closest?.(".thing");
  if (!thing) return;
  const { kind, slug } = thing.dataset;
  const ids = kind === "area" ? [...board.shapes.keys()].filter((id) => id.endsWith(`:${slug}`)) : [];
  board.light(event.type === "pointerout" ? [] : ids);
  if (event.type !== "click") return;
  if (ids.length) board.choose(ids[0], true);
  else open(`${path}/look/rule?${wishes({ value: `${kind}:${slug}` })}`);
}

document.querySelector("details.plain").hidden = true;
for (const type of ["pointerover", "pointerout", "click"]) document.addEventListener(type, things);
document.addEventListener("click", look);
for (const select of find("wishes").querySelectorAll("select")) select.addEventListener("change", () => find("wishes").submit());
find("wishes").querySelector("button").hidden = true;
steps();
show(shown)
  .catch(() => renew(LATER))
  .then(() => {
    const { key } = document.body.dataset;
    if (key) seat = new Seat({ path, key, texts, board, zoom, asked: () => wishes({}), draft: showDraft, times });
    follow(address, moved, linked, (tab) => seat?.heard(tab), Boolean(key));
  });
