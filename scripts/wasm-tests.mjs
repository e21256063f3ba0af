// tests/browser as wasm, and the page that runs it: wasm-bindgen's runner makes and serves it.

import { execFileSync, spawn } from "node:child_process";
import { createServer as serveHttp, get } from "node:http";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Compiles the test binary; the path of its wasm. */
export function compile() {
  const cargo = ["test", "--no-run", "--target", "wasm32-unknown-unknown", "--test", "browser", "--profile", "browser", "--message-format", "json-render-diagnostics"];
  let messages;
  try {
    messages = execFileSync("cargo", cargo, { cwd: root, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 }).toString();
  } catch {
    console.error("tests/browser does not compile");
    process.exit(1);
  }
  return messages.split("\n").filter(Boolean).map((line) => JSON.parse(line))
    .find(({ target, executable }) => executable && target?.name === "browser").executable;
}

/** Serves the page that runs the tests whose names hold `filter`; resolves to its `url` and `close()`. */
export async function serveTests(wasm, filter = [], environment = {}) {
  const port = await freePort();
  const runner = spawn("wasm-bindgen-test-runner", [wasm, ...filter], {
    cwd: root,
    env: { ...process.env, NO_HEADLESS: "1", WASM_BINDGEN_TEST_ONLY_WEB: "1", WASM_BINDGEN_TEST_ADDRESS: `127.0.0.1:${port}`, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    runner.on("error", reject);
    runner.on("exit", (code) => reject(new Error(`wasm-bindgen-test-runner ended with ${code}`)));
    runner.stdout.on("data", (text) => /available at/.test(text) && resolve());
  });
  const proxy = await oneByOne(port);
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
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
 * other browsers at work, the page was seen to wait for ever.
 */
function oneByOne(port) {
  let turn = Promise.resolve();
  const forward = (path, outgoing) => new Promise((resolve) => {
    outgoing.on("close", resolve);
    get({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      const { connection, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode, headers);
      answer.pipe(outgoing);
    }).on("error", () => outgoing.destroy());
  });
  const proxy = serveHttp((incoming, outgoing) => { turn = turn.then(() => forward(incoming.url, outgoing)); });
  return new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(proxy)));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
