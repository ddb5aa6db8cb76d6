/**
 * Keeps the shell of the page (the page itself, scripts, styles, icons) so that it opens without a network. What the
 * server says about games is never kept. The build fills in the files and a version that follows from their content.
 */
const VERSION = "__VERSION__";
const FILES = __FILES__;

/** Caches belong to the whole site, and another Tengen may live below another path of it. */
const OURS = `tengen ${self.registration.scope} `;
const CACHE = OURS + VERSION;
const PAGE = new URL("./", self.registration.scope).href;
const KEPT = new Set(FILES.map((name) => new URL(name, self.registration.scope).href));

/** So long the network may take for the page before the kept one is shown. */
const PATIENCE_MS = 4_000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/, 1)[0];
  if (request.method !== "GET") {
    return;
  }
  if (request.mode === "navigate" && (address === PAGE || address === `${PAGE}index.html`)) {
    event.respondWith(newestPage(request));
  } else if (KEPT.has(address)) {
    event.respondWith(kept(request, address));
  }
});

/** Whatever has a hash in its name is taken from the browser's own cache where it is; all else is asked for anew. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const asked = [PAGE, ...KEPT].map(
    (url) => new Request(url, { cache: url.includes("/assets/") ? "default" : "reload" }),
  );
  await cache.addAll(asked);
}

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** The page from the server, so that nobody keeps an old one; the kept one where the server does not answer. */
async function newestPage(request) {
  const cached = await (await caches.open(CACHE)).match(PAGE);
  if (cached === undefined) {
    return fetch(request);
  }
  const late = new Promise((resolve) => setTimeout(() => resolve(cached), PATIENCE_MS));
  const asked = fetch(request).then(
    (answer) => (answer.status >= 500 ? cached : answer),
    () => cached,
  );
  return Promise.race([asked, late]);
}

async function kept(request, address) {
  const cached = await (await caches.open(CACHE)).match(address);
  return cached ?? fetch(request);
}
