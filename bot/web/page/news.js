// News of tables: one stream for all tabs of a browser, held by one of them; without streams the page asks now and then.

const ASK = 15000;
const SILENT = 8000;
const HELD = 10000; // in a frame of Discord, whose proxy may hold a stream back: then the page asks more often
const OFTEN = 3000;

/** Calls `moved({table, v, many, quiet})` when a table has changed, `seated(tab)` when a tab has changed one's seat (empty for
 * Discord), and `linked(is)` when the link is lost or back. `signed`: whether
 * this page has a seat, so that a stream from before must be opened anew. */
export function follow(table, moved, linked, seated, signed) {
  const channel = new BroadcastChannel("nisaba-news");
  const wanted = new Set([table]);
  let source = null;
  let heard = 0;
  let flows = false; // whether the stream has brought something since it was opened

  function tell(event) {
    heard = Date.now();
    linked(true);
    if (event.table === table) ("v" in event ? moved : ({ tab }) => seated(tab))(event);
  }

  function take(message) {
    const event = JSON.parse(message.data);
    flows = true;
    channel.postMessage({ event });
    tell(event);
  }

  /** Looks whether something has changed, of which nothing tells. */
  function ask() {
    moved({ table, v: "", many: false, quiet: true });
  }

  function listen() {
    source?.close();
    source = new EventSource(`/news?t=${[...wanted].join(",")}`);
    source.addEventListener("moved", take);
    source.addEventListener("seat", take);
    source.addEventListener("bye", () => {
      channel.postMessage({ bye: true });
      location.reload();
    });
    source.addEventListener("open", () => channel.postMessage({ alive: true }));
    source.addEventListener("error", () => {
      flows = false;
      channel.postMessage({ lost: true });
      linked(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000 + Math.random() * 3000);
    });
  }

  channel.addEventListener("message", ({ data }) => {
    if (data.event) tell(data.event);
    if (data.lost) linked(false);
    if (data.bye) location.reload();
    if (data.alive) {
      heard = Date.now();
      linked(true);
    }
    if (data.want && source && !wanted.has(data.want)) {
      wanted.add(data.want);
      listen();
    }
    if (data.again && source) listen();
    if (data.who && !source) channel.postMessage({ want: table });
  });

  channel.postMessage({ want: table, again: signed });
  if (navigator.locks) {
    const held = navigator.locks.request("nisaba-news", () => {
      channel.postMessage({ who: true });
      listen();
      return new Promise(() => {}); // until this tab is closed: then another one listens
    });
    held.catch(listen); // denied, as in some frames: then each tab listens for itself
  } else {
    listen();
  }
  setInterval(() => {
    if (!flows) return;
    heard = Date.now();
    channel.postMessage({ alive: true });
  }, ASK / 3);
  setInterval(() => {
    if (Date.now() - heard > ASK && document.visibilityState === "visible") ask();
  }, ASK);
  const begun = Date.now();
  if (window !== window.top) {
    setInterval(() => {
      const held = Date.now() - Math.max(heard, begun) > HELD;
      if (held && document.visibilityState === "visible") ask();
    }, OFTEN);
  }
  setTimeout(() => heard || ask(), SILENT);
}
