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
  expect(await offered(["+grep", "-bash"])).toBe("read edit write grep calc");
  expect(await offered(["read"], "--tools", "+ls,-calc")).toBe("read ls");
  expect(await offered(["read"], "--tools", "e*,calc")).toBe("edit calc");
  const mixed = await runCli({ workspace, args: ["--tools", "read,+ls", "-p", "hi"] });
  expect(mixed).toMatchObject({ exitCode: 2, stdout: "" });
  expect(mixed.stderr).toContain('"read" cannot be mixed with "+ls"');
});
