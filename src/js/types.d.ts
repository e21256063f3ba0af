// The types of the public interface: published as they are, beside the module.

// ---- loading ---------------------------------------------------------------------------------------------------------

/** A WebAssembly.Module, for which TypeScript itself takes anything. */
interface CompiledModule {
  /** None: a promise is no module yet. */
  readonly then?: undefined;
}

/** What {@link initSync} accepts: the bytes or the compiled `WebAssembly.Module`. */
export type SyncInitInput = BufferSource | CompiledModule;

/** What {@link init} accepts: where the wasm file is, the file itself, or what it compiles to. */
export type InitInput = string | URL | Request | Response | SyncInitInput;

/** The exports of the wasm instance. None of them is for users. */
export interface InitOutput {
  /** The instance's memory. */
  readonly memory: WebAssembly.Memory;
}

/**
 * Loads the library; await it before the first {@link CreateGPGPU}.
 *
 * Without an argument, it fetches the wasm file from the folder of the module. You may call it any number of times: after the
 * first success further calls do nothing, and after a failure the next call tries again.
 *
 * ```js
 * await init();
 * await init("https://cdn.example/gpgpu_wasm_bg.wasm");
 * await init({ module_or_path: bytes });
 * ```
 *
 * If it fails, it rejects with an `Error` that names the address and the HTTP status, or else has what the browser threw as its
 * `cause`. What was given as bytes rejects with what `WebAssembly.compile` throws.
 */
export default function init(
  input?: InitInput | Promise<InitInput> | { module_or_path?: InitInput | Promise<InitInput> | undefined } | null,
): Promise<InitOutput>;

/** The synchronous form of {@link init}, for bytes or a compiled module that you already have. */
export function initSync(input: SyncInitInput | { module: SyncInitInput }): InitOutput;

/**
 * Makes an instance: one WebGL2 context, its kernels and its arrays.
 *
 * - Without an argument: on a canvas of its own (an OffscreenCanvas where there is no document). Nothing is added to the page,
 *   and `dispose()` gives the context up.
 * - With a canvas: on that canvas. It stays usable after `dispose()`, also for a second instance. If its context was made by
 *   somebody else before (as far as that can be told), the GL state is restored as for `{ gl }`.
 * - With `{ gl }`: on your context. The GL state is restored after each call.
 *
 * ```js
 * const gpgpu = CreateGPGPU();
 * const onCanvas = CreateGPGPU(document.querySelector("canvas"));
 * const within = CreateGPGPU({ gl: renderer.getContext() });
 * ```
 *
 * `options.gl` means the same as `{ gl }`, with or without a canvas.
 *
 * Throws NO_WEBGL2, with the reason, if there is no WebGL2; BAD_ARGUMENT for any other argument; and a plain `Error` before
 * {@link init}.
 */
export function CreateGPGPU(
  canvas?: HTMLCanvasElement | OffscreenCanvas | { gl: WebGL2RenderingContext } | null,
  options?: { gl?: WebGL2RenderingContext | undefined },
): GPGPU;

// ---- errors ----------------------------------------------------------------------------------------------------------

/**
 * The kind of a {@link GPGPUError}.
 *
 * | | |
 * |---|---|
 * | `NO_WEBGL2` | the browser gives no WebGL2 context |
 * | `CONTEXT_LOST` | the context was lost, and everything on it; calls work again once it is restored |
 * | `DISPOSED` | the instance or the array was disposed |
 * | `SHADER_COMPILE` | the shader compiler refused the source |
 * | `PROGRAM_LINK` | the two shaders do not fit together, or need more than the device can link |
 * | `MISSING_ARGUMENT` | a declared variable has no argument |
 * | `UNKNOWN_ARGUMENT` | no shader declares this argument |
 * | `BAD_ARGUMENT` | an argument or an option is of the wrong kind |
 * | `BAD_SHAPE` | a shape is impossible, or does not fit the others |
 * | `LENGTH_MISMATCH` | the number of values does not fit the number of elements |
 * | `LIMIT_EXCEEDED` | more than the device allows; calls within calls, 32 deep; too little room left on JavaScript's stack |
 * | `OUT_OF_MEMORY` | the device, or the page, has no memory left |
 * | `SINGULAR_MATRIX` | the matrix has no inverse |
 * | `UNSUPPORTED` | the device or the library cannot do this, or nothing any more, since an error of another kind cut a call short |
 * | `GPU_RESET` | the GPU abandoned the work, so there is no result that can be trusted: outputs may hold anything |
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
 * What a refused call throws. Nothing has changed: outputs are as they were (but for `GPU_RESET`), and the next call works.
 * `instanceof` also holds for the errors of another copy of the library.
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
  /** For tests that imitate the library, which makes its errors itself. */
  constructor(code: GPGPUErrorCode, message: string, kernel?: string, argument?: string);
  /** The kind of error, for programs. The message is for people. */
  readonly code: GPGPUErrorCode;
  /** The id of the kernel or the name of the operation that was called, if any. */
  readonly kernel?: string;
  /** The argument at fault, if any. */
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

