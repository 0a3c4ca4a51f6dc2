// Building elements without templates, so that no text can ever become markup.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PATHS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  forum: "M4 4h16v4H4zM4 10h16v4H4zM4 16h10v4H4z",
  thread: "M5 4h14v11H11l-4 4v-4H5z",
  pin: "M9 3h6l-1 7 4 3v2H6v-2l4-3zM12 15v6",
  at: "M16 8v5a3 3 0 0 0 5 2 9 9 0 1 0-4 5M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  menu: "M4 6h16M4 12h16M4 18h16",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 7M18 14c3 1 4 4 4 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  send: "M4 12 20 4l-5 16-4-7z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  reply: "M10 8 5 12l5 4M5 12h9a5 5 0 0 1 5 5v2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  down: "M6 9l6 6 6-6",
  check: "M5 13l5 5 9-11",
  file: "M6 3h8l4 4v14H6zM14 3v5h4",
  out: "M9 5h10v10M19 5 6 18",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  alert: "M12 4 2 20h20zM12 10v4M12 17h.01",
  calendar: "M4 6h16v15H4zM4 10h16M8 3v5M16 3v5",
  pin: "M9 3h6l-1 6 4 4H6l4-4zM12 13v8",
};

export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function clear(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return element;
}

export const isPhone = () => matchMedia("(max-width: 720px)").matches;
