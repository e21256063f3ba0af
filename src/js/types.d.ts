// The types of the public interface: published as they are, beside the module.

// ---- loading ---------------------------------------------------------------------------------------------------------

/** What {@link initSync} accepts: what is at hand already. (`object`: to TypeScript anything is a Module.) */
export type SyncInitInput = BufferSource | (WebAssembly.Module & object);

/** What {@link init} accepts: where the wasm file is, the file itself, or what it compiles to. */
export type InitInput = string | URL | Request | Response | SyncInitInput;

/** The exports of the wasm instance. Nothing in them is for users. */
export interface InitOutput {
  /** The instance's memory. */
  readonly memory: WebAssembly.Memory;
}

/**
 * Loads the library; await it before the first {@link CreateGPGPU}.
 *
 * With nothing given, the wasm file is fetched from beside the module. Call it as often as you like: only the first
 * success counts, and after a failure the next call tries again.
 *
 * ```js
 * await init();
 * await init("https://cdn.example/gpgpu_wasm_bg.wasm");
 * await init({ module_or_path: bytes });
 * ```
 *
 * Rejects with what `fetch` or `WebAssembly.compile` throw, or with an `Error` that names the address and its status.
 */
export default function init(
  input?: InitInput | Promise<InitInput> | { module_or_path?: InitInput | Promise<InitInput> } | null,
): Promise<InitOutput>;

/** {@link init} for bytes or a compiled module that are at hand: for where nothing can be awaited. */
export function initSync(input: SyncInitInput | { module: SyncInitInput }): InitOutput;

/**
 * Makes an instance: one WebGL2 context, its kernels and its arrays.
 *
 * - With nothing: on a canvas of its own (an OffscreenCanvas where there is no document). Nothing is added to the page,
 *   and `dispose()` gives the context up.
 * - With a canvas: on that one. It stays usable after `dispose()`, also for a second instance. If somebody else made
 *   its context before, as far as that can be told, state is put back as for `{ gl }`.
 * - With `{ gl }`: on a context of the caller's, whose state is put back after each call.
 *
 * ```js
 * const gpgpu = CreateGPGPU();
 * const onCanvas = CreateGPGPU(document.querySelector("canvas"));
 * const within = CreateGPGPU({ gl: renderer.getContext() });
 * ```
 *
 * `options.gl` stands for `{ gl }` where a canvas is given, too, or none.
 *
 * Throws NO_WEBGL2 with the reason where there is none, BAD_ARGUMENT for anything else than these, and a plain `Error`
 * before {@link init}.
 */
export function CreateGPGPU(
  canvas?: HTMLCanvasElement | OffscreenCanvas | { gl: WebGL2RenderingContext } | null,
  options?: { gl?: WebGL2RenderingContext },
): GPGPU;

// ---- errors ----------------------------------------------------------------------------------------------------------

/**
 * What kind of refusal a {@link GPGPUError} is.
 *
 * | | |
 * |---|---|
 * | `NO_WEBGL2` | the browser gives no WebGL2 context |
 * | `CONTEXT_LOST` | the context was lost, and what lived on it; calls work again once it is restored |
 * | `DISPOSED` | the instance or the array was disposed |
 * | `SHADER_COMPILE` | the shader compiler refused the source |
 * | `PROGRAM_LINK` | the stages do not fit together, or exceed what the device links |
 * | `MISSING_ARGUMENT` | a declared variable got no argument |
 * | `UNKNOWN_ARGUMENT` | an argument meets no declaration |
 * | `BAD_ARGUMENT` | an argument or an option is of the wrong kind |
 * | `BAD_SHAPE` | a shape is impossible or does not fit the others |
 * | `LENGTH_MISMATCH` | the number of values does not fit the number of elements |
 * | `LIMIT_EXCEEDED` | more than the device allows |
 * | `OUT_OF_MEMORY` | the device, or the page, has no memory left |
 * | `SINGULAR_MATRIX` | a matrix without an inverse |
 * | `UNSUPPORTED` | the device or the library cannot do this |
 * | `GPU_RESET` | the GPU abandoned the work; its result cannot be trusted |
 */
export type GPGPUErrorCode =
  | "NO_WEBGL2"
  | "CONTEXT_LOST"
  | "DISPOSED"
  | "SHADER_COMPILE"
  | "PROGRAM_LINK"
  | "MISSING_ARGUMENT"
  | "UNKNOWN_ARGUMENT"
  | "BAD_ARGUMENT"
  | "BAD_SHAPE"
  | "LENGTH_MISMATCH"
  | "LIMIT_EXCEEDED"
  | "OUT_OF_MEMORY"
  | "SINGULAR_MATRIX"
  | "UNSUPPORTED"
  | "GPU_RESET";

