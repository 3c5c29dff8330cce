import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createWorkspace } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { hasGnuTime, type MemorySource, ProcessMeter } from "../meter/measure-process.ts";
import { treeUsage } from "../meter/process-tree.ts";

const measure = async (source: MemorySource, program: string, timeoutMs = 20_000) => {
  await using workspace = await createWorkspace();
  await using meter = await ProcessMeter.create(source);
  const { cwd, env } = workspace;
  const before = performance.timeOrigin + performance.now();
  const measured = await meter.measure({ command: [process.execPath, "-e", program], cwd, env, timeoutMs });
  const own = await readFile(workspace.path("own.json"), "utf8").catch(() => "{}");
  return { measured, before, own: JSON.parse(own) as { cpuMs: number; wallMs: number } };
};

describe.each<MemorySource>(hasGnuTime() ? ["gnu-time", "exit-hook"] : ["exit-hook"])("memory by %s", (source) => {
  test("a program's cost is at least what it saw itself, and its memory what it filled", async () => {
    const program = `
      const filled = Buffer.alloc(150 * 2 ** 20, 1);
      for (let x = 0; process.cpuUsage().user < 60_000; x++) Math.sqrt(x);
      const { user, system } = process.cpuUsage();
      const own = { cpuMs: (user + system) / 1000, wallMs: performance.now() };
      require("fs").writeFileSync("own.json", JSON.stringify(own));
      console.log("out", filled.length); console.error("err"); process.exitCode = 3;`;
    const { measured, before, own } = await measure(source, program);
    expect(measured).toMatchObject({ exitCode: 3, outputTail: "out 157286400\nerr\n", outputBytes: 18 });
    expect(measured.cpuMs).toBeGreaterThanOrEqual(Math.floor(own.cpuMs));
    expect(measured.wallMs).toBeGreaterThanOrEqual(Math.floor(own.wallMs));
    expect(measured.peakRssMb).toBeGreaterThan(150);
    // The two clocks agree to the truncation of the coarser one.
    expect(measured.startedAt).toBeGreaterThan(before - 2);
    expect(measured.startedAt).toBeLessThan(performance.timeOrigin + performance.now());
  });
});

test("children that were waited for are counted", async () => {
  const child = "for (let x = 0; process.cpuUsage().user < 80000; x++) Math.sqrt(x)";
  const program = `require("child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(child)}])`;
  expect((await measure("exit-hook", program)).measured.cpuMs).toBeGreaterThanOrEqual(80);
});

test("a program that does not end is killed, and named", async () => {
  await expect(measure("exit-hook", "setInterval(() => 0, 1000)", 200)).rejects.toThrow(/did not end within 0.2 s/);
});

test.runIf(existsSync("/proc/self/stat"))(
  "the usage of a tree covers this process, and nothing once it is gone",
  () => {
    const usage = treeUsage(process.pid);
    expect(usage.processes).toBeGreaterThanOrEqual(1);
    expect(usage.rssMb).toBeGreaterThan(20);
    expect(usage.cpuMs).toBeGreaterThan(0);
    expect(treeUsage(2 ** 30)).toEqual({ cpuMs: 0, rssMb: 0, processes: 0 });
  },
);