/**
 * The typed array that holds elements of a type, component by component: Float32Array, Int32Array or Uint32Array on a buffer of
 * its own, which is never shared.
 */
export type TypedArrayOf<T extends ElementType> = ReturnType<
  T extends FloatType ? typeof Float32Array.of : T extends IntType ? typeof Int32Array.of : typeof Uint32Array.of
>;

/** Float16Array, if the TypeScript library knows it. */
type HalfArray = typeof globalThis extends Record<"Float16Array", new (length: number) => infer T> ? T : never;

/** The typed arrays that the library accepts. Arrays of BigInts are refused. */
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

/** Numbers from JavaScript. Arrays of another kind than the wanted one are converted by value. */
export type Numbers = NumericArray | readonly number[];

/**
 * Image sources. Shaders read them as vec4 in [0, 1], with colours not multiplied by alpha. A canvas or a bitmap stores its
 * colours multiplied by alpha, which cannot be undone exactly where alpha is low, and not at all where it is 0; ImageData keeps
 * every byte. A bitmap is uploaded through a canvas, however it was made, and so is an HTMLImageElement that is shown in another
 * size than its natural one or chose between several files.
 */
export type ImageSource =
  HTMLImageElement | HTMLCanvasElement | HTMLVideoElement | ImageData | ImageBitmap | OffscreenCanvas;

/** `[n]` (or `n`), `[rows, cols]` or `[depth, rows, cols]`: whole numbers. Everything is row-major. */
export type Shape = number | readonly number[];

/** How a sampler sees an array: the attributes of CUDA's texture references. */
export interface ArrayOptions {
  /**
   * What is read outside: the texel at the edge (the default), the texture repeated, or the texture and its mirror image in
   * turn.
   */
  addressMode?: "clamp" | "wrap" | "mirror" | undefined;
  /**
   * Texel floor(x) (the default), or the weighted mean of the nearest texels, whose centres are at i + 0.5. Linear is for floats
   * only.
   */
  filterMode?: "point" | "linear" | undefined;
}

/** How a sampler sees host data. */
export interface TextureOptions extends ArrayOptions {
  /** Reads 8 and 16 bit integers as they are (the default), or as floats in [0, 1] (signed ones in [-1, 1]). */
  readMode?: "element" | "normalizedFloat" | undefined;
  /** Whether an image's bottom row comes first. By default true for an HTMLImageElement, false for all others. */
  flipY?: boolean | undefined;
}

/**
 * Host data with a shape, as {@link GPGPU.makeTextureInfo} makes it. It is a plain object: the library keeps no state in it,
 * several samplers and kernels may share one, and you may change everything in it between calls.
 */
export interface TextureInfo<T extends ElementType = any> extends TextureOptions {
  /** The type of one element. */
  texelType: T;
  /** For an image: its `[height, width]` when this object was made. The image's current size counts. */
  shape: Shape;
  /**
   * `null` means zeros. As an output of a kernel it is filled, or replaced if it is not of the declared kind; LENGTH_MISMATCH
   * unless its length fits the shape.
   */
  value: Numbers | ImageSource | null;
}

/** `Symbol.dispose`, if the TypeScript library knows it. */
type DisposeKey = Extract<SymbolConstructor["dispose" & keyof SymbolConstructor], symbol>;
/** The method that `using` calls at the end of a block, if the TypeScript library knows it. */
type WithDispose = { [key in DisposeKey]: () => void };

/**
 * An array on the GPU: what {@link GPGPU.makeArray} and the operations return. Using it again costs nothing; reading it does.
 * `T` is its element type; a bare `GpuArray` may be of any type.
 *
 * Garbage collection frees arrays that were not disposed, but it does not know how much GPU memory they take: dispose large
 * ones, or declare them with `using`.
 *
 * Use after `dispose()` throws DISPOSED; use after its context was lost throws CONTEXT_LOST.
 */
