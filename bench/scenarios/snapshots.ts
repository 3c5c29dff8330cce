import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SnapshotStore } from "../../packages/coding-agent/src/core/snapshots/store.ts";
import { median } from "../report/median.ts";
import type { Scenario } from "./scenario.ts";

const FILES = 20_000;
const LATER = 9;
const FIRST = 3;
const LIMITS = { maxFileBytes: 10_485_760, maxFiles: 200_000 };

/**
 * The time to record 20,000 files: of a git repository the first time, and later with ten changed files; of a plain folder the first time,
 * as a multiple of what `git add -A` takes for the same files with an empty store.
 */
export const snapshots: Scenario = {
  name: "snapshots",
  group: "snapshots",
  runs: 3,
  goals: { firstSnapshotMs: { atMost: 300 }, laterSnapshotMs: { atMost: 150 }, timesGitAdd: { atMost: 1.3 } },
  supports: ({ name }) => name === "tau",
  prepare: async ({ workspace: { cwd } }) => {
    const longAgo = new Date(Date.now() - 3_600_000);
    for (let at = 0; at < FILES; at++) {
      const folder = join(cwd, `package-${at % 100}`, `part-${at % 20}`);
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `file-${at}.ts`);
      writeFileSync(path, `export const value${at} = ${at};\n${"// a line of text\n".repeat(at % 400)}`);
      // Git reads files again that are as old as the index. In a real repository, files are older.
      utimesSync(path, longAgo, longAgo);
    }
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "gc.auto=0", "-c", "user.name=B", "-c", "user.email=b@example.com", ...args], { cwd });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "all");
    git("repack", "-a", "-d", "-q");
  },
  measure: async ({ workspace: { cwd, tauHome } }) => {
    rmSync(join(tauHome, "snapshots"), { recursive: true, force: true });
    const take = async () => {
      const store = await SnapshotStore.open(cwd, tauHome, LIMITS);
      const begun = performance.now();
      await store.exclusive(() => store.take());
      return performance.now() - begun;
    };
    const firstSnapshotMs = await take();
    const later: number[] = [];
    for (let round = 0; round < LATER; round++) {
      for (let at = 0; at < 10; at++)
        writeFileSync(
          join(cwd, `package-${at}`, `part-${at}`, `file-${at}.ts`),
          `round ${round} of ${Math.random()}\n`,
        );
      later.push(await take());
    }
    execFileSync("git", ["checkout", "-q", "."], { cwd });
    return { firstSnapshotMs, laterSnapshotMs: median(later), timesGitAdd: await timesGitAdd(cwd, tauHome) };
  },
};

/** Compares a snapshot of a folder that is no repository with git. The repository is put aside meanwhile. */
async function timesGitAdd(cwd: string, tauHome: string): Promise<number> {
  const aside = join(tauHome, "repository");
  renameSync(join(cwd, ".git"), aside);
  try {
    const ratios: number[] = [];
    for (let round = 0; round < FIRST; round++) {
      rmSync(join(tauHome, "snapshots"), { recursive: true, force: true });
      const store = await SnapshotStore.open(cwd, tauHome, LIMITS);
      const begun = performance.now();
      await store.exclusive(() => store.take());
      const between = performance.now();
      execFileSync("git", ["init", "-q"], { cwd });
      execFileSync("git", ["-c", "gc.auto=0", "add", "-A"], { cwd });
      ratios.push((between - begun) / (performance.now() - between));
      rmSync(join(cwd, ".git"), { recursive: true });
    }
    return median(ratios);
  } finally {
    rmSync(join(cwd, ".git"), { recursive: true, force: true });
    renameSync(aside, join(cwd, ".git"));
  }
}
