// Objects that browsers make. Their classes are looked up by name, since none of them exists everywhere. An object may be of
// another window, where `instanceof` does not see it; the getters of its class do, and throw for everything else.

import { makeCanvas } from "../../gl/sharing.js";

function sides(value, name, width = "width", height = "height") {
  try {
    const { prototype } = globalThis[name];
    return [width, height].map((side) =>
      Reflect.apply(Object.getOwnPropertyDescriptor(prototype, side).get, value, []),
    );
  } catch {
    return null;
  }
}

const imageSides = (value, ...names) => sides(value, "HTMLImageElement", ...names);
const bitmapSize = (value) => sides(value, "ImageBitmap");
const canvasSize = (value) => sides(value, "HTMLCanvasElement") ?? sides(value, "OffscreenCanvas");

export const isCanvas = (value) => canvasSize(value) !== null;
export const isContext = (value) =>
  sides(value, "WebGL2RenderingContext", "drawingBufferWidth", "drawingBufferHeight") !== null;

/**
 * Width and height of an image source, and whether its bottom row comes first unless said otherwise; null for all else. A video
 * knows its size before it has a picture.
 */
export function imageSize(value) {
  const video = sides(value, "HTMLVideoElement", "videoWidth", "videoHeight");
  const early = video && sides(value, "HTMLMediaElement", "readyState", "readyState")[0] < 2;
  const size = canvasSize(value) ?? bitmapSize(value) ?? sides(value, "ImageData") ?? (early ? [0, 0] : video);
  return size ? [...size, false] : (imageSides(value, "naturalWidth", "naturalHeight")?.concat(true) ?? null);
}

/**
 * An image as WebGL takes it rightly. Bitmaps it neither turns upside down nor frees from the alpha in their colours. Of an
 * element it may take another size than the natural one: that in which it is shown, if it is a drawing or a photo that lies
 * on its side; that of the file, if there is a choice of files; none, if a drawing has no size (it then gets 300 or 150).
 */
export function uploadable(image) {
  const own = imageSides(image, "naturalWidth", "naturalHeight") ?? [];
  const shown = imageSides(image, "width", "height") ?? [];
  const chosen =
    own[0] && (imageSides(image, "srcset", "srcset")[0] || Element.prototype.closest.call(image, "picture"));
  const same = !chosen && own[0] !== 300 && own[1] !== 150 && own[0] === shown[0] && own[1] === shown[1];
  const size = bitmapSize(image) ?? (same ? null : own);
  if (!size) return image;
  const [width, height] = size;
  const canvas = Object.assign(makeCanvas(), { width, height });
  // Where browsers have them, halves of floats keep what eight bits lose of colours whose alpha is low.
  canvas.getContext("2d", { colorType: "float16" }).drawImage(image, 0, 0, width, height);
  return canvas;
}
