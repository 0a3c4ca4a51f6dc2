// Where one can be, and who one is.

import { post } from "./api.js";
import { clear, h, icon } from "./dom.js";
import { chooseLanguage, language } from "./language.js";
import { personMenu } from "./menu.js";
import { face } from "./people.js";
import { channel, colourOf, displayName, emit, isPrivate, isThread, isTop, on, placeName, signOf, store, tagsOf, tableTime } from "./store.js";
import { toast } from "./toast.js";
import { has, languages, t } from "./words.js";

export function drawSidebar() {
  const places = [...store.channels.values()];
  const channels = places.filter(isTop).sort((a, b) => a.position - b.position);
  const dms = places.filter(isPrivate);
  const others = places.filter((place) => place.type === 0 && !isTop(place));
  clear(document.getElementById("sidebar"),
    h("div", { class: "server" }, h("img", { src: "/page/tablet.svg", alt: "" }), h("span", {}, store.guild.name)),
    h("div", { class: "places" },
      h("h2", {}, t("dms")), h("ul", {}, dms.map(placeRow)),
      h("h2", {}, t("channels"), h("button", { class: "round tiny", type: "button", "aria-label": t("start_thread"), title: t("start_thread"), onclick: () => emit("new-thread") }, icon("plus"))),
      h("ul", {}, channels.map((place) => [placeRow(place), threads(places, place)])),
      others.length ? [h("h2", {}, t("other_server")), h("ul", {}, others.map((place) => [placeRow(place), threads(places, place)]))] : null,
      store.events.length ? [h("h2", {}, t("events")), h("ul", {}, store.events.map(eventRow))] : null),
    clockOfTable(), whoAmI());
}

const HOURS = 8;

// Nobody here has a week: time can be skipped, and the bot goes by the table's clock.
function clockOfTable() {
  const skip = () => post("skip", { hours: HOURS }).catch((error) => toast(error.message));
  return h("div", { class: "clock" }, h("time", { class: "clock-time", title: t("clock") }, hour()),
    h("button", { class: "quiet", type: "button", title: t("skip_about"), onclick: skip }, t("skip", { hours: HOURS })));
}

const hour = () => new Intl.DateTimeFormat(language(), { weekday: "short", hour: "numeric", minute: "2-digit" }).format(tableTime());

setInterval(() => {
  const shown = document.querySelector(".clock-time");
  if (shown) shown.textContent = hour();
}, 5000);

function threads(places, parent) {
  return places.filter((place) => place.parent_id === parent.id && !(place.thread_metadata?.archived && place.id !== store.current)).map(placeRow);
}

// An event leads to the channel that its link names.
function eventRow(event) {
  const place = event.entity_metadata.location.split("/").at(-2);
  const go = () => store.channels.has(place) && emit("go", place);
  const remove = () => post("delete-event", { event: event.id }).catch((error) => toast(error.message));
  return h("li", { class: "event" },
    h("button", { class: "place", type: "button", title: event.description ?? "", onclick: go }, icon("calendar"),
      h("span", { class: "place-name" }, event.name, h("time", { class: "event-time", datetime: event.scheduled_start_time }, eventTime(event)))),
    store.managesEvents ? h("button", { class: "round tiny", type: "button", "aria-label": t("delete_event", { name: event.name }), title: t("delete_event", { name: event.name }), onclick: remove }, icon("close")) : null);
}

