// A scene that mouse, touch and wheel turn and move.

// Turning: radians for each pixel that the pointer moves.
const TURN = 1 / 300;
// Moving: units for each unit of the wheel.
const MOVE = 0.02;

/** A property's number; 0 where there is none. */
function number(object, name) {
  try {
    const value = object[name];
    return typeof value === "number" ? value : 0;
  } catch {
    return 0;
  }
}

export class Scene {
  /** `canvas` is what it is drawn on. */
  constructor(canvas) {
    this.canvas = canvas;
    this.param = { xRot: 0, yRot: 0, z: -5 };
    this.handlers = new Map();
  }

  listen() {
    for (const name of ["mousemove", "mouseup", "mouseleave", "touchstart", "touchmove", "touchend", "wheel"]) {
      const handler = (event) => this.handle(name, event);
      this.canvas.addEventListener(name, handler, { passive: false });
      this.handlers.set(name, handler);
    }
  }

  /** Mouse, touch and wheel turn it no more. */
  stop() {
    for (const [name, handler] of this.handlers) this.canvas.removeEventListener(name, handler);
    this.handlers.clear();
  }

  handle(name, event) {
    if (name === "mousemove" && event.buttons !== 0) {
      this.turn(event);
    } else if (name === "touchstart" || name === "touchmove") {
      if (event.touches.length !== 1) return;
      if (name === "touchmove")
        event.preventDefault(); // the scene turns, not the page
      else this.last = null; // the last touch may have ended elsewhere, or been taken away
      this.turn(event.touches[0]);
    } else if (name === "wheel") {
      event.preventDefault();
      this.add("z", MOVE * event.deltaY);
    } else {
      this.last = null;
    }
  }

  turn({ clientX, clientY }) {
    if (this.last) {
      this.add("xRot", (clientY - this.last[1]) * TURN);
      this.add("yRot", (clientX - this.last[0]) * TURN);
    }
    this.last = [clientX, clientY];
  }

  add(name, amount) {
    Reflect.set(this.param, name, number(this.param, name) + amount);
  }

  /** `uPMVMatrix` and `uNMatrix` for the scene's angles, column by column. */
  matrices() {
    // A camera that sees 45 degrees, from 0.1 to 100 units away (OpenGL's clip space).
    const [near, far, focus] = [0.1, 100, 1 / Math.tan(Math.PI / 8)];
    const aspect = (number(this.canvas, "width") || 1) / (number(this.canvas, "height") || 1);
    const project = ([x, y, z], w) => [
      (focus / aspect) * x,
      focus * y,
      ((far + near) * z + 2 * far * near * w) / (near - far),
      -z,
    ];
    const turned = (name) => [Math.sin, Math.cos].map((part) => part(number(this.param, name)));
    const [[sx, cx], [sy, cy]] = [turned("xRot"), turned("yRot")];
    // About y, then about x; a turn is its own inverse's transpose.
    const columns = [
      [cy, sx * sy, -cx * sy],
      [0, cx, sx],
      [sy, -sx * cy, cx * cy],
    ];
    const view = [...columns.map((column) => project(column, 0)), project([0, 0, number(this.param, "z")], 1)];
    return { uPMVMatrix: new Float32Array(view.flat()), uNMatrix: new Float32Array(columns.flat()) };
  }
}
