// Blocks of text: headings, lists, quotes, code, small print; everything else is paragraphs of lines.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /^```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/;
const ITEM = /^( *)([-*]|\d+\.) (.*)$/;

export function markdown(text) {
  const box = document.createDocumentFragment();
  blocks(text, box);
  return box;
}

function blocks(text, box) {
  let rest = text;
  let lines = [];
  while (rest) {
    const fence = FENCE.exec(rest);
    if (fence) {
      flow(lines, box);
      lines = [];
      box.append(h("pre", {}, h("code", { class: fence[1] ?? "" }, fence[2])));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    const inside = rest.indexOf("```", 1);
    const end = rest.indexOf("\n");
    if (inside > 0 && (end < 0 || inside < end) && rest.indexOf("```", inside + 3) > 0) {
      lines.push(rest.slice(0, inside));
      rest = rest.slice(inside);
    } else {
      lines.push(end < 0 ? rest : rest.slice(0, end));
      rest = end < 0 ? "" : rest.slice(end + 1);
    }
  }
  flow(lines, box);
}

function flow(lines, box) {
  let at = 0;
  let plain = [];
  const flush = () => {
    if (plain.length) box.append(h("div", { class: "lines" }, withBreaks(plain)));
    plain = [];
  };
  while (at < lines.length) {
    const taken = block(lines, at);
    if (taken) {
      flush();
      box.append(taken.node);
      at = taken.next;
    } else {
      plain.push(lines[at]);
      at += 1;
    }
  }
  flush();
}

function withBreaks(lines) {
  return inline(lines.join("\n")).flatMap((part) => {
    if (typeof part !== "string") return [part];
    return part.split("\n").flatMap((piece, number) => (number ? [h("br"), piece] : [piece]));
  });
}

function block(lines, at) {
  const line = lines[at];
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) return { node: h(`h${heading[1].length + 2}`, { class: `head-${heading[1].length}` }, inline(heading[2])), next: at + 1 };
  const small = /^-# +(.+)$/.exec(line);
  if (small) return { node: h("small", { class: "fine" }, inline(small[1])), next: at + 1 };
  if (line.startsWith(">>> ")) return { node: quote([line.slice(4), ...lines.slice(at + 1)]), next: lines.length };
  if (line.startsWith("> ")) {
    let end = at;
    while (end < lines.length && lines[end].startsWith("> ")) end += 1;
    return { node: quote(lines.slice(at, end).map((quoted) => quoted.slice(2))), next: end };
  }
  return ITEM.test(line) ? list(lines, at, ITEM.exec(line)[1].length) : null;
}

function quote(lines) {
  const box = h("blockquote");
  flow(lines, box);
  return box;
}

function list(lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  const ordered = /\d/.test(first[2]);
  const node = h(ordered ? "ol" : "ul", ordered ? { start: String(parseInt(first[2], 10)) } : {});
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (!item || item[1].length < depth) break;
    if (item[1].length === depth && /\d/.test(item[2]) !== ordered) break;
    if (item[1].length > depth && node.lastChild) {
      const nested = list(lines, next, item[1].length);
      node.lastChild.append(nested.node);
      next = nested.next;
      continue;
    }
    node.append(h("li", {}, inline(item[3])));
    next += 1;
  }
  return { node, next };
}
