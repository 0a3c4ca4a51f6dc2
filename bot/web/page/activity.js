// Inside Discord: says who has opened it, and shows the page of their table in a frame of its own. The address of this
// page stays as Discord has made it, and so does its connection to Discord.

const find = (id) => document.getElementById(id);
const texts = JSON.parse(find("texts").textContent);
const asked = new URLSearchParams(location.search);
const application = document.body.dataset.application;
const PATIENCE = 15000;
const UNKNOWN = 4002; // of an old app that doesn't know a command
const TILE = 1; // Discord shows the window as small as a thumb
let sdk = null;
let tile = false;

function say(text, again = true) {
  find("said").hidden = false;
  find("board").hidden = true;
  find("text").textContent = text;
  find("again").hidden = !again;
}

async function begin() {
  say(texts.waiting, false);
  try {
    sdk ??= await inTime(opened());
    show(await enter());
  } catch (error) {
    say(error?.code === UNKNOWN ? texts.old : error?.message === "403" ? texts.refused : texts.late);
  }
}

/** Shows the board alone while there is room for no more. */
function lay(is) {
  tile = is;
  for (const shown of [document, find("board").contentDocument]) shown?.documentElement.toggleAttribute("data-tile", tile);
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE))]);
}

async function opened() {
  const { DiscordSDK } = await import("./discord-sdk.js");
  const made = new DiscordSDK(application, { disableConsoleLogOverride: true });
  await made.ready();
  const told = ({ layout_mode: mode }) => lay(mode === TILE);
  made.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", told).catch(() => {}); // an old app has no such windows
  return made;
}

async function enter() {
  const wanted = { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  const { code } = await sdk.commands.authorize(wanted);
  const sent = { code, instance: asked.get("instance_id") ?? "", table: asked.get("custom_id") ?? "" };
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) };
  const answer = await fetch("/activity/enter", how);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).tables;
}

function show(tables) {
  if (!tables.length) {
    say(texts.none);
    return;
  }
  const buttons = tables.map((table) => {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.textContent = `${table.title} · ${table.id}`;
    button.addEventListener("click", () => open(table, button));
    return button;
  });
  find("tables").replaceChildren(...buttons);
  find("tables").hidden = tables.length < 2;
  if (tables.length === 1) open(tables[0], buttons[0]);
  else say(texts.which, false);
}

function open(table, pressed) {
  for (const button of find("tables").children) button.setAttribute("aria-pressed", String(button === pressed));
  find("said").hidden = true;
  find("board").hidden = false;
  find("board").src = table.path;
}

/** Lets Discord open a link that leads elsewhere: inside its frame nothing else can. */
async function leave(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || link.origin === location.origin || !link.protocol.startsWith("http")) return;
  event.preventDefault();
  find("link").hidden = true;
  try {
    await sdk.commands.openExternalLink({ url: link.href });
  } catch {
    find("link").textContent = link.href;
    find("link").hidden = false;
  }
}

find("again").addEventListener("click", begin);
find("board").addEventListener("load", () => {
  const inside = find("board").contentDocument;
  inside?.addEventListener("click", leave);
  inside?.head.append(document.querySelector("link[href$='activity.css']").cloneNode());
  lay(tile);
});
begin();
