import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeMachine } from "../../../src/cli/screen/first-run.ts";
import { getHistoryPath } from "../../../src/core/paths/index.ts";
import { openWorkspace } from "../../../src/core/workspace/workspace.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "tau-first-run-"));
});
afterAll(async () => await rm(home, { recursive: true, force: true }));

test("what is found on the machine is said until the first prompt was sent", async () => {
  const agentDir = join(home, ".tau");
  const services = await openWorkspace({ cwd: home, agentDir });
  const look = (env: Record<string, string> = {}) => describeMachine(services, { env, home });
  expect(await look()).toBeUndefined();
  await mkdir(join(home, ".claude/commands"), { recursive: true });
  await mkdir(join(home, ".codex"));
  expect(await look({ OPENAI_API_KEY: "k", GROQ_API_KEY: "k" })).toBe(
    [
      "Found on this machine",
      "Keys in the environment: OPENAI_API_KEY, GROQ_API_KEY",
      "Settings and sessions: tau import claude",
    ].join("\n"),
  );
  await mkdir(join(home, ".codex/sessions"));
  expect(await look()).toBe("Found on this machine\nSettings and sessions: tau import claude, tau import codex");
  await mkdir(agentDir, { recursive: true });
  await writeFile(getHistoryPath(agentDir), "");
  expect(await look({ OPENAI_API_KEY: "k" })).toBeUndefined();
});
