import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AuthStorage } from "../../../../src/core/auth/index.ts";
import { builtInCatalogue, ModelRegistry } from "../../../../src/core/models/index.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const CONTEXT = {
  state: { message: "The change works, thanks." },
  questions: {
    approved: { type: "bool", instructions: "Is it approved?", criteria: { true: "Yes", false: "No" } },
  },
} as const;

/** Answers every request with an error, and keeps what it was asked. */
async function refusingServer() {
  const requests: { path: string | undefined; key: string | undefined }[] = [];
  const server = createServer(({ url, headers }, response) => {
    requests.push({ path: url, key: headers.authorization });
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"not today"}}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function registryWith(providers: object): ModelRegistry {
  const modelsPath = join(temporaryDirectory(), "models.json");
  writeFileSync(modelsPath, JSON.stringify({ providers }));
  const auth = AuthStorage.inMemory({}, { environment: () => undefined });
  return new ModelRegistry({ auth, catalogue: builtInCatalogue, modelsPath });
}

test("classifiers are listed by type, and only those with credentials are available", async () => {
  const registry = registryWith({});
  expect(registry.findOfType("classifier", "typesafe", "jev-latest")).toMatchObject({ type: "classifier" });
  expect(registry.getModelOfType("classifier", "typesafe", "none")).toBeUndefined();
  expect(await registry.getAvailableOfType("classifier", "typesafe")).toEqual([]);
  registry.authStorage.setRuntimeApiKey("typesafe", "k");
  expect((await registry.getAvailableOfType("classifier")).map(({ id }) => id)).toEqual(["jev-latest"]);
  expect(registry.getModelsOfType("image")).toEqual([]);
});

test("a classification carries the key of the moment to where models.json says, and its failure is an answer", async () => {
  const server = await refusingServer();
  const registry = registryWith({
    typesafe: { baseUrl: `${server.url}/v1`, api: "typesafe-system-one", apiKey: "own" },
  });
  const model = registry.findOfType("classifier", "typesafe", "jev-latest")!;
  expect(model.baseUrl).toBe(`${server.url}/v1`);
  const result = await registry.classify(model, CONTEXT, { maxRetries: 0 });
  expect(result).toMatchObject({ provider: "typesafe", model: "jev-latest", stopReason: "error", answers: {} });
  expect(result.errorMessage).toContain("not today");
  expect(server.requests).toEqual([{ path: expect.stringMatching(/^\/v1\//), key: "Bearer own" }]);
});

test("without a key, and for a protocol that nobody knows, the answer says so", async () => {
  const registry = registryWith({});
  const model = registry.findOfType("classifier", "typesafe", "jev-latest")!;
  expect(await registry.classify(model, CONTEXT)).toMatchObject({
    stopReason: "error",
    errorMessage: expect.stringMatching(/^No key for /),
  });
  expect((await registry.classify({ ...model, api: "unknown-protocol" }, CONTEXT)).errorMessage).toBe(
    "Tau has no classifier protocol unknown-protocol.",
  );
  const { contextWindow: _, ...rest } = model;
  const painter = { ...rest, type: "image", api: "openrouter-images", output: ["image"], input: ["text"] } as const;
  const image = await registry.generateImages({ ...painter, input: ["text"], output: ["image"] }, { input: [] });
  expect(image).toMatchObject({ stopReason: "error", output: [], errorMessage: expect.stringMatching(/^No key for /) });
});
