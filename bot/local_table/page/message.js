// One message: who, when, what for, and everything inside.

import { component, fileCard, picture } from "./components.js";
import { h, icon } from "./dom.js";
import { embed } from "./embeds.js";
import { language } from "./language.js";
import { openLightbox } from "./lightbox.js";
import { markdown } from "./markdown.js";
import { messageMenu, tell } from "./menu.js";
import { face, nameTag } from "./people.js";
import { clock, spoken } from "./stamps.js";
import { displayName, emit, store } from "./store.js";
import { pieces, t } from "./words.js";

const EPHEMERAL = 64;
const LOADING = 128;
const MODERN = 1 << 15;

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

// Draws a message; `joined` leaves out face and name because the one above is by the same author.
export function drawMessage(message, joined) {
  if (message.type === 18) return startedThread(message);
  if (message.type === 6) return pinned(message);
  const mine = message.mention_everyone || message.mentions.some((user) => user.id === store.me.id);
  const classes = ["message", joined ? "joined" : "", isEphemeral(message) ? "ephemeral" : "", mine ? "pinged" : ""];
  const above = joined ? null : origin(message);
  const menu = (event) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    messageMenu(message, event.type === "contextmenu" ? event : { x: box.right - 180, y: box.bottom + 4 });
  };
  const more = h("button", { class: "round more", type: "button", "aria-label": t("more"), onclick: menu }, icon("more"));
  return h("article", { class: classes.filter(Boolean).join(" "), data: { id: message.id, author: message.author.id }, "aria-label": t("message_of", { name: displayName(message.author) }), oncontextmenu: (event) => event.target.closest("a, input, textarea") || menu(event) },
    above,
    h("div", { class: "gutter" }, joined ? clock(message.id) : face(message.author)),
    h("div", { class: "content" },
      joined ? null : h("div", { class: "by" }, nameTag(message.author), clock(message.id), message.pinned ? h("span", { class: "pinned" }, icon("pin"), t("is_pinned")) : null),
      h("div", { class: "body" }, body(message)),
      isEphemeral(message) ? onlyYou(message) : null),
    more);
}

function body(message) {
  if (message.flags & LOADING) {
    return h("div", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), t("thinking", { name: displayName(message.author) }));
  }
  const modern = Boolean(message.flags & MODERN);
  const parts = [];
  if (message.content) parts.push(h("div", { class: "text" }, markdown(message.content)));
  parts.push(...message.embeds.map(embed));
  if (!modern) parts.push(attachments(message));
  parts.push(...message.components.map((part) => component(part, message)));
  if (message.edited_timestamp) parts.push(edited(message));
  if (message.thread) parts.push(threadCard(message.thread));
  return parts;
}

function edited(message) {
  return h("span", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString(language()) }, t("edited"));
}

function attachments(message) {
  const used = new Set(message.embeds.flatMap((data) => [data.image?.url, data.thumbnail?.url]));
  const rest = message.attachments.filter((attachment) => !used.has(attachment.url));
  const pictures = rest.filter((attachment) => attachment.content_type?.startsWith("image/") && attachment.width);
  const views = pictures.map((attachment) => ({ url: attachment.url, alt: attachment.description ?? attachment.filename }));
  const files = rest.filter((attachment) => !pictures.includes(attachment));
  return [
    pictures.length ? h("div", { class: `gallery of-${Math.min(pictures.length, 4)}` }, pictures.map((attachment, number) => picture(attachment, attachment.description ?? attachment.filename, () => openLightbox(views, number)))) : null,
    files.map((attachment) => fileCard(attachment.filename, attachment.url, attachment.size)),
  ];
}

// The line above a message: whose command it answers, or which message it replies to.
function origin(message) {
  const about = message.interaction;
  if (about) {
    return h("div", { class: "origin" }, h("span", { class: "curve" }), face(about.user, "tiny"),
      pieces("used", { name: h("strong", {}, displayName(about.user)), command: h("span", { class: "used" }, message.type === 23 ? about.name : `/${about.name}`) }));
  }
  if (message.type !== 19 || !message.message_reference) return null;
  const target = store.messages.get(message.message_reference.message_id);
  if (!target) return h("div", { class: "origin" }, h("span", { class: "curve" }), h("em", {}, t("earlier")));
  const jump = () => emit("jump", target.id);
  return h("div", { class: "origin" }, h("span", { class: "curve" }), face(target.author, "tiny"), h("strong", {}, displayName(target.author)),
    h("button", { class: "origin-text", type: "button", onclick: jump }, summary(target)));
}

// The first words of a message, for replies.
export function summary(message) {
  const texts = [message.content];
  const collect = (parts) => {
    for (const part of parts ?? []) {
      if (part.type === 10) texts.push(part.content);
      collect(part.components);
    }
  };
  collect(message.components);
  const named = texts.join(" ").replace(/<a?:\w+:\d+>\s?/g, "").replace(/<@!?(\d+)>/g, (_, id) => `@${displayName({ id })}`).replace(/<t:(-?\d+)(?::(\w))?>/g, (_, seconds, style) => spoken(seconds, style));
  const plain = named.replace(/[#*_`>|~]+/g, "").trim();
  return plain.slice(0, 120) || (message.attachments.length ? t("a_file") : t("a_message"));
}

function onlyYou(message) {
  return h("div", { class: "only-you" }, icon("eye"), h("span", {}, t("only_you")), h("span", { "aria-hidden": "true" }, "·"),
    h("button", { class: "quiet", type: "button", onclick: () => tell("dismiss", message) }, t("dismiss")));
}

function startedThread(message) {
  const go = () => emit("go", message.message_reference.channel_id);
  return notice(message, "thread", pieces("started_thread", { ...said(message), thread: h("button", { class: "mention link", type: "button", onclick: go }, message.content) }));
}

function pinned(message) {
  const jump = () => emit("jump", message.message_reference.message_id);
  return notice(message, "pin", pieces("pinned", { ...said(message), message: h("button", { class: "mention link", type: "button", onclick: jump }, t("a_message")) }));
}

const said = (message) => ({ name: h("strong", {}, displayName(message.author)), time: clock(message.id) });

function notice(message, sign, content) {
  return h("article", { class: "message system", data: { id: message.id, author: message.author.id } },
    h("div", { class: "gutter" }, icon(sign)),
    h("div", { class: "content" }, content));
}

function threadCard(thread) {
  return h("button", { class: "thread-card", type: "button", onclick: () => emit("go", thread.id) }, icon("thread"), h("strong", {}, thread.name), h("span", {}, t("open_thread")));
}

// Marks a message whose button or select the bot did not answer.
export function markFailed(message) {
  const content = document.querySelector(`[data-id="${message.id}"] .content`);
  content?.querySelector(".failed")?.remove();
  content?.append(h("div", { class: "failed", role: "alert" }, icon("alert"), t("failed")));
}
