// Charts as SVG, without a library: lines over one axis, linear or logarithmic, told apart by colour, dash and name.
import { h } from "./element.js";

const NS = "http://www.w3.org/2000/svg";
const SIZE = { width: 560, height: 320, left: 62, right: 14, top: 30, bottom: 44 };

function s(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Round values between the ends of an axis. */
function ticks([low, high], log) {
  if (log) {
    const powers = Array.from(
      { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
      (_, i) => 10 ** (Math.floor(Math.log10(low)) + i),
    );
    const inside = (steps) =>
      powers.flatMap((power) => steps.map((m) => m * power)).filter((v) => v >= low * 0.999 && v <= high * 1.001);
    return (
      [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 5],
      ]
        .map(inside)
        .find((list) => list.length <= 7) ?? inside([1])
    );
  }
  const step = 10 ** Math.floor(Math.log10((high - low) / 2));
  const every = [1, 2, 5, 10].map((m) => m * step).find((size) => (high - low) / size <= 6);
  return Array.from(
    { length: Math.floor(high / every) - Math.ceil(low / every) + 1 },
    (_, i) => (Math.ceil(low / every) + i) * every,
  );
}

const three = (v) => String(Number(v.toPrecision(3)));
const short = (v) =>
  v >= 1e6 ? `${three(v / 1e6)}M` : v >= 1e4 ? `${three(v / 1e3)}k` : String(Number(v.toPrecision(4)));

/** The ends of an axis that has room for all values. */
function range(values, log) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (low === high) {
    low = log ? low / 2 : low - 1;
    high = log ? high * 2 : high + 1;
  }
  return log ? [low / 1.15, high * 1.15] : [Math.min(0, low), high];
}

/** Where a value is between the ends of an axis, from 0 to 1. */
const place = (v, [low, high], log) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));

/** Lines and labels at round values of both axes, and the axes' names. */
function grid({ x, y, atX, atY, px, py }) {
  const { width, height, left, right, top, bottom } = SIZE;
  const across = atY.flatMap((v) => [
    s("line", { class: "grid", x1: left, x2: width - right, y1: py(v), y2: py(v) }),
    s("text", { class: "faint", x: left - 8, y: py(v) + 4, "text-anchor": "end" }, short(v)),
  ]);
  const down = atX.flatMap((v) => [
    s("line", { class: "grid", x1: px(v), x2: px(v), y1: top, y2: height - bottom }),
    s("text", { class: "faint", x: px(v), y: height - bottom + 18, "text-anchor": "middle" }, short(v)),
  ]);
  const names = [
    s("text", { x: left, y: 16 }, y),
    s("text", { x: width - right, y: height - 8, "text-anchor": "end" }, x),
  ];
  return [...across, ...down, ...names];
}

/** A line through its points, with dots if there are few. */
function curve(points, tone) {
  const places = points.map((point) => point.map((v) => v.toFixed(1)).join(",")).join(" ");
  const dots = points.length <= 16 ? points : [];
  return [
    s("polyline", { class: `line line-${tone}`, points: places }),
    ...dots.map(([cx, cy]) => s("circle", { class: `dot-${tone}`, cx, cy, r: 3.2 })),
  ];
}

/** The names of the lines, each with a piece of it. */
function key(series) {
  const entries = series.map(({ name, tone }) => {
    const sample = s("svg", { viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true" });
    sample.append(s("line", { class: `line-${tone}`, x1: 0, x2: 30, y1: 4, y2: 4, "stroke-width": 2.5 }));
    return h("span", { class: "key" }, sample, ` ${name}`);
  });
  return h("figcaption", {}, ...entries);
}

/**
 * A figure with one line a series: `{ title, x, y, series: [{ name, points: [[x, y], …], tone }] }`; `tone` (0 to 7)
 * chooses the colour and dash, `xs` names the places to label on a logarithmic x axis. Says the same in words for who does not
 * see it: pages put a table beside it.
 */
export function chart({ title, x, y, series, logX = true, logY = true, xs }) {
  const all = series
    .flatMap((line) => line.points)
    .filter((point) => point.every((v) => Number.isFinite(v) && (v > 0 || !logY)));
  if (!all.length) return h("p", {}, "Nothing to draw yet.");
  const { width, height, left, right, top, bottom } = SIZE;
  const [rx, ry] = [logX, logY].map((log, axis) =>
    range(
      all.map((point) => point[axis]),
      log,
    ),
  );
  const px = (v) => left + place(v, rx, logX) * (width - left - right);
  const py = (v) => height - bottom - place(v, ry, logY) * (height - top - bottom);
  const lines = series.map((line, i) => ({ ...line, tone: line.tone ?? i % 8 }));
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "chart",
    role: "img",
    "aria-label": `${title}: ${y} over ${x}, for ${series.map((line) => line.name).join(", ")}`,
  });
  svg.append(...grid({ x, y, atX: xs ?? ticks(rx, logX), atY: ticks(ry, logY), px, py }));
  for (const { points, tone } of lines) {
    const finite = points.filter((point) => point.every(Number.isFinite));
    svg.append(
      ...curve(
        finite.map(([a, b]) => [px(a), py(b)]),
        tone,
      ),
    );
  }
  return h("figure", {}, h("h3", {}, title), svg, key(lines));
}
