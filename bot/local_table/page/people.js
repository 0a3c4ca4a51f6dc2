// Faces and names.

import { h } from "./dom.js";
import { colourOf, displayName, hue, store } from "./store.js";

export function face(user, size = "") {
  const known = store.users.get(user.id) ?? user;
  if (known.bot) return h("img", { class: `face ${size}`, src: "/page/tablet.svg", alt: "" });
  const style = { "--hue": String(hue(known)) };
  return h("span", { class: `face letter ${size}`, style, "aria-hidden": "true" }, displayName(known)[0]);
}

export function nameTag(user) {
  const known = store.users.get(user.id) ?? user;
  const tag = known.bot ? h("span", { class: "tag" }, "APP") : null;
  return [h("span", { class: "name", style: { color: colourOf(known) } }, displayName(known)), tag];
}
