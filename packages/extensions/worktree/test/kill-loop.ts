/** Merges one round of changes after another until it is killed: `kill-loop.ts <repository> <folder of the worktrees> [overlay]`. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { RepositoryCopies } from "../worktrees.ts";

export const FILES = ["a.txt", "b/one.txt", "b/two.txt", "c/d/deep.txt", "e.txt", "f.txt"];

/** Starts programs in the process group of this process, so that a kill of the group ends all at once, as a power cut does. */
export function plainPorts(folder: string): ConstructorParameters<typeof RepositoryCopies>[0] {
  const start = async (file: string, args: readonly string[] = [], options: { cwd?: string; env?: object } = {}) => {
    const { cwd, env } = options;
    const running = spawn(file, args, { cwd, env: { ...process.env, ...env } });
    const exited = new Promise((resolve) => running.on("close", (code) => resolve({ exitCode: code ?? 1 })));
    const { stdin, stdout, stderr } = running;
    return { stdin, stdout, stderr, exited };
  };
  const run = async (file: string, args: readonly string[] = [], options: { cwd?: string; env?: object } = {}) => {
    const running = await start(file, args, options);
    const text = async (stream: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(stream));
    const [stdout, stderr, ended] = await Promise.all([text(running.stdout), text(running.stderr), running.exited]);
    return { stdout, stderr, ...(ended as { exitCode: number }) };
  };
  return { processes: { start, run } as object as ExtensionAPI["processes"], settings: { get: () => folder } };
}

if (import.meta.main) {
  const [cwd = "", folder = "", kind] = process.argv.slice(2);
  const copies = new RepositoryCopies(plainPorts(folder));
  const tell = (done: string) => void process.stdout.write(`${done}\n`);
  tell("started");
  for (let round = 1; ; round++) {
    const copy = await copies.create({
      ...{ cwd, name: `round-${round}` },
      ...(kind === "overlay" ? { kind } : {}),
    });
    tell("copied");
    // Each round writes every file, so that all of them have the same text at any time.
    for (const path of FILES) writeFileSync(join(copy.cwd, path), `${process.pid}.${round}\n`);
    const changes = await copy.changes();
    tell("read");
    await copies.merge(changes, { name: `round-${round}`, method: "patch" });
    tell("merged");
    await copy.remove();
    tell("removed");
  }
}
