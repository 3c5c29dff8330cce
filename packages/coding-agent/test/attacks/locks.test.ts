import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { chmod, chown } from "node:fs/promises";
import { join } from "node:path";
import { ownProcess } from "@tau/agent/process-identity";
import { canActAsOthers, createWorkspace, runCli } from "@tau/testkit";
import { expect } from "vitest";
import { tryLock, withLockSync } from "../../src/core/lock/index.ts";
import { sourceUrl } from "../core/run-script.ts";
import { tempFolder } from "../core/temp-folder.ts";
import { testAttempts } from "./attempt.ts";
import { runLimited } from "./limited-script.ts";

const OF_LOCKS = `tau-locks-${process.getuid?.() ?? "user"}`;

/** What is tried: another user, another machine or a dead process holds what Tau needs. Required: no lock is believed that says nothing, none is waited for without end. */
testAttempts([
  {
    attempt: "another user makes the folder of locks first",
    outcome: "Tau's home holds the locks",
    needs: canActAsOthers,
    run: async () => {
      const { folder, home } = await places();
      mkdirSync(join(folder, OF_LOCKS));
      await chown(join(folder, OF_LOCKS), 65_534, 65_534);
      expect(await lockFolder({ TMPDIR: folder, TAU_HOME: home })).toBe(join(home, "locks"));
    },
  },
  {
    attempt: "the folder of locks is a link",
    outcome: "Tau's home holds the locks",
    run: async () => {
      const { folder, home } = await places();
      mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
      symlinkSync("elsewhere", join(folder, OF_LOCKS));
      expect(await lockFolder({ TMPDIR: folder, TAU_HOME: home })).toBe(join(home, "locks"));
    },
  },
  {
    attempt: "the folder of locks can be written by a group",
    outcome: "Tau's home holds the locks",
    run: async () => {
      const { folder, home } = await places();
      mkdirSync(join(folder, OF_LOCKS));
      await chmod(join(folder, OF_LOCKS), 0o770);
      expect(await lockFolder({ TMPDIR: folder, TAU_HOME: home })).toBe(join(home, "locks"));
    },
  },
  {
    attempt: "a file lies where the folder of locks should be",
    outcome: "Tau's home holds the locks",
    run: async () => {
      const { folder, home } = await places();
      writeFileSync(join(folder, OF_LOCKS), "");
      expect(await lockFolder({ TMPDIR: folder, TAU_HOME: home })).toBe(join(home, "locks"));
    },
  },
  {
    attempt: "XDG_RUNTIME_DIR leads to a folder that is not there to be written",
    outcome: "the next place is taken",
    run: async () => {
      const { folder, home } = await places();
      const env = { XDG_RUNTIME_DIR: "/proc/nowhere", TMPDIR: folder, TAU_HOME: home };
      expect(await lockFolder(env)).toBe(join(folder, OF_LOCKS));
    },
  },
  {
    attempt: "another host left its lock and is gone",
    outcome: "the lock is taken over when it is older than it was to be held",
    run: async () => {
      const path = await lockOf({ place: ELSEWHERE, maxHoldMs: 10_000 });
      expect(tryLock(path)).toBeUndefined();
      date(path, -11);
      expect(tryLock(path)).toBeDefined();
    },
  },
  {
    attempt: "a lock of another host, dated in the future",
    outcome: "it is taken over: a clock was set back",
    run: async () => {
      const path = await lockOf({ place: ELSEWHERE, maxHoldMs: 10_000 });
      date(path, 3_600);
      expect(tryLock(path)).toBeDefined();
    },
  },
  {
    attempt: "another host holds the lock now",
    outcome: "the change fails with a sentence that says what to do",
    run: async () => {
      const path = await lockOf({ place: ELSEWHERE, maxHoldMs: 10_000 });
      expect(() => withLockSync(path, () => "changed")).toThrow(
        `${path} is held by process 999999999 on elsewhere, which cannot be seen from here. Tau takes the lock over when it is 10 s old. If no other Tau runs, remove the file.`,
      );
    },
  },
  {
    attempt: "a container with the same name as this host holds the lock",
    outcome: "its process is not looked for among ours",
    run: async () => {
      const { place } = ownProcess();
      const path = await lockOf({ place: { ...place, namespace: `${place.namespace}7` } });
      expect(tryLock(path)).toBeUndefined();
    },
  },
  {
    attempt: "a process of this host left its lock and is gone",
    outcome: "the lock is taken over",
    run: async () => {
      const path = await lockOf({ place: ownProcess().place });
      expect(tryLock(path)).toBeDefined();
    },
  },
  ...[
    "",
    "{}",
    "null",
    '{"pid":"1","started":1}',
    "\0\0\0\0",
    '{"pid":1,"started":"1","token":"t","maxHoldMs":"long"}',
    '{"pid":1,"started":"1","token":"t","place":"here"}',
    '{"pid":1,"started":"1","token":"t","place":{"host":"h"}}',
  ].map((text) => ({
    attempt: `a lock that says nothing: ${JSON.stringify(text)}`,
    outcome: "a change waits a moment and is made",
    run: async () => {
      const path = join(await tempFolder(), "a.lock");
      writeFileSync(path, text);
      expect(withLockSync(path, () => "changed")).toBe("changed");
    },
  })),
  {
    attempt: "an empty lock, dated in the future",
    outcome: "it is taken over",
    run: async () => {
      const path = join(await tempFolder(), "a.lock");
      writeFileSync(path, "");
      date(path, 3_600);
      expect(tryLock(path)).toBeDefined();
    },
  },
  {
    attempt: "the disk is full when a lock is made",
    outcome: "no lock is left",
    run: async () => {
      const folder = await tempFolder();
      const source = `
        const { tryLock } = await import(${JSON.stringify(sourceUrl("core/lock/index.ts"))});
        try { tryLock(${JSON.stringify(join(folder, "a.lock"))}); } catch ({ code }) { console.error(code); }`;
      const exit = await runLimited({ source, kilobytes: 0 });
      expect(exit.stderr).toBe("EFBIG\n");
      expect(readdirSync(folder)).toEqual([]);
    },
  },
  {
    attempt: "a lock on the settings is held elsewhere when a setting is changed",
    outcome: "exit code 3, one sentence, settings as they were",
    run: async () => {
      await using workspace = await createWorkspace();
      const path = join(workspace.tauHome, "settings.json.lock");
      writeFileSync(path, JSON.stringify({ ...HOLDER, place: ELSEWHERE, maxHoldMs: 60_000 }));
      const exit = await runCli({ workspace, args: ["config", "set", "theme", "light"] });
      expect(exit.exitCode).toBe(3);
      expect(exit.stderr).toMatch(/^tau: .*settings\.json.* on elsewhere, .*remove the file\.\n$/);
      expect(existsSync(join(workspace.tauHome, "settings.json"))).toBe(false);
    },
  },
]);

const ELSEWHERE = { host: "elsewhere", boot: "", namespace: "" };
const HOLDER = { pid: 999_999_999, started: "1", token: "old" };

async function lockOf(holder: object): Promise<string> {
  const path = join(await tempFolder(), "a.lock");
  writeFileSync(path, JSON.stringify({ ...HOLDER, ...holder }));
  return path;
}

function date(path: string, seconds: number): void {
  const time = Date.now() / 1000 + seconds;
  utimesSync(path, time, time);
}

async function places() {
  const folder = await tempFolder();
  return { folder, home: join(folder, "home") };
}

async function lockFolder(env: Readonly<Record<string, string>>): Promise<string> {
  const source = `
    const { lockFolder } = await import(${JSON.stringify(sourceUrl("core/files/mutation-lock.ts"))});
    process.stdout.write(String(lockFolder()));`;
  return (await runLimited({ source, kilobytes: 10_000, env: { XDG_RUNTIME_DIR: "", ...env } })).stdout;
}
