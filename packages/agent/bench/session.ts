/**
 * What it takes to open a session, in CPU time (wall time moves with whatever else the machine does), and how fast entries are written.
 *
 *   node --conditions=@tau/source packages/agent/bench/session.ts [megabytes of the large file]
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, openLog } from "../src/node/log/session-files.ts";

const MEGABYTE = 1 << 20;
const ENTRY_BYTES = 2048;
const ROUNDS = 7;
const READINGS = 5;

interface Opening {
  readonly milliseconds: number;
  readonly rssGrowth: number;
  readonly messages: number;
}

const [mode, path] = process.argv.slice(2);
if (mode === "open" && path) console.log(JSON.stringify(measureOpening(path)));
else if (mode === "read" && path) console.log(JSON.stringify(measureReading(path)));
else run(Number(mode ?? 200));

function run(largeMegabytes: number): void {
  const folder = mkdtempSync(join(tmpdir(), "tau-bench-"));
  try {
    const small = writeSession(join(folder, "small.jsonl"), 5);
    const large = writeSession(join(folder, "large.jsonl"), largeMegabytes);
    const home = join(folder, "home");
    const foreign = least(
      Array.from({ length: READINGS }, () => {
        rmSync(home, { recursive: true, force: true });
        return inProcess<Opening>("open", large, home).milliseconds;
      }),
    );
    const reading = least(Array.from({ length: READINGS }, () => inProcess<number>("read", large, home)));
    report("read the large file (ms)", reading);
    report("first open of the large file (ms)", foreign);
    report("  ratio to reading it (at most 2)", foreign / reading);
    const openings = (file: string) => Array.from({ length: ROUNDS }, () => inProcess<Opening>("open", file, home));
    const smallOpenings = openings(small);
    const largeOpenings = openings(large);
    const smallTime = least(smallOpenings.map(({ milliseconds }) => milliseconds));
    const largeTime = least(largeOpenings.map(({ milliseconds }) => milliseconds));
    report("resume, 5 MB file (ms)", smallTime);
    report(`resume, ${largeMegabytes} MB file (ms)`, largeTime);
    report("  ratio (at most 3)", largeTime / smallTime);
    report("  RSS growth (MB, under 60)", Math.max(...largeOpenings.map(({ rssGrowth }) => rssGrowth)) / MEGABYTE);
    report("  messages in context", largeOpenings[0]?.messages ?? 0);
    report("appends per second (at least 5000)", measureAppends(folder, home));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measureOpening(file: string): Opening {
  const rss = process.memoryUsage.rss();
  const started = process.cpuUsage();
  const session = openLog(file);
  const messages = session.buildSessionContext().messages.length;
  return { milliseconds: cpuSince(started), messages, rssGrowth: process.memoryUsage.rss() - rss };
}

function measureReading(file: string): number {
  const started = process.cpuUsage();
  readFileSync(file);
  return cpuSince(started);
}

function cpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function measureAppends(folder: string, home: string): number {
  const session = createLog("/bench", join(folder, "appends"), { home });
  const message = { role: "user" as const, content: "x".repeat(500), timestamp: 1 };
  session.appendMessage(message);
  const count = 20_000;
  const started = performance.now();
  for (let index = 0; index < count; index++) session.appendMessage(message);
  const seconds = (performance.now() - started) / 1000;
  session.close();
  return count / seconds;
}

/** A first part of the active branch, branches that were left, and the rest of the active branch: two megabytes of it in all. */
function writeSession(file: string, megabytes: number): string {
  let serial = 0;
  const entry = (parentId: string | null) => {
    const id = (serial++).toString(16).padStart(8, "0");
    const message = { role: "user", content: "y".repeat(ENTRY_BYTES - 160), timestamp: 1 };
    return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:00.000Z", message };
  };
  const chain = (count: number, from: string | null) => {
    const lines: string[] = [];
    let parentId = from;
    for (let index = 0; index < count; index++) {
      const next = entry(parentId);
      lines.push(JSON.stringify(next));
      parentId = next.id;
    }
    return { text: `${lines.join("\n")}\n`, last: parentId };
  };
  const header = { type: "session", version: 3, id: "bench", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/bench" };
  const perMegabyte = MEGABYTE / ENTRY_BYTES;
  const first = chain(perMegabyte, null);
  writeFileSync(file, `${JSON.stringify(header)}\n${first.text}`);
  while (statSync(file).size < (megabytes - 1) * MEGABYTE) appendFileSync(file, chain(perMegabyte, first.last).text);
  appendFileSync(file, chain(perMegabyte, first.last).text);
  return file;
}

/** Each measurement has a process of its own: nothing is warm but the disk cache. */
function inProcess<T>(task: string, file: string, home: string): T {
  const script = fileURLToPath(import.meta.url);
  const output = execFileSync(process.execPath, ["--conditions=@tau/source", script, task, file], {
    encoding: "utf8",
    env: { ...process.env, TAU_HOME: home },
  });
  return JSON.parse(output) as T;
}

/** Whatever else the machine does can only add to a time. */
function least(values: readonly number[]): number {
  return Math.min(...values);
}

function report(what: string, value: number): void {
  console.log(`${what.padEnd(40)} ${value.toFixed(value < 100 ? 1 : 0).padStart(9)}`);
}
