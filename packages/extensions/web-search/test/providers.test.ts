import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askProvider } from "../ask-provider.ts";
import { PROVIDERS } from "../providers/index.ts";
import { SERVICES } from "./fixtures.ts";
import { type Reply, startWebServer } from "./web-server.ts";

let harness: ExtensionHarness;
let http: ExtensionAPI["http"];

beforeAll(async () => {
  harness = await createExtensionHarness({
    extensions: [
      (pi: ExtensionAPI) => {
        ({ http } = pi);
      },
    ],
  });
});

afterAll(async () => await harness[Symbol.asyncDispose]());

const QUERY = { query: "tau & friends", limit: 3, recency: "week" } as const;

async function ask(name: string, reply: Reply, key = "the-key") {
  const provider = PROVIDERS.find((each) => each.name === name);
  if (!provider) throw new Error(`There is no provider ${name}.`);
  await using server = await startWebServer(() => reply);
  const access = { http, baseUrl: `${server.url}/`, key, timeoutMs: 5000, signal: undefined };
  const answer = await askProvider(provider, QUERY, access);
  return { answer, request: server.requests[0] };
}

test("every provider has a fixture", () => {
  expect(Object.keys(SERVICES)).toEqual(PROVIDERS.map(({ name }) => name));
});

test.each(Object.entries(SERVICES))(
  "R300: %s is asked, and its answer read, as its vendor documents",
  async (name, { request: expected, sent, answer: body }) => {
    const { answer, request } = await ask(name, { body: JSON.stringify(body) });
    expect(request).toMatchObject(expected);
    if (sent) expect(JSON.parse(request?.body ?? "")).toMatchObject(sent);
    else expect(request?.body).toBe("");
    expect(answer.results).toHaveLength(1);
    expect(answer.results[0]).toMatchObject({ title: "Release notes", url: "https://example.com/notes" });
    expect(answer.results[0]?.snippet?.replace(/<[^>]+>/g, "")).toBe("What is new.");
    expect(answer.results[0]?.date).toMatch(/^2026-11-01/);
  },
);

test.each([
  [
    "a refused key",
    { status: 401, body: '{"error":{"message":"Invalid key the-key"}}' },
    "HTTP 401, the key was refused: Invalid key …",
  ],
  [
    "a spent quota",
    { status: 429, body: '{"detail":{"error":"quota"}}' },
    "HTTP 429, too many requests or no quota left: quota",
  ],
  ["a page instead of JSON", { status: 502, type: "text/html", body: "<html>Bad gateway</html>" }, "HTTP 502"],
  ["an answer that is no JSON", { body: "<html>" }, "its answer is not JSON"],
] as const)("%s is a reason in plain words, without the key", async (_name, reply, message) => {
  await expect(ask("exa", reply)).rejects.toThrow(new Error(message));
});

test.each(["null", "[]", '{"results":"none"}', '{"results":[null,3,{"url":4,"title":[]}]}'])(
  "JSON of another shape (%s) is an answer without results",
  async (body) => {
    const { answer } = await ask("exa", { body });
    expect(answer.results.filter(({ url }) => url !== "")).toEqual([]);
  },
);
