// The public types as a page uses them: every method, every overload, and what must not compile. Compiled by tsc, never run.

import init, {
  CreateGPGPU,
  GPGPUError,
  initSync,
  type Argument,
  type ComputeParam,
  type DrawMode,
  type ElementType,
  type Factors,
  type GPGPU,
  type GPGPUErrorCode,
  type GpuArray,
  type Operand,
  type TextureInfo,
  type TypedArrayOf,
} from "gpgpu-wasm";

// As TypeScript's libraries have it from es2025 on.
interface HalfFloats {
  readonly BYTES_PER_ELEMENT: 2;
}
declare global {
  var Float16Array: { readonly prototype: HalfFloats; new (length: number): HalfFloats };
}

/** Compiles only where both types are the same. */
function same<A, B>(_proof: [A, B] extends [B, A] ? true : false): void {}

// ---- loading

await init();
await init(null);
await init("gpgpu_wasm_bg.wasm");
await init(new URL("https://example.org/gpgpu_wasm_bg.wasm"));
await init(new Request("gpgpu_wasm_bg.wasm"));
await init(fetch("gpgpu_wasm_bg.wasm"));
await init(new Uint8Array(8));
await init({ module_or_path: fetch("gpgpu_wasm_bg.wasm") });
await init(await WebAssembly.compile(new ArrayBuffer(8)));
initSync(new ArrayBuffer(8));
initSync({ module: await WebAssembly.compile(new ArrayBuffer(8)) });
// @ts-expect-error: a number is no place
await init(1);
// @ts-expect-error: initSync needs something at hand
initSync();
// @ts-expect-error: nor can what is still on its way
initSync(fetch("gpgpu_wasm_bg.wasm"));
// @ts-expect-error: a misspelt name
await init({ path: "gpgpu_wasm_bg.wasm" });
// @ts-expect-error: a path cannot be loaded at once
initSync("gpgpu_wasm_bg.wasm");

const canvas = document.createElement("canvas");
const context = canvas.getContext("webgl2");
const gpgpu: GPGPU = CreateGPGPU();
CreateGPGPU(null);
CreateGPGPU(canvas);
CreateGPGPU(new OffscreenCanvas(1, 1));
if (context) CreateGPGPU({ gl: context });
// @ts-expect-error: the context itself comes as { gl }
CreateGPGPU(context);
// @ts-expect-error: a selector is no canvas
CreateGPGPU("canvas");

// ---- host data

const image = new Image();
const A: TextureInfo<"float"> = gpgpu.makeTextureInfo("float", [2, 2], new Float32Array(4));
const wide: TextureInfo = gpgpu.makeTextureInfo("vec4", [2, 2, 2], null, {
  addressMode: "wrap",
  filterMode: "linear",
  readMode: "element",
});
gpgpu.makeTextureInfo("float", 4, [1, 2, 3, 4] as const, { addressMode: "mirror", filterMode: "point" });
gpgpu.makeTextureInfo("float", [4], new Uint8Array(4), { readMode: "normalizedFloat", addressMode: "clamp" });
const untyped = gpgpu.makeTextureInfo(null, null, image);
const picture = gpgpu.makeTextureInfo("vec4", null, image, { flipY: false, filterMode: "linear" });
A.value = [1, 2, 3, 4];
A.value = null;
picture.value = new ImageData(1, 1);
same<typeof picture, TextureInfo<"vec4">>(true);
same<typeof untyped, TextureInfo<"vec4">>(true);
gpgpu.compute({
  fragmentShader: "…",
  args: { handmade: { texelType: "ivec2", shape: [1, 1], value: new Int8Array(2) } },
});
// @ts-expect-error: there is no such type
gpgpu.makeTextureInfo("double", [2]);
// @ts-expect-error: there is no such mode
gpgpu.makeTextureInfo("float", [2], null, { addressMode: "border" });
// @ts-expect-error: there is no such option
gpgpu.makeTextureInfo("float", [2], null, { adressMode: "clamp" });
// @ts-expect-error: BigInts are refused
gpgpu.makeTextureInfo("int", [2], new BigInt64Array(2));
const nested = [
  [1, 2],
  [3, 4],
];
// @ts-expect-error: nested arrays are refused
gpgpu.makeTextureInfo("float", [2, 2], nested);
// @ts-expect-error: an image reads as floats
gpgpu.makeTextureInfo("uvec4", null, image);
// @ts-expect-error: numbers need a shape
gpgpu.makeTextureInfo("float", null, [1, 2]);

// ---- arrays on the GPU

