import { join } from "node:path";
import { builtCli, repositoryRoot, startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { type ScriptedSetup, withScriptedModel } from "./scripted-model.ts";

function startExample({ workspace }: ScriptedSetup, name: string, ...args: string[]) {
  return startProgram({
    command: process.execPath,
    args: ["--conditions=@tau/source", join(repositoryRoot, "examples", name), ...args],
    cwd: workspace.cwd,
    env: workspace.env,
  });
}

test("sse-server.ts streams the events of a run over HTTP", async () => {
  await using setup = await withScriptedModel({ text: ["Hel", "lo"] });
  await using server = startExample(setup, "sse-server.ts", "0");
  await server.waitForOutput(/"port":\d+/);
  const { port } = JSON.parse(server.stdout) as { port: number };
  const body = JSON.stringify({ message: "hi" });
  const response = await fetch(`http://127.0.0.1:${port}/prompt`, { method: "POST", body });
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(text).toContain('"delta":"Hel"');
  expect([...text.matchAll(/^event: (\w+)$/gm)].at(-1)?.[1]).toBe("agent_settled");
});

test("editor-client.ts lets the model read what is open in the editor", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "read", arguments: { path: "editor://open" } }] },
    { text: "It holds an answer." },
  ]);
  const exit = await startExample(setup, "editor-client.ts", "what is it?", builtCli).exited;
  expect(exit).toMatchObject({ exitCode: 0, stdout: "It holds an answer.\n", stderr: "[read]\n" });
  expect(JSON.stringify(setup.server.requests[1]?.body)).toContain("const answer = 42;");
});
