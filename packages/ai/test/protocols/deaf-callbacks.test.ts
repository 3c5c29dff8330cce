/** Callbacks that never come back, in every protocol: an abort ends the stream whatever they do. */
import { expect, test } from "vitest";
import { type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { dialects } from "../support/dialects/index.ts";
import { startServer, status } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/** Counts the calls and never settles. */
function deaf() {
  const called = Promise.withResolvers<void>();
  const never = () => {
    called.resolve();
    return new Promise<never>(() => undefined);
  };
  return { called: called.promise, never };
}

const ways = dialects.flatMap(({ api, model }) =>
  (["onPayload", "onResponse", "fetch"] as const).map((name) => ({ api, model, name })),
);

test.each(ways)("$api: an abort ends waiting for $name", async ({ api, model, name }) => {
  await using server = await startServer(status(400, "{}"));
  const { called, never } = deaf();
  const controller = new AbortController();
  const options = { apiKey: "k", maxRetries: 0, signal: controller.signal, [name]: never } as SimpleStreamOptions;
  const stream = streamSimple(testModel(api, { ...model, baseUrl: server.url }), { messages: [] }, options);
  await called;
  controller.abort();
  expect((await stream.result()).stopReason).toBe("aborted");
});