const x = gpgpu.makeArray("float", [512, 512]);
const y = gpgpu.makeArray("float", x.shape, new Float32Array(512 * 512), { addressMode: "wrap", filterMode: "linear" });
const pairs = gpgpu.makeArray("ivec2", 7, [1, 2]);
const counts = gpgpu.makeArray("uint", [3], new Uint8Array(3));
const records = gpgpu.makeArray("vec3", [3], null);
same<typeof x, GpuArray<"float">>(true);
same<typeof pairs.type, "ivec2">(true);
const floats: Float32Array = await x.read();
const ints: Int32Array = await pairs.read();
const uints: Uint32Array = counts.readSync();
console.log(floats, ints, uints, x.length, x.bytes, x.shape[0]);
pairs.write([1, 2, 3]);
pairs.write(new Float64Array(14));
pairs.write(new Float16Array(14));
same<ReturnType<typeof pairs.reshape>, GpuArray<"ivec2">>(true);
pairs.reshape([7, 1]).dispose();
pairs.reshape(7).clone().dispose();
const any: GpuArray = x;
const values: Float32Array | Int32Array | Uint32Array = await any.read();
async function read<T extends ElementType>(array: GpuArray<T>): Promise<TypedArrayOf<T>> {
  return array.read();
}
const uvecs: Uint32Array = await read(gpgpu.makeArray("uvec3", [1]));
console.log(values.length, await read(counts), uvecs);
// What is read stands on a buffer that is not shared, which many interfaces of browsers ask for; what is given may be shared.
new Blob([await x.read(), counts.readSync()]);
structuredClone(floats, { transfer: [(await pairs.read()).buffer] });
const alone: ArrayBuffer = (await read(counts)).buffer;
pairs.write(new Int32Array(new SharedArrayBuffer(56)));
console.log(alone);
// @ts-expect-error: arrays of ints read as an Int32Array
const wrong: Float32Array = await pairs.read();
// @ts-expect-error: another type's array
const other: GpuArray<"float"> = pairs;
// @ts-expect-error: the shape cannot be set
x.shape = [1];
// @ts-expect-error: images have no place in an array
gpgpu.makeArray("vec4", [1, 1], image);
// @ts-expect-error: readMode is for host data
gpgpu.makeArray("uint", [1], null, { readMode: "normalizedFloat" });
// @ts-expect-error: flipY is for images
gpgpu.makeArray("vec4", [1, 1], null, { flipY: true });
// @ts-expect-error: write takes numbers
pairs.write("1, 2");
console.log(wrong, other);

// ---- kernels

const C = new Float32Array(4);
gpgpu.compute({
  id: "typed",
  vertexShader: "…",
  args: {
    A,
    C,
    x,
    wide,
    picture,
    image,
    canvas,
    flag: true,
    k: 2,
    vector: [1, 2, 3],
    flags: [true, false],
    mixed: [true, 0],
    matrix: new Float32Array(9),
    maybe: undefined,
    light: { color: [1, 0, 0], on: false, at: { x: 1, y: new Float32Array(2) } },
    lights: [{ color: [1, 0, 0] }, { color: [0, 1, 0] }],
    pictures: [new ImageData(1, 1), picture, x],
  },
  workgroups: [4],
  localSize: [8, 8, 1],
});
gpgpu.compute({ vertexShader: "…", elementCount: 12, args: { C } });
gpgpu.compute({ vertexShader: "…", fragmentShader: "…", args: { C } });
const done: Promise<void> = gpgpu.computeAsync({ fragmentShader: "…", args: { cells: x, next: x } });
await done;
const mode: DrawMode = "line_strip";
const draw: ComputeParam = {
  vertexShader: gpgpu.textureSphereVertexShader,
  fragmentShader: gpgpu.defaultFragmentShader,
  args: { VertexPosition: new Float32Array(9) },
  VertexIndexBuffer: new Uint16Array(3),
  mode,
  clear: false,
};
draw.mode = "TRIANGLES";
draw.mode = WebGL2RenderingContext.TRIANGLES;
draw.id = "changed";
draw.VertexIndexBuffer = new Uint32Array(3);
gpgpu.compute(draw);
const args: { [name: string]: Argument } = {};
args["k"] = 1;
gpgpu.compute({ fragmentShader: gpgpu.minFragmentShader, args });
// @ts-expect-error: one shader at least
gpgpu.compute({ args: {} });
// @ts-expect-error: a string is no argument
gpgpu.compute({ vertexShader: "…", args: { k: "2" } });
// @ts-expect-error: nested arrays are refused
gpgpu.compute({ vertexShader: "…", args: { k: nested } });
// @ts-expect-error: BigInts are refused
gpgpu.compute({ vertexShader: "…", args: { k: 1n } });
// @ts-expect-error: arrays of BigInts too
gpgpu.compute({ vertexShader: "…", args: { k: new BigInt64Array(1) } });
// @ts-expect-error: a misspelt name
gpgpu.compute({ vertexShader: "…", arguments: {} });
const groups = [4, 2];
gpgpu.compute({ vertexShader: "…", workgroups: groups, localSize: groups });
// @ts-expect-error: a number alone is no extent
gpgpu.compute({ vertexShader: "…", workgroups: 4 });
// @ts-expect-error: there is no such mode
gpgpu.compute({ vertexShader: "…", fragmentShader: "…", mode: "quads" });
// @ts-expect-error: indices are not signed
gpgpu.compute({ vertexShader: "…", fragmentShader: "…", VertexIndexBuffer: new Int32Array(3) });
// @ts-expect-error: a shader is text
await gpgpu.computeAsync({ fragmentShader: canvas });

