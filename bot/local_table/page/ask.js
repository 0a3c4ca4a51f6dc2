// A dialog that asks for one line of text.

import { h } from "./dom.js";
import { t } from "./words.js";

// Resolves with the text, or null when the dialog is left.
export function ask(title, label) {
  return new Promise((resolve) => {
    const input = h("input", { class: "input", id: "asked", type: "text", maxlength: "100", required: true, autocomplete: "off" });
    const dialog = h("dialog", { class: "modal", "aria-label": title },
      h("form", { class: "modal-form", method: "dialog", onsubmit: () => resolve(input.value.trim() || null) },
        h("header", { class: "modal-head" }, h("h2", {}, title)),
        h("div", { class: "modal-body" }, h("div", { class: "field" }, h("label", { class: "field-label", for: "asked" }, label), input)),
        h("footer", { class: "modal-foot" },
          h("button", { class: "button secondary", type: "button", onclick: () => dialog.close() }, t("cancel")),
          h("button", { class: "button primary", type: "submit" }, t("start")))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(null);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
