// What the page itself says, in the language of the person of this tab; the table tells it before anything is drawn.

import { language } from "./language.js";

const told = await (await fetch(`/words/${encodeURIComponent(language().split("-")[0])}`)).json();

// The languages there are, each by its own name.
export const languages = told.languages;

export const has = (key) => key in told.words;

// The text of a key as pieces, with elements or words in its places.
export function pieces(key, values = {}) {
  return told.words[key].split(/\{(\w+)\}/).map((piece, place) => (place % 2 ? values[piece] : piece));
}

// The text of a key.
export const t = (key, values) => pieces(key, values).join("");
