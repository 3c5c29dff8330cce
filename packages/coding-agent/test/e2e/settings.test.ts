import { readdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

test("the shell prefix of the settings stands before every command of the model", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "echo $FLAVOUR" } }] },
    { text: "done" },
  ]);
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", shellCommandPrefix: "FLAVOUR=mint" };
  await workspace.configure("settings.json", settings);
  await runCli({ workspace, args: ["-p", "taste"] });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("mint");
});

test("a shell that cannot be run is named, and the model reads it", async () => {
  await using setup = await withScriptedModel([
    { toolCalls: [{ name: "bash", arguments: { command: "true" } }] },
    { text: "done" },
  ]);
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", shellPath: "/no/such/shell" };
  await workspace.configure("settings.json", settings);
  const exit = await runCli({ workspace, args: ["--offline", "-p", "run"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(JSON.stringify(server.requests[1]?.body)).toContain("/no/such/shell");
});

test("httpProxy of the settings is the way of every request, unless the environment names another", async () => {
  await using setup = await withScriptedModel({ text: "through" });
  const { workspace, server } = setup;
  const asked: string[] = [];
  const proxy = createServer((incoming, answer) => {
    asked.push(incoming.url ?? "");
    const { pathname } = new URL(incoming.url ?? "");
    const onward = request(new URL(pathname, server.url), { method: "POST", headers: incoming.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const httpProxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const model = { id: "model", contextWindow: 100_000, maxTokens: 8_000 };
  const far = { baseUrl: "http://far.invalid/v1", api: "openai-completions", apiKey: "k", models: [model] };
  await workspace.configure("models.json", { providers: { scripted: far } });
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", httpProxy });
  expect(await runCli({ workspace, args: ["-p", "hi"] })).toMatchObject({ exitCode: 0, stdout: "through\n" });
  expect(asked).toEqual(["http://far.invalid/v1/chat/completions"]);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

test("httpIdleTimeoutMs ends a request whose server stays silent", async () => {
  await using setup = await withScriptedModel({ failure: "silence" });
  const { workspace } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model", retry: { enabled: false } };
  await workspace.configure("settings.json", { ...settings, httpIdleTimeoutMs: 60 });
  const exit = await runCli({ workspace, args: ["-p", "hi"] });
  expect(exit.exitCode).toBe(1);
  expect(exit.stderr).toContain("sent nothing for");
});

test("defaultTools and --tools change what the model is offered, or replace it; both ways at once are refused", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace, server } = setup;
  const offered = async (defaultTools: string[], ...args: string[]) => {
    await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", defaultTools });
    await runCli({ workspace, args: [...args, "-p", "hi"] });
    const body = server.requests.at(-1)?.body as { tools?: { function: { name: string } }[] } | undefined;
    return (body?.tools ?? []).map((tool) => tool.function.name).join(" ");
  };
  expect(await offered(["+grep", "-bash"])).toMatch(/^read edit write grep .*\btool_search$/);
  expect(await offered(["read"], "--tools", "+ls,-tool_search")).toMatch(/^read ls .*\bcalc\b/);
  expect(await offered(["read"], "--tools", "ed*,calc")).toBe("edit calc");
  const mixed = await runCli({ workspace, args: ["--tools", "read,+ls", "-p", "hi"] });
  expect(mixed).toMatchObject({ exitCode: 2, stdout: "" });
  expect(mixed.stderr).toContain('"read" cannot be mixed with "+ls"');
});

test("sessionDir is where sessions are kept, from the working directory; the variable and the flag count more", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace } = setup;
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    sessionDir: "by-setting",
  });
  const env = { PI_CODING_AGENT_SESSION_DIR: workspace.path("by-variable") };
  await runCli({ workspace, args: ["--session-id", "one", "-p", "hi"] });
  await runCli({ workspace, args: ["--session-id", "two", "-p", "hi"], env });
  await runCli({ workspace, args: ["--session-id", "three", "--session-dir", "by-flag", "-p", "hi"], env });
  const kept = async (folder: string) =>
    (await readdir(workspace.path(folder), { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  expect(await kept("by-setting")).toEqual([expect.stringMatching(/_one\.jsonl$/)]);
  expect(await kept("by-variable")).toEqual([expect.stringMatching(/_two\.jsonl$/)]);
  expect(await kept("by-flag")).toEqual([expect.stringMatching(/_three\.jsonl$/)]);
});

test("retry.provider.maxRetries tries again inside one request, and retry.maxRetries with another", async () => {
  for (const [retry, tries] of [
    [{ enabled: false }, 1],
    [{ enabled: false, provider: { maxRetries: 2 } }, 3],
    [{ maxRetries: 1, baseDelayMs: 1, maxAgentDelayMs: 1 }, 2],
  ] as const) {
    await using setup = await withScriptedModel(() => ({ failure: "overloaded" }));
    const { workspace, server } = setup;
    await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", retry });
    const exit = await runCli({ workspace, args: ["-p", "hi"] });
    expect([exit.exitCode, server.requests.length]).toEqual([1, tries]);
  }
});

test("retry.provider.maxRetryDelayMs: a server that asks for a longer wait is not waited for", async () => {
  await using setup = await withScriptedModel(() => ({ failure: "rate-limit", retryAfter: 3600 }));
  const { workspace, server } = setup;
  const retry = { enabled: false, provider: { maxRetries: 3, maxRetryDelayMs: 1000 } };
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", retry });
  expect((await runCli({ workspace, args: ["-p", "hi"] })).exitCode).toBe(1);
  expect(server.requests).toHaveLength(1);
});

test("thinkingBudgets are the tokens of each level, for models that take a number", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }));
  const { workspace, server } = setup;
  const compat = { thinkingTokenBudgetField: "thinking_budget" };
  const model = { id: "model", reasoning: true, contextWindow: 100_000, maxTokens: 30_000, compat };
  const scripted = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k", models: [model] };
  await workspace.configure("models.json", { providers: { scripted } });
  const thinkingBudgets = { low: 1234 };
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model", thinkingBudgets });
  await runCli({ workspace, args: ["--thinking", "low", "-p", "hi"] });
  expect(server.requests[0]?.body).toMatchObject({ thinking_budget: 1234 });
});
