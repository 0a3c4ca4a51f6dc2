// Where one writes: messages, files, and the beginning of commands.

import { slash } from "./actions.js";
import { get, post, Refused, upload } from "./api.js";
import { ask } from "./ask.js";
import { CommandLine } from "./chips.js";
import { flatCommands, matching } from "./commands.js";
import { clear, h, icon, isPhone } from "./dom.js";
import { summary } from "./message.js";
import { face } from "./people.js";
import { Popup } from "./popup.js";
import { channel, displayName, emit, isPrivate, isThread, isTop, on, placeName, store } from "./store.js";
import { toast } from "./toast.js";
import { pieces, t } from "./words.js";

const state = { files: [], reply: null, line: null };
let field;
let popup;
let tray;
let row;

const host = () => document.getElementById("composer");

export function drawComposer() {
  Object.assign(state, { files: [], reply: null, line: null });
  const place = channel();
  field = h("textarea", {
    class: "write", rows: "1", role: "combobox", "aria-expanded": "false", "aria-label": t("message_to", { place: placeName(place) }),
    placeholder: place.writable ? t("message_to", { place: `${isPrivate(place) ? "@" : "#"}${placeName(place)}` }) : t("no_writing"),
    disabled: !place.writable, oninput: typed, onkeydown: key, onpaste: paste,
  });
  popup = new Popup(field, { label: t("suggestions"), choose: (item) => item.act() });
  tray = h("div", { class: "tray" });
  const pick = h("input", { type: "file", multiple: true, hidden: true, onchange: (event) => attach(event.target.files) });
  row = h("div", { class: "write-row" },
    h("button", { class: "round", type: "button", "aria-label": t("attach"), title: t("attach"), onclick: () => pick.click() }, icon("plus")),
    pick, field, h("button", { class: "round send", type: "button", "aria-label": t("send"), onclick: send }, icon("send")));
  clear(host(), popup.element, tray, row);
  if (!isPhone()) field.focus();
}

function grow() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, 240)}px`;
}

function typed() {
  grow();
  const text = field.value;
  if (text.startsWith("/")) return offerCommands(text.slice(1));
  const at = /(?:^|\s)@(\w*)$/.exec(text.slice(0, field.selectionStart));
  if (at) return offerPeople(at[1]);
  popup.hide();
}

function offerCommands(text) {
  const exact = text.endsWith(" ") && flatCommands().find((command) => command.text === text.trim());
  if (exact) return begin(exact);
  const found = matching(text).slice(0, 60).map((command) => ({
    label: `/${command.text}`,
    hint: command.description,
    side: command.options.map((option) => option.name).slice(0, 4).join("  "),
    icon: h("img", { class: "face small", src: "/page/tablet.svg", alt: "" }),
    act: () => begin(command),
  }));
  popup.show(found, { empty: nothing(), title: found.length ? t("commands") : "" });
}

// What stands in place of commands where none fits; nothing while they are on their way.
function nothing() {
  if (!store.online) return t("no_bot");
  return store.commandsKnown ? t("no_command") : "";
}

function offerPeople(start) {
  const users = [...store.users.values()].filter((user) => displayName(user).toLowerCase().startsWith(start.toLowerCase()));
  const act = (user) => () => {
    const end = field.selectionStart;
    field.setRangeText(`<@${user.id}> `, end - start.length - 1, end, "end");
    popup.hide();
  };
  popup.show(users.map((user) => ({ label: displayName(user), side: user.username, icon: face(user, "small"), act: act(user) })), { title: t("people") });
}

// Turns the field into a command with its options.
function begin(command) {
  popup.hide();
  state.line = new CommandLine(host(), command, (values) => finish(command, values));
  clear(host(), tray, state.line.element);
  state.line.focus();
}

function finish(command, values) {
  drawComposer();
  field.focus();
  if (values) slash(command.path, values);
}

function key(event) {
  if (popup.key(event)) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  } else if (event.key === "Escape" && state.reply) {
    state.reply = null;
    drawTray();
  }
}

async function send() {
  const content = field.value.trim();
  if (!content && !state.files.length) return;
  if (content.startsWith("/") && matching(content.slice(1)).length) return begin(matching(content.slice(1))[0]);
  const body = { content, attachments: state.files.map((file) => file.id), reply_to: state.reply?.id };
  try {
    await post("send", body);
  } catch (error) {
    toast(error instanceof Refused ? error.message : t("unreachable"), "bad");
    return;
  }
  field.value = "";
  Object.assign(state, { files: [], reply: null });
  drawTray();
  grow();
}

async function attach(files) {
  try {
    state.files.push(...(await upload(files)));
    drawTray();
  } catch (error) {
    toast(error.message, "bad");
  }
}

function paste(event) {
  if (event.clipboardData.files.length) attach(event.clipboardData.files);
}

function drawTray() {
  const drop = (file) => () => {
    state.files = state.files.filter((other) => other !== file);
    drawTray();
  };
  const reply = state.reply ? h("div", { class: "tray-reply" }, icon("reply"), h("span", {}, pieces("replying", { name: h("strong", {}, displayName(state.reply.author)), text: summary(state.reply) })),
    h("button", { class: "round tiny", type: "button", "aria-label": t("no_reply"), onclick: () => { state.reply = null; drawTray(); } }, icon("close"))) : null;
  clear(tray, reply, state.files.map((file) => h("div", { class: "tray-file" },
    file.width ? h("img", { src: file.url, alt: "" }) : icon("file"), h("span", {}, file.filename),
    h("button", { class: "round tiny", type: "button", "aria-label": t("remove", { file: file.filename }), onclick: drop(file) }, icon("close")))));
}

export async function loadCommands() {
  store.commands = await get("commands", { channel: store.current });
  store.commandsKnown = true;
  if (field?.isConnected && field.value.startsWith("/")) typed();
}

async function startThread() {
  const place = channel();
  const parent = isThread(place) ? place.parent_id : isTop(place) ? place.id : [...store.channels.values()].find((other) => other.type === 0)?.id;
  const title = parent ? await ask(t("new_thread"), t("thread_name")) : null;
  if (!title) return;
  const thread = await post("thread", { channel: parent, name: title });
  emit("go", thread.id);
}

// Whoever has pressed a button and begins to type writes a message; a space presses the button again.
function isIdle(key) {
  const here = document.activeElement;
  return here === document.body || (key !== " " && here.tagName === "BUTTON" && !!here.closest("#timeline"));
}

export function startComposer() {
  on("news:commands", loadCommands);
  on("news:bot", loadCommands);
  on("new-thread", startThread);
  on("reply", (message) => {
    state.reply = message;
    drawTray();
    field.focus();
  });
  on("insert", (text) => {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.focus();
  });
  on("command", (name) => {
    const command = flatCommands().find((entry) => entry.text === name);
    if (command) begin(command);
  });
  document.addEventListener("keydown", (event) => {
    const plain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && isIdle(event.key) && !document.querySelector("dialog[open]")) field.focus();
  });
}
