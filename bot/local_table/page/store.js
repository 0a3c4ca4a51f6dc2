// What the page knows, and who wants to hear when it changes.

import { t } from "./words.js";

export const store = {
  me: null,
  bot: null,
  guild: null,
  online: false,
  users: new Map(),
  roles: new Map(),
  channels: new Map(),
  events: [],
  managesEvents: false,
  waiting: {},
  company: false,
  ahead: 0,
  commands: [],
  commandsKnown: false,
  current: null,
  messages: new Map(),
  complete: false,
};

const listeners = new Map();

export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

export function emit(event, data) {
  for (const listener of listeners.get(event) ?? []) listener(data);
}

export function takeState(state) {
  Object.assign(store, { bot: state.bot, guild: state.guild, online: state.online, events: state.events, managesEvents: state.manages_events, waiting: state.waiting, company: state.company });
  store.ahead = state.now * 1000 - Date.now();
  store.users = new Map(state.users.map((user) => [user.id, user]));
  store.roles = new Map(state.roles.map((role) => [role.id, role]));
  store.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  store.me = store.users.get(state.me);
}

// The time at the table, which may have been moved forward.
export const tableTime = () => Date.now() + store.ahead;

export const channel = () => store.channels.get(store.current);

export function displayName(user) {
  return store.users.get(user?.id)?.display ?? user?.global_name ?? user?.username ?? t("somebody");
}

export const isThread = (place) => place.type === 11 || place.type === 12;
export const isForum = (place) => place.type === 15 || place.type === 16;
export const isPrivate = (place) => place.type === 1 || place.type === 3;
export const isTop = (place) => (place.type === 0 || isForum(place)) && place.guild_id === store.guild.id;

export const signOf = (place) => (isForum(place) ? "forum" : place.type === 0 ? "hash" : isPrivate(place) ? "people" : "thread");

// The names of the tags of a post, which its forum has.
export function tagsOf(place) {
  const known = store.channels.get(place.parent_id)?.available_tags ?? [];
  return known.filter((tag) => place.applied_tags?.includes(tag.id)).map((tag) => tag.name);
}

export function placeName(place) {
  return place.type === 1 ? "Nisaba" : place.name;
}

const HUES = { ana: 12, ben: 205, cho: 145, dee: 280, eli: 45, fay: 325, gil: 175, hal: 85, ida: 235 };

export function hue(user) {
  return HUES[user.username] ?? 38;
}

export function colourOf(user) {
  return user.bot ? "#e0b872" : `hsl(${hue(user)} 70% 76%)`;
}
