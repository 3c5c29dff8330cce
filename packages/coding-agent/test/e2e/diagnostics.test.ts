import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("TAU_TIMING=1 tells how long each step of the start took; without it nothing is said", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const { stdout, stderr } = await runCli({ workspace, args: ["-p", "x"], env: { TAU_TIMING: "1" } });
  expect(stdout).toBe("ok\n");
  expect([...stderr.matchAll(/^timing: (\w+) +[\d.]+ ms {2}\(at [\d.]+\)$/gm)].map(([, name]) => name)).toEqual([
    "modules",
    "resources",
    "extensions",
    "session",
  ]);
});

test("--debug writes a log that holds what happened and no secret", async () => {
  const key = `sk-ant-${"k1".repeat(20)}`;
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace } = setup;
  const [given, variable] = ["given-on-the-line", "from-the-environment"];
  const { exitCode, stdout } = await runCli({
    workspace,
    args: ["--debug", "--model", "scripted/model", "--api-key", given, "-p", `the key is ${key} or ${variable}`],
    env: { MY_SERVICE_TOKEN: variable },
  });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "an answer\n" });
  const [file = ""] = await readdir(join(workspace.tauHome, "logs"));
  const log = await readFile(join(workspace.tauHome, "logs", file), "utf8");
  expect(log).toContain("an answer");
  expect(log).toContain(" agent_settled ");
  expect(log).toContain("the key is [redacted] or [redacted]");
  for (const secret of [key, given, variable]) expect(log).not.toContain(secret);
  expect(log).not.toContain("message_update");
});

test("doctor tells of a theme and a default model that there are not", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "gone", theme: "nowhere" };
  await workspace.configure("settings.json", settings);
  const { exitCode, stdout } = await runCli({ workspace, args: ["doctor"] });
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^FAIL +theme +there is no theme "nowhere"$/m);
  expect(stdout).toMatch(/^ok +provider +scripted \(models\.json\)$/m);
  expect(stdout).toMatch(/^FAIL +model +The default model scripted\/gone is not known; using scripted\/model$/m);
});
