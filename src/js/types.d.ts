/** What `init` accepts: where the wasm file is, or the file itself, or what it compiles to. */
export type InitInput = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the library; await it before the first `CreateGPGPU`. With nothing given, the wasm file is fetched from beside
 * the module. Only the first success counts; after a failure the next call tries again.
 */
export default function init(
  input?: InitInput | Promise<InitInput> | { module_or_path: InitInput | Promise<InitInput> },
): Promise<unknown>;

/** `init` for bytes or a module that are at hand already. */
export function initSync(input: BufferSource | WebAssembly.Module | { module: BufferSource | WebAssembly.Module }): unknown;

/** Makes an instance. Without a canvas it makes its own, and adds nothing to the page. */
export function CreateGPGPU(canvas?: HTMLCanvasElement | OffscreenCanvas | CreateOptions | null, options?: CreateOptions): GPGPU;

export interface CreateOptions {
  /**
   * A context of the caller's own; the library puts back whatever state it changes. It does the same on a canvas whose
   * context somebody else made, as far as that can be told: by other attributes than its own, or by state in use.
   */
  gl?: WebGL2RenderingContext;
}

export type ErrorCode =
  | "NO_WEBGL2" | "CONTEXT_LOST" | "DISPOSED" | "SHADER_COMPILE" | "PROGRAM_LINK" | "MISSING_ARGUMENT" | "UNKNOWN_ARGUMENT"
  | "BAD_ARGUMENT" | "BAD_SHAPE" | "LENGTH_MISMATCH" | "LIMIT_EXCEEDED" | "OUT_OF_MEMORY" | "SINGULAR_MATRIX" | "UNSUPPORTED"
  | "GPU_RESET";

/** Every refusal. Nothing was touched: outputs are as they were, and the next call works. */
export class GPGPUError extends Error {
  constructor(code: ErrorCode, message: string, kernel?: string, argument?: string);
  readonly code: ErrorCode;
  /** The kernel or operation that was called. */
  readonly kernel?: string;
  /** The argument at fault. */
  readonly argument?: string;
}

export type TexelType =
  | "float" | "vec2" | "vec3" | "vec4" | "int" | "ivec2" | "ivec3" | "ivec4" | "uint" | "uvec2" | "uvec3" | "uvec4";

export type NumericArray =
  | Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint8ClampedArray | Uint16Array | Uint32Array;

export type ImageSource =
  | HTMLImageElement | HTMLCanvasElement | HTMLVideoElement | ImageData | ImageBitmap | OffscreenCanvas;

export interface TextureOptions {
  addressMode?: "clamp" | "wrap" | "mirror";
  filterMode?: "point" | "linear";
  readMode?: "element" | "normalizedFloat";
  flipY?: boolean;
}

/** Host data with a shape. `value` may be replaced between calls. */
export interface TextureInfo extends TextureOptions {
  texelType: TexelType;
  shape: number[];
  value: NumericArray | number[] | ImageSource;
}

export type ArrayLike = GpuArray | TextureInfo;

export type UniformValue = number | boolean | number[] | boolean[] | NumericArray | { [member: string]: UniformValue };

export type Argument = UniformValue | GpuArray | TextureInfo | ImageSource | (GpuArray | TextureInfo | ImageSource)[];

/** A kernel and the arguments of one call. */
export interface ComputeParam {
  id?: string;
  vertexShader?: string;
  fragmentShader?: string;
  args: { [name: string]: Argument };
  elementCount?: number;
  workgroups?: [x: number, y?: number, z?: number];
  localSize?: [x: number, y?: number, z?: number];
  VertexIndexBuffer?: Uint16Array | Uint32Array;
  mode?: "points" | "lines" | "line_strip" | "line_loop" | "triangles" | "triangle_strip" | "triangle_fan";
}

