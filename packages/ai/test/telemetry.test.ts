import { expect, test } from "vitest";
import { AI_TELEMETRY_SCHEMA } from "../src/compat.ts";
import {
  createModels,
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxThinking,
  fauxToolCall,
  type TelemetryAttributes,
  type TelemetrySpan,
  type TelemetryStatus,
} from "../src/index.ts";

const { spans } = AI_TELEMETRY_SCHEMA;

/** Notes what a tracer is told, and when its spans end. */
class Notes implements TelemetrySpan {
  readonly told: unknown[] = [];

  async startSpan<T>(
    { name, attributes }: { name: string; attributes?: TelemetryAttributes },
    callback: (span: TelemetrySpan) => T | Promise<T>,
  ): Promise<T> {
    this.told.push(["start", name, attributes]);
    const result = await callback(this);
    this.told.push(["end", name]);
    return result;
  }

  addEvent(name: string, attributes?: TelemetryAttributes): void {
    this.told.push(attributes ? [name, attributes] : [name]);
  }

  setAttributes(attributes: TelemetryAttributes): void {
    this.told.push(attributes);
  }

  setStatus(status: TelemetryStatus): void {
    this.told.push(status);
  }
}

const hello = { messages: [{ role: "user" as const, content: "hi", timestamp: 0 }] };

function scripted() {
  const faux = fauxProvider();
  const models = createModels();
  models.setProvider(faux.provider);
  return { faux, models, model: faux.getModel() };
}

test("a request is a span: when it began, the size of its blocks, how it ended, and nothing that was said", async () => {
  const { faux, models, model } = scripted();
  faux.setResponses([
    fauxAssistantMessage([fauxThinking("hmm"), fauxText("hello"), fauxToolCall("ls", { path: "." })], {
      responseId: "r1",
    }),
  ]);
  const notes = new Notes();
  const { usage } = await models.completeSimple(model, hello, { telemetry: notes, reasoning: "high" });
  await Promise.resolve();
  const { startAttributes, endAttributes, events } = spans["pi.ai.request"];
  expect(Object.keys(startAttributes)).toEqual(Object.keys((notes.told[0] as [string, string, object])[2]));
  expect(Object.keys(endAttributes)).toEqual(Object.keys(notes.told.at(-2) as object));
  expect(Object.keys(events["pi.ai.block"].attributes)).toEqual(Object.keys((notes.told[4] as [string, object])[1]));
  expect(notes.told).toEqual([
    ["start", "pi.ai.request", { provider: "faux", api: "faux", model: "faux-1", reasoning: "high" }],
    ["pi.ai.first_chunk"],
    ["pi.ai.block", { type: "thinking", index: 0, chars: 3 }],
    ["pi.ai.block", { type: "text", index: 1, chars: 5 }],
    ["pi.ai.block", { type: "tool_call", index: 2, chars: '{"path":"."}'.length, tool: "ls" }],
    {
      stop: "toolUse",
      "usage.input": usage.input,
      "usage.output": usage.output,
      "usage.cache_read": 0,
      "usage.cache_write": 0,
      "cost.total": 0,
      "response.id": "r1",
    },
    ["end", "pi.ai.request"],
  ]);
});

test("a failure is the span's status, cut to what a tracer may hold; an abort is none", async () => {
  const { faux, models, model } = scripted();
  const long = "x".repeat(600);
  faux.setResponses([fauxAssistantMessage([], { stopReason: "error", errorMessage: long })]);
  const failed = new Notes();
  await models.complete(model, hello, { telemetry: failed });
  expect(failed.told).toContainEqual({ status: "error", error: { name: "provider_error", message: "x".repeat(500) } });
  const aborted = new Notes();
  await models.complete(model, hello, { telemetry: aborted, signal: AbortSignal.abort() });
  expect(aborted.told).toContainEqual(expect.objectContaining({ stop: "aborted" }));
  expect(JSON.stringify(aborted.told)).not.toContain("provider_error");
});

test("a request that cannot even be set up is a span that failed; a fetch of a deferred answer is a poll", async () => {
  const { models, model, faux } = scripted();
  const notes = new Notes();
  await models.complete({ ...model, provider: "unknown" }, hello, { telemetry: notes });
  expect(notes.told).toContainEqual(expect.objectContaining({ stop: "error" }));
  faux.setResponses([fauxAssistantMessage("later")]);
  const { deferred } = await models.completeSimple(model, hello, { deferred: true });
  const polled = new Notes();
  await models.fetchDeferred(model, deferred!, { telemetry: polled });
  expect(polled.told[0]).toEqual(["start", "pi.ai.poll", { provider: "faux", api: "faux", model: "faux-1" }]);
  expect(polled.told).toContainEqual(expect.objectContaining({ stop: "stop" }));
});

test("a tracer that is late loses nothing, and one that throws harms no request", async () => {
  const { faux, models, model } = scripted();
  const late = new Notes();
  const ready = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const slow: TelemetrySpan = Object.assign(Object.create(late), {
    startSpan: async (options: { name: string }, callback: (span: TelemetrySpan) => Promise<void>) => {
      await ready.promise;
      await late.startSpan(options, callback);
      finished.resolve();
    },
  });
  faux.setResponses([fauxAssistantMessage("ok"), fauxAssistantMessage("ok"), fauxAssistantMessage("ok")]);
  await models.complete(model, hello, { telemetry: slow });
  ready.resolve();
  await finished.promise;
  expect(late.told.map((each) => (Array.isArray(each) ? each[0] : "attributes"))).toEqual([
    "start",
    "pi.ai.first_chunk",
    "pi.ai.block",
    "attributes",
    "end",
  ]);
  const broken = () => {
    throw new Error("no tracer");
  };
  const throwing = { startSpan: broken, addEvent: broken, setAttributes: broken, setStatus: broken };
  expect((await models.complete(model, hello, { telemetry: throwing })).stopReason).toBe("stop");
  const partly = Object.assign(Object.create(new Notes()), { addEvent: broken, setAttributes: broken });
  expect((await models.complete(model, hello, { telemetry: partly })).stopReason).toBe("stop");
});
