import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCli, type Workspace } from "@tau/testkit";
import type { ScriptedSetup } from "../e2e/scripted-model.ts";

const SAID = /said-\d+-end/g;
const QUESTION = "what happened?";

/** The scripted answer to the question with which `findLosses` resumes a session. */
export const RESUMED = { text: "resumed" };

export function isResumed(body: unknown): boolean {
  return JSON.stringify(body).includes(QUESTION);
}

/** Returns the marked texts in what a program has shown. */
export function saidIn(shown: string): ReadonlySet<string> {
  return new Set(shown.match(SAID));
}

/**
 * Looks for what a fault has destroyed, after it has passed: what was shown must be in the log, the next run must know it, and no command
 * may have run twice.
 */
export async function findLosses({ workspace, server }: ScriptedSetup, said: ReadonlySet<string>): Promise<string[]> {
  const log = readSessions(workspace);
  const lost = [...said].filter((text) => !log.includes(text)).map((text) => `${text} was shown and is not in the log`);
  const { exitCode, stdout, stderr } = await runCli({ workspace, args: ["-c", "-p", QUESTION] });
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