export interface GpuArray<T extends ElementType = any> extends WithDispose {
  /** GLSL's name of the element type. */
  readonly type: T;
  /** `[n]`, `[rows, cols]` or `[depth, rows, cols]`. */
  readonly shape: number[];
  /** The number of elements; a vec3 counts as one. */
  readonly length: number;
  /** The bytes of its components, 4 each. */
  readonly bytes: number;
  /**
   * Resolves to the content at the moment of the call: components in row-major order. Never blocks the page.
   *
   * ```js
   * const pairs = gpgpu.makeArray("ivec2", [3], [1, 2, 3, 4, 5, 6]);
   * await pairs.read();                            // → [1, 2, 3, 4, 5, 6]
   * ```
   */
  read(): Promise<TypedArrayOf<T>>;
  /** The synchronous form of {@link GpuArray.read}: waits for the GPU. */
  readSync(): TypedArrayOf<T>;
  /** Replaces all numbers. Throws LENGTH_MISMATCH unless there is one for each component. */
  write(value: Numbers): void;
  /**
   * The same numbers in another shape, as a separate array that must be disposed separately. The two share memory until one of
   * them is written. Throws BAD_SHAPE unless both shapes have the same number of elements.
   */
  reshape(shape: Shape): GpuArray<T>;
  /** A copy. */
  clone(): GpuArray<T>;
  /** Gives the memory up at once, to be used again or freed by `clearAll()`. Disposing again does nothing. */
  dispose(): void;
}

/**
 * What operations take: an array on the GPU, or host data with a shape, which is uploaded for the call. Images are refused. Data
 * with `readMode: "normalizedFloat"` counts as floats: give it a float type.
 */
export type Operand<T extends ElementType = any> = GpuArray<T> | TextureInfo<T>;

// ---- kernels ---------------------------------------------------------------------------------------------------------

/** The value of a uniform, or of a member of one. Matrices are given column by column, as in GLSL. */
export type UniformValue =
  number | boolean | Numbers | readonly (number | boolean)[] | UniformStruct | readonly UniformStruct[];

/**
 * A struct, by the names of its members. TypeScript takes an object whose type is an `interface` only as a copy, `{ ...light }`;
 * one whose type is a `type` it takes as it is.
 */
export interface UniformStruct {
  /** The value of a member, by its name. */
  readonly [member: string]: UniformValue;
}

/** What a sampler reads. */
export type Texture = TextureInfo | GpuArray | ImageSource;

/**
 * An argument, by the GLSL declaration that it is for:
 *
 * | declaration | argument |
 * |---|---|
 * | `in float` … `in uvec4`, matrices | typed array, number[], GpuArray of the declared type |
 * | `uniform` scalar, vector, matrix, bool | number, boolean, number[], typed array |
 * | `uniform` array; struct; array of structs | all its numbers in one array; an object; an array of objects |
 * | `uniform sampler2D`, `sampler3D`, `sampler2DArray`, `isampler…`, `usampler…` | TextureInfo, GpuArray; an image for a sampler2D |
 * | `uniform` array of samplers | an array of those |
 * | `out` of a vertex shader | typed array of the declared kind, GpuArray, TextureInfo |
 * | `out` of a fragment shader | GpuArray, TextureInfo |
 *
 * `undefined` means no argument: an output without one is not captured.
 */
export type Argument = UniformValue | Texture | readonly Texture[] | undefined;

/** The primitives that the vertices form. */
export type DrawMode =
  "points" | "lines" | "line_strip" | "line_loop" | "triangles" | "triangle_strip" | "triangle_fan";

/** `[x]`, `[x, y]` or `[x, y, z]`: whole numbers, each at least 1; omitted ones are 1. */
export type Extent = readonly number[];

/** What all kinds of calls have in common. */
export interface CommonParam {
  /** Names the kernel in errors and for {@link GPGPU.clear}. An id with another shader means the new shader. */
  id?: string | undefined;
  /** The arguments, by the names that the shaders declare. Any other name is refused. `{ ...args }` if their type is an `interface`. */
  args?: { readonly [name: string]: Argument } | undefined;
  /**
   * The number of elements, if neither attributes nor outputs determine it; LENGTH_MISMATCH if they determine another. A drawing
   * without attributes and indices needs it: else MISSING_ARGUMENT.
   */
  elementCount?: number | undefined;
  /** The number of work groups along x, y, z. Together with `localSize` it gives the number of elements. */
  workgroups?: Extent | undefined;
  /** The number of invocations in a work group along x, y, z; `[1, 1, 1]` by default. */
  localSize?: Extent | undefined;
  /**
   * Drawing: the vertices in drawing order; the largest number of the type starts a new primitive. Refused if the call computes.
   */
  VertexIndexBuffer?: Uint8Array | Uint16Array | Uint32Array | undefined;
  /** Drawing: the primitives, by name or by WebGL's number; `"triangles"` by default. */
  mode?: DrawMode | Uppercase<DrawMode> | number | undefined;
  /** Drawing: whether the canvas is first cleared to opaque black; true by default. */
  clear?: boolean | undefined;
}