const eventTime = (event) => new Intl.DateTimeFormat(language(), { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(new Date(event.scheduled_start_time));

function placeRow(place) {
  const here = place.id === store.current;
  const count = isPrivate(place) ? place.unread : place.mentions;
  const sign = place.type === 1 ? face(store.users.get(store.bot), "small") : icon(signOf(place));
  const classes = ["place", here ? "here" : "", place.unread && !here ? "unread" : "", isThread(place) ? "thread" : ""].filter(Boolean).join(" ");
  return h("li", {}, h("button", { class: classes, type: "button", "aria-current": here ? "page" : null, onclick: () => emit("go", place.id) },
    sign, h("span", { class: "place-name" }, placeName(place)),
    count && !here ? h("span", { class: "badge", "aria-label": t("unread", { n: count }) }, count > 99 ? "99+" : String(count)) : null));
}

function whoAmI() {
  const people = [...store.users.values()].filter((user) => !user.bot);
  const one = (user) => {
    const here = user.id === store.me.id;
    const waiting = here ? 0 : store.waiting[user.username] ?? 0;
    const label = (here ? t("you", { name: displayName(user) }) : displayName(user)) + (waiting ? `, ${t("unread", { n: waiting })}` : "");
    return h("a", { class: `seat${here ? " here" : ""}`, href: `?as=${user.username}`, "aria-label": label, "aria-current": here ? "true" : null, title: displayName(user) },
      face(user), waiting ? h("span", { class: "badge", "aria-hidden": "true" }, waiting > 9 ? "9+" : String(waiting)) : null);
  };
  return h("div", { class: "who" },
    h("div", { class: "who-me" }, face(store.me), h("div", {}, h("div", { class: "who-name" }, displayName(store.me)), h("div", { class: "who-hint" }, t("playing_as"))), languageChoice()),
    isCrowd() ? h("div", { class: "seats", role: "group", "aria-label": t("play_as") }, people.map(one)) : unfolder());
}

// The others are folded away until one of them is there, or is wanted, or has something to read.
function isCrowd() {
  const others = [...store.users.values()].filter((user) => !user.bot && user.id !== store.me.id);
  return store.company || unfolded || others.some((user) => store.waiting[user.username]);
}

let unfolded = false;

function unfolder() {
  const unfold = () => {
    unfolded = true;
    drawSidebar();
    drawMembers();
  };
  return h("button", { class: "quiet unfold", type: "button", onclick: unfold }, t("play_as_other"));
}

function languageChoice() {
  const spoken = language().split("-")[0];
  const choices = Object.entries(languages).map(([id, label]) => h("option", { value: id === "en" ? "en-US" : id, selected: id === spoken }, label));
  const choose = (event) => {
    chooseLanguage(event.target.value);
    emit("language");
  };
  return h("select", { class: "language", "aria-label": t("language"), onchange: choose }, choices);
}

export function drawMembers() {
  const person = (user) => {
    const menu = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      personMenu(user, { x: box.left, y: box.bottom + 4 });
    };
    const away = user.bot && !store.online;
    return h("li", {}, h("button", { class: `member${away ? " away" : ""}`, type: "button", onclick: menu }, face(user, "medium"),
      h("span", { class: "member-name", style: { color: colourOf(user) } }, displayName(user)), user.bot ? h("span", { class: "tag" }, "APP") : null));
  };
  const users = [...store.users.values()];
  const people = users.filter((user) => !user.bot && (isCrowd() || user.id === store.me.id));
  clear(document.getElementById("members"),
    h("h2", {}, t("the_bot")), h("ul", {}, users.filter((user) => user.bot).map(person)),
    h("h2", {}, t("at_table", { n: people.length })), h("ul", {}, people.map(person)));
}

export function drawHeading() {
  const place = channel();
  const sign = place.type === 1 ? face(store.users.get(store.bot), "small") : icon(signOf(place));
  const parent = store.channels.get(place.parent_id);
  const toggle = (which) => () => document.getElementById("frame").classList.toggle(which);
  const waiting = [...store.channels.values()].some((other) => other.id !== place.id && (other.mentions || (isPrivate(other) && other.unread)));
  clear(document.getElementById("heading"),
    h("button", { class: `round burger${waiting ? " dotted" : ""}`, type: "button", "aria-label": t("channels"), onclick: toggle("show-sidebar") }, icon("menu")),
    sign, h("h1", {}, placeName(place)), tagsOf(place).map((name) => h("span", { class: "tag" }, name)),
    h("span", { class: "topic" }, parent ? t("in_channel", { name: parent.name }) : topic(place)),
    h("button", { class: "round", type: "button", "aria-label": t("people"), title: t("people"), onclick: toggle("show-members") }, icon("people")));
  const unread = [...store.channels.values()].reduce((sum, other) => sum + (isPrivate(other) ? other.unread : other.mentions), 0);
  document.title = `${unread ? `(${unread}) ` : ""}${placeName(place)} · ${displayName(store.me)} · ${t("title")}`;
}

// What a place is for; those of the table have their words in the catalogue.
function topic(place) {
  return has(`topic.${place.name}`) ? t(`topic.${place.name}`) : place.topic ?? "";
}

export function startSidebar() {
  on("places", () => {
    drawSidebar();
    drawHeading();
  });
  const frame = document.getElementById("frame");
  const shut = () => frame.classList.remove("show-sidebar", "show-members");
  document.getElementById("shade").addEventListener("click", shut);
  document.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  on("go", shut);
}
