import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordProfile } from "../../../../src/modes/interactive/debugging/cpu-profile.ts";
import { flameGraph } from "../../../../src/modes/interactive/debugging/flame-graph.ts";
import { readLogLines } from "../../../../src/modes/interactive/debugging/log-lines.ts";
import { oldArtifactFolders, removeArtifacts } from "../../../../src/modes/interactive/debugging/old-artifacts.ts";
import { RawEvents } from "../../../../src/modes/interactive/debugging/raw-events.ts";
import { tarArchive } from "../../../../src/modes/interactive/debugging/tar-archive.ts";

let home = "";
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tau-debug-"));
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

test("R293: an archive has the format of tar: names, sizes, checksums, padding", () => {
  const tar = gunzipSync(
    tarArchive([
      { name: "a.txt", content: "hällo" },
      { name: `${"x".repeat(150)}.log`, content: new Uint8Array(513) },
    ]),
  );
  const headers = [0, 1024].map((at) => tar.subarray(at, at + 512));
  for (const header of headers) {
    const stored = Number.parseInt(header.toString("latin1", 148, 154), 8);
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    expect(sum).toBe(stored);
    expect(header.toString("latin1", 257, 262)).toBe("ustar");
  }
  expect(headers[0]?.toString("latin1", 0, 5)).toBe("a.txt");
  expect(headers.map((header) => Number.parseInt(header.toString("latin1", 124, 135), 8))).toEqual([6, 513]);
  expect(tar.toString("utf8", 512, 518)).toBe("hällo");
  expect(tar.length).toBe(512 * 2 + 512 + 1024 + 1024);
});

test("R293: events of a provider are kept within their limits", () => {
  const events = new RawEvents();
  for (let number = 0; number < 1500; number++) events.add({ number }, "a/b");
  expect(events.events).toHaveLength(1000);
  expect(events.events[0]).toMatchObject({ number: 501, model: "a/b", text: '{"number":500}' });
  events.add("y".repeat(70_000), "a/b");
  expect(events.events.at(-1)?.text).toMatch(/^y{64000}… \[6000 more characters\]$/);
  for (let number = 0; number < 20; number++) events.add("z".repeat(60_000), "a/b");
  const characters = events.events.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeLessThanOrEqual(512_000);
  expect(events.events.length).toBe(8);
});

test("R293: the end of the logs is read, at most 5000 lines and 2 MiB", async () => {
  expect(await readLogLines(home)).toEqual({ lines: [], isCut: false });
  const logs = join(home, "logs");
  await mkdir(logs);
  await writeFile(join(logs, "2026-01-01_1.log"), "old 1\nold 2\n");
  await writeFile(join(logs, "2026-01-02_1.log"), "new 1\nnew 2\n");
  await writeFile(join(logs, "bug-2026.md"), "not a log\n");
  expect((await readLogLines(home)).lines.map(({ text }) => text)).toEqual(["old 1", "old 2", "new 1", "new 2"]);
  expect(await readLogLines(home, { lines: 3 })).toMatchObject({ lines: [{ text: "old 2" }, {}, {}], isCut: true });
  await writeFile(join(logs, "2026-01-03_1.log"), `${"long line ".repeat(100)}\n`.repeat(4000));
  const { lines, isCut } = await readLogLines(home);
  expect(isCut).toBe(true);
  expect(lines.length).toBeLessThan(2100);
  expect(lines.every(({ text }) => text.startsWith("long line"))).toBe(true);
});

test("R293: only outputs of sessions that have not changed for 30 days are removed", async () => {
  const made = async (name: string, days: number) => {
    const folder = join(home, "sessions", "--p--", name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "1.bash.log"), "output");
    await writeFile(join(folder, "child.jsonl"), "{}");
    const time = new Date(Date.now() - days * 24 * 3600 * 1000);
    await utimes(join(folder, "1.bash.log"), time, time);
    return folder;
  };
  const old = await made("old", 31);
  const recent = await made("recent", 29);
  expect(await oldArtifactFolders(home, 30)).toEqual([old]);
  expect(await removeArtifacts([old])).toBe(1);
  expect(await readdir(old)).toEqual(["child.jsonl"]);
  expect(await readdir(recent)).toEqual(["1.bash.log", "child.jsonl"]);
});

test("R293: a profile is drawn as a flame graph", async () => {
  const profile = await recordProfile(computeForAWhile());
  expect(profile.samples?.length).toBeGreaterThan(0);
  const svg = flameGraph(profile);
  expect(svg).toContain("computeForAWhile");
  expect(svg).toMatch(/<rect x="0\.0" y="0" width="1200\.0"/);
});

async function computeForAWhile(): Promise<number> {
  let sum = 0;
  // Counted, not timed: on a busy machine the start of the recording takes long.
  for (let round = 0; round < 500; round++) {
    for (let step = 0; step < 1e5; step++) sum += Math.sqrt(step);
    await turn();
  }
  return sum;
}
