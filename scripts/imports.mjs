// Short names for what the wasm file imports from its glue, for the modules that it imports from, and for what the glue calls in
// the wasm file.
//
// wasm-bindgen puts sixteen random digits into names, which no compression can help. They are told apart by their place
// instead; only the memory keeps its name, which is public. Of the project's own modules what is imported is listed: the bundler
// then needs no object for the whole of each.
//
// What the glue defines in the same words gets one name: glow has a branch for WebGL 1 in each of its calls, and once
// both branches call the same import, wasm-opt sees that they are one.
//
// What would free an object under the feet of its class is left out of the glue: dispose() and garbage collection do it.

const GLUE = "./gpgpu_wasm_bg.js";

// The numbers of their sections.
const IMPORTS = 2;
const EXPORTS = 7;

// A key of the object of imports: a method, or a name with its value.
const KEY = /^( +)(__wb\w+)(?=: |\()/gm;
// A key of the object of all modules: wasm-bindgen writes it once for each block of imports.
const MODULE = /^ +"([^"]+)": (import\d+),\n/gm;
// A key with a function, to the end of its line and of the function.
const DEFINITION = /^ {8}(__wb\w+): (function[^]*?\n {8}\}),\n/gm;
// How objects are freed by hand.
const FREE = /^ {4}(free|__destroy_into_raw)\(\) \{[^]*?\n {4}\}\n|^if \(Symbol\.dispose\).*\n/gm;

/** The wasm file and its glue with each other's names for each other shortened: `{ wasm, glue }`. */
export function withShortNames(wasm, glue) {
  const imported = withShortImports(wasm, glue);
  return withShortExports(imported.wasm, imported.glue);
}

function withShortExports(wasm, glue) {
  const at = sectionOf(wasm, EXPORTS);
  const body = wasm.subarray(at.start, at.end);
  const names = new Map();
  let [count, position] = number(body, 0);
  const parts = [leb(count)];
  while (count-- > 0) {
    const [name, after] = text(body, position);
    position = number(body, after + 1)[1]; // a kind and an index
    const short = Buffer.from(name === "memory" ? name : `_${names.size.toString(36)}`);
    names.set(name, short);
    parts.push(leb(short.length), short, body.subarray(after, position));
  }
  return {
    wasm: withSection(wasm, at, EXPORTS, Buffer.concat(parts)),
    glue: glue.replace(/\bwasm\.(\w+)/g, (whole, name) => (names.has(name) ? `wasm.${names.get(name)}` : whole)),
  };
}

function withShortImports(wasm, glue) {
  const at = sectionOf(wasm, IMPORTS);
  const body = wasm.subarray(at.start, at.end);
  const parts = [];
  const firsts = firstsOf(glue);
  const names = new Map();
  const modules = new Map(); // of each its short name, and what is imported from it: lines of an object
  let [count, position] = number(body, 0);
  parts.push(leb(count));
  while (count-- > 0) {
    let module, name;
    [module, position] = text(body, position);
    [name, position] = text(body, position);
    const after = position;
    position = end(body, position);
    if (!modules.has(module)) modules.set(module, { short: String.fromCharCode(97 + modules.size), own: new Map() });
    const { short, own } = modules.get(module);
    const first = firsts.get(name) ?? name;
    const known = module === GLUE ? names : own;
    if (!known.has(first)) known.set(first, `_${known.size.toString(36)}`);
    for (const word of [short, known.get(first)]) parts.push(leb(word.length), Buffer.from(word));
    parts.push(body.subarray(after, position));
  }
  const renamed = new Set();
  const shorter = glue
    .replace(FREE, "")
    .replace(DEFINITION, (whole, name) => (firsts.has(name) ? "" : whole))
    .replace(KEY, (whole, indent, name) => {
      if (!names.has(name)) return whole;
      renamed.add(name);
      return indent + names.get(name);
    });
  const waiting = new Map(modules);
  const shortest = shorter.replace(MODULE, (whole, module, value) => {
    if (!waiting.delete(module)) return "";
    const { short, own } = modules.get(module);
    return `${short}: ${module === GLUE ? value : `{ ${[...own].map(([name, word]) => `${word}: ${value}.${name}`).join(", ")} }`},\n`;
  });
  const missing = [...names.keys()].filter((name) => !renamed.has(name)).concat(...waiting.keys());
  if (missing.length > 0) throw new Error(`the glue does not define ${missing.join(", ")}`);
  return { wasm: withSection(wasm, at, IMPORTS, Buffer.concat(parts)), glue: shortest };
}

/** Of each name that is defined in the words of an earlier one, the earlier name. */
function firstsOf(glue) {
  const [firsts, words] = [new Map(), new Map()];
  for (const [, name, body] of glue.matchAll(DEFINITION)) {
    if (words.has(body)) firsts.set(name, words.get(body));
    else words.set(body, name);
  }
  return firsts;
}

/** Where the section of this number lies. */
function sectionOf(wasm, section) {
  let position = 8;
  while (position < wasm.length) {
    const header = position;
    const [size, start] = number(wasm, position + 1);
    if (wasm[header] === section) return { header, start, end: start + size };
    position = start + size;
  }
  throw new Error(`the wasm file has no section ${section}`);
}

/** The wasm file with another body in one of its sections. */
function withSection(wasm, at, section, body) {
  return Buffer.concat([
    wasm.subarray(0, at.header),
    Buffer.of(section),
    leb(body.length),
    body,
    wasm.subarray(at.end),
  ]);
}

/** The position after an import's kind and type (core specification, 5.5.5). */
function end(body, position) {
  const skip = (at) => number(body, at)[1];
  const limits = (at) => {
    const both = body[at] & 1;
    const least = skip(at + 1);
    return both ? skip(least) : least;
  };
  switch (body[position]) {
    case 0:
      return skip(position + 1); // a function's type
    case 1:
      return limits(position + 2); // a table of one type
    case 2:
      return limits(position + 1); // a memory
    case 3:
      return position + 3; // a global
    default:
      throw new Error(`an import of kind ${body[position]}`);
  }
}

function number(bytes, position) {
  let [value, shift, byte] = [0, 0, 0];
  do {
    byte = bytes[position++];
    value += (byte & 127) * 2 ** shift;
    shift += 7;
  } while (byte > 127);
  return [value, position];
}

function leb(value) {
  const bytes = [];
  do {
    const rest = Math.floor(value / 128);
    bytes.push((value % 128) | (rest > 0 ? 128 : 0));
    value = rest;
  } while (value > 0);
  return Buffer.from(bytes);
}

function text(bytes, position) {
  const [length, start] = number(bytes, position);
  return [Buffer.from(bytes.subarray(start, start + length)).toString(), start + length];
}
