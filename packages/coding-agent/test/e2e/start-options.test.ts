import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const SKILL = "---\nname: whales\ndescription: Measures whales.\n---\nMeasure.";

test("R149: skills are listed for a model that can open their files, with the tool it has for that", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }), {
    files: { "skills/whales/SKILL.md": SKILL },
  });
  const { workspace, server } = setup;
  const promptWith = async (tools: string) => {
    await runCli({ workspace, args: ["--skill", "skills/whales", "--tools", tools, "-p", "hi"] });
    return JSON.stringify(server.requests.at(-1)?.body);
  };
  expect(await promptWith("read,bash")).toMatch(/with the read tool.*Measures whales\./);
  expect(await promptWith("bash")).toMatch(/with bash.*Measures whales\./);
  expect(await promptWith("calc")).not.toContain("Measures whales.");
});

test("P-APP-8: help, version and the list of models leave no session and read no credentials", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  await workspace.configure("auth.json", { scripted: { type: "api_key", key: "!touch asked" } });
  const before = await filesOf(workspace);
  for (const option of ["--help", "--version", "--list-models"])
    expect(await runCli({ workspace, args: [option] })).toMatchObject({ exitCode: 0 });
  expect(await filesOf(workspace)).toEqual(before);
  expect(await readdir(workspace.cwd)).not.toContain("asked");
  expect(server.requests).toEqual([]);
});

test("P-APP-10: a key of the command line is sent, and is nowhere afterwards", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const args = ["--model", "scripted/model", "--api-key", "key-of-this-run", "-p", "hi"];
  await runCli({ workspace, args });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer key-of-this-run");
  await runCli({ workspace, args: ["-p", "hi"] });
  expect(server.requests[1]?.headers.authorization).toBe("Bearer test-key");
  for (const file of await filesOf(workspace))
    expect(await readFile(join(workspace.tauHome, file), "utf8")).not.toContain("key-of-this-run");
});

test("a key of the command line may belong to the first of --models, though it has no other key", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace, server } = setup;
  const { scripted } = JSON.parse(await workspace.read("../home/.tau/models.json")).providers;
  await workspace.configure("models.json", { providers: { scripted: { ...scripted, apiKey: undefined } } });
  const args = ["--models", "scripted/mod*", "--api-key", "key-of-this-run", "-p", "hi"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  expect(server.requests[0]?.headers.authorization).toBe("Bearer key-of-this-run");
});

test("P-APP-5: in rpc mode what comes on stdin is commands, never a prompt", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["--mode", "rpc"], stdin: "tell me of whales\n" });
  expect(exit.exitCode).toBe(0);
  expect(
    exit.stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([{ type: "ready" }, expect.objectContaining({ type: "response", command: "parse", success: false })]);
  expect(server.requests).toEqual([]);
});

async function filesOf({ tauHome }: Workspace): Promise<string[]> {
  const found = await readdir(tauHome, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tauHome.length + 1))
    .filter((path) => !path.startsWith("cache"));
}
