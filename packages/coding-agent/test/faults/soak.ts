import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { builtCli, type ModelRequest, type Workspace } from "@tau/testkit";
import { withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";

/** Turns before which memory may grow: code is loaded and compiled, and caches fill. */
const WARM_TURNS = 200;
const TURNS_A_PROMPT = 10;
const SAMPLE_EVERY = 20;
/** Growth of the memory from the first part of the rest to the last. Garbage waits for its collection, so it moves by some megabytes. */
const MOST_GROWTH = 0.12;
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
  const samples: number[] = [];
  for (let done = TURNS_A_PROMPT; done <= turns; done += TURNS_A_PROMPT) {
    await rpc.prompt(`work ${done}`);
    if (done % SAMPLE_EVERY === 0) samples.push(readMemory(rpc.pid));
    // The requests hold whole conversations: those of thousands of turns would fill the memory of the test.
    server.requests.length = 0;
  }
  const { exitCode, stderr, compactions } = await rpc.end();
  const failures = [
    ...(exitCode === 0 ? [] : [`ended with ${exitCode}`]),
    ...(compactions === 0 ? ["no compaction took place"] : []),
    ...(stderr === "" ? [] : [`stderr: ${stderr.slice(0, 500)}`]),
    ...findGrowth(samples),
  ];
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => samples[Math.ceil(samples.length * part) - 1] ?? 0);
  const warm = samples[WARM_TURNS / SAMPLE_EVERY - 1] ?? 0;
  const facts = { compactions, "RSS after 200 turns, MB": warm, "RSS after each quarter, MB": quarters.join(" ") };
  return { name: `${turns} turns in one process`, cases: turns, failures, facts };
}

/** Tau in rpc mode. Its output is counted and not kept: thousands of turns would fill the memory of the test. */
function startRpc({ cwd, env }: Workspace) {
  const child = spawn(process.execPath, [builtCli, "--mode", "rpc"], { cwd, env });
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

/** Compares the least memory of the first third after the warm turns with the least of the last third: what is held, without garbage. */
function findGrowth(samples: readonly number[]): string[] {
  const rest = samples.slice(WARM_TURNS / SAMPLE_EVERY);
  const third = Math.floor(rest.length / 3);
  if (third === 0) return [];
  const [first, last] = [Math.min(...rest.slice(0, third)), Math.min(...rest.slice(-third))];
  const isGrowing = last > first * (1 + MOST_GROWTH);
  return isGrowing ? [`memory grew from ${first} to ${last} MB: ${samples.join(" ")}`] : [];
}
