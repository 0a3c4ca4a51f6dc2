// What can be clicked on the board: each offer names the shapes of its clicks in their order. Nothing here knows a game.

/** The offers of an answer: choices of its menus, and buttons. */
export function offers(screen) {
  const found = [];
  const buttons = [];
  for (const part of screen.parts) {
    if (part.kind === "menu") for (const choice of part.choices) if (choice.on?.length) found.push(ofMenu(part, choice));
    if (part.kind === "row") buttons.push(...part.buttons);
    if (part.kind === "section") buttons.push(part.button);
  }
  for (const { id, label, on, disabled } of buttons) {
    if (on?.length && !disabled) found.push({ on, label, press: [id, []] });
  }
  return found;
}

function ofMenu(menu, { value, label, hint, on, n, chosen }) {
  const single = menu.toggle && menu.most === 1;
  const offer = { on, n, label: [label, hint].filter(Boolean).join(" · "), chosen, single, value };
  offer.press = [single || !menu.toggle ? menu.id : menu.toggle, [value]];
  if (menu.less) offer.less = [menu.less, [value]];
  else if (chosen && !single) offer.less = offer.press;
  return offer;
}

/** What clicks so far can become. `path` are the shapes clicked. */
export function along(all, path) {
  const there = all.filter(({ on }) => path.every((shape, i) => on[i] === shape));
  const whole = there.filter(({ on }) => on.length === path.length);
  return { whole, further: there.filter(({ on }) => on.length > path.length) };
}

/** The offer with the most pieces, if the offers differ in their number alone; else nothing. */
export function most(whole) {
  const numbers = new Set(whole.map(({ n }) => n));
  if (numbers.has(undefined) || numbers.size !== whole.length) return null;
  return whole.reduce((best, one) => (one.n > best.n ? one : best));
}
