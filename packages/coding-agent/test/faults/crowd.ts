import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ModelRequest, type Program, startCli } from "@tau/testkit";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";
import type { FaultReport } from "./fault-report.ts";

const MARK = /mark-\d+-end/g;
const POLL_MS = 20;
/** While many programs start, it can take seconds until the input of the first ones is closed. */
const NO_INPUT = /^tau: no input on stdin for 3 s;.*\n/;

/**
 * Runs many sessions at once in one folder and one home. Each reads its own file and answers with what it says. Looks for sessions that
 * fail, and for texts of one session in another.
 */
export async function runCrowd(size: number): Promise<FaultReport> {
  const marks = Array.from({ length: size }, (_, index) => `mark-${index}-end`);
  const files = Object.fromEntries(marks.map((mark) => [`${mark}.txt`, `The file says ${mark}.`]));
  await using setup = await withScriptedModel(answerWithFile, { files });
  const programs = marks.map((mark) => startCli({ workspace: setup.workspace, args: ["-p", `read ${mark}`] }));
  const peaks = await Promise.all(programs.map(peakKilobytes));
  const exits = await Promise.all(programs.map(({ exited }) => exited));
  const failures = exits.flatMap(({ exitCode, stdout, stderr }, index) => {
    const wanted = `The file says ${marks[index]}.\n`;
    if (exitCode === 0 && stdout === wanted && stderr.replace(NO_INPUT, "") === "") return [];
    return [`session ${index}: exit ${exitCode}, stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`];
  });
  const peak = Math.round(Math.max(0, ...peaks) / 1024);
  return {
    name: `${size} sessions at once`,
    cases: size,
    failures: [...failures, ...findMixedSessions(setup, size)],
    facts: { "peak RSS of a session, MB": peak },
  };
}

function answerWithFile({ body, toolResults }: ModelRequest) {
  const marks = JSON.stringify(body).match(MARK) ?? [];
  if (toolResults === 0) return { toolCalls: [{ name: "read", arguments: { path: `${marks[0]}.txt` } }] };
  // The last one is in the result.
  return { text: `The file says ${marks.at(-1)}.` };
}

/** Finds sessions whose log is missing or has another session's text. */
function findMixedSessions({ workspace }: ScriptedSetup, size: number): string[] {
  const folder = join(workspace.tauHome, "sessions");
  const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const mixed = logs.flatMap((name) => {
    const marks = new Set(readFileSync(join(folder, name), "utf8").match(MARK));
    return marks.size === 1 ? [] : [`${name} has the texts of ${marks.size} sessions`];
  });
  return logs.length === size ? mixed : [...mixed, `there are ${logs.length} session files instead of ${size}`];
}

/** Resolves to the most memory that the program had until its end. 0 where the system does not say. */
async function peakKilobytes({ pid, exited }: Program): Promise<number> {
  let peak = 0;
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    peak = Math.max(peak, readPeak(pid));
    await Promise.race([exited, setTimeout(POLL_MS)]);
  }
  return peak;
}

function readPeak(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // The program has ended, or the system has no /proc.
    return 0;
  }
}
