import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelReply, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "./scripted-model.ts";

const USAGE = { input: 1_000, cacheRead: 99_000, cacheWrite: 0, output: 5 };
const WAIT = { name: "bash", arguments: { command: "while [ ! -e go ]; do sleep 0.02; done" } };

/** A model whose prompts are cached for a moment and cost much; its first call waits until it was asked `calls` times. */
async function cachingModel(calls: number): Promise<ScriptedSetup> {
  const setup: ScriptedSetup = await withScriptedModel(async ({ index }): Promise<ModelReply> => {
    if (index === 0) return { toolCalls: [WAIT], usage: USAGE };
    if (index === calls - 1) await writeFile(setup.workspace.path("go"), "");
    return { text: index < calls ? "refreshed" : "done", usage: USAGE };
  });
  const model = {
    id: "model",
    contextWindow: 200_000,
    maxTokens: 8_000,
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    promptCache: { short: 0.5 },
  };
  const scripted = { baseUrl: `${setup.server.url}/v1`, api: "openai-completions", apiKey: "k", models: [model] };
  await setup.workspace.configure("models.json", { providers: { scripted } });
  return setup;
}

async function entries({ workspace }: ScriptedSetup): Promise<{ type: string; kind?: string }[]> {
  const folder = join(workspace.tauHome, "sessions");
  const [file = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  const text = await readFile(join(folder, file), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("while a long tool runs the same request keeps the prompt cached; its use is recorded, its answer is not", async () => {
  await using setup = await cachingModel(3);
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "wait"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
  const bodies = setup.server.requests.map(({ body }) => (body as { messages: unknown[] }).messages.length);
  expect(bodies).toEqual([2, 2, 2, 4]);
  const log = await entries(setup);
  // The last refresh may have been cut short by the next real request.
  const kinds = log.filter(({ type }) => type === "usage").map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["cache_warm"]));
  expect(JSON.stringify(log)).not.toContain("refreshed");
});

test("an extension may stop it", async () => {
  await using setup = await cachingModel(99);
  const { workspace } = setup;
  await workspace.write(
    "stop.ts",
    `import { writeFileSync } from "node:fs";
    export default (pi) => pi.on("cache_warming_decision", ({ action, missCost }) => {
      writeFileSync("go", "");
      process.stderr.write(action + " " + (missCost > 0.05) + "\\n");
      return { action: "stop" };
    });`,
  );
  const exit = await runCli({ workspace, args: ["-e", "stop.ts", "-p", "wait"] });
  expect(exit.stderr).toBe("warm true\n");
  expect(setup.server.requests).toHaveLength(2);
});
