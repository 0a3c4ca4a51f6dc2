// A seat: the question with its controls, clicks on the board, and presses one after the other. The bot decides what they do.

import { Controls, element } from "./controls.js";
import { along, most, offers } from "./offers.js";

const find = (id) => document.getElementById(id);
const TAB = crypto.randomUUID?.() ?? String(Math.random());
const NEAR = 22;
const NARROW = "(max-width: 62rem)";
const AGAIN = 2000;

export class Seat {
  /** `draft(board)` shows the board as a draft makes it, or without one as it is for everyone. */
  constructor({ path, key, texts, board, zoom, asked, draft, times }) {
    Object.assign(this, { path, key, texts, board, zoom, asked, draft, times });
    this.queue = [];
    this.running = false;
    this.answer = null;
    this.home = "";
    this.version = "";
    this.way = [];
    this.offers = [];
    this.plan = [];
    this.hand = "";
    this.controls = new Controls(texts, (...what) => this.press(...what));
    find("seat").hidden = false;
    document.body.dataset.seat = "yes";
    find("turn").addEventListener("click", () => this.press(this.home));
    find("hand").addEventListener("toggle", () => this.fetchHand());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.back());
    document.addEventListener("click", (event) => this.elsewhere(event));
    board.player = this;
    find("hand").open = !matchMedia(NARROW).matches;
    this.press("");
  }

  /** Sends a press after those that wait. */
  press(id, values = [], fields = {}, quiet = false) {
    this.queue.push({ id, values, fields, quiet });
    this.wait();
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const [press] = this.queue;
      try {
        const data = await this.sent(press);
        this.queue.shift();
        if (data && !(press.quiet && JSON.stringify(data) === this.told)) await this.show(data);
        this.wait();
      } catch {
        this.queue = [];
        this.say(this.texts.unsent);
      }
    }
    this.running = false;
    this.wait();
    if (this.late) this.renew(this.version);
    this.late = false;
  }

  async sent({ id, values, fields }) {
    const press = { id, values, fields };
    const headers = { "Content-Type": "application/json", "X-Page-Key": this.key, "X-Page-Tab": TAB };
    const answer = await fetch(`${this.path}/press?${this.asked()}`, { method: "POST", headers, body: JSON.stringify(press) });
    if (answer.status === 429) {
      this.say(this.texts.slow);
      await new Promise((done) => setTimeout(done, AGAIN));
      return this.sent(press);
    }
    if (answer.status === 401 || answer.status === 403) {
      this.leave();
      return null;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  leave() {
    this.queue = [];
    this.offers = [];
    this.light();
    this.answer = null;
    find("question").replaceChildren(element("p", {}, this.texts.out));
    find("hand").hidden = find("turn").hidden = true;
    this.draft(null);
  }

  say(text) {
    find("said").textContent = text;
  }

  wait() {
    document.body.dataset.waiting = String(this.queue.length);
    find("seat").setAttribute("aria-busy", String(this.queue.length > 0));
    if (!this.queue.length) {
      if (find("said").textContent === this.texts.sending) this.say("");
      return;
    }
    if (!find("said").textContent) setTimeout(() => this.queue.length && !find("said").textContent && this.say(this.texts.sending), 400);
  }

  async show(data) {
    if (data.answer.kind === "form") {
      this.controls.form(find("form"), data.answer);
      this.times(find("form"));
      return;
    }
    const before = this.answer;
    const focused = this.focused();
    this.say("");
    this.answer = data.answer;
    this.told = JSON.stringify(data);
    this.home = data.home;
    this.version = data.v;
    this.plan = data.board?.plan ?? [];
    this.less = data.board?.less;
    this.offers = offers(data.answer);
    const same = before && before.ask === data.answer.ask && before.live === data.answer.live;
    if (!same || !along(this.offers, this.way).further.length) this.way = [];
    await this.draft(data.board ?? null);
    this.draw();
    this.light();
    if (!same) this.turnTo();
    this.focus(focused);
    if (data.hand) this.offerHand(data.hand, same);
    else if (data.answer.live) find("hand").hidden = true;
    document.body.dataset.live = data.answer.live ?? "";
    document.body.dataset.answered = String(Number(document.body.dataset.answered ?? 0) + 1);
  }

  draw() {
    const place = find("question");
    place.replaceChildren(...this.controls.drawn(this.answer, this.way));
    this.times(place);
    find("turn").hidden = Boolean(this.answer.live);
  }

  /** The control that has the focus, so that its successor gets it. */
  focused() {
    const here = document.activeElement;
    if (here?.closest("#question")) return { id: here.dataset.id, value: here.dataset.value };
    return here?.closest("#view") ? { shape: here.dataset.id } : null;
  }

  focus(focused) {
    if (!focused || find("form").open) return;
    if (focused.shape) {
      this.board.shapes.get(focused.shape)?.path.focus({ preventScroll: true });
      return;
    }
    const controls = [...find("question").querySelectorAll("button:not(:disabled)")];
    const verb = (id) => id?.split("|")[3];
    const next =
      controls.find(({ dataset }) => dataset.id === focused.id && dataset.value === focused.value) ??
      controls.find(({ dataset }) => verb(dataset.id) === verb(focused.id) && dataset.value === focused.value) ??
      controls.find((one) => one.classList.contains("primary")) ?? controls[0];
    next?.focus({ preventScroll: true });
  }

  // Hand

  offerHand(id, same) {
    find("hand").hidden = false;
    if (same && this.hand === id) return;
    this.hand = id;
    this.stale = true;
    this.fetchHand();
  }

  async fetchHand() {
    if (!this.hand || !find("hand").open || !this.stale) return;
    this.stale = false;
    const data = await this.sent({ id: this.hand, values: [], fields: {} }).catch(() => null);
    if (!data || data.answer.kind !== "screen") return;
    const kept = data.answer.parts.filter(({ kind }) => kind === "text" || kind === "pictures");
    find("hand").querySelector("div").replaceChildren(...this.controls.drawn({ parts: kept }));
  }

  // News

  /** Asks again what the seat is asked, unless it looks at something else or has just pressed; `quiet`: nothing tells
   * that it is another question, so that what is the same stays untouched. */
  renew(version, quiet = false) {
    if (this.running) {
      this.late = true; // looked at once nothing waits
      return;
    }
    if (!this.answer?.live || (version && version === this.version && this.answer.live === "asked")) return;
    if (!quiet) {
      this.stale = true;
      this.fetchHand();
    }
    this.press(this.home, [], {}, quiet);
  }

  heard(tab) {
    if (tab !== TAB) this.renew("");
  }

  // Clicks on the board

  /** The shapes that the next click can take, and those that something can be taken from. */
  next() {
    const { further } = along(this.offers, this.way);
    const first = this.offers.map(({ on }) => on[0]);
    return new Set([...further.map(({ on }) => on[this.way.length]), ...first]);
  }

  /** The shape that a press on a shape is meant for, if a further click leads on from there; else nothing. */
  leads(id, event) {
    const place = this.answer && this.board.live ? this.meant(id, event) : "";
    return along(this.offers, [place]).further.length ? place : "";
  }

  light() {
    const chosen = this.offers.filter((one) => one.chosen).map(({ on }) => on[on.length - 1]);
    const planned = this.plan.filter(({ on }) => on?.length).map(({ on }) => on[on.length - 1]);
    document.body.dataset.offers = this.offers.length && this.board.live ? "yes" : "no";
    this.board.offer(this.next(), new Set([...chosen, ...planned]), new Set(this.way), this.texts);
  }

  /** Takes a click on a shape. Returns whether it meant something. */
  click(id, event) {
    this.closeChooser();
    if (!this.answer || !this.board.live) return false;
    const place = this.meant(id, event);
    for (const way of [[...this.way, place], [place]]) {
      const { whole, further } = along(this.offers, way);
      if (whole.length || further.length) {
        this.step(way, whole, further, event);
        return place;
      }
    }
    if (this.way.length) this.back();
    return false;
  }

  /** The offered shape that a click or tap is meant for: the shape itself, what it lies in, or for a finger the nearest. */
  meant(id, event) {
    const next = this.next();
    if (next.has(id)) return id;
    const within = this.board.shapes.get(id)?.within;
    if (next.has(within)) return within;
    const finger = event?.pointerType === "touch" || (event?.pointerType && matchMedia(NARROW).matches);
    return (finger && this.board.nearest(next, event, NEAR)) || id;
  }

  step(way, whole, further, event) {
    if (!whole.length || (further.length && !whole.some((one) => one.on.length > 1))) {
      this.way = way;
      if (whole.length) this.choose(whole, event, this.texts.which);
    } else if (whole.length === 1) {
      this.take(whole[0]);
    } else {
      const best = most(whole);
      if (best) this.take(best);
      this.choose(whole, event, best ? this.texts.number : this.texts.which, best);
    }
    this.draw();
    this.light();
  }

  /** Presses an offer; what is chosen already is confirmed. */
  take(offer) {
    this.way = [];
    const confirm = find("question").querySelector("button.primary:not(:disabled)");
    if (offer.chosen && offer.single && confirm) this.press(confirm.dataset.id);
    else this.press(...offer.press);
  }

  /** Takes away what was put there last, or steps back. */
  fewer(id) {
    const last = (on) => on?.[on.length - 1] === id;
    const planned = this.plan.filter(({ on }) => last(on)).pop();
    const chosen = this.offers.find((one) => one.less && last(one.on) && (one.chosen || this.board.live));
    if (this.way.includes(id)) this.back();
    else if (planned) this.press(this.less, [planned.value]);
    else if (chosen?.chosen) this.press(...chosen.less);
    else return false;
    return true;
  }

  back() {
    this.closeChooser();
    if (!this.way.length) return;
    this.way = [];
    this.draw();
    this.light();
  }

  elsewhere(event) {
    if (!event.target.closest?.("#chooser, #view")) this.closeChooser();
  }

  // Several at one place

  choose(whole, event, label, best = null) {
    const box = find("chooser");
    let now = best;
    const buttons = whole.map((one) => {
      const made = element("button", { type: "button", class: "choice" }, best ? String(one.n) : one.label);
      if (best) made.setAttribute("aria-pressed", String(one === best));
      made.addEventListener("click", () => {
        if (!best) {
          this.closeChooser();
          this.take(one);
          this.draw();
          return;
        }
        if (one === now) return;
        if (!now.single && now.less) this.press(...now.less);
        this.press(...one.press);
        now = one;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === made));
      });
      return made;
    });
    const close = element("button", { type: "button", "aria-label": this.texts.close }, "×");
    close.addEventListener("click", () => this.closeChooser());
    box.setAttribute("aria-label", label);
    box.replaceChildren(element("p", { class: "label" }, label), ...buttons, close);
    box.hidden = false;
    this.place(box);
    if (!best || !event?.pointerType) buttons[best ? whole.indexOf(best) : 0].focus({ preventScroll: true });
  }

  /** Puts a box below the board, so that it hides nothing that can be clicked next; on a narrow screen it is at the foot. */
  place(box) {
    box.style.left = box.style.top = box.style.bottom = "";
    if (matchMedia(NARROW).matches) return;
    const board = find("view").getBoundingClientRect();
    box.style.bottom = "auto";
    box.style.left = `${Math.max(8, board.left)}px`;
    box.style.top = `${Math.min(board.bottom, innerHeight - box.offsetHeight) - 8}px`;
  }

  closeChooser() {
    find("chooser").hidden = true;
  }

  /** On a narrow screen, shows the part of the board that a new question is about. */
  turnTo() {
    if (!matchMedia(NARROW).matches || !this.offers.length || !this.board.live) return;
    this.zoom.to(this.board.around(this.next()));
  }
}
