// Documents of other kinds than HTML.
import { equal } from "../assert.mjs";
import { bitmapTexel, multiplyInTextures, product } from "../kernels.mjs";
import { urls } from "../library.mjs";

export const tests = {
  async "in a document of SVG the library makes its own canvases, too"({ form }) {
    const drawing = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: "image/svg+xml" });
    const src = URL.createObjectURL(drawing);
    const frame = Object.assign(document.createElement("iframe"), { src });
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    document.body.append(frame);
    try {
      await loaded;
      const inside = frame.contentWindow;
      equal(
        inside.document.createElement("canvas") instanceof inside.HTMLCanvasElement,
        false,
        "a canvas, made plainly",
      );
      let library = inside;
      if (form === "classic") inside.eval(await (await fetch(urls.classic)).text());
      else {
        library = await inside.eval(`import("${new URL(urls.module, location)}")`);
        await library.default();
      }
      const gpgpu = library.CreateGPGPU();
      equal(multiplyInTextures(gpgpu), product);
      // Bitmaps are uploaded through a canvas.
      equal(await bitmapTexel(gpgpu), [255, 50, 0, 51]);
      gpgpu.dispose();
    } finally {
      frame.remove();
      URL.revokeObjectURL(src);
    }
  },
};
