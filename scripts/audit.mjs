// Known vulnerabilities in what the lock files name: npm audit and, where it is installed, cargo audit.
//
//   npm run audit
//
// Fails on a finding, and on anything that it does not understand. Where the advisories cannot be had it says so and goes on.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const projects = join(root, "tests/e2e/consumers");
const patience = 120_000;

for (const folder of [root, ...readdirSync(projects).map((name) => join(projects, name))]) {
  if (existsSync(join(folder, "package-lock.json"))) npmAudit(folder);
}
cargoAudit();

function npmAudit(folder) {
  const name = `npm audit, ${relative(root, folder) || "this project"}`;
  const report = parsed(
    run("npm", ["audit", "--package-lock-only", "--json", "--fetch-retries=1", "--fetch-timeout=20000"], folder).stdout,
  );
  if (report?.metadata) {
    const found = Object.values(report.vulnerabilities).map(
      ({ name: of, severity, range }) => `${of} ${range}: ${severity}`,
    );
    told(name, found);
  } else if (report?.message !== undefined && !report.error?.code) {
    unknown(name, `the registry gives no advisories (${report.statusCode ?? report.message.trim()})`);
  } else {
    broken(name, report?.error?.summary ?? "npm said nothing");
  }
}

function cargoAudit() {
  const name = "cargo audit";
  if (run("cargo", ["audit", "--version"]).status !== 0)
    return unknown(name, "not installed: cargo install cargo-audit --locked");
  const { stdout, stderr } = run("cargo", ["audit", "--json"]);
  const report = parsed(stdout);
  if (report?.vulnerabilities) {
    const line = ({ advisory, package: of }) => `${of.name} ${of.version}: ${advisory.id}, ${advisory.title}`;
    return told(name, report.vulnerabilities.list.map(line));
  }
  if (/fetch advisory database|advisory database.*(?:not found|missing)/i.test(stderr))
    return unknown(name, "the advisory database cannot be fetched");
  return broken(name, stderr.trim());
}

function told(name, found) {
  console.log(`${found.length > 0 ? "FOUND" : "ok"}  ${name}: ${found.length} known vulnerabilities`);
  for (const line of found) console.log(`        ${line}`);
  if (found.length > 0) process.exitCode = 1;
}

function unknown(name, why) {
  console.log(`NOT CHECKED  ${name}: ${why}`);
}

function broken(name, why) {
  console.log(`FAILED  ${name}: ${why}`);
  process.exitCode = 1;
}

function run(command, args, cwd = root) {
  return spawnSync(command, args, { cwd, encoding: "utf8", timeout: patience, maxBuffer: 1 << 26 });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