/**
 * A call with a vertex shader. It computes if one of the shader's `out` variables has an argument; else, with a fragment shader,
 * it draws.
 */
export interface VertexParam extends CommonParam {
  /** GLSL ES 3.00. `#version 300 es` and precisions are supplied; a `#version 300 es` line of your own is accepted. */
  vertexShader: string;
  /** Colours a drawing; its outputs are not arguments. It does not run if the vertex shader computes. */
  fragmentShader?: string | undefined;
}

/** A call with only a fragment shader: it runs once per texel of the outputs. */
export interface FragmentParam extends CommonParam {
  /** None: with one, the call is a {@link VertexParam}. */
  vertexShader?: undefined;
  /** GLSL ES 3.00. `#version 300 es` and precisions are supplied; a `#version 300 es` line of your own is accepted. */
  fragmentShader: string;
}

/** A kernel and the arguments of one call. You may reuse it, and change it between calls. */
export type ComputeParam = VertexParam | FragmentParam;

// ---- operations ------------------------------------------------------------------------------------------------------

/** What {@link GPGPU.matmul} takes. */
export interface MatmulOptions {
  /** Multiply by Aᵀ instead of A; false by default. */
  transposeA?: boolean | undefined;
  /** Multiply by Bᵀ instead of B; false by default. */
  transposeB?: boolean | undefined;
  /**
   * How large products read A: from a texture, or from uniform blocks if they suit the device and the product. By default the
   * faster of the two, as measured at the first product of 2²⁶ multiply-adds or more.
   */
  method?: "texture" | "uniformBlock" | undefined;
}

/**
 * What is reduced to one result each: the whole array (the default), an axis, or groups. An axis and groups together are
 * refused.
 */
export type ReduceOptions =
  | {
      /** The axis to reduce, from 0; negative numbers count from the last. `[rows, cols]` with axis 0 gives `[cols]`. */
      axis?: number | undefined;
      /** Not together with an axis. */
      groupSize?: undefined;
    }
  | {
      /** Not together with groups. */
      axis?: undefined;
      /** How many neighbours in the flattened array give one result; the last group may be shorter. */
      groupSize?: number | undefined;
    };

/** What the sorting operations take. */
export interface SortOptions {
  /** Sorts the keys in exactly the reverse order. Ties stay in input order. */
  descending?: boolean | undefined;
  /** The component, from 0, that vec2 … vec4 records are sorted by. */
  by?: number | undefined;
}

/** What {@link GPGPU.inverse} takes. */
export interface InverseOptions {
  /** Steps of Newton's refinement, 0 to 8; 0 by default. */
  refine?: number | undefined;
}

/**
 * What {@link GPGPU.lu} returns. `sign` and `rcond` are computed from the two arrays when you read them, which waits for the GPU;
 * they throw DISPOSED once the arrays are disposed. Nothing else is kept, not even A.
 */
export interface Factors {
  /** L with its diagonal and U with a unit diagonal (Crout), packed in one `[n, n]` matrix. */
  readonly LU: GpuArray<"float">;
  /** `[n]`: row i of L·U is row `order[i]` of A, unless a pivot before the last is 0. */
  readonly order: GpuArray<"int">;
  /** The sign of the permutation in `order`: 1 or -1. */
  readonly sign: number;
  /**
   * {@link GPGPU.rcond} of the product L·U, which is that of A to the accuracy of the factors. Since they are rounded, it is 0 for some
   * matrices (reciprocal condition numbers below about 10⁻⁷) that `rcond` and `inverse` still find regular.
   */
  readonly rcond: number;
}

// ---- the device ------------------------------------------------------------------------------------------------------

