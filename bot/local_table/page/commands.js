// The commands of the bot as flat lines: "/acme deploy", each with its options.

import { store } from "./store.js";

const SUB = 1;
const GROUP = 2;

export function flatCommands() {
  return store.commands.filter((command) => command.type === 1).flatMap((command) => leaves(command, [command.name]));
}

function leaves(node, path) {
  const inner = (node.options ?? []).filter((option) => option.type === SUB || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(option, [...path, option.name]));
  return [{ path, text: path.join(" "), description: node.description, options: node.options ?? [] }];
}

// Commands that fit what was typed after the slash, best first.
export function matching(typed) {
  const words = typed.toLowerCase().trim();
  const ranked = flatCommands().map((command) => ({ command, rank: rank(command, words) })).filter((entry) => entry.rank < 9);
  return ranked.sort((a, b) => a.rank - b.rank || a.command.text.localeCompare(b.command.text)).map((entry) => entry.command);
}

function rank(command, words) {
  if (!words || command.text.startsWith(words)) return 0;
  if (command.path.some((part) => part.startsWith(words))) return 1;
  const last = words.split(" ").every((word) => command.path.some((part) => part.startsWith(word)));
  if (last) return 2;
  if (command.text.includes(words)) return 3;
  return command.description.toLowerCase().includes(words) ? 4 : 9;
}
