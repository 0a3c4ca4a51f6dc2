// Screens and forms as web controls. What they say and where they lead comes as data.

export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== "") made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
}

function html(text) {
  const made = element("div", { class: "text" });
  made.innerHTML = text; // escaped where it is made
  return made;
}

/** Draws the parts of a screen. `press(id, values)` is called with what is pressed. */
export class Controls {
  constructor(texts, press) {
    this.texts = texts;
    this.press = press;
    this.opened = new Map();
  }

  /** The elements of a screen. Of menus whose choices are on the board those that go on along `path` are shown. */
  drawn(screen, path = []) {
    return screen.parts.map((part) => this[part.kind](part, path)).filter(Boolean);
  }

  text(part) {
    return html(part.text);
  }

  divider() {
    return element("hr");
  }

  row({ buttons, links = [] }) {
    const made = buttons.map((button) => this.button(button));
    const ways = links.map((link) => element("a", { href: link.url, rel: "noopener noreferrer", target: "_blank" }, link.label));
    return element("p", { class: "row" }, ...made, ...ways);
  }

  button({ id, label, style, disabled, on }) {
    const made = element("button", { type: "button", class: style ?? "secondary", disabled, "data-id": id }, label);
    if (on) made.dataset.on = on.join(" ");
    made.addEventListener("click", () => this.press(id, []));
    return made;
  }

  section({ text, button }) {
    return element("div", { class: "section" }, html(text), this.button(button));
  }

  pictures({ pictures }) {
    return element("div", {}, ...pictures.map(({ address, alt }) => element("img", { src: address, alt, loading: "lazy" })));
  }

  menu(menu, path) {
    const shown = menu.choices.filter(({ on }) => !path.length || !on || path.every((shape, i) => on[i] === shape));
    const choices = shown.map((choice) => this.choice(menu, choice));
    if (!choices.length) return null;
    const list = element("div", { class: "choices", role: "group", "aria-label": menu.label }, ...choices);
    const onBoard = menu.choices.every(({ on }) => on?.length);
    const many = choices.length > 6;
    if (!many || (path.length && choices.length < 13)) return element("div", { class: "menu" }, element("p", { class: "label" }, menu.label), list);
    const title = onBoard ? `${this.texts.list} (${choices.length})` : menu.label;
    const made = element("details", { class: "menu", open: this.opened.get(menu.id) ?? !onBoard }, element("summary", {}, title), list);
    made.addEventListener("toggle", () => this.opened.set(menu.id, made.open));
    if (choices.length > 24) list.before(this.filter(menu, choices));
    return onBoard ? element("div", {}, element("p", { class: "label" }, menu.label), made) : made;
  }

  filter(menu, choices) {
    const made = element("input", { type: "search", "aria-label": `${this.texts.filter}: ${menu.label}`, placeholder: this.texts.filter });
    made.addEventListener("input", () => {
      const wanted = made.value.trim().toLowerCase();
      for (const choice of choices) choice.hidden = !choice.textContent.toLowerCase().includes(wanted);
    });
    return made;
  }

  choice(menu, { value, label, hint, chosen }) {
    const to = menu.toggle && menu.most !== 1 ? menu.toggle : menu.id;
    const switches = Boolean(menu.toggle);
    const made = element("button", { type: "button", class: "choice", "data-id": to, "data-value": value }, element("span", {}, label));
    if (switches) made.setAttribute("aria-pressed", String(Boolean(chosen)));
    if (hint) made.append(" ", element("small", {}, hint));
    made.addEventListener("click", () => this.press(to, [value]));
    return made;
  }

  /** Fills a dialog with a form, and sends what is filled in. */
  form(dialog, form) {
    const fields = form.fields.map((field, n) => this[`field_${field.kind}`](field, n));
    const send = element("button", { class: "primary" }, this.texts.send);
    const cancel = element("button", { type: "button" }, this.texts.cancel);
    const made = element("form", {}, element("h2", { id: "h_form" }, form.title), ...fields, element("p", { class: "row" }, send, cancel));
    cancel.addEventListener("click", () => dialog.close());
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      this.press(form.id, [], this.filled(form, made));
    });
    dialog.replaceChildren(made);
    dialog.showModal();
  }

  filled(form, made) {
    const sent = new FormData(made);
    const keys = form.fields.filter((field) => field.key).map((field) => field.key);
    return Object.fromEntries(keys.map((key) => [key, sent.getAll(key).filter((value, _, all) => value || all.length === 1)]));
  }

  field_note({ text }) {
    return html(text);
  }

  field_line({ key, label, value = "", example = "", hint = "", least = 0, most, long }) {
    const about = { name: key, placeholder: example, maxlength: most, minlength: least || undefined, required: least > 0 };
    const box = long ? element("textarea", { ...about, rows: 3 }) : element("input", { ...about, type: "text" });
    box.value = value;
    return element("label", {}, label, ...(hint ? [" ", element("small", {}, hint)] : []), box);
  }

  field_pick({ key, label, choices, least = 0, most = 1, shape = "menu", hint = "" }) {
    const head = [element("legend", {}, label), ...(hint ? [element("small", {}, hint)] : [])];
    if (shape === "menu" && most === 1) {
      const none = least ? [] : [element("option", { value: "" }, "–")];
      const options = choices.map((one) => element("option", { value: one.value, selected: one.chosen }, [one.label, one.hint].filter(Boolean).join(" · ")));
      return element("fieldset", {}, ...head, element("select", { name: key, "aria-label": label }, ...none, ...options));
    }
    const type = most === 1 && shape === "radio" ? "radio" : "checkbox";
    const boxes = choices.map((one) => {
      const box = element("input", { type, name: key, value: one.value, checked: one.chosen, required: type === "radio" });
      return element("label", { class: "box" }, box, " ", one.label, ...(one.hint ? [" ", element("small", {}, one.hint)] : []));
    });
    return element("fieldset", {}, ...head, ...boxes);
  }
}