/**
 * Every refusal. Nothing was touched: outputs are as they were, and the next call works. `instanceof` holds for the errors of
 * another copy of the library, too.
 *
 * ```js
 * try {
 *   gpgpu.inverse(A);
 * } catch (error) {
 *   if (!(error instanceof GPGPUError) || error.code !== "SINGULAR_MATRIX") throw error;
 * }
 * ```
 */
export class GPGPUError extends Error {
  /** The library makes them; a program may, to imitate it in its tests. */
  constructor(code: GPGPUErrorCode, message: string, kernel?: string, argument?: string);
  /** What kind of refusal it is: for programs. The message is for people. */
  readonly code: GPGPUErrorCode;
  /** The kernel's id or the operation's name, where one was called. */
  readonly kernel?: string;
  /** The argument at fault, where one is. */
  readonly argument?: string;
}

// ---- data ------------------------------------------------------------------------------------------------------------

/** Element types of 32-bit IEEE floats. */
export type FloatType = "float" | "vec2" | "vec3" | "vec4";
/** Element types of 32-bit signed integers. */
export type IntType = "int" | "ivec2" | "ivec3" | "ivec4";
/** Element types of 32-bit unsigned integers. */
export type UintType = "uint" | "uvec2" | "uvec3" | "uvec4";
/** The type of one element, by GLSL's name. */
export type ElementType = FloatType | IntType | UintType;
/** Element types of one component. */
export type ScalarType = "float" | "int" | "uint";

/** The typed array that holds elements of a type, component by component. */
export type TypedArrayOf<T extends ElementType> = T extends FloatType ? Float32Array : T extends IntType ? Int32Array : Uint32Array;

/** Float16Array, where the TypeScript library knows it. */
type HalfArray = typeof globalThis extends Record<"Float16Array", new (length: number) => infer T> ? T : never;

/** The typed arrays that the library reads. Those of BigInts are refused. */
export type NumericArray =
  | HalfArray
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array;

/** Numbers from JavaScript. What is not of the wanted kind is converted by value. */
export type Numbers = NumericArray | readonly number[];

/**
 * Image sources. They reach shaders as vec4 in [0, 1], colours not multiplied by alpha. What a canvas or a bitmap holds was
 * multiplied on its way, which cannot be undone exactly where alpha is low, and not at all where it is 0: ImageData keeps every
 * byte. A bitmap goes up by way of a canvas, however it was made, and so does an HTMLImageElement that is shown in another size
 * than its natural one or chose from several files.
 */
export type ImageSource = HTMLImageElement | HTMLCanvasElement | HTMLVideoElement | ImageData | ImageBitmap | OffscreenCanvas;

/** `[n]` (or `n`), `[rows, cols]` or `[depth, rows, cols]`: whole numbers. Everything is row-major. */
export type Shape = number | readonly number[];

/** How a sampler sees an array: the attributes of CUDA's texture references. */
export interface ArrayOptions {
  /** What a coordinate outside reads: the edge's texel (the default), the texture again, or its mirror image in turn. */
  addressMode?: "clamp" | "wrap" | "mirror";
  /** Texel floor(x) (the default), or the mean of the nearest texels, whose centres are at i + 0.5. For what reads as floats. */
  filterMode?: "point" | "linear";
}

/** How a sampler sees host data. */
export interface TextureOptions extends ArrayOptions {
  /** 8 and 16 bit integers as they are (the default), or as floats in [0, 1], signed ones in [-1, 1]. */
  readMode?: "element" | "normalizedFloat";
  /** Whether an image's bottom row comes first. By default true for an HTMLImageElement, false for all others. */
  flipY?: boolean;
}

/**
 * Host data with a shape, as {@link GPGPU.makeTextureInfo} makes it. A plain object: the library keeps no state in it,
 * one may serve several samplers and kernels, and everything in it may be changed between calls.
 */
export interface TextureInfo<T extends ElementType = any> extends TextureOptions {
  /** The type of one element. */
  texelType: T;
  /** For an image: its `[height, width]` when it was made. The image's own size counts. */
  shape: Shape;
  /**
   * `null` stands for zeros. As an output of a kernel it is filled, or replaced if it is not of the declared kind; LENGTH_MISMATCH if it is not as long as the
   * shape needs.
   */
  value: Numbers | ImageSource | null;
}

/** The key of `using`, where the TypeScript library knows it. */
type DisposeKey = Extract<SymbolConstructor["dispose" & keyof SymbolConstructor], symbol>;
/** What `using` ends with, where the TypeScript library knows it. */
type WithDispose = { [key in DisposeKey]: () => void };

