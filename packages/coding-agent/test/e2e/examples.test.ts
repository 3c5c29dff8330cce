import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { builtCli, repositoryRoot, runCli, startProgram } from "@tau/testkit";
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
  const url = `http://127.0.0.1:${port}/prompt`;
  const body = JSON.stringify({ message: "hi" });
  const headers = { origin: "https://page.example" };
  expect((await fetch(url, { method: "POST", body, headers })).status).toBe(403);
  const response = await fetch(url, { method: "POST", body });
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

const example = (name: string) => join(repositoryRoot, "examples", name);
const note = (text: string) => ({ toolCalls: [{ name: "note", arguments: { text } }] });

test("notes-extension.ts keeps notes with the session, and has them back when it is resumed", async () => {
  await using setup = await withScriptedModel([
    note("Tabs, not spaces."),
    { text: "ok" },
    note("Node 24."),
    { text: "ok" },
  ]);
  const { workspace, server } = setup;
  const run = (...args: string[]) => runCli({ workspace, args: ["-e", example("notes-extension.ts"), ...args] });
  expect(await run("-p", "look around")).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("keeps a fact for later");
  expect(await run("--continue", "-p", "go on")).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  expect(JSON.stringify(server.requests[3]?.body)).toContain("Noted (2).");
});

test("plain-text-provider.ts asks a server in the server's own words", async () => {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/models") return response.end(JSON.stringify(["poet"]));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    if (request.headers.authorization !== "Bearer secret") return response.writeHead(403).end();
    response.write("Roses ");
    return response.end("are red.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await using setup = await withScriptedModel({ text: "never" });
  const { workspace } = setup;
  const env = { PLAIN_TEXT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const args = ["-e", example("plain-text-provider.ts"), "--model", "plain-text/poet", "-p", "a poem"];
  try {
    const exit = await runCli({ workspace, args, env: { ...env, PLAIN_TEXT_KEY: "secret" } });
    expect(exit).toMatchObject({ exitCode: 0, stdout: "Roses are red.\n", stderr: "" });
    expect(bodies).toMatchObject([{ model: "poet", turns: [{ role: "user", text: "a poem" }] }]);
    const refused = await runCli({ workspace, args, env: { ...env, PLAIN_TEXT_KEY: "wrong" } });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain("answered 403.");
  } finally {
    server.close();
  }
});
