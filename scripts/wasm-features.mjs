// What rustc's wasm32-unknown-unknown emits; wasm-opt refuses what it is not told of.
export const wasmFeatures = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((name) => `--enable-${name}`);
