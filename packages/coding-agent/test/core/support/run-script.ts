import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs TypeScript text in a Node process of its own. Paths in it must be absolute. */
export function startScript(source: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const flags = ["--conditions=@tau/source", "--input-type=module-typescript", "--no-warnings", "--eval", source, "--"];
  return spawn(process.execPath, [...flags, ...args], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

export async function runScript(
  source: string,
  args?: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<ScriptResult> {
  const child = startScript(source, args, env);
  if (!child.stdout || !child.stderr) throw new Error("the child has no pipes");
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, stdout, stderr };
}

/** The URL of a source file, for scripts that run elsewhere. */
export function sourceUrl(path: string): string {
  return new URL(`../../../src/core/${path}`, import.meta.url).href;
}
