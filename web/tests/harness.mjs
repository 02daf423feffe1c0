// What the browser tests share: the built page on a plain file server, a real Chromium, and an ear for its errors.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(web);
const dist = join(web, "dist");

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** The headers that docs/page.md asks of a host: the page must work with them. */
export const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Serves web/dist as any static host does. */
export async function serve(folder = dist) {
  if (!existsSync(join(folder, "index.html"))) throw new Error("web/dist is not built: run web/build.sh");
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, HEADERS).end("there is no such file");
      return;
    }
    response.writeHead(200, { ...HEADERS, "content-type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

const CHROMIUM = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function launch() {
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: apt-get install chromium, or name one in CHROMIUM");
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--js-flags=--expose-gc",
    ],
  });
}

/** A page in a profile of its own, with everything that it complains about. */
export async function visit(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000));
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url);
  // The page comes after its engine, and may not hear what is done before.
  await page.waitForFunction(() => document.querySelector("#page")?.childElementCount > 0);
  return { context, page, complaints };
}

/** A server, a browser and a page for all tests of a file; `after` closes them. */
export async function setUp() {
  const server = await serve();
  const browser = await launch();
  return {
    server,
    browser,
    visit: (path = "", options) => visit(browser, server.url + path, options),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
