// The page's beginning: loads the table, opens a place, and keeps both fresh.

import { get, name } from "./api.js";
import { drawComposer, loadCommands, startComposer } from "./composer.js";
import { h } from "./dom.js";
import { listen } from "./live.js";
import { drawHeading, drawMembers, drawSidebar, startSidebar } from "./sidebar.js";
import { emit, on, store, takeState } from "./store.js";
import { openTimeline, startTimeline } from "./timeline.js";

const REMEMBERED = `place-of-${name()}`;
const notice = document.getElementById("notice");
let lost = false;

async function refresh() {
  takeState(await get("state"));
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
  const text = lost ? "The table has closed. Waiting for it to open again…" : store.online ? "" : "Nisaba is not connected. Buttons and commands will not be answered.";
  notice.textContent = text;
  notice.hidden = !text;
}

let pending = null;

// Many changes in a row are one refresh.
function soon() {
  pending ??= setTimeout(() => {
    pending = null;
    refresh().catch(() => emit("line", false));
  }, 150);
}

async function line(open) {
  if (!open) {
    lost = true;
    tellState();
  } else if (lost) {
    lost = false;
    await refresh();
    await Promise.all([openTimeline(), loadCommands()]);
  }
}

async function start() {
  try {
    await refresh();
  } catch (error) {
    document.body.replaceChildren(h("p", { class: "fatal" }, error.message, " ", h("a", { href: "/?as=ana" }, "Sit down as Ana")));
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
  await go(store.current);
  listen();
}

start();
