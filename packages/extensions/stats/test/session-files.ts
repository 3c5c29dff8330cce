import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Answer {
  readonly at: string;
  readonly model?: string;
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cost?: number;
}

/** Lines of a session file, in the format of the log. */
export function sessionLines(cwd: string, begun: string, entries: readonly object[], more: object = {}): string {
  const header = { type: "session", version: 3, id: begun, timestamp: begun, cwd, ...more };
  return `${[header, ...entries].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

export function prompt(at: string): object {
  return { type: "message", id: at, parentId: null, timestamp: at, message: { role: "user", content: "do it" } };
}

export function answer({ at, model = "sonnet", input = 100, output = 10, cacheRead = 0, cost = 0 }: Answer): object {
  const usage = { input, output, cacheRead, cacheWrite: 0, totalTokens: 0, cost: { total: cost } };
  const message = { role: "assistant", provider: "anthropic", model, content: [], usage, durationMs: 1000 };
  return { type: "message", id: `a${at}`, parentId: null, timestamp: at, message };
}

export function toolResult(at: string, toolName: string, isError = false): object {
  const message = { role: "toolResult", toolName, isError, content: [], durationMs: 20 };
  return { type: "message", id: `t${at}`, parentId: null, timestamp: at, message };
}

export async function writeSession(home: string, project: string, name: string, text: string): Promise<string> {
  const path = join(home, "sessions", `--${project}--`, `${name}.jsonl`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}
