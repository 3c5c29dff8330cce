import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionError } from "@tau/agent";
import { openLog } from "@tau/agent/node";
import { type ModelRequest, runCli } from "@tau/testkit";
import fc from "fast-check";
import { withScriptedModel } from "../../e2e/scripted-model.ts";
import type { FaultReport } from "../fault-report.ts";
import { sessionFiles } from "../session-files.ts";
import { damage, findBroken, wounds } from "./damage.ts";

/** Damages the file of a real session. It opens or is refused by name, and no byte of it changes by being read. */
export async function fuzzSessions(runs: number, seed: number): Promise<FaultReport> {
  const recorded = await recordSession();
  const home = mkdtempSync(join(tmpdir(), "tau-fuzz-"));
  const path = join(home, "session.jsonl");
  try {
    const property = fc.asyncProperty(wounds, async (list) => {
      const bytes = damage(recorded, list);
      // A file of an earlier version is rewritten when it is opened.
      fc.pre(/^[^\n]*"version":3[,}]/.test(bytes.toString("latin1")));
      writeFileSync(path, bytes);
      openAndRead(path, home);
      if (!(await readFile(path)).equals(bytes)) throw new Error("reading has changed the file");
    });
    return { name: "damaged session files", cases: runs, failures: await findBroken(property, runs, seed) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A session with calls, their results, and an answer. */
async function recordSession(): Promise<Buffer> {
  const script = ({ toolResults }: ModelRequest) =>
    toolResults < 2
      ? { text: "I look.", toolCalls: [{ name: "bash", arguments: { command: "echo hello" } }] }
      : { text: "Done." };
  await using setup = await withScriptedModel(script);
  await runCli({ workspace: setup.workspace, args: ["-p", "go"] });
  const [file = ""] = sessionFiles(setup.workspace);
  return await readFile(file);
}

function openAndRead(path: string, home: string): void {
  let log: ReturnType<typeof openLog>;
  try {
    log = openLog(path, undefined, undefined, { home });
  } catch (error) {
    if (error instanceof SessionError) return;
    throw error;
  }
  try {
    log.getTree();
    log.buildSessionContext();
  } finally {
    log.close();
  }
}
