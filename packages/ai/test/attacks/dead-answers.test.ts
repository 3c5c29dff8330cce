import { expect, test } from "vitest";
import { type Api, streamSimple } from "../../src/index.ts";
import { callJson } from "../../src/transport/call-json.ts";
import { type Answer, frame, startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

/** Answers that will never come, kept open by signs of life. None may be waited for without end. */

const BEAT_MS = 10;
const TIMEOUT_MS = 400;

test.each<{ what: string; api: Api; beat: string; begin?: string }>([
  { what: "comments", api: "openai-completions", beat: ": ping\n\n" },
  { what: "ping events", api: "anthropic-messages", beat: 'event: ping\ndata: {"type": "ping"}\n\n' },
  { what: "keepalive events", api: "openai-responses", beat: 'event: keepalive\ndata: {"type":"keepalive"}\n\n' },
  { what: "blank lines", api: "ollama", begin: "\n", beat: "\n" },
  {
    what: "comments after a part of the answer",
    api: "openai-completions",
    begin: frame({ choices: [{ delta: { content: "Hel" } }] }),
    beat: ": ping\n\n",
  },
])("nothing but $what ends an answer after four times the timeout", async ({ api, beat, begin = ": hello\n\n" }) => {
  await using server = await startServer(beating(begin, beat));
  const model = testModel(api, { baseUrl: server.url });
  const options = { apiKey: "key", maxRetries: 0, timeoutMs: TIMEOUT_MS };
  const { stopReason, error, errorMessage } = await streamSimple(model, { messages: [] }, options).result();
  expect([stopReason, error]).toEqual(["error", { code: "network" }]);
  expect(errorMessage).toContain(
    "sent signs of life but no part of its answer for 2 s. Try again, or raise the timeout",
  );
});

test("a JSON answer that comes letter by letter ends too", async () => {
  await using server = await startServer(beating("{", " "));
  await expect(callJson({ url: server.url }, { timeoutMs: TIMEOUT_MS })).rejects.toThrow("sent signs of life");
});

test("a model that thinks behind comments and then answers is waited for", async () => {
  await using server = await startServer(async (response) => {
    response.writeHead(200);
    // Longer than the timeout, shorter than four times.
    for (let beat = 0; beat < 12; beat++) {
      response.write(": OPENROUTER PROCESSING\n\n");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    response.end(`${frame({ choices: [{ delta: { content: "done" }, finish_reason: "stop" }] })}data: [DONE]\n\n`);
  });
  const model = testModel("openai-completions", { baseUrl: server.url });
  const options = { apiKey: "key", maxRetries: 0, timeoutMs: TIMEOUT_MS };
  const message = await streamSimple(model, { messages: [] }, options).result();
  expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "done" }] });
});

/** Writes `begin`, then a beat every few milliseconds for as long as the client listens. */
function beating(begin: string, beat: string): Answer {
  return (response) => {
    response.writeHead(200);
    response.write(begin);
    const timer = setInterval(() => response.write(beat), BEAT_MS);
    response.on("close", () => clearInterval(timer));
  };
}
