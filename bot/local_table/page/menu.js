// Menus of messages and people.

import { appCommand } from "./actions.js";
import { post, Refused } from "./api.js";
import { h, isPhone } from "./dom.js";
import { channel, displayName, emit, store } from "./store.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

let open = null;

export function closeMenu() {
  open?.remove();
  open = null;
}

// Shows a menu of groups of entries {label, act, danger} at a point of the page.
export function showMenu(groups, point) {
  closeMenu();
  const entries = groups.filter((group) => group.entries.length).map((group) => h("div", { class: "menu-group", role: "group", "aria-label": group.title },
    group.title ? h("div", { class: "menu-title" }, group.title) : null,
    group.entries.map(({ label, act, danger }) => h("button", { class: `menu-entry${danger ? " danger" : ""}`, role: "menuitem", type: "button", onclick: () => { closeMenu(); act(); } }, label))));
  open = h("div", { class: `menu${isPhone() ? " sheet" : ""}`, role: "menu", onkeydown: key }, entries);
  document.body.append(open);
  if (!isPhone()) {
    open.style.left = `${Math.max(8, Math.min(point.x, innerWidth - open.offsetWidth - 8))}px`;
    open.style.top = `${Math.max(8, Math.min(point.y, innerHeight - open.offsetHeight - 8))}px`;
  }
  open.querySelector("button")?.focus();
}

function key(event) {
  const entries = [...open.querySelectorAll("button")];
  const at = entries.indexOf(document.activeElement);
  const steps = { ArrowDown: 1, ArrowUp: entries.length - 1 };
  if (event.key in steps) entries[(at + steps[event.key]) % entries.length].focus();
  else if (event.key === "Escape") closeMenu();
  else return;
  event.preventDefault();
}

export function messageMenu(message, point) {
  const mine = message.author.id === store.me.id;
  const hidden = Boolean(message.flags & 64);
  const moderator = store.guild.owner === store.me.id && channel().type !== 1;
  const general = [
    hidden ? null : { label: t("reply"), act: () => emit("reply", message) },
    { label: t("copy_text"), act: () => navigator.clipboard?.writeText(document.querySelector(`[data-id="${message.id}"] .body`)?.innerText ?? "") },
    { label: t("copy_id"), act: () => navigator.clipboard?.writeText(message.id) },
    hidden ? { label: t("dismiss"), act: () => tell("dismiss", message) } : null,
    !hidden && (mine || moderator) ? { label: t("delete"), danger: true, act: () => tell("delete", message) } : null,
  ];
  const apps = store.commands.filter((command) => command.type === 3).map((command) => ({
    label: command.title,
    act: () => appCommand(command.name, { channel: message.channel_id, message: message.id }),
  }));
  showMenu([{ entries: general.filter(Boolean) }, { title: t("apps"), entries: hidden ? [] : apps }], point);
}

export function personMenu(user, point) {
  const apps = store.commands.filter((command) => command.type === 2).map((command) => ({
    label: command.title,
    act: () => appCommand(command.name, { user: user.username }),
  }));
  const general = [{ label: t("mention", { name: displayName(user) }), act: () => emit("insert", `<@${user.id}> `) }];
  if (!user.bot && user.id !== store.me.id) general.push({ label: t("become", { name: displayName(user) }), act: () => emit("become", user.username) });
  showMenu([{ entries: general }, { title: t("apps"), entries: apps }], point);
}

export async function tell(act, message) {
  try {
    await post(act, { channel: message.channel_id, message: message.id });
  } catch (error) {
    toast(error instanceof Refused ? error.message : t("unreachable"), "bad");
  }
}

document.addEventListener("pointerdown", (event) => open && !open.contains(event.target) && closeMenu());
