import { afterEach, expect, test } from "vitest";
import { type AgentEvent, type AgentTransport, AppTransport, ProviderTransport } from "../../src/index.ts";
import { authenticateByToken, createProxyHandler, serveProxy } from "../../src/node.ts";
import { outline, textOf, user } from "../support/events.ts";
import { calls, model, says, scripted } from "../support/scripted-model.ts";
import { tool } from "../support/tools.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const config = { systemPrompt: "Be brief.", tools: [tool("ls")], model };

async function collect(transport: AgentTransport, fields = {}): Promise<AgentEvent[]> {
  return await Array.fromAsync(transport.run([user("before")], user("Hi"), { ...config, ...fields }));
}

test("both transports run the same turns with the same events", async () => {
  const answers = () => scripted([says("Look:"), calls("ls")], [says("Done")]);
  const direct = answers();
  const directly = await collect(new ProviderTransport({ streamFn: direct.streamFn, getApiKey: () => "sk-own" }));
  const served = answers();
  const handler = createProxyHandler({
    authenticate: authenticateByToken({ ann: "token" }),
    findModel: () => model,
    streamFn: served.streamFn,
    getApiKey: () => "sk-server",
  });
  const server = await serveProxy(handler);
  closing.push(() => server.close());
  const tokens = ["token", "token"];
  const asked: string[] = [];
  const proxied = await collect(
    new AppTransport({
      proxyUrl: server.url,
      getAuthToken: async () => {
        const token = tokens.shift() ?? "none";
        asked.push(token);
        return token;
      },
    }),
  );
  expect(outline(proxied)).toEqual(outline(directly));
  expect(asked).toEqual(["token", "token"]);
  expect(direct.requests.map((request) => request.options.apiKey)).toEqual(["sk-own", "sk-own"]);
  expect(served.requests.map((request) => request.options.apiKey)).toEqual(["sk-server", "sk-server"]);
  const last = served.requests[1]?.context;
  expect([last?.systemPrompt, last?.messages.map(textOf)]).toEqual(["Be brief.", ["before", "Hi", "Look:", "ls done"]]);
});

test("P-LOOP-59 the app's server gets the user's token and never a provider's key", async () => {
  const sent: string[] = [];
  const transport = new AppTransport({
    proxyUrl: "http://proxy.test",
    getAuthToken: () => "user-token",
    fetch: async (url, init) => {
      sent.push(JSON.stringify([url, init?.headers, init?.body]));
      return new Response('data: {"type":"start"}\n\n', { headers: { "content-type": "text/event-stream" } });
    },
  });
  const secret = { ...model, headers: { authorization: "Bearer sk-model", "x-api-key": "sk-model" } };
  await collect(transport, { model: secret });
  expect(sent.length).toBe(1);
  expect(sent[0]).toContain("Bearer user-token");
  expect(sent[0]).not.toContain("sk-model");
});

test("a page's CORS proxy stands before the model's address; queued messages are delivered within the run", async () => {
  const { streamFn, requests } = scripted([calls("ls")], [says("Done")]);
  const queued = [[], [user("wait")]];
  const transport = new ProviderTransport({ streamFn, corsProxyUrl: "https://cors.example/" });
  await collect(transport, {
    model: { ...model, baseUrl: "https://api.example/v1" },
    reasoning: "low",
    getQueuedMessages: async () => queued.shift() ?? [],
  });
  expect(requests.map((request) => [request.model.baseUrl, request.options.reasoning])).toEqual([
    ["https://cors.example/?url=https%3A%2F%2Fapi.example%2Fv1", "low"],
    ["https://cors.example/?url=https%3A%2F%2Fapi.example%2Fv1", "low"],
  ]);
  expect(textOf(requests[1]?.context.messages.at(-1))).toBe("wait");
});
