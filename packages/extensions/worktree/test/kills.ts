import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorkspace } from "@tau/testkit";
import { RepositoryCopies } from "../worktrees.ts";
import { FILES, plainPorts } from "./kill-loop.ts";
import { leftBehind } from "./repository.ts";

export interface KillReport {
  readonly kills: number;
  /** How many merges were completed. */
  readonly merges: number;
  /** What was wrong after the next start, one line each. */
  readonly problems: readonly string[];
}

export interface KillOptions {
  readonly random?: () => number;
  readonly kind?: "worktree" | "overlay";
}

const LOOP = fileURLToPath(new URL("./kill-loop.ts", import.meta.url));
/** After how many steps of the loop the process is killed at the latest; a round has four. */
const MOST_STEPS = 6;
const MOST_WAIT_MS = 100;

/** Kills a process that merges at random moments, starts the next one, and looks at what the user's tree is then. */
export async function runMergeKills(
  kills: number,
  { random = Math.random, kind = "worktree" }: KillOptions = {},
): Promise<KillReport> {
  const problems: string[] = [];
  let merges = 0;
  const files = Object.fromEntries(FILES.map((path) => [path, "start\n"]));
  await using workspace = await createWorkspace({ files, git: true });
  const folder = await mkdtemp(join(tmpdir(), "tau-worktrees-"));
  try {
    for (let count = 1; count <= kills; count++) {
      merges += await killOnce([workspace.cwd, folder, kind], random);
      await new RepositoryCopies(plainPorts(folder)).sweep();
      const contents = new Set(await Promise.all(FILES.map((path) => workspace.read(path).catch(() => "missing"))));
      if (contents.size !== 1) problems.push(`kill ${count}: half-changed: ${[...contents].join(" ")}`);
      const listed = (await workspace.list()).join();
      if (listed !== [...FILES].sort().join()) problems.push(`kill ${count}: files are ${listed}`);
      const { folders, worktrees, branches } = await leftBehind(workspace, folder);
      const mounts = (await readFile("/proc/self/mountinfo", "utf8").catch(() => "")).split("\n");
      const mounted = mounts.filter((line) => line.includes(folder));
      const left = [...mounted, ...folders, ...worktrees, ...branches];
      if (left.length > 0) problems.push(`kill ${count}: left behind: ${left.join(" ")}`);
    }
    if (await workspace.git("diff", "--cached")) problems.push("the index has changed");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { kills, merges, problems };
}

/** Resolves to how many merges were completed before the kill. */
async function killOnce(order: readonly string[], random: () => number): Promise<number> {
  const args = ["--conditions=@tau/source", LOOP, ...order];
  const running = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const steps = 1 + Math.floor(random() * MOST_STEPS);
  let said = "";
  const reached = Promise.withResolvers<void>();
  running.stdout.on("data", (data: Buffer) => {
    said += data.toString();
    if (said.split("\n").length > steps) reached.resolve();
  });
  await reached.promise;
  await new Promise((resolve) => setTimeout(resolve, random() * MOST_WAIT_MS));
  const closed = once(running, "close");
  process.kill(-(running.pid ?? 0), "SIGKILL");
  await closed;
  return said.split("merged").length - 1;
}
