// What all modules of the gallery make elements with.

/** Makes an element: `h("p", { class: "lead" }, "text", child)`. Functions become listeners. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

let named = 0;

/** A name that no other element has. */
export const unique = (prefix) => `${prefix}-${++named}`;
