import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createBashTool,
  createEditTool,
  createFindTool,
  createGrepTool,
  createReadTool,
} from "../src/core/tools/index.ts";

/**
 * What the tools add to the programs they run: `node bench/tools.ts [files] [name]`. Rounds of both sides alternate, so that a busy
 * machine is unfair to neither; medians in milliseconds.
 */
const FILES = Number(process.argv[2] ?? 50_000);
const ONLY = process.argv[3] ?? "";
const ROUNDS = 25;

const tree = makeTree(FILES);
try {
  const { rgPath } = await import("@vscode/ripgrep");
  const rg = (...args: string[]) => run(rgPath, ["--hidden", "--no-require-git", "--glob=!.git", ...args]);
  await rg("--files", tree);

  await compare("bash true", () => shell("true"), bash("true"));
  await compare("bash seq 1000", () => shell("seq 1000"), bash("seq 1000"));
  await compare("grep, 50 matches", () => rg("needle", tree), grep("needle"));
  await compare("grep, no match", () => rg("haystack", tree), grep("haystack"));
  await compare("grep, limit reached", () => rg("--max-count=1", "import", tree), grep("import"));
  await compare("grep, glob", () => rg("--glob=*.ts", "needle", tree), grep("needle", "*.ts"));
  await compare("find by name", () => rg("--files", tree), find("*7.ts"));
  await compare("find by path", () => rg("--files", tree), find("d1/**/*.ts"));
  await compare("find nothing", () => rg("--files", tree), find("*.zig"));
  await compare("find a folder", () => rg("--files", tree), find("e7"));
  await measureOwn();
} finally {
  rmSync(tree, { recursive: true });
}

function bash(command: string) {
  const tool = createBashTool(tree);
  return () => tool.execute("bench", { command });
}

function grep(pattern: string, glob?: string) {
  const tool = createGrepTool(tree);
  return () => tool.execute("bench", { pattern, ...(glob && { glob }) });
}

function find(pattern: string) {
  const tool = createFindTool(tree);
  return () => tool.execute("bench", { pattern });
}

async function measureOwn(): Promise<void> {
  const path = join(tree, "large.txt");
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} with some text in it`);
  writeFileSync(path, lines.join("\n"));
  const read = createReadTool(tree);
  const edit = createEditTool(tree);
  let round = 0;
  await report("read of 20,000 lines", () => read.execute("bench", { path }));
  await report("edit in 20,000 lines", () => {
    const edits = [
      { oldText: `line 9999 with${"!".repeat(round)} some`, newText: `line 9999 with${"!".repeat(++round)} some` },
    ];
    return edit.execute("bench", { path, edits });
  });
}

async function compare(name: string, plain: () => Promise<unknown>, ours: () => Promise<unknown>): Promise<void> {
  if (!name.includes(ONLY)) return;
  const [plainTimes, ourTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    plainTimes.push(await time(plain));
    ourTimes.push(await time(ours));
  }
  const [a, b] = [median(plainTimes), median(ourTimes)];
  console.log(`${name.padEnd(22)} plain ${ms(a)}  tool ${ms(b)}  +${ms(b - a)}  ${(b / a).toFixed(2)}x`);
}

async function report(name: string, action: () => Promise<unknown>): Promise<void> {
  if (!name.includes(ONLY)) return;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await time(action));
  console.log(`${name.padEnd(22)} ${ms(median(times))}`);
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await action();
  return performance.now() - begun;
}

function shell(command: string): Promise<unknown> {
  return new Promise((resolve) => {
    const child = spawn("/bin/bash", ["-c", command], { cwd: tree, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    child.once("close", resolve);
  });
}

/** ripgrep answers 1 where it finds nothing. */
async function run(file: string, args: string[]): Promise<void> {
  await promisify(execFile)(file, args, { maxBuffer: 1 << 28 }).catch((error: { code?: number }) => {
    if (error.code !== 1) throw error;
  });
}

function makeTree(count: number): string {
  const root = mkdtempSync(join(tmpdir(), "tau-bench-"));
  for (let index = 0; index < count; index++) {
    const folder = join(root, `d${index % 20}`, `e${Math.floor(index / 20) % 50}`);
    if (index < 1000) mkdirSync(folder, { recursive: true });
    const text = index % 1000 === 0 ? "needle" : "nothing";
    writeFileSync(
      join(folder, `f${index}.${index % 2 ? "ts" : "md"}`),
      `import x from "y";\n${"const a = 1;\n".repeat(20)}${text}\n`,
    );
  }
  return root;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(2).padStart(8)} ms`;
}
