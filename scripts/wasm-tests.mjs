// tests/browser as wasm, and the page that runs it: wasm-bindgen's runner makes and serves it.

import { execFileSync, spawn } from "node:child_process";
import { createServer, get } from "node:http";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./serve.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const blank = "/blank";

/** Compiles the test binary; the path of its wasm. */
export function compile() {
  const cargo = [
    "test",
    "--no-run",
    "--target",
    "wasm32-unknown-unknown",
    "--test",
    "browser",
    "--profile",
    "browser",
    "--message-format",
    "json-render-diagnostics",
  ];
  let messages;
  try {
    messages = execFileSync("cargo", cargo, {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 1 << 28,
    }).toString();
  } catch {
    console.error("tests/browser does not compile");
    process.exit(1);
  }
  return messages
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .find(({ target, executable }) => executable && target?.name === "browser").executable;
}

/** Serves the page that runs the tests whose names hold `filter`; resolves to its `url`, a `blank` page's, and `close()`. */
export async function serveTests(wasm, filter = [], environment = {}) {
  const port = await freePort();
  const runner = spawn("wasm-bindgen-test-runner", [wasm, ...filter], {
    cwd: root,
    env: {
      ...process.env,
      NO_HEADLESS: "1",
      WASM_BINDGEN_TEST_ONLY_WEB: "1",
      WASM_BINDGEN_TEST_ADDRESS: `127.0.0.1:${port}`,
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    runner.on("error", reject);
    runner.on("exit", (code) => reject(new Error(`wasm-bindgen-test-runner ended with ${code}`)));
    runner.stdout.on("data", (text) => /available at/.test(text) && resolve());
  });
  const proxy = await oneByOne(port);
  const origin = `http://127.0.0.1:${proxy.address().port}`;
  return {
    url: `${origin}/`,
    blank: `${origin}${blank}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
      runner.removeAllListeners("exit");
      runner.kill();
    },
  };
}

/**
 * Hands requests on to the runner one after the other, each by a connection of its own. Asked for several modules at once, with
 * other browsers at work, the page was seen to wait for ever. An answer is read whole before it goes on, so that a page which
 * closes meanwhile keeps nobody waiting.
 */
function oneByOne(port) {
  let turn = Promise.resolve();
  const proxy = createServer((incoming, outgoing) => {
    // Where a browser is only asked for its renderer, the tests need not start.
    if (incoming.url === blank)
      return outgoing.setHeader("content-type", "text/html").end("<!doctype html><title>blank</title>");
    turn = turn
      .then(async () => {
        const { status, headers, body } = await answerOf(port, incoming.url);
        if (!outgoing.destroyed) outgoing.writeHead(status, headers).end(body);
      })
      .catch((error) => {
        console.error(`${incoming.url}: ${error.message}`);
        outgoing.destroy();
      });
  });
  return new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(proxy)));
}

/** What the runner answers; asked a second and a third time if it does not, within ten seconds each. */
async function answerOf(port, path, attempts = 3) {
  try {
    return await new Promise((resolve, reject) => {
      const asked = get({ host: "127.0.0.1", port, path, agent: false, timeout: 10_000 }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const body = Buffer.concat(parts);
          resolve({
            status: answer.statusCode,
            headers: { "content-type": answer.headers["content-type"] ?? "text/plain", "content-length": body.length },
            body,
          });
        });
      });
      asked.on("timeout", () => asked.destroy(new Error("no answer within 10 s")));
      asked.on("error", reject);
    });
  } catch (error) {
    if (attempts <= 1) throw error;
    return answerOf(port, path, attempts - 1);
  }
}