/** What the device is, and what it allows. */
export interface Capabilities {
  /** The name of the GPU, as far as the browser tells it. */
  readonly renderer: string;
  /**
   * The float targets that the device can render to, as tested: 32 bits, 16 bits or none. Unless it is `"full"`, float outputs of
   * fragment shaders, and linear algebra except matmul, are UNSUPPORTED; everything else works.
   */
  readonly floatTargets: "full" | "half" | "none";
  /** Whether 32-bit float targets can be blended. */
  readonly floatBlend: boolean;
  /** Whether 32-bit floats can be filtered linearly. If not, `filterMode: "linear"` works only for 8-bit data and images. */
  readonly floatLinear: boolean;
  /** The method of large products: see {@link MatmulOptions.method}. Undefined until it is measured. */
  readonly matmul: "texture" | "uniformBlock" | undefined;
  /** The device's limits. */
  readonly limits: {
    /** Largest width and height of a 2-D texture. */
    readonly textureSize: number;
    /** Largest side of a 3-D texture. */
    readonly textureSize3D: number;
    /** Largest number of layers of a texture array. */
    readonly textureLayers: number;
    /** Largest number of outputs of a fragment shader. */
    readonly drawBuffers: number;
    /** Largest number of attributes of a vertex shader. */
    readonly vertexAttributes: number;
    /** Largest number of textures that a vertex shader can read. */
    readonly vertexTextures: number;
    /** Largest number of textures that a fragment shader can read. */
    readonly fragmentTextures: number;
    /**
     * Largest number of vertex outputs, of up to four components each, that are captured directly. More, or wider ones, are
     * captured together.
     */
    readonly separateCaptures: number;
    /** Largest number of components of all vertex outputs that are captured together. */
    readonly interleavedComponents: number;
    /** Largest size of a uniform block, in bytes. */
    readonly uniformBlockBytes: number;
  };
}

/** What lives on the GPU for one instance. */
export interface Memory {
  /** GpuArrays that are neither disposed nor garbage-collected. */
  readonly arrays: number;
  /** Textures, in use or kept for reuse. */
  readonly textures: number;
  /** Buffers, in use or kept for reuse. */
  readonly buffers: number;
  /** Compiled programs. */
  readonly programs: number;
  /** Bytes in use. */
  readonly bytes: number;
  /** Bytes kept for reuse; `clearAll()` frees them. */
  readonly pooledBytes: number;
}

/** What {@link GPGPU.startDraw3D} takes. */
export interface DrawObject {
  /**
   * Called for each frame; returns the drawing, or nothing to skip the frame. The uniforms `uPMVMatrix` (mat4: projection, view
   * and model) and `uNMatrix` (mat3: for normals) are supplied if the shaders declare them.
   */
  onDraw(): ComputeParam | null | undefined | void;
}

/** The rotation and position of a scene. You may change it at any time. */
export interface DrawParam {
  /** Rotation about the x axis, in radians. */
  xRot: number;
  /** Rotation about the y axis, in radians. */
  yRot: number;
  /** Position along the z axis; -5 at the start, greater is nearer. */
  z: number;
}

