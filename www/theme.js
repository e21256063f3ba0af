// The colours of the stylesheet, which follow the page's light or dark theme.

/** A colour of the stylesheet, as shaders take it: `colour("--texel-1")` is `[r, g, b]` from 0 to 1. */
export function colour(name) {
  const value = parseInt(getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].map((v) => v / 255);
}

/** Calls `change` now, and again when the page turns dark or light. */
export function onTheme(change) {
  change();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", change);
}
