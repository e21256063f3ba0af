// Objects that browsers make. Their classes are looked up by name, since none of them exists everywhere. An object may be of
// another window, where `instanceof` does not see it; the getters of its class do, and throw for everything else.

function sides(value, name, width = "width", height = "height") {
  try {
    const { prototype } = globalThis[name];
    return [width, height].map((side) => Reflect.apply(Object.getOwnPropertyDescriptor(prototype, side).get, value, []));
  } catch {
    return null;
  }
}

const bitmapSize = (value) => sides(value, "ImageBitmap");
const canvasSize = (value) => sides(value, "HTMLCanvasElement") ?? sides(value, "OffscreenCanvas");

export const isCanvas = (value) => canvasSize(value) !== null;
export const isContext = (value) => sides(value, "WebGL2RenderingContext", "drawingBufferWidth", "drawingBufferHeight") !== null;

/** Width and height of an image source, and whether its bottom row comes first unless said otherwise; null for all else. */
export function imageSize(value) {
  const size = canvasSize(value) ?? bitmapSize(value) ?? sides(value, "ImageData") ?? sides(value, "HTMLVideoElement", "videoWidth", "videoHeight");
  return size ? [...size, false] : sides(value, "HTMLImageElement", "naturalWidth", "naturalHeight")?.concat(true) ?? null;
}

/** An image as WebGL takes it rightly. Bitmaps it neither turns upside down nor frees from the alpha in their colours. */
export function uploadable(image) {
  const size = bitmapSize(image);
  if (!size) return image;
  const [width, height] = size;
  const canvas = Object.assign(globalThis.document?.createElement("canvas") ?? new OffscreenCanvas(1, 1), { width, height });
  // Where browsers have them, halves of floats keep what eight bits lose of colours whose alpha is low.
  canvas.getContext("2d", { colorType: "float16" }).drawImage(image, 0, 0);
  return canvas;
}
