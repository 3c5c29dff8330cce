import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { findSessionFile } from "../../../src/node/sessions/earlier-sessions.ts";
import { bundleProcess } from "../bundle-process.ts";
import { inspectSession, type SessionFaults } from "./inspect-session.ts";

const LANES = 3;
/** How often one session is killed before the next is begun. */
const KILLS_PER_SESSION = 5;

export interface KillReport extends SessionFaults {
  kills: number;
  shown: number;
  effects: number;
  /** Lines cut off by a kill within a `write`, none of which had been shown. */
  torn: number;
}

/** Kills a working program `kills` times, at random moments, and looks each time at what it left behind. */
export async function runKills(kills: number): Promise<KillReport> {
  const counts = { kills: 0, shown: 0, effects: 0, torn: 0 };
  const report: KillReport = { ...counts, unreadable: [], lost: [], repeated: [], damaged: [], tornShown: [] };
  const perLane = Math.ceil(kills / LANES);
  await Promise.all(Array.from({ length: LANES }, () => runLane(Math.min(perLane, kills), report)));
  return report;
}

async function runLane(kills: number, report: KillReport): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tau-faults-"));
  try {
    const program = bundleProcess(new URL("./fault-process.ts", import.meta.url), folder);
    let left = kills;
    for (let serial = 0; left > 0; serial++) {
      const count = Math.min(left, KILLS_PER_SESSION);
      await killOneSession({ folder, program, report }, serial, count);
      left -= count;
    }
    const effects = readFileSync(join(folder, "effect.log"), "utf8").trim().split("\n");
    report.effects += effects.length;
    report.repeated.push(...effects.filter((id, index) => effects.indexOf(id) !== index));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Lane {
  readonly folder: string;
  readonly program: string;
  readonly report: KillReport;
}

async function killOneSession({ folder, program, report }: Lane, serial: number, kills: number): Promise<void> {
  const id = `session-${serial}`;
  const shown: string[] = [];
  if (serial % 3 === 2) writeOldFile(folder, id);
  for (let kill = 0; kill < kills; kill++) {
    const path = findSessionFile("/faults", id, join(folder, "mine"));
    const args = path === undefined ? ["new", id] : ["open", path];
    shown.push(...(await runUntilKilled([program, folder, ...args])));
    report.kills++;
    inspect(findSessionFile("/faults", id, join(folder, "mine")), shown, folder, report);
  }
  report.shown += shown.length;
}

/** Resolves to the ids of the entries it has shown. */
async function runUntilKilled(args: string[]): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const input = createInterface({ input: child.stdout });
  const wanted = 1 + Math.floor(Math.random() * 25);
  input.on("line", (line) => lines.push(line));
  const closed = once(child, "close");
  while (lines.length < wanted && child.exitCode === null) await Promise.race([once(input, "line"), closed]);
  // Anywhere in what comes next.
  await setTimeout(Math.random() * 4);
  child.kill("SIGKILL");
  const [code] = await closed;
  if (code !== null) throw new Error(`The program ended by itself, with code ${code}.`);
  return lines.flatMap((line) => (line.startsWith("shown ") ? [line.slice("shown ".length)] : []));
}

function inspect(path: string | undefined, shown: readonly string[], folder: string, report: KillReport): void {
  if (path === undefined) {
    report.lost.push(...shown);
    return;
  }
  const { torn, ...faults } = inspectSession(path, shown, folder);
  report.torn += torn;
  for (const kind of Object.keys(faults) as (keyof SessionFaults)[]) report[kind].push(...faults[kind]);
}

/** A file of the first version, so that a kill may hit its migration. */
function writeOldFile(folder: string, id: string): string {
  const timestamp = "2025-01-01T00:00:00.000Z";
  const lines: object[] = [{ type: "session", id, timestamp, cwd: "/faults" }];
  for (let index = 0; index < 2000; index++) {
    lines.push({ type: "message", timestamp, message: { role: "user", content: `old ${index}`, timestamp: 1 } });
  }
  const path = join(folder, "mine", `2025-01-01T00-00-00-000Z_${id}.jsonl`);
  mkdirSync(join(folder, "mine"), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}