/**
 * An instance: one WebGL2 context, its kernels and its arrays. Made by {@link CreateGPGPU}.
 *
 * Arrays belong to the instance that made them; other instances refuse them. Everything that needs the GPU throws DISPOSED after
 * `dispose()`, and CONTEXT_LOST while the context is lost.
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
   * });
   * C;                                             // → [11, 22, 33]
   * ```
   *
   * The attributes determine the number of elements; without attributes the outputs do, and without either `elementCount` or
   * `workgroups`. One call may read and write the same GpuArray. A GpuArray as an output stays on the GPU, and the call does not
   * wait for it.
   *
   * Throws SHADER_COMPILE with the line of your own source and a caret, PROGRAM_LINK, MISSING_ARGUMENT, UNKNOWN_ARGUMENT,
   * BAD_ARGUMENT, BAD_SHAPE, LENGTH_MISMATCH, LIMIT_EXCEEDED, OUT_OF_MEMORY, UNSUPPORTED, GPU_RESET.
   */
  compute(param: ComputeParam): void;

  /**
   * Like {@link GPGPU.compute}, but never blocks the page: resolves when the outputs are filled. It takes the inputs at the call.
   * It rejects where `compute` throws, and with BAD_ARGUMENT if an output array was transferred or resized in the meantime. A
   * GpuArray among the outputs has its new content from the next call on.
   */
  computeAsync(param: ComputeParam): Promise<void>;

  /**
   * Host data with a shape. Shaders read `[n]` with `tex1Dfetch` or `tex1D`, `[rows, cols]` with `tex2D` and
   * `[depth, rows, cols]` with `tex3D`. If `[n]` is longer than a texture can be wide, it is folded into rows of 8192 texels, and only
   * `tex1Dfetch` can read it. Without a value, all is zero.
   *
   * ```js
   * const A = gpgpu.makeTextureInfo("float", [2, 3], [1, 2, 3, 4, 5, 6], { addressMode: "wrap" });
   * const bytes = gpgpu.makeTextureInfo("float", [1, 2], new Uint8Array([0, 255]), { readMode: "normalizedFloat" });
   * ```
   *
   * Throws BAD_SHAPE for a side of 0, LENGTH_MISMATCH unless there is one number for each component, BAD_ARGUMENT for an unknown
   * type or option, for `filterMode: "linear"` on data that reads as integers, and for `readMode: "normalizedFloat"` on a value
   * that is not an array of 8 or 16 bit integers.
   */
  makeTextureInfo<T extends ElementType>(
    type: T,
    shape: Shape,
    value?: Numbers | null,
    options?: TextureOptions,
  ): TextureInfo<T>;
  /** An image without a type, as in pages for gpgpu.js: as with the type `"vec4"`. */
  makeTextureInfo(
    type: null | undefined,
    shape: Shape | null | undefined,
    image: ImageSource,
    options?: TextureOptions,
  ): TextureInfo<"vec4">;
  /** An image with options. The shape is the image's own `[height, width]`, whatever you pass. */
  makeTextureInfo<T extends FloatType>(
    type: T,
    shape: Shape | null | undefined,
    image: ImageSource,
    options?: TextureOptions,
  ): TextureInfo<T>;

  /**
   * An array on the GPU. Without a value, all is zero. A side of the shape may be 0.
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
   * The product `A · B` of float matrices `[m, k]` and `[k, n]`, each transposed first if the options say so: `[m, n]`.
   *
   * Accuracy: below `(40 + k / 4096) · 2⁻²⁴ · Σ|a·b|`, measured at most 7 times `2⁻²⁴ · Σ|a·b|`. k = 0 gives zeros.
   * Throws BAD_SHAPE unless the inner sides are equal, BAD_ARGUMENT for integers.
   */
  matmul(A: Operand<"float">, B: Operand<"float">, options?: MatmulOptions): GpuArray<"float">;

  /** The same as with the number on the right. */
  add<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /**
   * `a + b`, element by element, with one rounding. The shapes must be equal, or one side must be a single element or a number,
   * which is then combined with every element of the other. Integers wrap around, and integer arrays accept only whole numbers.
   *
   * Throws BAD_ARGUMENT unless both have the same type, BAD_SHAPE.
   */
  add<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** A number less an array. As {@link GPGPU.add}. */
  sub<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /** `a − b`, element by element. As {@link GPGPU.add}. */
  sub<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** The same as with the number on the right. */
  hadamard<T extends ElementType>(a: number, b: Operand<T>): GpuArray<T>;
  /** `a ∘ b`, the product element by element. As {@link GPGPU.add}. */
  hadamard<T extends ElementType>(a: Operand<T>, b: Operand<NoInfer<T>> | number): GpuArray<T>;
  /** `a · factor`. Throws BAD_ARGUMENT unless the factor is a number (for integer arrays, a whole number). */
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
   * Evaluates a GLSL expression over the given names, for every component. In the expression an array has its scalar type. An
   * array of a single number is combined with every component, as a number is. The result consists of floats if any array does,
   * and has the shape of the arrays.
   *
   * ```js
   * const y2 = gpgpu.map("a*x + y", { a: 2, x, y });
   * ```
   *
   * Throws BAD_ARGUMENT for anything but a single expression, for a name that GLSL does not allow, and if there is no array;
   * BAD_SHAPE for arrays of different shapes; SHADER_COMPILE.
   */
  map<T extends ElementType>(expression: string, inputs: { readonly [name: string]: Operand<T> | number }): GpuArray<T>;

  /**
   * Row i of A becomes row `order[i]`. Exact.
   *
   * Throws BAD_SHAPE unless A has two dimensions, BAD_ARGUMENT if an order from JavaScript is not a permutation of its rows. An
   * order on the GPU must be of int or uint (else BAD_ARGUMENT), with one entry for each row (else BAD_SHAPE) and at most 200,000
   * entries (else LIMIT_EXCEEDED). It is not read back, so its content is not checked: a row that no entry names is zero.
   */
  permuteRows<T extends ElementType>(A: Operand<T>, order: Operand<"int" | "uint"> | Numbers): GpuArray<T>;
  /** Column i of A becomes column `order[i]`. As {@link GPGPU.permuteRows}. */
  permuteCols<T extends ElementType>(A: Operand<T>, order: Operand<"int" | "uint"> | Numbers): GpuArray<T>;

  /**
   * The sum of all elements (shape `[1]`), along an axis, or of each group. The sum of nothing is 0.
   *
   * Accuracy: about one rounding of the result, since the rounding errors of the additions are carried along. It is infinite or NaN
   * if partial sums, in an order of their own, leave the range of floats. Integers wrap around.
   * For scalar types only: throws BAD_ARGUMENT for vectors, for an axis that the array does not have, and for a group size below 1.
   *
   * ```js
   * gpgpu.sum(a);                          // the sum of all, of shape [1]
   * gpgpu.sum(matrix, { axis: 0 });        // the sum of each column
   * gpgpu.sum(a, { groupSize: 64 });       // one for each 64 neighbours
   * ```
   */
  sum<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The product, like {@link GPGPU.sum}. The product of nothing is 1. It overflows only if the final product does. */
  prod<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The least value, like {@link GPGPU.sum}; NaN if there is one. Exact. Throws BAD_SHAPE if there are no elements. */
  min<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The greatest value, like {@link GPGPU.sum}; NaN if there is one. Exact. Throws BAD_SHAPE if there are no elements. */
  max<T extends ScalarType>(a: Operand<T>, options?: ReduceOptions): GpuArray<T>;
  /** The arithmetic mean, always a float, like {@link GPGPU.sum}. Throws BAD_SHAPE if there are no elements. */
  mean(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"float">;
  /**
   * The index of the first least value, or of the first NaN; −0 and 0 are equal. With an axis the index counts along it, else in
   * the flattened array. Throws BAD_SHAPE if there are no elements.
   */
  argmin(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"uint">;
  /** The index of the first greatest value, like {@link GPGPU.argmin}. */
  argmax(a: Operand<ScalarType>, options?: ReduceOptions): GpuArray<"uint">;
  /**
   * The running sums of the flattened array, in its shape. Each has an error of about one rounding; whole numbers below 2²⁴ are exact.
   * Throws BAD_ARGUMENT for vectors.
   */
  cumsum<T extends ScalarType>(a: Operand<T>): GpuArray<T>;

  /**
   * All elements in the order of `Float32Array.prototype.sort`, bit for bit: −∞ … −0, 0 … ∞, NaN last. Vectors are records,
   * sorted by one component, and their sort is stable. Any length; the result has the same type and shape.
   *
   * Throws BAD_ARGUMENT for a component that the type does not have, LIMIT_EXCEEDED.
   */
  sort<T extends ElementType>(a: Operand<T>, options?: SortOptions): GpuArray<T>;
  /** The indices that sort the array, in its shape. Stable, also if descending. Throws like {@link GPGPU.sort}. */
  argsort(a: Operand, options?: SortOptions): GpuArray<"uint">;
  /**
   * The keys in order, and the values in the order of their keys. Stable. Throws LENGTH_MISMATCH unless there are as many values
   * as keys.
   */
  sortPairs<K extends ElementType, V extends ElementType>(
    keys: Operand<K>,
    values: Operand<V>,
    options?: SortOptions,
  ): { keys: GpuArray<K>; values: GpuArray<V> };

  /**
   * LU factors, with partial pivoting; nothing is read back. Row i of `multiplyLU(LU)` is row `order[i]` of A.
   *
   * ```js
   * const { LU, order } = gpgpu.lu(A);
   * const same = gpgpu.permuteRows(gpgpu.multiplyLU(LU), order);
   * await same.read();                     // → [0, 2, 4, 1]
   * ```
   *
   * Accuracy: `|L·U − P·A| ≤ n · 2⁻²⁴ · |L||U|`. A singular matrix is not refused: it has a zero on L's diagonal, and the row of U
   * with that pivot is not divided by it. Unless it is the last pivot, L·U is not P·A then: `[[0, 1], [0, 2]]` has no such factors.
   * Columns are not scaled: if they differ so much that quotients leave the range of floats, U has zeros, infinities or NaN.
   *
   * Throws BAD_SHAPE unless A is square, BAD_ARGUMENT for integers, UNSUPPORTED without 32-bit float targets.
   */
  lu(A: Operand<"float">): Factors;
  /**
   * L·U from packed factors `[n, n]`. Accuracy: below `n · 2⁻²⁴ · |L||U|`.
   *
   * Throws like {@link GPGPU.lu}; so do the next three operations.
   */
  multiplyLU(LU: Operand<"float">): GpuArray<"float">;
  /**
   * U·L from packed factors. For the results of `invertUpper` and `invertLower`, packed together, it is A⁻¹ with its columns out
   * of order.
   */
  multiplyUL(inverses: Operand<"float">): GpuArray<"float">;
  /**
   * L⁻¹ from packed factors, zeros above its diagonal. A zero on L's diagonal gives infinities and NaN.
   *
   * Accuracy: of the order of `n · 2⁻²⁴ · |L⁻¹||L||L⁻¹|`.
   */
  invertLower(LU: Operand<"float">): GpuArray<"float">;
  /** U⁻¹ from packed factors, ones on its diagonal and zeros below. As accurate as {@link GPGPU.invertLower}. */
  invertUpper(LU: Operand<"float">): GpuArray<"float">;
  /**
   * `A⁻¹` of a square matrix. Waits for the GPU once; three times if A looks singular, to be sure.
   *
   * Accuracy: forward error below `8 · n · κ · 2⁻²⁴ · max|A⁻¹|`, where A has its columns and rows scaled to similar size: very
   * different sizes of columns or rows do no harm. Each step of refinement works in double the precision.
   *
   * Throws SINGULAR_MATRIX if A has no inverse (the test is relative to each column and row, and finds matrices that a change of last bits
   * makes singular) or numbers leave the range of floats in the elimination, BAD_SHAPE unless A is square with at least one
   * row, BAD_ARGUMENT for integers and for a number of steps out of range, UNSUPPORTED without 32-bit float targets.
   */
  inverse(A: Operand<"float">, options?: InverseOptions): GpuArray<"float">;
  /**
   * The solution X of `A · X = B`, for B of shape `[n]` or `[n, m]`; X has the shape of B. One step of refinement is included.
   * Waits for the GPU as {@link GPGPU.inverse} does.
   *
   * Accuracy: forward error below `8 · n · κ · 2⁻²⁴ · max|X|`.
   *
   * Throws like {@link GPGPU.inverse}, and BAD_SHAPE unless B has as many rows as A.
   */
  solve(A: Operand<"float">, B: Operand<"float">): GpuArray<"float">;
  /**
   * The determinant; 0 for a singular matrix, NaN if numbers leave the range of floats in the elimination. Waits for the GPU. The
   * product of the pivots does not overflow on the way.
   *
   * Accuracy: relative error below `8 · n · κ · 2⁻²⁴`. Throws like {@link GPGPU.lu}; so do logDet and rcond.
   */
  det(A: Operand<"float">): number;
  /**
   * The determinant as `sign · e^log`, also where it is too large or small for a number. For a singular matrix: 0 and -Infinity.
   */
  logDet(A: Operand<"float">): { sign: number; log: number };
  /** The reciprocal condition number `1 / (‖A‖₁ ‖A⁻¹‖₁)`, from the computed inverse; 0 for a singular matrix, NaN like `det`. Waits for the GPU. */
  rcond(A: Operand<"float">): number;

  /** The canvas: yours, or the library's own. */
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  /**
   * The context. The GL state that you leave never changes a result: once you have asked for the context, each call sets all state
   * that it relies on. Afterwards switches and pixel storage have WebGL's defaults, and no program and no sampler object is bound; set
   * any other state that you rely on yourself.
   */
  getGL(): WebGL2RenderingContext;
  /** What the device is, and what it allows. */
  capabilities(): Capabilities;
  /** What lives on the GPU. */
  memory(): Memory;

  /** Forgets the kernel of this id, unless it is also known by another id. If it is called again, it is compiled again. */
  clear(id: string): void;
  /** Forgets every kernel, and frees the memory kept for reuse. Arrays stay. */
  clearAll(): void;
  /** Frees everything: kernels, arrays, listeners, and the context if it is the library's own. */
  dispose(): void;

  /**
   * Calls the listener when the context is lost or restored, for as long as the instance is reachable. After a restore the same
   * calls work again; arrays made before throw CONTEXT_LOST. The event is the canvas's own: its `type` is `"webglcontextlost"` or
   * `"webglcontextrestored"`. With `once` the listener is called at most once. Throws BAD_ARGUMENT for other events.
   */
  addEventListener(
    type: "contextlost" | "contextrestored",
    listener: (event: Event) => void,
    options?: { once?: boolean | undefined },
  ): void;
  /** Removes a listener. */
  removeEventListener(type: "contextlost" | "contextrestored", listener: (event: Event) => void): void;

  /**
   * Draws a scene at once and then in each frame, until another scene begins, `onDraw` throws or the instance is disposed; until
   * then the scene keeps its instance alive. Mouse and finger turn it, the wheel moves it. Throws BAD_ARGUMENT without `onDraw`, and
   * whatever the first drawing throws; the previous scene, if there is one, then goes on.
   */
  startDraw3D(drawObj: DrawObject): void;
  /** Draws one frame of the scene and requests the next. Throws BAD_ARGUMENT if there is no scene. */
  drawScene(): void;
  /** The rotation and position of the scene; undefined before {@link GPGPU.startDraw3D}. */
  readonly drawParam: DrawParam | undefined;
  /**
   * A vertex shader for textured, lit surfaces: `in vec3 VertexPosition, VertexNormal; in vec2 TextureCoord`.
   */
  readonly textureSphereVertexShader: string;
  /** The fragment shader that goes with it: `uniform sampler2D TextureImage`. */
  readonly defaultFragmentShader: string;
  /** The smallest fragment shader: it draws black. */
  readonly minFragmentShader: string;
}
