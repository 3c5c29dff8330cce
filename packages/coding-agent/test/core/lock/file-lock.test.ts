import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownProcess } from "@tau/agent/process-identity";
import { expect, test } from "vitest";
import { tryLock, withLock, withLockSync } from "../../../src/core/lock/index.ts";
import { runScript, sourceUrl, startScript } from "../support/run-script.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const lockModule = sourceUrl("lock/index.ts");

test("a held lock is refused to others until it is released", () => {
  const path = join(temporaryDirectory(), "deep", "a.lock");
  const first = tryLock(path);
  expect(first).toBeDefined();
  expect(tryLock(path)).toBeUndefined();
  first?.release();
  expect(existsSync(path)).toBe(false);
  expect(tryLock(path)).toBeDefined();
});

test("releasing twice does not take away the next holder's lock", () => {
  const path = join(temporaryDirectory(), "a.lock");
  const first = tryLock(path);
  first?.release();
  const second = tryLock(path);
  first?.release();
  expect(tryLock(path)).toBeUndefined();
  second?.release();
});

test("the lock of a process killed without warning is taken over", async () => {
  const path = join(temporaryDirectory(), "a.lock");
  const child = startScript(
    `import { tryLock } from ${JSON.stringify(lockModule)};
     tryLock(process.argv[1]); process.stdout.write("held"); setInterval(() => {}, 1000);`,
    [path],
  );
  await once(child.stdout!, "data");
  expect(tryLock(path)).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(tryLock(path)).toBeDefined();
  expect(readdirSync(join(path, ".."))).toEqual(["a.lock"]);
});

test("a number that now belongs to another process does not keep the lock", () => {
  const path = join(temporaryDirectory(), "a.lock");
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: "1", place: ownProcess().place, token: "old" }));
  expect(tryLock(path)).toBeDefined();
});

test("a holder on another machine is left alone", () => {
  const place = { host: "elsewhere", boot: "", namespace: "" };
  const path = join(temporaryDirectory(), "a.lock");
  writeFileSync(path, JSON.stringify({ pid: 999_999_999, started: "1", place, token: "old" }));
  expect(tryLock(path)).toBeUndefined();
});

test("a file that never got its holder's name is held while it is new, and stale when it is old", () => {
  const path = join(temporaryDirectory(), "a.lock");
  writeFileSync(path, "");
  expect(tryLock(path)).toBeUndefined();
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(path, longAgo, longAgo);
  expect(tryLock(path)).toBeDefined();
});

test("waiting ends with the name of the holder", async () => {
  const path = join(temporaryDirectory(), "a.lock");
  tryLock(path);
  const holder = `process ${process.pid}`;
  await expect(withLock(path, () => 1, { timeoutMs: 0 })).rejects.toThrow(holder);
  expect(() => withLockSync(path, () => 1, { timeoutMs: 0 })).toThrow(holder);
});

test("a failure inside releases the lock", async () => {
  const path = join(temporaryDirectory(), "a.lock");
  await expect(
    withLock(path, () => {
      throw new Error("inside");
    }),
  ).rejects.toThrow("inside");
  expect(await withLock(path, () => "free")).toBe("free");
});

test("processes that start over the lock of a dead one never hold it together", async () => {
  const directory = temporaryDirectory();
  const [path, counter] = [join(directory, "a.lock"), join(directory, "counter")];
  writeFileSync(counter, "0");
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: "1", place: ownProcess().place, token: "dead" }));
  const source = `import { readFileSync, writeFileSync } from "node:fs";
    import { withLock, withLockSync } from ${JSON.stringify(lockModule)};
    const [lock, counter] = process.argv.slice(1);
    const add = () => writeFileSync(counter, String(Number(readFileSync(counter, "utf8")) + 1));
    for (let round = 0; round < 25; round++) { await withLock(lock, add); withLockSync(lock, add); }`;
  const results = await Promise.all([1, 2, 3].map(() => runScript(source, [path, counter])));
  expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(3).fill({ code: 0, stderr: "" }));
  expect(readFileSync(counter, "utf8")).toBe("150");
  expect(readdirSync(directory)).toEqual(["counter"]);
});