/**
 * Numbers that live on the GPU: what {@link GPGPU.makeArray} and the operations give. Using one again costs nothing,
 * reading it does. `T` is its element type; a bare `GpuArray` may be of any.
 *
 * What is not disposed is freed by garbage collection, which does not know how much GPU memory it frees: dispose what is
 * large, or declare it with `using`.
 *
 * Its numbers are refused after `dispose()` (DISPOSED), and when the context that it lived on is gone (CONTEXT_LOST).
 */
export interface GpuArray<T extends ElementType = any> extends WithDispose {
  /** GLSL's name of the element type. */
  readonly type: T;
  /** `[n]`, `[rows, cols]` or `[depth, rows, cols]`. */
  readonly shape: number[];
  /** Elements; a vec3 counts one. */
  readonly length: number;
  /** Bytes of its components, 4 each. */
  readonly bytes: number;
  /**
   * Resolves to a snapshot of the moment of the call: components in row-major order. Never blocks the page.
   *
   * ```js
   * const values = await gpgpu.makeArray("ivec2", [3]).read();   // Int32Array of 6
   * ```
   */
  read(): Promise<TypedArrayOf<T>>;
  /** The same at once, after waiting for the GPU. */
  readSync(): TypedArrayOf<T>;
  /** Replaces the numbers. Throws LENGTH_MISMATCH unless there is one for each component. */
  write(data: Numbers): void;
  /**
   * The same numbers in another shape: an array of its own, to be disposed of its own. The two share memory until one is
   * written. Throws BAD_SHAPE unless both shapes have the same number of elements.
   */
  reshape(shape: Shape): GpuArray<T>;
  /** A copy. */
  clone(): GpuArray<T>;
  /** Gives the memory up. Disposing again does nothing. */
  dispose(): void;
}

/**
 * What operations take: an array on the GPU, or host data with a shape, which goes up for the call. Images are refused. Data whose
 * readMode is "normalizedFloat" counts as floats: call its type float, too.
 */
export type Operand<T extends ElementType = any> = GpuArray<T> | TextureInfo<T>;

// ---- kernels ---------------------------------------------------------------------------------------------------------

/** The value of a uniform, or of a member of one. Matrices go column by column, as in GLSL. */
export type UniformValue = number | boolean | Numbers | readonly (number | boolean)[] | UniformStruct | readonly UniformStruct[];

/** A struct, by the names of its members. */
export interface UniformStruct {
  /** The value of a member, by its name. */
  readonly [member: string]: UniformValue;
}

/** What a sampler reads. */
export type Texture = TextureInfo | GpuArray | ImageSource;

/**
 * An argument, by the GLSL declaration that it meets:
 *
 * | declaration | argument |
 * |---|---|
 * | `in float` … `in uvec4`, matrices | typed array, number[], GpuArray of the declared type |
 * | `uniform` scalar, vector, matrix, bool | number, boolean, number[], typed array |
 * | `uniform` array or struct | numbers one after the other; an object; an array of objects |
 * | `uniform sampler2D`, `sampler3D`, `sampler2DArray`, and those of `i` and `u` | TextureInfo, GpuArray; an image for a sampler2D |
 * | `uniform` array of samplers | an array of those |
 * | `out` of a vertex shader | typed array of the declared kind, GpuArray, TextureInfo |
 * | `out` of a fragment shader | GpuArray, TextureInfo |
 *
 * `undefined` stands for no argument: an output without one is not captured.
 */
export type Argument = UniformValue | Texture | readonly Texture[] | undefined;

/** What vertices make up. */
export type DrawMode = "points" | "lines" | "line_strip" | "line_loop" | "triangles" | "triangle_strip" | "triangle_fan";

/** `[x]`, `[x, y]` or `[x, y, z]`: whole numbers from 1. What is left out is 1. */
export type Extent = readonly number[];

/** What every kind of call has. */
export interface CommonParam {
  /** Names the kernel in errors and for {@link GPGPU.clear}. An id with another shader means the new shader. */
  id?: string;
  /** By the names that the shaders declare. A name that they do not declare is refused. */
  args?: { readonly [name: string]: Argument };
  /**
   * Elements, where neither attributes nor outputs tell. Throws LENGTH_MISMATCH where they tell otherwise. A drawing without
   * attributes and indices needs it: MISSING_ARGUMENT.
   */
  elementCount?: number;
  /** Work groups along x, y, z. With `localSize` they give the number of elements. */
  workgroups?: Extent;
  /** Invocations of a work group along x, y, z; `[1, 1, 1]` if left out. */
  localSize?: Extent;
  /** Drawing: which vertices, in which order; the largest number of its type begins a primitive anew. Refused where the call computes. */
  VertexIndexBuffer?: Uint8Array | Uint16Array | Uint32Array;
  /** Drawing: what vertices make up, by name or by WebGL's number; `"triangles"` if left out. */
  mode?: DrawMode | Uppercase<DrawMode> | number;
  /** Drawing: whether the canvas is cleared first, to opaque black; true if left out. */
  clear?: boolean;
}

