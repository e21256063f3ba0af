// Short names for what the wasm file imports. wasm-bindgen's say what they stand for, three hundred times over, and
// only the JavaScript beside the file ever reads them.

/** The wasm file with its imports renamed, and `javascript(text)`: the generated JavaScript with the same names. */
export function renamed(bytes) {
  const sections = [...sectionsOf(bytes)];
  const list = sections.find(({ id }) => id === 2);
  const names = new Map();
  const out = [];
  let at = list.start;
  const number = () => {
    const [value, next] = leb(bytes, at);
    at = next;
    return value;
  };
  const text = () => {
    const length = number();
    return Buffer.from(bytes.subarray(at, (at += length))).toString();
  };
  const count = number();
  out.push(...encoded(count));
  for (let i = 0; i < count; i++) {
    const [module, name] = [text(), text()];
    if (!names.has(name)) names.set(name, names.size.toString(36));
    const from = at;
    const kind = bytes[at++];
    if (kind !== 0) throw new Error(`the wasm file imports ${module} ${name}, which is no function`);
    number();
    out.push(...string("i"), ...string(names.get(name)), ...bytes.subarray(from, at));
  }
  const parts = sections.map(({ id, from, end }) =>
    id === 2 ? Buffer.from([2, ...encoded(out.length), ...out]) : bytes.subarray(from, end));
  return { bytes: Buffer.concat([bytes.subarray(0, 8), ...parts]), javascript: (source) => rewritten(source, names) };
}

function rewritten(source, names) {
  let count = 0;
  const text = source.replace(/^( {8})(\w+)(?=: )/gm, (all, indent, name) => {
    if (!names.has(name)) return all;
    count++;
    return `${indent}"${names.get(name)}"`;
  });
  if (count !== names.size) throw new Error(`the JavaScript has ${count} of ${names.size} imports`);
  const module = /"\.\/gpgpu_wasm_bg\.js": import0/;
  if (!module.test(text)) throw new Error("the JavaScript names no module of imports");
  return text.replace(module, '"i": import0');
}

function* sectionsOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = leb(bytes, at + 1);
    yield { id: bytes[at], from: at, start, end: start + size };
    at = start + size;
  }
}

function leb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

function encoded(value) {
  const out = [];
  for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}

function string(text) {
  return [text.length, ...Buffer.from(text)];
}
