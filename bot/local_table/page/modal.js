// Forms: a dialog with labels, texts, selects, radio buttons, checks and files.

import { upload } from "./api.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { defaultsOf, selectBox } from "./pickers.js";
import { t } from "./words.js";

let count = 0;

// `send` takes the values of the fields and says what keeps them from being sent, or nothing.
export function openModal(modal, send) {
  const fields = new Map();
  const parts = modal.components.map((part) => drawPart(part, fields));
  const error = h("div", { class: "modal-error", role: "alert", hidden: true });
  const button = h("button", { class: "button primary", type: "submit" }, t("submit"));
  const dialog = h("dialog", { class: "modal", "aria-label": modal.title });
  const leave = () => dialog.close();
  const onsubmit = async (event) => {
    event.preventDefault();
    button.classList.add("busy");
    const values = Object.fromEntries([...fields].map(([name, read]) => [name, read()]));
    const wrong = await send(values);
    button.classList.remove("busy");
    if (!wrong) return leave();
    error.textContent = wrong;
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  };
  dialog.append(h("form", { class: "modal-form", method: "dialog", onsubmit },
    h("header", { class: "modal-head" },
      h("img", { class: "face small", src: "/page/tablet.svg", alt: "" }),
      h("h2", {}, modal.title),
      h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: leave }, icon("close"))),
    h("div", { class: "modal-body" }, parts, error),
    h("footer", { class: "modal-foot" }, h("button", { class: "button secondary", type: "button", onclick: leave }, t("cancel")), button)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".modal-body input, .modal-body textarea, .modal-body button")?.focus();
}

function drawPart(part, fields) {
  if (part.type === 10) return h("div", { class: "text modal-text" }, markdown(part.content));
  if (part.type === 1) return part.components.map((child) => labelled(child.label, null, child, fields));
  return labelled(part.label, part.description, part.component, fields);
}

function labelled(label, description, field, fields) {
  const id = `field-${(count += 1)}`;
  const required = field.type !== 23 && field.required !== false && (field.min_values ?? 1) > 0;
  const drawn = DRAW[field.type in DRAW ? field.type : 3](field, id);
  fields.set(field.custom_id, drawn.read);
  const grouped = [21, 22].includes(field.type);
  return h(grouped ? "fieldset" : "div", { class: "field" },
    h(grouped ? "legend" : "label", { class: "field-label", for: grouped ? null : id, id: `${id}-label` }, label, required ? h("span", { class: "must", title: t("required") }, " *") : null),
    description ? h("div", { class: "field-hint" }, description) : null,
    drawn.element);
}

const DRAW = { 3: picks, 4: text, 19: files, 21: radio, 22: checks, 23: check };

function text(field, id) {
  const most = field.max_length ?? 4000;
  const shared = { id, class: "input", placeholder: field.placeholder ?? "", maxlength: String(most), autocomplete: "off" };
  const input = field.style === 2 ? h("textarea", { ...shared, rows: "5" }) : h("input", { ...shared, type: "text" });
  input.value = field.value ?? "";
  const left = h("span", { class: "input-left" });
  const measure = () => {
    left.textContent = field.max_length && most - input.value.length < 100 ? String(most - input.value.length) : "";
  };
  input.addEventListener("input", measure);
  measure();
  return { element: h("div", { class: "input-wrap" }, input, left), read: () => input.value };
}

function picks(field, id) {
  let values = defaultsOf(field);
  const box = selectBox(field, (chosen) => {
    values = chosen;
  }, { keep: true });
  box.id = id;
  box.setAttribute("aria-labelledby", `${id}-label`);
  return { element: box, read: () => values };
}

function options(field, id, kind) {
  const most = kind === "radio" ? 1 : field.max_values ?? field.options.length;
  const inputs = field.options.map((option) => {
    const input = h("input", { type: kind, name: id, value: option.value });
    input.checked = Boolean(option.default);
    return input;
  });
  const limit = () => {
    const full = kind === "checkbox" && inputs.filter((input) => input.checked).length >= most;
    for (const input of inputs) input.disabled = full && !input.checked;
  };
  const rows = field.options.map((option, number) => h("label", { class: "choice" },
    inputs[number],
    h("span", { class: "choice-text" }, h("span", {}, option.label), option.description ? h("span", { class: "field-hint" }, option.description) : null)));
  limit();
  return { element: h("div", { class: "choices", onchange: limit }, rows), read: () => inputs.filter((input) => input.checked).map((input) => input.value) };
}

function radio(field, id) {
  const drawn = options(field, id, "radio");
  return { element: drawn.element, read: () => drawn.read() };
}

function checks(field, id) {
  return options(field, id, "checkbox");
}

function check(field, id) {
  const input = h("input", { type: "checkbox", id });
  input.checked = Boolean(field.default);
  return { element: h("div", { class: "choices" }, h("span", { class: "choice" }, input)), read: () => input.checked };
}

function files(field, id) {
  let ids = [];
  const take = async (event) => {
    ids = (await upload(event.target.files)).map((file) => file.id);
  };
  const input = h("input", { type: "file", id, class: "input", multiple: (field.max_values ?? 1) > 1, onchange: take });
  return { element: input, read: () => ids };
}
