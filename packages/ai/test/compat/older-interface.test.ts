import { expect, test } from "vitest";
import {
  appendAssistantMessageDiagnostic,
  cleanupSessionResources,
  createAssistantMessageDiagnostic,
  createModels,
  formatUserAgent,
  generateImages,
  getIdentityHeaders,
  type ImageModel,
  lazyOAuth,
  type ModelProvider,
  mergeClientIdentity,
  registerSessionResourceCleanup,
  StreamingJsonParser,
  ToolCallArgumentsStream,
  VERSION,
  withClientIdentity,
} from "../../src/compat.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

test("the streaming parsers under their older names", () => {
  const parser = new StreamingJsonParser();
  expect(parser.append('{"a":"x')).toEqual([{ kind: "set", path: [], value: { a: "x" } }]);
  expect(parser.snapshot()).toEqual({ a: "x" });
  const stream = new ToolCallArgumentsStream();
  expect(stream.append('{"a":1')).toEqual({ a: 1 });
  expect(stream.replace('{"a":1,"b":2}')).toEqual({ delta: ',"b":2}', arguments: { a: 1, b: 2 } });
  expect(stream.replace("{}")).toEqual({ delta: undefined, arguments: {} });
  expect([stream.text, stream.finish()]).toEqual(["{}", { arguments: {} }]);
});

test("an identity is merged, shown as a user agent, and carried by a collection", async () => {
  expect(formatUserAgent()).toBe(`tau/${VERSION}`);
  const identity = mergeClientIdentity({ version: "1" }, undefined, {
    attribution: { name: "app", url: "https://app", categories: ["cli-agent", "ide"] },
  });
  const target = { provider: "openrouter", baseUrl: "https://openrouter.ai/api/v1" };
  expect(getIdentityHeaders(target, identity)).toEqual({
    "user-agent": "tau/1",
    "x-openrouter-title": "app",
    "x-openrouter-categories": "cli-agent,ide",
    "http-referer": "https://app",
  });
  const billed = { provider: "nvidia", baseUrl: "https://integrate.api.nvidia.com/v1" };
  expect(getIdentityHeaders(billed, identity)).toMatchObject({ "x-billing-invoke-origin": "App" });
  for (const provider of ["opencode", "opencode-go"]) {
    const routed = { provider, baseUrl: "https://opencode.ai/zen/v1" };
    expect(getIdentityHeaders(routed, identity)).toMatchObject({ "x-opencode-client": "app" });
  }
  const nameless = mergeClientIdentity(identity, { attribution: null });
  expect(getIdentityHeaders(target, nameless)).toEqual({ "user-agent": "tau/1" });
  const elsewhere = { provider: "groq", baseUrl: "https://api.groq.com" };
  expect(getIdentityHeaders(elsewhere, identity)).toEqual({ "user-agent": "tau/1" });
  const seen: unknown[] = [];
  const models = createModels();
  models.setProvider({
    id: "p",
    name: "p",
    auth: { apiKey: { name: "none", resolve: async () => ({ auth: {} }) } },
    getModels: () => [],
    stream: never,
    streamSimple: (_model, _context, options) => {
      seen.push(options?.identity);
      return never();
    },
  } satisfies ModelProvider);
  await withClientIdentity(models, { version: "2" }).completeSimple(testModel("x", { provider: "p" }), {
    messages: [],
  });
  expect(seen).toEqual([{ version: "2" }]);
});

test("diagnostics are kept on the message, clean-ups run until taken back, a lazy sign-in loads once", async () => {
  const message: { diagnostics?: ReturnType<typeof createAssistantMessageDiagnostic>[] } = {};
  appendAssistantMessageDiagnostic(message, createAssistantMessageDiagnostic("retry", new TypeError("no"), { n: 1 }));
  expect(message.diagnostics).toMatchObject([
    { type: "retry", error: { name: "TypeError", message: "no" }, details: { n: 1 } },
  ]);
  const cleaned: unknown[] = [];
  const takeBack = registerSessionResourceCleanup((id) => void cleaned.push(id));
  cleanupSessionResources("s");
  takeBack();
  cleanupSessionResources("t");
  expect(cleaned).toEqual(["s"]);
  let loads = 0;
  const credential = { type: "oauth" as const, access: "a", refresh: "", expires: 0 };
  const lazy = lazyOAuth({
    name: "x",
    load: async () => {
      loads++;
      return {
        name: "x",
        login: async () => credential,
        refresh: async () => credential,
        toAuth: async () => ({ apiKey: "a" }),
      };
    },
  });
  expect([await lazy.toAuth(credential), await lazy.login({} as never), loads]).toEqual([
    { apiKey: "a" },
    credential,
    1,
  ]);
});

test("pictures come back as content; a failure is part of the answer", async () => {
  const picture = { image_url: { url: "data:image/webp;base64,QUJD" } };
  await using server = await startServer(
    status(200, {
      id: "gen-1",
      choices: [{ message: { content: "Here.", images: [picture] } }],
      usage: { prompt_tokens: 5, completion_tokens: 7, cost: 0.04 },
    }),
    status(401, { error: { message: "No auth credentials found" } }),
  );
  const { id, name, provider, cost } = testModel("x");
  const model: ImageModel = {
    type: "image",
    api: "openrouter-images",
    id,
    name,
    provider,
    cost,
    input: ["text"],
    output: ["image", "text"],
    baseUrl: server.url,
  };
  const context = { input: [{ type: "text" as const, text: "a cat" }] };
  expect(await generateImages(model, context, { apiKey: "k" })).toMatchObject({
    output: [
      { type: "text", text: "Here." },
      { type: "image", mimeType: "image/webp", data: "QUJD" },
    ],
    stopReason: "stop",
    usage: { input: 5, output: 7, totalTokens: 12, cost: { total: 0.04, totalFromProvider: true } },
  });
  expect(server.requests[0]?.body).toMatchObject({ modalities: ["image", "text"] });
  expect(await generateImages(model, context)).toMatchObject({
    stopReason: "error",
    errorMessage: expect.stringContaining("HTTP 401"),
  });
  expect((await generateImages({ ...model, api: "nope" }, context)).errorMessage).toContain("nope");
});

function never(): never {
  throw new Error("enough");
}
