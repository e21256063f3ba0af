// The events of a context, and who listens to them.

export class Listeners {
  constructor() {
    this.lists = { contextlost: new Map(), contextrestored: new Map() };
    this.handlers = [];
  }

  add(name, listener, once) {
    if (!this.lists[name].has(listener)) this.lists[name].set(listener, once);
  }

  remove(name, listener) {
    this.lists[name].delete(listener);
  }

  /** Listens to the canvas. `happened` is told first: whether the context was lost, and whether somebody else listens. */
  watch(canvas, happened) {
    this.canvas = canvas;
    for (const [name, list] of Object.entries(this.lists)) {
      const handler = (event) => {
        const lost = name === "contextlost";
        if (lost) event.preventDefault(); // one whose loss is not handled is never restored
        happened(lost, list.size > 0);
        for (const [listener, once] of [...list]) {
          if (once) list.delete(listener);
          try {
            listener.call(undefined, event);
          } catch (thrown) {
            console.error(thrown); // its page's to see, not a reason to skip the others
          }
        }
      };
      canvas.addEventListener(`webgl${name}`, handler, true); // before those of others, who may stop it
      this.handlers.push([`webgl${name}`, handler]);
    }
  }

  stop() {
    for (const [name, handler] of this.handlers) this.canvas.removeEventListener(name, handler, true);
    for (const list of Object.values(this.lists)) list.clear();
  }
}