/** A call with a vertex shader: it computes if an `out` of it is among the arguments; else, with a fragment shader, it draws. */
export interface VertexParam extends CommonParam {
  /** GLSL ES 3.00. `#version` and precisions are supplied; a `#version 300 es` of your own is accepted. */
  vertexShader: string;
  /** Colours what a drawing draws; its outputs are no arguments. It does not run where the vertex shader computes. */
  fragmentShader?: string;
}

/** A call with a fragment shader alone: one fragment a texel of the outputs. */
export interface FragmentParam extends CommonParam {
  /** None: with one, the call is a {@link VertexParam}. */
  vertexShader?: undefined;
  /** GLSL ES 3.00. `#version` and precisions are supplied; a `#version 300 es` of your own is accepted. */
  fragmentShader: string;
}

/** A kernel and the arguments of one call. It may be used again and changed between calls. */
export type ComputeParam = VertexParam | FragmentParam;

// ---- operations ------------------------------------------------------------------------------------------------------

/** Which factors are transposed first. */
export interface MatmulOptions {
  /** Aᵀ in place of A; false if left out. */
  transposeA?: boolean;
  /** Bᵀ in place of B; false if left out. */
  transposeB?: boolean;
  /**
   * How large products read A: from a texture, or from uniform blocks where device and product suit them. If left out,
   * the form that was found to be faster at the first product of 2²⁶ multiply-adds or more.
   */
  method?: "texture" | "uniformBlock";
}

/** What is reduced to one result each: everything (the default), an axis, or groups. Both at once are refused. */
export type ReduceOptions =
  | {
      /** The axis that goes, from 0; negative ones count from the last. `[rows, cols]` with axis 0 gives `[cols]`. */
      axis?: number;
      /** None, beside an axis. */
      groupSize?: undefined;
    }
  | {
      /** None, beside groups. */
      axis?: undefined;
      /** Neighbours of the flattened array for each result; the last group may be shorter. */
      groupSize?: number;
    };

/** In which order, and by what. */
export interface SortOptions {
  /** The exact reverse of the order of keys. Ties stay in input order. */
  descending?: boolean;
  /** The component, from 0, that vec2 … vec4 records are sorted by. */
  by?: number;
}

/** What {@link GPGPU.inverse} takes. */
export interface InverseOptions {
  /** Steps of Newton's refinement, 0 to 8; 0 if left out. */
  refine?: number;
}

/**
 * What {@link GPGPU.lu} gives. `sign` and `rcond` are found out when they are asked for, which waits for the GPU: from the two
 * arrays, so they say DISPOSED once those are disposed. Nothing else is kept, of A neither.
 */
export interface Factors {
  /** L with its diagonal and U with a unit diagonal (Crout), packed in one `[n, n]` matrix. */
  readonly LU: GpuArray<"float">;
  /** `[n]`: row i of L·U is row `order[i]` of A, unless a pivot before the last is 0. */
  readonly order: GpuArray<"int">;
  /** The sign of that permutation, by what `order` holds: 1 or -1. */
  readonly sign: number;
  /** {@link GPGPU.rcond} of L·U, by what `LU` holds: that of A, to the accuracy of the factors. */
  readonly rcond: number;
}

// ---- the device ------------------------------------------------------------------------------------------------------

/** What the device is and allows. */
export interface Capabilities {
  /** The GPU's name, as far as the browser tells. */
  readonly renderer: string;
  /**
   * Which float targets the device was found to render to: 32 bits, 16 bits or none. With less than `"full"`, float
   * outputs of fragment shaders and linear algebra but for matmul are UNSUPPORTED; everything else works.
   */
  readonly floatTargets: "full" | "half" | "none";
  /** 32-bit float targets can be blended. */
  readonly floatBlend: boolean;
  /** 32-bit floats can be filtered linearly; else `filterMode: "linear"` is for 8-bit data and images. */
  readonly floatLinear: boolean;
  /** The form that large products take: see {@link MatmulOptions.method}. Undefined until it is measured. */
  readonly matmul: "texture" | "uniformBlock" | undefined;
  /** What the device allows at most. */
  readonly limits: {
    /** Largest width and height of a 2-D texture. */
    readonly textureSize: number;
    /** Largest side of a 3-D texture. */
    readonly textureSize3D: number;
    /** Largest number of layers of a texture array. */
    readonly textureLayers: number;
    /** Outputs of one fragment shader. */
    readonly drawBuffers: number;
    /** Attributes of one vertex shader. */
    readonly vertexAttributes: number;
    /** Textures that a vertex shader can read. */
    readonly vertexTextures: number;
    /** Textures that a fragment shader can read. */
    readonly fragmentTextures: number;
    /** Captured outputs of up to four components that go into arrays directly. More, or wider ones, are taken apart after. */
    readonly separateCaptures: number;
    /** Components of all captured outputs together, where they are taken apart after. */
    readonly interleavedComponents: number;
    /** Bytes of one uniform block. */
    readonly uniformBlockBytes: number;
  };
}