interface Light {
  color: number[];
  on: boolean;
}
const light: Light = { color: [1, 0, 0], on: true };
gpgpu.compute({ vertexShader: "…", args: { light: { ...light }, lights: [{ ...light }] } });
declare const unsure: undefined;
gpgpu.compute({
  id: unsure,
  vertexShader: "…",
  fragmentShader: unsure,
  args: unsure,
  elementCount: unsure,
  workgroups: unsure,
  localSize: unsure,
  VertexIndexBuffer: unsure,
  mode: unsure,
  clear: unsure,
});
await init({ module_or_path: unsure });
CreateGPGPU(canvas, { gl: unsure });
gpgpu.addEventListener("contextlost", () => {}, { once: unsure });
gpgpu.makeArray("float", [1], unsure, { addressMode: unsure, filterMode: unsure });
gpgpu.makeTextureInfo("float", [1], unsure, { readMode: unsure, flipY: unsure });
gpgpu.sum(gpgpu.sort(x, { descending: unsure, by: unsure }), { axis: unsure });
gpgpu.sum(x, { groupSize: unsure });
gpgpu.inverse(gpgpu.matmul(x, x, { transposeA: unsure, transposeB: unsure, method: unsure }), { refine: unsure });

// ---- operations

const product: GpuArray<"float"> = gpgpu.matmul(A, x, { transposeA: true, transposeB: false });
same<ReturnType<typeof gpgpu.identity>, GpuArray<"float">>(true);
const sums = [
  gpgpu.add(x, y),
  gpgpu.add(x, 1),
  gpgpu.add(1, x),
  gpgpu.sub(x, A),
  gpgpu.sub(1, x),
  gpgpu.hadamard(x, y),
  gpgpu.hadamard(2, x),
];
same<(typeof sums)[number], GpuArray<"float">>(true);
const more: GpuArray<"ivec2"> = gpgpu.add(pairs, 1);
const scaled: GpuArray<"uint"> = gpgpu.scale(counts, 3);
const bent: GpuArray<"vec3"> = gpgpu.reluGrad(gpgpu.relu(records));
const turned: GpuArray<"ivec2"> = gpgpu.transpose(pairs);
const mapped: GpuArray<"float"> = gpgpu.map("a*x + y", { a: 2, x, y });
const moved: GpuArray<"vec3"> = gpgpu.permuteRows(gpgpu.permuteCols(records, [2, 0, 1]), new Uint16Array([2, 0, 1]));
gpgpu.permuteRows(A, counts);
const loose: GpuArray = gpgpu.matmul(any, wide);
gpgpu.add(loose, x);
console.log(product, more, scaled, bent, turned, mapped, moved);
// @ts-expect-error: both of one type
gpgpu.add(x, counts);
// @ts-expect-error: one side at least is an array
gpgpu.add(1, 2);
// @ts-expect-error: a typed array has no shape
gpgpu.add(new Float32Array(3), x);
// @ts-expect-error: floats only
gpgpu.matmul(counts, counts);
// @ts-expect-error: there is no such option
gpgpu.matmul(A, A, { transpose: true });
// @ts-expect-error: there is no such form
gpgpu.matmul(A, A, { method: "vertex" });
// @ts-expect-error: a factor is a number
gpgpu.scale(x, y);
// @ts-expect-error: an order is of whole numbers
gpgpu.permuteRows(A, x);
// @ts-expect-error: expressions know numbers and arrays only
gpgpu.map("x", { x: true });

