import { nodeResolve } from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";

export default {
  input: ["src/index.js", "src/worker.js"],
  output: { dir: "dist" },
  // The worker is an entry of its own, no file to be copied.
  plugins: [nodeResolve(), importMetaAssets({ include: "node_modules/**" })],
};
