// News from the table; the line is opened again whenever it breaks.

import { name } from "./language.js";
import { emit } from "./store.js";

let wait = 300;

export function listen() {
  const socket = new WebSocket(`ws://${location.host}/_live/${name()}`);
  socket.addEventListener("open", () => {
    wait = 300;
    emit("line", true);
  });
  socket.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    emit(`news:${news.t}`, news);
  });
  socket.addEventListener("close", () => {
    emit("line", false);
    setTimeout(listen, wait);
    wait = Math.min(wait * 2, 2000);
  });
}
