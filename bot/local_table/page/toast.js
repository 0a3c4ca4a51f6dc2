// Short notes at the edge of the page, which go by themselves.

import { h } from "./dom.js";

export function toast(text, kind = "plain") {
  const note = h("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), 5000);
}
