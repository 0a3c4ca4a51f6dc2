// Requests to the table, always as the person of this tab.

import { language, name } from "./language.js";
import { store } from "./store.js";
import { t } from "./words.js";

export class Refused extends Error {}

const base = () => `/_act/${name()}`;

const spoken = () => ({ "Accept-Language": language() });

async function answer(response) {
  const body = await response.json();
  if (!response.ok) throw new Refused(body.refused ?? t("refused"));
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
