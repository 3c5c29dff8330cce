import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelRequest, runCli, startCli, startCliInPty, type Workspace } from "@tau/testkit";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";
import type { Random } from "./random.ts";

/** A run has this many turns; each says something and writes a line to a file. */
const TURNS = 8;
const SAID = /said-\d+-end/g;

/** Starts a run, kills it at a random moment, and returns what it had shown by then. */
type KilledRun = (setup: ScriptedSetup, random: Random) => Promise<string>;

const MODES: Readonly<Record<string, KilledRun>> = {
  print: async (setup, random) => await killProgram(setup, ["-p", "go"], random),
  json: async (setup, random) => await killProgram(setup, ["--mode", "json", "go"], random),
  rpc: async (setup, random) =>
    await killProgram(setup, ["--mode", "rpc"], random, `${JSON.stringify({ type: "prompt", message: "go" })}\n`),
  screen: killScreen,
};

/**
 * Kills runs of every mode at random moments. Afterwards everything that was shown must be in the log, the next run must know it, and no
 * command may have run twice.
 */
export async function runKilledModes(kills: number, random: Random): Promise<FaultReport> {
  const failures: string[] = [];
  const names = Object.keys(MODES);
  let shown = 0;
  for (let kill = 0; kill < kills; kill++) {
    const mode = names[kill % names.length] ?? "print";
    await using setup = await withScriptedModel(takeTurns);
    const output = (await MODES[mode]?.(setup, random)) ?? "";
    const said = new Set(output.match(SAID));
    shown += said.size;
    for (const problem of await findProblems(setup, said)) failures.push(`kill ${kill}, ${mode} mode: ${problem}`);
  }
  return { name: "kills in every mode", cases: kills, failures, facts: { "texts shown before the kill": shown } };
}

function takeTurns({ toolResults: turn, body }: ModelRequest) {
  if (JSON.stringify(body).includes("what happened?")) return { text: "resumed" };
  if (turn >= TURNS) return { text: "All done." };
  const call = { name: "bash", arguments: { command: `echo ran-${turn} >> effects` } };
  return { text: `said-${turn}-end`, toolCalls: [call], pace: 200 };
}

async function killProgram({ workspace }: ScriptedSetup, args: readonly string[], random: Random, input?: string) {
  await using program = startCli({ workspace, args, stdin: input === undefined ? "" : "open" });
  if (input !== undefined) program.write(input);
  await Promise.race([program.exited, random.pause(KILL_WITHIN_MS)]);
  const { stdout } = await program.kill();
  return stdout;
}

const KILL_WITHIN_MS = 1500;

async function killScreen({ workspace }: ScriptedSetup, random: Random): Promise<string> {
  await using tau = startCliInPty({ workspace, args: ["go"], columns: 80, rows: 50 });
  await Promise.race([tau.exited, random.pause(KILL_WITHIN_MS)]);
  await tau.kill("SIGKILL");
  return tau.terminal.text();
}

async function findProblems({ workspace, server }: ScriptedSetup, said: ReadonlySet<string>): Promise<string[]> {
  const log = readSessions(workspace);
  const lost = [...said].filter((text) => !log.includes(text)).map((text) => `${text} was shown and is not in the log`);
  const { exitCode, stdout, stderr } = await runCli({ workspace, args: ["-c", "-p", "what happened?"] });
  const resumed = exitCode === 0 && stdout === "resumed\n" ? [] : [`the next run ended with ${exitCode}: ${stderr}`];
  const request = JSON.stringify(server.requests.at(-1)?.body);
  const forgotten = [...said].filter((text) => !request.includes(text)).map((text) => `the next run forgot ${text}`);
  const effects = existsSync(workspace.path("effects")) ? readFileSync(workspace.path("effects"), "utf8") : "";
  const lines = effects.split("\n").filter(Boolean);
  const repeated = lines.filter((line, index) => lines.indexOf(line) !== index).map((line) => `${line} twice`);
  return [...lost, ...resumed, ...forgotten, ...repeated];
}

function readSessions(workspace: Workspace): string {
  const folder = join(workspace.tauHome, "sessions");
  if (!existsSync(folder)) return "";
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const logs = names.filter((name) => name.endsWith(".jsonl") || name.endsWith(".journal"));
  return logs.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}
