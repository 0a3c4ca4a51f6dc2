// Components of messages: containers, sections, galleries, files, buttons and selects.

import { press } from "./actions.js";
import { h, icon } from "./dom.js";
import { buttonEmoji } from "./inline.js";
import { openLightbox } from "./lightbox.js";
import { markdown } from "./markdown.js";
import { selectBox } from "./pickers.js";
import { t } from "./words.js";

const DRAW = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (part) => h("div", { class: "text" }, markdown(part.content)),
  11: thumbnail,
  12: gallery,
  13: file,
  14: (part) => h("hr", { class: `rule space-${part.spacing ?? 1}${part.divider === false ? " bare" : ""}` }),
  17: container,
};

export function component(part, message) {
  return DRAW[part.type]?.(part, message) ?? h("div", { class: "text" }, `[component ${part.type}]`);
}

function container(part, message) {
  const accent = part.accent_color;
  const style = accent == null ? {} : { "--accent-bar": `#${accent.toString(16).padStart(6, "0")}` };
  const inside = part.components.map((child) => component(child, message));
  return veiled(part, h("div", { class: `box${accent == null ? "" : " accented"}`, style }, inside));
}

function section(part, message) {
  const texts = h("div", { class: "section-texts" }, part.components.map((child) => component(child, message)));
  return h("div", { class: "section" }, texts, h("div", { class: "section-side" }, component(part.accessory, message)));
}

function row(part, message) {
  return h("div", { class: "row" }, part.components.map((child) => component(child, message)));
}

const STYLES = ["", "primary", "secondary", "success", "danger", "secondary link", "secondary"];

function button(part, message) {
  const inside = [part.emoji ? buttonEmoji(part.emoji) : null, part.label ? h("span", {}, part.label) : null];
  if (part.style === 5) {
    const link = { class: "button secondary", href: part.url, target: "_blank", rel: "noreferrer noopener" };
    return h("a", link, inside, icon("out"));
  }
  const click = async (event) => {
    const pressed = event.currentTarget;
    if (pressed.classList.contains("busy")) return;
    pressed.classList.add("busy");
    await press(message, part);
    pressed.classList.remove("busy");
  };
  return h("button", {
    class: `button ${STYLES[part.style]}`,
    type: "button",
    disabled: Boolean(part.disabled),
    "aria-label": part.label ? null : part.emoji?.name,
    data: { customId: part.custom_id ?? "" },
    onclick: click,
  }, inside);
}

function select(part, message) {
  return selectBox(part, (values) => press(message, part, values));
}

function gallery(part) {
  const count = part.items.length;
  const views = part.items.map((item) => ({ url: item.media.url, alt: item.description ?? "" }));
  const pictures = part.items.map((item, number) => veiled(item, picture(item.media, item.description, () => openLightbox(views, number))));
  return h("div", { class: `gallery of-${Math.min(count, 4)}` }, pictures);
}

export function picture(media, description, open) {
  const ratio = media.width && media.height ? { "aspect-ratio": `${media.width} / ${media.height}` } : {};
  const size = media.width ? { width: String(media.width), height: String(media.height) } : {};
  const image = h("img", { src: media.url, alt: description ?? "", style: ratio, ...size });
  return h("button", { class: "picture", type: "button", "aria-label": description ? t("picture_of", { text: description }) : t("picture"), onclick: open }, image);
}

function thumbnail(part) {
  const open = () => openLightbox([{ url: part.media.url, alt: part.description ?? "" }], 0);
  return veiled(part, h("div", { class: "thumbnail" }, picture(part.media, part.description, open)));
}

function file(part) {
  const name = decodeURIComponent(part.file.url.split("/").at(-1));
  return veiled(part, fileCard(name, part.file.url));
}

export function fileCard(name, url, size) {
  const weight = size === undefined ? "" : size < 1024 ? t("bytes", { n: size }) : t("kilobytes", { n: (size / 1024).toFixed(1) });
  return h("a", { class: "file", href: url, download: name },
    icon("file"),
    h("span", { class: "file-name" }, name),
    h("span", { class: "file-size" }, weight));
}

function veiled(part, element) {
  if (!part.spoiler) return element;
  const show = (event) => {
    event.stopPropagation();
    veil.classList.add("shown");
  };
  const cover = h("button", { class: "veil-cover", type: "button", onclick: show }, t("spoiler"));
  const veil = h("div", { class: "veil" }, element, cover);
  return veil;
}
