import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const listing = (command = "ls") => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
const counting = () => {
  let count = 0;
  return () => listing(`echo ${++count}`);
};

test("--max-turns stops a run that goes on, and says so", async () => {
  await using setup = await withScriptedModel(counting());
  const exit = await runCli({ workspace: setup.workspace, args: ["--max-turns", "3", "-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 1, stdout: "", stderr: "tau: Stopped after 3 turns (--max-turns).\n" });
  expect(setup.server.requests).toHaveLength(3);
});

test("--max-turns leaves a run alone that ends in time", async () => {
  await using setup = await withScriptedModel([listing(), { text: "done" }]);
  const exit = await runCli({ workspace: setup.workspace, args: ["--max-turns", "2", "-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
});

test("--max-cost stops when so much is spent", async () => {
  await using setup = await withScriptedModel(counting());
  const { workspace, server } = setup;
  const cost = { input: 1000, output: 1000, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "model", contextWindow: 100_000, maxTokens: 8_000, cost };
  await workspace.configure("models.json", {
    providers: {
      scripted: { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k", models: [model] },
    },
  });
  const exit = await runCli({ workspace, args: ["--max-cost", "0.001", "-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 1, stderr: "tau: Stopped: more than $0.001 is spent (--max-cost).\n" });
  expect(server.requests).toHaveLength(1);
});

test("a --timeout beyond what a timer can count is none", async () => {
  await using setup = await withScriptedModel({ text: "done" });
  const exit = await runCli({ workspace: setup.workspace, args: ["--timeout", "99999999", "-p", "go"], stdin: "text" });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
});

test("--timeout stops the run and what it has started", async () => {
  await using setup = await withScriptedModel(listing("sleep 60"));
  const exit = await runCli({ workspace: setup.workspace, args: ["--timeout", "0.5", "-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 1, stderr: "tau: Stopped after 0.5 s (--timeout).\n" });
});

test("a model that goes round in circles is stopped", async () => {
  await using setup = await withScriptedModel(listing("true"));
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "go"] });
  expect(exit.exitCode).toBe(1);
  expect(exit.stderr).toBe("tau: Stopped: the model repeats the same call of bash with the same outcome.\n");
  expect(setup.server.requests).toHaveLength(8);
});

test("a circle of several calls is one too; calls whose outcome changes are none", async () => {
  let count = 0;
  const round = () => listing(["echo a", "echo b", "echo c"][count++ % 3]);
  await using setup = await withScriptedModel(round);
  const exit = await runCli({ workspace: setup.workspace, args: ["-p", "go"] });
  expect(exit).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("repeats the same call of bash") });
  expect(setup.server.requests).toHaveLength(24);
  const growing = Array.from({ length: 12 }, () => listing("echo x >> log; wc -l log"));
  await using fine = await withScriptedModel([...growing, { text: "done" }]);
  expect(await runCli({ workspace: fine.workspace, args: ["-p", "go"] })).toMatchObject({ exitCode: 0 });
});

test("--output-schema prints JSON that satisfies it, after corrections if need be", async () => {
  const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  await using setup = await withScriptedModel(
    [{ text: "It is 7." }, { text: '{"n":"seven"}' }, { text: '```json\n{"n":7}\n```' }],
    { files: { "schema.json": JSON.stringify(schema) } },
  );
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["--output-schema", "schema.json", "-p", "how many?"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: '{\n  "n": 7\n}\n', stderr: "" });
  const bodies = server.requests.map(({ body }) => JSON.stringify(body));
  expect(bodies[0]).toContain("how many?");
  expect(bodies[1]).toContain("It cannot be parsed");
  expect(bodies[2]).toContain("It does not satisfy the schema: /n");
});

test("--output-schema gives up after a few corrections, and refuses what is no schema", async () => {
  await using setup = await withScriptedModel({ text: "no" });
  const { workspace, server } = setup;
  const exit = await runCli({ workspace, args: ["--output-schema", '{"type":"object"}', "-p", "x"] });
  expect(exit).toMatchObject({ exitCode: 1, stdout: "" });
  expect(exit.stderr).toContain("No valid answer after 3 corrections.");
  expect(server.requests).toHaveLength(4);
  expect(await runCli({ workspace, args: ["--output-schema", "none.json", "-p", "x"] })).toMatchObject({ exitCode: 2 });
  const json = await runCli({ workspace, args: ["--output-schema", "{}", "--mode", "json", "x"] });
  expect(json).toMatchObject({ exitCode: 2, stdout: "" });
});

test("--resume without a terminal is a usage error that names the alternatives", async () => {
  await using setup = await withScriptedModel({ text: "never" });
  const exit = await runCli({ workspace: setup.workspace, args: ["--resume", "-p", "x"] });
  expect(exit).toMatchObject({ exitCode: 2, stdout: "" });
  expect(exit.stderr).toContain("Use --continue, or --session");
});
