// Requests to the table, always as the person of this tab.

import { store } from "./store.js";

export class Refused extends Error {}

const base = () => `/_act/${name()}`;

export function name() {
  return (new URLSearchParams(location.search).get("as") ?? "ana").toLowerCase();
}

const KEPT = `language-of-${name()}`;

// The language of the person of this tab: the one chosen here, else the browser's.
export function language() {
  return localStorage.getItem(KEPT) ?? navigator.language;
}

export function chooseLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
}

const spoken = () => ({ "Accept-Language": language() });

async function answer(response) {
  const body = await response.json();
  if (!response.ok) throw new Refused(body.refused ?? "The table refused this.");
  return body;
}

export async function get(act, query = {}) {
  return answer(await fetch(`${base()}/${act}?${new URLSearchParams(query)}`, { headers: spoken() }));
}

export async function post(act, body = {}) {
  const whole = { channel: store.current, ...body };
  const headers = { "Content-Type": "application/json", ...spoken() };
  return answer(await fetch(`${base()}/${act}`, { method: "POST", headers, body: JSON.stringify(whole) }));
}

export async function upload(files) {
  const form = new FormData();
  [...files].forEach((file, number) => form.append(`files[${number}]`, file, file.name));
  return answer(await fetch(`${base()}/upload`, { method: "POST", headers: spoken(), body: form }));
}