/** What lives on the GPU for one instance. */
export interface Memory {
  /** GpuArrays that are neither disposed nor collected. */
  readonly arrays: number;
  /** Textures, in use and waiting. */
  readonly textures: number;
  /** Buffers, in use and waiting. */
  readonly buffers: number;
  /** Compiled programs. */
  readonly programs: number;
  /** Bytes in use. */
  readonly bytes: number;
  /** Bytes that wait to be used again; `clearAll()` gives them back. */
  readonly pooledBytes: number;
}

/** What {@link GPGPU.startDraw3D} takes. */
export interface DrawObject {
  /**
   * Called for each frame; gives the drawing, or nothing to leave the frame out. The uniforms `uPMVMatrix` (mat4:
   * projection, view and model) and `uNMatrix` (mat3: for normals) are supplied where the shaders declare them.
   */
  onDraw(): ComputeParam | null | undefined | void;
}

/** How far a scene is turned, in radians, and where it is along z (-5 at the start). May be changed at any time. */
export interface DrawParam {
  /** Turned about the x axis, in radians. */
  xRot: number;
  /** Turned about the y axis, in radians. */
  yRot: number;
  /** Place along the z axis; -5 at the start, nearer is greater. */
  z: number;
}

/**
 * An instance: one WebGL2 context, its kernels and its arrays. Made by {@link CreateGPGPU}.
 *
 * Arrays belong to the instance that made them; another one refuses them. What needs the GPU throws DISPOSED after `dispose()`
 * and CONTEXT_LOST while the context is gone.
 */
export interface GPGPU extends WithDispose {
  /**
   * Runs a kernel and waits for its results.
   *
   * ```js
   * const C = new Float32Array(3);
   * gpgpu.compute({
   *   id: "AddVec",
   *   vertexShader: "in float A, B; out float C; void main() { C = A + B; }",
   *   args: { A: new Float32Array([1, 2, 3]), B: new Float32Array([10, 20, 30]), C },
   * });                                            // C is now [11, 22, 33]
   * ```
   *
   * The number of elements is what attributes say, else what outputs say, else `elementCount` or `workgroups`.
   * A GpuArray may be read and written in one call. As an output it stays on the GPU, and nothing is waited for.
   *
   * Throws SHADER_COMPILE with the user's own line and a caret, PROGRAM_LINK, MISSING_ARGUMENT, UNKNOWN_ARGUMENT,
   * BAD_ARGUMENT, BAD_SHAPE, LENGTH_MISMATCH, LIMIT_EXCEEDED, OUT_OF_MEMORY, UNSUPPORTED, GPU_RESET.
   */
  compute(param: ComputeParam): void;

  /**
   * The same, and never blocks the page: resolves when the outputs are filled. Inputs are taken at the call; it rejects
   * where {@link GPGPU.compute} throws, and with BAD_ARGUMENT where an output was given away or resized meanwhile. GpuArrays among the outputs are new for the very next call.
   */
  computeAsync(param: ComputeParam): Promise<void>;

  /**
   * Host data with a shape. `[n]` is read with `tex1Dfetch` (rows of 8192 texels, if it is longer than a texture may be
   * wide) or `tex1D`, `[rows, cols]` with `tex2D`, `[depth, rows, cols]` with `tex3D`; without a value it is zeros.
   *
   * ```js
   * const A = gpgpu.makeTextureInfo("float", [2, 3], [1, 2, 3, 4, 5, 6], { addressMode: "wrap" });
   * const bytes = gpgpu.makeTextureInfo("float", [1, 2], new Uint8Array([0, 255]), { readMode: "normalizedFloat" });
   * ```
   *
   * Throws BAD_SHAPE for a side of 0, LENGTH_MISMATCH unless there is one number for each component, BAD_ARGUMENT for
   * an unknown type or option, for `filterMode: "linear"` on what reads as integers, and for `readMode: "normalizedFloat"` on a value
   * that is not of 8 or 16 bit integers.
   */
  makeTextureInfo<T extends ElementType>(type: T, shape: Shape, value?: Numbers | null, options?: TextureOptions): TextureInfo<T>;
  /** An image with options. Its shape is the image's own `[height, width]`, whatever is given. */
  makeTextureInfo<T extends FloatType>(
    type: T,
    shape: Shape | null | undefined,
    image: ImageSource,
    options?: TextureOptions,
  ): TextureInfo<T>;
  /** The same without a type, as pages for gpgpu.js have it. */
  makeTextureInfo(
    type: null | undefined,
    shape: Shape | null | undefined,
    image: ImageSource,
    options?: TextureOptions,
  ): TextureInfo<"vec4">;