const total: GpuArray<"float"> = gpgpu.sum(x);
const rows: GpuArray<"uint"> = gpgpu.prod(counts, { axis: -1 });
const least: GpuArray<"float"> = gpgpu.min(x, { groupSize: 64 });
const most: GpuArray<"uint"> = gpgpu.max(counts, {});
const mean: GpuArray<"float"> = gpgpu.mean(counts);
const where: GpuArray<"uint"> = gpgpu.argmin(x, { axis: 0 });
const whereMost: GpuArray<"uint"> = gpgpu.argmax(x, { groupSize: 2 });
const running: GpuArray<"uint"> = gpgpu.cumsum(counts);
console.log(total, rows, least, most, mean, where, whereMost, running);
// @ts-expect-error: an axis or groups, not both
gpgpu.sum(x, { axis: 0, groupSize: 2 });
// @ts-expect-error: vectors have no sum
gpgpu.sum(records);
// @ts-expect-error: vectors have no running sums
gpgpu.cumsum(records);

const sorted: GpuArray<"vec3"> = gpgpu.sort(records, { by: 1, descending: true });
const places: GpuArray<"uint"> = gpgpu.argsort(x);
const both = gpgpu.sortPairs(x, pairs, { descending: true });
same<typeof both, { keys: GpuArray<"float">; values: GpuArray<"ivec2"> }>(true);
console.log(sorted, places);
// @ts-expect-error: there is no such option
gpgpu.sort(x, { ascending: true });

const factors: Factors = gpgpu.lu(A);
const { LU, order, sign, rcond } = factors;
const again: GpuArray<"float"> = gpgpu.permuteRows(gpgpu.multiplyLU(LU), order);
const inverses: Operand<"float">[] = [gpgpu.invertLower(LU), gpgpu.invertUpper(LU), gpgpu.multiplyUL(LU)];
const X: GpuArray<"float"> = gpgpu.solve(gpgpu.inverse(A), gpgpu.inverse(again, { refine: 1 }));
const { sign: side, log } = gpgpu.logDet(A);
const numbers: number[] = [sign, rcond, gpgpu.det(A), gpgpu.rcond(A), side, log];
console.log(X, inverses, numbers);
// @ts-expect-error: floats only
gpgpu.inverse(counts);
// @ts-expect-error: factors are read-only
factors.LU = A;

// ---- errors

try {
  gpgpu.inverse(A);
} catch (error) {
  if (error instanceof GPGPUError && error.code === "SINGULAR_MATRIX") {
    const code: GPGPUErrorCode = error.code;
    const words: string | undefined = error.kernel ?? error.argument ?? error.message;
    console.log(code, words, error.name);
  }
  // @ts-expect-error: there is no such code
  if (error instanceof GPGPUError && error.code === "SINGULAR") console.log(error);
}

// ---- life

{
  using kept = gpgpu.sum(x);
  using instance = CreateGPGPU();
  console.log(kept.readSync()[0], instance.canvas.width);
}
const heard = (event: Event): void => console.log(event.type);
gpgpu.addEventListener("contextlost", heard);
gpgpu.addEventListener("contextrestored", () => {}, { once: true });
gpgpu.removeEventListener("contextlost", heard);
// @ts-expect-error: there is no such event
gpgpu.addEventListener("lost", heard);
const { renderer, floatTargets, floatBlend, floatLinear, matmul, limits } = gpgpu.capabilities();
if (matmul) gpgpu.matmul(A, A, { method: matmul });
if (floatTargets === "full" && floatBlend && floatLinear)
  console.log(renderer, limits.textureSize, limits.uniformBlockBytes);
// @ts-expect-error: there is no such answer
if (floatTargets === "yes") console.log(renderer);
const { arrays, textures, buffers, programs, bytes, pooledBytes } = gpgpu.memory();
console.log(arrays + textures + buffers + programs + bytes + pooledBytes);
gpgpu.getGL().drawArrays(WebGL2RenderingContext.POINTS, 0, 0);
gpgpu.startDraw3D({ onDraw: () => draw });
gpgpu.startDraw3D({ onDraw() {} });
if (gpgpu.drawParam) gpgpu.drawParam.xRot += 0.1;
gpgpu.drawScene();
gpgpu.clear("typed");
gpgpu.clearAll();
gpgpu.dispose();
// @ts-expect-error: startDraw3D asks for onDraw
gpgpu.startDraw3D({});
// @ts-expect-error: instances are made by CreateGPGPU
new GPGPU();