/** An array that lives on the GPU. */
export class GpuArray {
  private constructor();
  readonly type: TexelType;
  readonly shape: number[];
  /** Elements; a vec3 counts one. */
  readonly length: number;
  readonly bytes: number;
  /** What it holds at the moment of the call. */
  read(): Promise<Float32Array | Int32Array | Uint32Array>;
  readSync(): Float32Array | Int32Array | Uint32Array;
  write(data: NumericArray | number[]): void;
  reshape(shape: number[]): GpuArray;
  clone(): GpuArray;
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface ReduceOptions {
  axis?: number;
  groupSize?: number;
}

export interface SortOptions {
  descending?: boolean;
  by?: number;
}

export interface Decomposition {
  LU: GpuArray;
  order: GpuArray;
  rcond: number;
}

export interface Capabilities {
  renderer: string;
  floatTargets: "full" | "half" | "none";
  [limit: string]: unknown;
}

export interface Memory {
  arrays: number;
  textures: number;
  buffers: number;
  programs: number;
  bytes: number;
}

export class GPGPU {
  private constructor();

  compute(param: ComputeParam): void;
  computeAsync(param: ComputeParam): Promise<void>;
  makeTextureInfo(type: TexelType, shape: number[], value?: NumericArray | number[] | ImageSource, options?: TextureOptions): TextureInfo;
  makeArray(type: TexelType, shape: number[], value?: NumericArray | number[], options?: TextureOptions): GpuArray;

  matmul(A: ArrayLike, B: ArrayLike, options?: { transposeA?: boolean; transposeB?: boolean }): GpuArray;
  add(a: ArrayLike, b: ArrayLike): GpuArray;
  sub(a: ArrayLike, b: ArrayLike): GpuArray;
  hadamard(a: ArrayLike, b: ArrayLike): GpuArray;
  scale(a: ArrayLike, factor: number): GpuArray;
  relu(a: ArrayLike): GpuArray;
  reluGrad(a: ArrayLike): GpuArray;
  transpose(a: ArrayLike): GpuArray;
  identity(n: number): GpuArray;
  map(expression: string, inputs: { [name: string]: ArrayLike | number }): GpuArray;
  permuteRows(A: ArrayLike, order: ArrayLike): GpuArray;
  permuteCols(A: ArrayLike, order: ArrayLike): GpuArray;

  sum(a: ArrayLike, options?: ReduceOptions): GpuArray;
  prod(a: ArrayLike, options?: ReduceOptions): GpuArray;
  min(a: ArrayLike, options?: ReduceOptions): GpuArray;
  max(a: ArrayLike, options?: ReduceOptions): GpuArray;
  mean(a: ArrayLike, options?: ReduceOptions): GpuArray;
  argmin(a: ArrayLike, options?: ReduceOptions): GpuArray;
  argmax(a: ArrayLike, options?: ReduceOptions): GpuArray;
  cumsum(a: ArrayLike): GpuArray;

  sort(a: ArrayLike, options?: SortOptions): GpuArray;
  argsort(a: ArrayLike, options?: SortOptions): GpuArray;
  sortPairs(keys: ArrayLike, values: ArrayLike, options?: SortOptions): { keys: GpuArray; values: GpuArray };

  lu(A: ArrayLike): Decomposition;
  multiplyLU(LU: ArrayLike): GpuArray;
  multiplyUL(inverses: ArrayLike): GpuArray;
  invertLower(LU: ArrayLike): GpuArray;
  invertUpper(LU: ArrayLike): GpuArray;
  inverse(A: ArrayLike): GpuArray;
  solve(A: ArrayLike, B: ArrayLike): GpuArray;
  det(A: ArrayLike): number;
  rcond(A: ArrayLike): number;

  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  getGL(): WebGL2RenderingContext;
  capabilities(): Capabilities;
  memory(): Memory;
  clear(id: string): void;
  clearAll(): void;
  dispose(): void;
  [Symbol.dispose](): void;
  addEventListener(type: "contextlost" | "contextrestored", listener: (event: Event) => void): void;
  removeEventListener(type: "contextlost" | "contextrestored", listener: (event: Event) => void): void;

  startDraw3D(drawObj: object): void;
  drawScene(): void;
  drawParam: object;
  readonly textureSphereVertexShader: string;
  readonly defaultFragmentShader: string;
  readonly minFragmentShader: string;
}