  /**
   * An array on the GPU; zeros without a value. A side of the shape may be 0.
   *
   * ```js
   * const cells = gpgpu.makeArray("uint", [512, 512], seed, { addressMode: "wrap" });
   * ```
   *
   * Throws BAD_SHAPE, LENGTH_MISMATCH unless there is one number for each component, BAD_ARGUMENT for an unknown type or option,
   * for `readMode: "normalizedFloat"` and `flipY`, which are for host data and images, and for `filterMode: "linear"` on integers, LIMIT_EXCEEDED for more elements than a texture has texels, OUT_OF_MEMORY.
   */
  makeArray<T extends ElementType>(type: T, shape: Shape, value?: Numbers | null, options?: ArrayOptions): GpuArray<T>;

  /**
   * `A · B` of `[m, k]` and `[k, n]`, either transposed if the options say so: `[m, n]`, floats.
   *
   * Accuracy: below `(40 + k / 4096) · 2⁻²⁴ · Σ|a·b|`, measured at most 7 times `2⁻²⁴ · Σ|a·b|`. k = 0 gives zeros.
   * Throws BAD_SHAPE unless the sides meet, BAD_ARGUMENT for integers.
   */
  matmul(A: Operand<"float">, B: Operand<"float">, options?: MatmulOptions): GpuArray<"float">;

  /**
   * `a + b`, element by element, in one rounding. Shapes must be equal, or one side a single element or a number, which
   * meets every element of the other. Integers wrap around and take whole numbers only.
   *
   * Throws BAD_ARGUMENT unless both have one type, BAD_SHAPE.
   */
  add<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** The same, for a number on the left. */
  add<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /** `a − b`, element by element. As {@link GPGPU.add}. */
  sub<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** The same, for a number on the left. */
  sub<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /** `a ∘ b`, the product element by element. As {@link GPGPU.add}. */
  hadamard<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** The same, for a number on the left. */
  hadamard<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /** `a · factor`. Throws BAD_ARGUMENT unless the factor is a number; beside integers a whole one. */
  scale<T extends ElementType>(a: Operand<T>, factor: number): GpuArray<T>;
  /** `max(0, x)`; NaN stays NaN. */
  relu<T extends ElementType>(a: Operand<T>): GpuArray<T>;
  /** `x < 0 ? 0 : 1`: 1 at 0 and at NaN. */
  reluGrad<T extends ElementType>(a: Operand<T>): GpuArray<T>;
  /** `[rows, cols]` to `[cols, rows]`, of any type. Exact. Throws BAD_SHAPE unless there are two dimensions. */
  transpose<T extends ElementType>(A: Operand<T>): GpuArray<T>;
  /** The identity matrix `[n, n]`, made on the GPU. Throws BAD_ARGUMENT unless n is a whole number from 0, LIMIT_EXCEEDED. */
  identity(n: number): GpuArray<"float">;
  /**
   * A GLSL expression over the names given, for every component. An array comes as its scalar type; a single number in an
   * array meets every component, as a number does. The result is of floats if any array is, and has the arrays' shape.
   *
   * ```js
   * const y2 = gpgpu.map("a*x + y", { a: 2, x, y });
   * ```
   *
   * Throws BAD_ARGUMENT for what is no single expression, for a name that GLSL does not allow, and without an array,
   * BAD_SHAPE for arrays of several shapes, SHADER_COMPILE.
   */
  map<T extends ElementType>(expression: string, inputs: { readonly [name: string]: Operand<T> | number }): GpuArray<T>;

  /**
   * Row i of A becomes row `order[i]`. Exact.
   *
   * Throws BAD_SHAPE unless A has two dimensions, BAD_ARGUMENT if an order from JavaScript is no permutation of its rows. One on the GPU
   * (int or uint, an entry for each row, at most 200,000: else BAD_ARGUMENT, BAD_SHAPE, LIMIT_EXCEEDED) is not read back, so what it
   * holds is not checked: a row that no entry names is zero.
   */
  permuteRows<T extends ElementType>(A: Operand<T>, order: Operand<"int" | "uint"> | Numbers): GpuArray<T>;
  /** Column i of A becomes column `order[i]`. As {@link GPGPU.permuteRows}. */
  permuteCols<T extends ElementType>(A: Operand<T>, order: Operand<"int" | "uint"> | Numbers): GpuArray<T>;

