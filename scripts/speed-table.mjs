// Writes what the bench measured into README.md and README.ja.md, between <!-- speed:begin --> and <!-- speed:end -->.
//
//   npm run --silent bench -- --gpu > www/bench-results/NAME.json      measures
//   node scripts/speed-table.mjs                            all of www/bench-results, a section each
//   node scripts/speed-table.mjs --check                    fails if that would change a file

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "www/bench-results");
const [begin, end] = ["<!-- speed:begin -->", "<!-- speed:end -->"];

// The words of each README: how to measure, headings, what the parts are called.
const languages = {
  "README.md": {
    how: `\`npm run bench\` measures this library beside raw WebGL2, plain JavaScript, tfjs, gpu.js and ml-matrix in one page, taking turns
(\`npm run bench -- --gpu\` on the real GPU). \`www/bench.html\` shows the same in your own browser.`,
    what: `Medians. The factor is the other's time divided by ours: above 1, the other is slower than this library. On a GPU, 400 ms
of the same work come before each measurement (100 ms before calls, nothing before a start): a GPU that idled while a rival kept the
processor busy is slow at first.`,
    heads: ["", "n", "gpgpu-wasm", "beside it"],
    parts: {
      call: "a call, 4 elements",
      add: "add two arrays",
      resident: "a step of a resident field",
      start: "from script start to first result",
      matmul: "matmul",
      sum: "sum",
      sort: "sort",
      inverse: "inverse",
    },
    modes: { resident: "resident", "end to end": "end to end" },
  },
  "README.ja.md": {
    how: `\`npm run bench\` は、このライブラリを素の WebGL2、普通の JavaScript、tfjs、gpu.js、ml-matrix と同じページで交互に走らせて測ります
(実際の GPU では \`npm run bench -- --gpu\`)。\`www/bench.html\` を開けば、お使いのブラウザーで同じ測定ができます。`,
    what: "中央値です。倍率は相手の時間が本ライブラリの何倍かを表し、1 より大きければ相手のほうが遅いことになります。GPU では、\n毎回同じ処理を 400 ms 行ってから測ります (呼び出しは 100 ms、スクリプト開始の測定はなし)。相手が CPU を使うあいだ休んでいた GPU は、はじめは遅いためです。",
    heads: ["", "n", "gpgpu-wasm", "比較相手"],
    parts: {
      call: "4 要素の呼び出し 1 回",
      add: "配列の加算",
      resident: "GPU 上の場を 1 ステップ進める",
      start: "スクリプト開始から最初の結果まで",
      matmul: "行列積",
      sum: "総和",
      sort: "ソート",
      inverse: "逆行列",
    },
    modes: { resident: "GPU 上のまま", "end to end": "JS から JS まで" },
  },
};

/** `1.2 ms`, `340 µs`: two or three digits. */
function duration(ms) {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${value >= 99.5 ? value.toFixed(0) : Number(value.toPrecision(2))} ${unit}`;
}

function rows({ results }, words) {
  const lines = [];
  const groups = new Map(); // what was measured together; ours comes first
  for (const one of results.filter(({ n }) => n !== undefined)) {
    const key = `${one.part}|${one.mode ?? ""}|${one.n}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const list of groups.values()) {
    const [ours, ...others] = list;
    if (ours.right === false)
      throw new Error(`${ours.part}, n = ${ours.n}: the result was wrong, so its time says nothing`);
    if (!Number.isFinite(ms(ours))) continue;
    const beside = others
      .filter((one) => Number.isFinite(ms(one)))
      .map((one) => `${one.name} ${duration(ms(one))} (${factor(one.ratio ?? ms(one) / ms(ours))})`);
    const mode = ours.mode ? `, ${words.modes[ours.mode] ?? ours.mode}` : "";
    const part = words.parts[ours.part] ?? ours.part;
    const cells = [`${part}${mode}`, ours.n.toLocaleString("en"), duration(ms(ours)), beside.join(", ")];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines;
}

const ms = (one) => (one.absent ? NaN : (one.ms ?? one.us / 1000));
const factor = (ratio) =>
  `${ratio >= 10 ? ratio.toFixed(0) : ratio >= 0.095 ? ratio.toFixed(1) : ratio.toPrecision(1)}x`;

function section(words) {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .sort()
    : [];
  const machines = files.map((file) => {
    const measured = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const { renderer, userAgent = "", date = "" } = measured.machine;
    const browser = userAgent.match(/(Firefox|Chrome)\/\d+/)?.[0].replace("/", " ");
    const heading = [renderer, browser, date.slice(0, 10)].filter(Boolean).join(", ");
    return [
      `**${heading}**`,
      "",
      `| ${words.heads.join(" | ")} |`,
      "|---|---:|---:|---|",
      ...rows(measured, words),
    ].join("\n");
  });
  return [...(machines.length ? [words.what] : []), ...machines, words.how].join("\n\n");
}

for (const [file, words] of Object.entries(languages)) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} lacks ${begin} … ${end}`);
  const next = `${text.slice(0, from + begin.length)}\n${section(words)}\n${text.slice(to)}`;
  if (next === text) continue;
  if (process.argv.includes("--check")) {
    console.error(`${file}: its speed table is not that of www/bench-results; node scripts/speed-table.mjs writes it`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, next);
    console.log(`${file}: written`);
  }
}
