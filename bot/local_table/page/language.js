// Who sits at this tab, and in which language.

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
