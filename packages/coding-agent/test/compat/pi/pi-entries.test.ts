import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as main from "@tau/coding-agent";
import * as pi from "@tau/coding-agent/pi";
import { repositoryRoot, startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../../e2e/scripted-model.ts";

const ENTRIES: Readonly<Record<string, string>> = {
  "pi-ai": "@tau/ai/pi",
  "pi-agent-core": "@tau/agent/pi",
  "pi-coding-agent": "@tau/coding-agent/pi",
};

test("a program written for pi runs once its import lines name our packages", async () => {
  const source = await readFile(join(import.meta.dirname, "fixtures/program-for-pi.ts"), "utf8");
  const changed = source.replace(/(?<=from ")@earendil-works\/(pi-[\w-]+)(?=")/g, (_, name) => ENTRIES[name] ?? "");
  expect(changed).not.toContain("@earendil-works");
  // Below the repository, so that our packages are found.
  const file = join(repositoryRoot, `.cache/program-for-pi.${process.pid}.ts`);
  await mkdir(join(repositoryRoot, ".cache"), { recursive: true });
  await writeFile(file, changed);
  try {
    await using setup = await withScriptedModel({ text: "Hello" });
    const { cwd, env } = setup.workspace;
    const args = ["--conditions=@tau/source", file];
    const { exitCode, stdout, stderr } = await startProgram({ command: process.execPath, args, cwd, env }).exited;
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toEqual([
      "messages: user assistant",
      "log: same same",
      "settings: same",
      "models: same",
      "resources: same",
      "agent: true true",
      "extensions: 2",
      "model: claude-opus-4-5",
      "lines: 2",
      "runtime: true same different",
    ]);
  } finally {
    await rm(file);
  }
});

test("the main entry and the one for pi's programs share their classes", () => {
  const shared = Object.entries(main);
  expect(shared.filter(([name, value]) => (pi as Record<string, unknown>)[name] !== value)).toEqual([]);
  expect(Object.keys(pi).length).toBeGreaterThan(shared.length);
});
