// The page's beginning: loads the table, opens a place, and keeps both fresh.

import { get } from "./api.js";
import { drawComposer, loadCommands, startComposer } from "./composer.js";
import { h } from "./dom.js";
import { language, name } from "./language.js";
import { listen } from "./live.js";
import { drawHeading, drawMembers, drawSidebar, startSidebar } from "./sidebar.js";
import { emit, on, store, takeState } from "./store.js";
import { namePlaces } from "./inline.js";
import { openTimeline, startTimeline } from "./timeline.js";
import { t } from "./words.js";

const REMEMBERED = `place-of-${name()}`;
const notice = document.getElementById("notice");
let lost = false;
let begun = false;
let asked = 0;

// The answer to a later question is the newer one, whichever comes first.
async function refresh() {
  const mine = ++asked;
  const state = await get("state");
  if (mine !== asked) return;
  takeState(state);
  namePlaces();
  if (!store.channels.has(store.current)) store.current = firstPlace();
  drawSidebar();
  drawHeading();
  drawMembers();
  tellState();
}

function firstPlace() {
  const wanted = location.hash.slice(1) || sessionStorage.getItem(REMEMBERED);
  if (store.channels.has(wanted)) return wanted;
  return [...store.channels.values()].find((place) => place.type === 0).id;
}

async function go(id) {
  if (!store.channels.has(id)) await refresh();
  if (!store.channels.has(id)) return;
  store.current = id;
  sessionStorage.setItem(REMEMBERED, id);
  history.replaceState(null, "", `${location.pathname}${location.search}#${id}`);
  drawSidebar();
  drawHeading();
  drawComposer();
  await Promise.all([openTimeline(), loadCommands()]);
}

function tellState() {
  const text = lost ? t("closed") : store.online ? "" : t("offline");
  notice.textContent = text;
  notice.hidden = !text;
}

let pending = null;

// Many changes in a row are one refresh.
function soon() {
  pending ??= setTimeout(() => {
    pending = null;
    refresh().catch(() => { if (!lost) setTimeout(soon, 1000); });
  }, 150);
}

// What changes while no line is open is told to nobody, so that all is loaded once it is, the first time too.
async function line(open) {
  lost = !open;
  if (!open) return tellState();
  try {
    await refresh();
    await (begun ? Promise.all([openTimeline(), loadCommands()]) : go(store.current));
    begun = true;
  } catch {
    soon();
  }
}

// What stands in the page itself, in the language of its person.
function label() {
  document.documentElement.lang = language();
  for (const [id, key] of Object.entries({ sidebar: "places", timeline: "messages", members: "members" })) document.getElementById(id).setAttribute("aria-label", t(key));
  document.getElementById("jump").textContent = t("new_messages");
}

async function start() {
  label();
  try {
    await refresh();
  } catch (error) {
    document.body.replaceChildren(h("p", { class: "fatal" }, error.message, " ", h("a", { href: "/?as=ana" }, t("sit_down"))));
    return;
  }
  startSidebar();
  startTimeline();
  startComposer();
  on("go", go);
  on("become", (user) => location.assign(`?as=${user}`));
  on("news:places", soon);
  on("news:bot", soon);
  on("news:elsewhere", soon);
  on("line", line);
  on("language", () => location.reload());
  listen();
}

start();
