// Embeds of the older kind of message.

import { h } from "./dom.js";
import { picture } from "./components.js";
import { openLightbox } from "./lightbox.js";
import { markdown } from "./markdown.js";

export function embed(data) {
  const style = data.color == null ? {} : { "--accent-bar": `#${data.color.toString(16).padStart(6, "0")}` };
  const title = data.url ? h("a", { href: data.url, target: "_blank", rel: "noreferrer noopener" }, data.title) : data.title;
  const fields = (data.fields ?? []).map((field) => h("div", { class: `embed-field${field.inline ? " inline" : ""}` },
    h("div", { class: "embed-name" }, markdown(field.name)), h("div", {}, markdown(field.value))));
  return h("div", { class: "box accented embed", style },
    data.author ? h("div", { class: "embed-author" }, data.author.name) : null,
    data.title ? h("div", { class: "embed-title" }, title) : null,
    data.description ? h("div", { class: "text" }, markdown(data.description)) : null,
    fields.length ? h("div", { class: "embed-fields" }, fields) : null,
    data.image ? picture(data.image, "", () => openLightbox([{ url: data.image.url, alt: "" }], 0)) : null,
    data.footer ? h("div", { class: "embed-foot" }, data.footer.text) : null);
}