  /**
   * The sum of everything (shape `[1]`), along an axis, or of each group. Of nothing: 0.
   *
   * Accuracy: about one rounding of the result, since the errors of additions are carried along. Integers wrap around.
   * Scalars only: throws BAD_ARGUMENT for vectors, for an axis that there is not and for a group without elements.
   *
   * ```js
   * gpgpu.sum(a);                          // [1]
   * gpgpu.sum(matrix, { axis: 0 });        // the sum of each column
   * gpgpu.sum(a, { groupSize: 64 });       // one for each 64 neighbours
   * ```
   */
  sum<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The product, as {@link GPGPU.sum}. Of nothing: 1. It overflows only where the product of all does. */
  prod<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The least value, as {@link GPGPU.sum}; NaN if there is one. Exact. Throws BAD_SHAPE for nothing. */
  min<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The greatest value, as {@link GPGPU.sum}; NaN if there is one. Exact. Throws BAD_SHAPE for nothing. */
  max<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The arithmetic mean, always a float, as {@link GPGPU.sum}. Throws BAD_SHAPE for nothing. */
  mean(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"float">;
  /**
   * The index of the first least value, or of the first NaN; −0 and 0 are equal. It counts along the axis if there is one,
   * else in the flattened array. Throws BAD_SHAPE for nothing.
   */
  argmin(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"uint">;
  /** The index of the first greatest value, as {@link GPGPU.argmin}. */
  argmax(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"uint">;
  /**
   * Running sums of the flattened array, in its shape. Each is about one rounding off; whole numbers below 2^24 are exact.
   * Throws BAD_ARGUMENT for vectors.
   */
  cumsum<T extends ScalarType>(a: Operand<T>): GpuArray<T>;

  /**
   * All elements in the order of `Float32Array.prototype.sort`, bit for bit: −∞ … −0, 0 … ∞, NaN last. Vectors are records,
   * sorted by one component and stable. Any length; type and shape stay.
   *
   * Throws BAD_ARGUMENT for a component that there is not, LIMIT_EXCEEDED.
   */
  sort<T extends ElementType>(a: Operand<T>, options?: SortOptions): GpuArray<T>;
  /** The indices that put the elements in order, in the array's shape. Stable, also if descending. Throws as {@link GPGPU.sort}. */
  argsort(a: Operand, options?: SortOptions): GpuArray<"uint">;
  /** Keys in order, and values in the order of their keys. Stable. Throws LENGTH_MISMATCH unless there are as many of both. */
  sortPairs<K extends ElementType, V extends ElementType>(
    keys: Operand<K>,
    values: Operand<V>,
    options?: SortOptions,
  ): { keys: GpuArray<K>; values: GpuArray<V> };

  /**
   * Factors with partial pivoting, nothing read back: `multiplyLU(LU)` has row `order[i]` of A as its row i.
   *
   * ```js
   * const { LU, order } = gpgpu.lu(A);
   * const same = gpgpu.permuteRows(gpgpu.multiplyLU(LU), order);              // A
   * ```
   *
   * Accuracy: `|L·U − P·A| ≤ n · 2⁻²⁴ · |L||U|`. A singular matrix is not refused: it has a zero on L's diagonal. Unless that
   * is the last, its row of U is not divided, and L·U is not P·A: `[[0, 1], [0, 2]]` has no such factors. Columns are not
   * scaled: where they are so far apart that quotients leave the range of floats, U has zeros, infinities or NaN.
   * Throws BAD_SHAPE unless A is square, BAD_ARGUMENT for integers, UNSUPPORTED without 32-bit float targets.
   */
  lu(A: Operand<"float">): Factors;
  /**
   * L·U from packed factors `[n, n]`. Accuracy: below `n · 2⁻²⁴ · |L||U|`.
   *
   * Throws as {@link GPGPU.lu} does; so do the three that follow.
   */
  multiplyLU(LU: Operand<"float">): GpuArray<"float">;
  /** U·L from packed factors: of `invertLower` and `invertUpper`, packed, it gives A⁻¹ with its columns out of order. */
  multiplyUL(inverses: Operand<"float">): GpuArray<"float">;
  /**
   * L⁻¹ from packed factors, zeros above its diagonal. A zero on L's diagonal gives infinities and NaN.
   *
   * Accuracy: of the order of `n · 2⁻²⁴ · |L⁻¹||L||L⁻¹|`.
   */
  invertLower(LU: Operand<"float">): GpuArray<"float">;
  /** U⁻¹ from packed factors, ones on its diagonal and zeros below. As exact as {@link GPGPU.invertLower}. */
  invertUpper(LU: Operand<"float">): GpuArray<"float">;
  /**
   * `A⁻¹` of a square matrix.
   *
   * Accuracy: forward error below `8 · n · κ · 2⁻²⁴ · max|A⁻¹|`, for A with its columns scaled to be alike: columns of very
   * different sizes do no harm. Each step of refinement works with twice the precision.
   * Waits for the GPU once. Throws SINGULAR_MATRIX where there is none (the test is relative to each column), BAD_SHAPE unless A is
   * square and has a row, BAD_ARGUMENT for integers or a number of steps that it does not take, UNSUPPORTED without 32-bit float targets.
   */
  inverse(A: Operand<"float">, options?: InverseOptions): GpuArray<"float">;
  /**
   * X of `A · X = B`, for B of shape `[n]` or `[n, m]`: X has B's shape. One step of refinement is included.
   *
   * Accuracy: forward error below `8 · n · κ · 2⁻²⁴ · max|X|`. Waits for the GPU once. Throws what {@link GPGPU.inverse} throws,
   * and BAD_SHAPE unless B has as many rows as A.
   */
  solve(A: Operand<"float">, B: Operand<"float">): GpuArray<"float">;
  /**
   * The determinant; 0 of a singular matrix. Waits for the GPU. Products do not overflow on the way.
   *
   * Accuracy: relative error below `8 · n · κ · 2⁻²⁴`. Throws what {@link GPGPU.lu} throws; so do logDet and rcond.
   */
  det(A: Operand<"float">): number;
  /** The determinant as `sign · e^log`: for those that no number can hold. Of a singular matrix: 0 and -Infinity. */
  logDet(A: Operand<"float">): { sign: number; log: number };
  /** `1 / (‖A‖₁ ‖A⁻¹‖₁)`, by the inverse as far as it can be computed: 0 for a singular matrix. Waits for the GPU. */
  rcond(A: Operand<"float">): number;

  /** The canvas: the caller's, or the library's own. */
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  /**
   * The context. State that you leave behind never changes a result: once asked for, each call sets all that it relies on, and
   * leaves switches and pixel storage as WebGL begins with them, no program and no sampler object. What else you rely on, set.
   */
  getGL(): WebGL2RenderingContext;
  /** What the device is and allows. */
  capabilities(): Capabilities;
  /** What lives on the GPU. */
  memory(): Memory;

  /** Forgets the kernel of this id, unless it is also known by another. Compiling it again is all that this costs. */
  clear(id: string): void;
  /** Forgets every kernel, and gives back what waits to be used again. Arrays stay. */
  clearAll(): void;
  /** Gives everything up: kernels, arrays, listeners, and the context if it is the library's own. */
  dispose(): void;

  /**
   * Tells when the context goes and when it is back, for as long as the instance is held. After a restore the same calls work
   * again; arrays of before say CONTEXT_LOST. The event is the browser's own, of the canvas: its `type` is
   * `"webglcontextlost"` or `"webglcontextrestored"`. With `once` it is told one time. Throws BAD_ARGUMENT for other events.
   */
  addEventListener(
    type: "contextlost" | "contextrestored",
    listener: (event: Event) => void,
    options?: { once?: boolean },
  ): void;
  /** Takes a listener away. */
  removeEventListener(type: "contextlost" | "contextrestored", listener: (event: Event) => void): void;

  /**
   * Draws at once and then for each frame, until another scene begins, `onDraw` throws or the instance is disposed; till then
   * the scene keeps its instance. Mouse and finger turn it, the wheel moves it. Throws BAD_ARGUMENT without `onDraw`, and
   * what its first drawing throws: the scene before, if there is one, then goes on.
   */
  startDraw3D(drawObj: DrawObject): void;
  /** Draws one frame of the scene, and asks for the next. Throws BAD_ARGUMENT where there is no scene. */
  drawScene(): void;
  /** How the scene is turned; undefined before {@link GPGPU.startDraw3D}. */
  readonly drawParam: DrawParam | undefined;
  /**
   * A vertex shader for textured, lit surfaces: `in vec3 VertexPosition, VertexNormal; in vec2 TextureCoord`.
   */
  readonly textureSphereVertexShader: string;
  /** The fragment shader that goes with it: `uniform sampler2D TextureImage`. */
  readonly defaultFragmentShader: string;
  /** The smallest fragment shader: black. */
  readonly minFragmentShader: string;
}
