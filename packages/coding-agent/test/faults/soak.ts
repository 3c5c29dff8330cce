import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { builtCli, type ModelRequest, type Workspace, waitUntil } from "@tau/testkit";
import { withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";

/** Turns before which memory may grow: code is loaded and compiled, and caches fill. */
const WARM_TURNS = 200;
const TURNS_A_PROMPT = 10;
/**
 * Growth of the memory without garbage. The index of the log grows by two kilobytes or so a turn; a message that is kept would be a hundred.
 */
const MOST_KILOBYTES_A_TURN = 8;
/** How much of the memory of the process may come and go with garbage, once it is warm. */
const MOST_RISE = 1.25;
const CONTEXT_WINDOW = 24_000;

/**
 * Takes many turns in one process, with calls of tools and batteries, an extension that handles every event, and compactions. Memory must
 * not grow after the first turns.
 */
export async function runSoak(turns: number): Promise<FaultReport> {
  await using setup = await withScriptedModel(takeTurns, { files: { "read.txt": "a line of text\n".repeat(200) } });
  const { workspace, server } = setup;
  const models = [{ id: "model", contextWindow: CONTEXT_WINDOW, maxTokens: 2000 }];
  const scripted = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "test-key", models };
  await workspace.configure("models.json", { providers: { scripted } });
  const compaction = { reserveTokens: 4000, keepRecentTokens: 4000 };
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", compaction });
  await workspace.write("../home/.tau/extensions/counter.ts", EXTENSION);
  await using rpc = startRpc(workspace);
  const resident: number[] = [];
  const held: number[] = [];
  let peak = 0;
  for (let done = TURNS_A_PROMPT; done <= turns; done += TURNS_A_PROMPT) {
    await rpc.prompt(`work ${done}`);
    peak = Math.max(peak, readMemory(rpc.pid));
    // The requests hold whole conversations: those of thousands of turns would fill the memory of the test.
    server.requests.length = 0;
    if (done % WARM_TURNS !== 0) continue;
    resident.push(readMemory(rpc.pid));
    held.push(await rpc.collectGarbage());
  }
  const { exitCode, stderr, compactions } = await rpc.end();
  const failures = [
    ...(exitCode === 0 ? [] : [`ended with ${exitCode}`]),
    ...(compactions === 0 ? ["no compaction took place"] : []),
    ...(stderr === "" ? [] : [`stderr: ${stderr.slice(0, 500)}`]),
    ...findGrowth(held),
    ...findRise(resident),
  ];
  const facts = {
    compactions,
    "RSS every 200 turns, MB": resident.join(" "),
    "without garbage, MB": held.map((megabytes) => megabytes.toFixed(1)).join(" "),
    "peak RSS, MB": peak,
  };
  return { name: `${turns} turns in one process`, cases: turns, failures, facts };
}

/** Tau in rpc mode. Its output is counted and not kept: thousands of turns would fill the memory of the test. */
function startRpc({ cwd, env, home }: Workspace) {
  const preload = join(home, "collect.mjs");
  const collected = join(home, "collected");
  writeFileSync(preload, COLLECT);
  const args = ["--expose-gc", "--import", preload, builtCli, "--mode", "rpc"];
  const child = spawn(process.execPath, args, { cwd, env: { ...env, COLLECTED: collected } });
  const exited = once(child, "close");
  let [stderr, compactions] = ["", 0];
  let settled: () => void = () => undefined;
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith('{"type":"compaction_end"')) compactions++;
    if (line.startsWith('{"type":"agent_settled"')) settled();
  });
  return {
    pid: child.pid ?? 0,
    async prompt(message: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      settled = resolve;
      child.stdin.write(`${JSON.stringify({ type: "prompt", message })}\n`);
      await Promise.race([promise, exited.then(() => Promise.reject(new Error(`Tau ended: ${stderr}`)))]);
    },
    /** Resolves to the memory that is left, in megabytes. */
    async collectGarbage() {
      rmSync(collected, { force: true });
      child.kill("SIGUSR2");
      await waitUntil(() => existsSync(collected) || undefined, { describe: () => "No garbage was collected" });
      return Number(readFileSync(collected, "utf8")) / MEGABYTE;
    },
    async end() {
      child.stdin.end();
      const [exitCode] = (await exited) as [number | null];
      return { exitCode, stderr, compactions };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

const COLLECT = `
import { renameSync, writeFileSync } from "node:fs";
process.on("SIGUSR2", () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(process.env.COLLECTED + "~", String(heapUsed + external));
  renameSync(process.env.COLLECTED + "~", process.env.COLLECTED);
});
`;

const EXTENSION = `
export default (pi) => {
  const seen = {};
  for (const type of ["turn_start", "turn_end", "message_start", "message_end", "tool_call", "tool_result", "context", "agent_end"])
    pi.on(type, async () => { seen[type] = (seen[type] ?? 0) + 1; });
  pi.registerTool({
    name: "count", label: "Count", description: "Counts.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    execute: async () => ({ content: [{ type: "text", text: JSON.stringify(seen) }], details: { seen: { ...seen } } }),
  });
};
`;

const CALLS = [
  { name: "read", arguments: { path: "read.txt" } },
  { name: "bash", arguments: { command: "echo soaked; seq 50" } },
  { name: "write", arguments: { path: "written.txt", content: "text\n".repeat(50) } },
  { name: "count", arguments: {} },
  { name: "edit", arguments: { path: "written.txt", edits: [{ oldText: "missing", newText: "x" }] } },
];

function takeTurns({ body, index, toolResults }: ModelRequest) {
  const isSummary = toolResults === 0 && !JSON.stringify(body.tools ?? "").includes("count");
  const usage = { input: Math.ceil(JSON.stringify(body).length / CHARACTERS_A_TOKEN) };
  if (isSummary) return { text: "A summary of the work so far.", usage };
  const call = CALLS[turn++ % CALLS.length];
  const text = Array.from({ length: 40 }, (_, word) => `word ${index}-${word} `);
  if (turn % TURNS_A_PROMPT === 0 || !call) return { text, usage };
  return { text, toolCalls: [call], usage };
}

const CHARACTERS_A_TOKEN = 4;
let turn = 0;

/** Returns the memory of a process in megabytes. */
function readMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

const MEGABYTE = 1024 * 1024;

/** Compares the memory after the warm turns with that at the end. */
function findRise([first = 0, ...later]: readonly number[]): string[] {
  const most = Math.max(first, ...later);
  return most > first * MOST_RISE ? [`the resident memory rose from ${first} to ${most} MB`] : [];
}

function findGrowth(held: readonly number[]): string[] {
  if (held.length < 2) return [];
  const [first = 0, last = 0] = [held[0], held.at(-1)];
  const most = ((held.length - 1) * WARM_TURNS * MOST_KILOBYTES_A_TURN) / 1024;
  return last - first > most ? [`memory grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB`] : [];
}
