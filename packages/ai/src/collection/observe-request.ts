import type { AssistantMessageEvent } from "../contract/events.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";
import type { TelemetrySpan } from "../contract/telemetry.ts";
import type { LazyStreamObserver } from "../registry/lazy-api.ts";

export interface ObservedOptions {
  telemetry?: TelemetrySpan;
  reasoning?: unknown;
}

const SHOWN_ERROR = 500;

/**
 * Records a request as a child span of the caller's: when the answer began, the size of its blocks, how it ended and its cost, but never
 * its content. Errors of the tracer are ignored.
 */
export function observeRequest(
  name: "pi.ai.request" | "pi.ai.poll",
  { provider, api, id: model }: Model,
  { telemetry, reasoning }: ObservedOptions = {},
): LazyStreamObserver {
  if (!telemetry) return {};
  const ended = Promise.withResolvers<void>();
  const recorder = new SpanRecorder(ended.resolve);
  const attributes = { provider, api, model, ...(typeof reasoning === "string" && { reasoning }) };
  quietly(() => {
    const lasts = telemetry.startSpan({ name, attributes }, (span) => {
      recorder.attach(span);
      return ended.promise;
    });
    lasts.catch(() => undefined);
  });
  return recorder;
}

type Note = (span: TelemetrySpan) => void;

class SpanRecorder implements LazyStreamObserver {
  private span: TelemetrySpan | undefined;
  /** Notes from before the tracer was ready. */
  private waiting: Note[] = [];
  private hasBegun = false;
  private readonly argumentLengths = new Map<number, number>();
  private readonly end: () => void;

  constructor(end: () => void) {
    this.end = end;
  }

  attach(span: TelemetrySpan): void {
    this.span = span;
    for (const note of this.waiting.splice(0)) quietly(() => note(span));
  }

  onEvent(event: AssistantMessageEvent): void {
    if (!this.hasBegun) this.note((span) => span.addEvent("pi.ai.first_chunk"));
    this.hasBegun = true;
    if (event.type === "text_end") this.noteBlock("text", event.contentIndex, event.content.length);
    else if (event.type === "thinking_end") this.noteBlock("thinking", event.contentIndex, event.content.length);
    else if (event.type === "toolcall_delta") {
      const before = this.argumentLengths.get(event.contentIndex) ?? 0;
      this.argumentLengths.set(event.contentIndex, before + event.delta.length);
    } else if (event.type === "toolcall_end") {
      const length = this.argumentLengths.get(event.contentIndex) ?? 0;
      this.noteBlock("tool_call", event.contentIndex, length, event.toolCall.name);
    }
  }

  onResult(message: AssistantMessage): void {
    const { stopReason: stop, usage, responseId, errorMessage = "" } = message;
    this.note((span) => {
      span.setAttributes({
        stop,
        "usage.input": usage.input,
        "usage.output": usage.output,
        "usage.cache_read": usage.cacheRead,
        "usage.cache_write": usage.cacheWrite,
        "cost.total": usage.cost.total,
        ...(responseId !== undefined && { "response.id": responseId }),
      });
      if (stop !== "error") return;
      span.setStatus({
        status: "error",
        error: { name: "provider_error", message: errorMessage.slice(0, SHOWN_ERROR) },
      });
    });
    this.end();
  }

  private noteBlock(type: string, index: number, chars: number, tool?: string): void {
    this.note((span) => span.addEvent("pi.ai.block", { type, index, chars, ...(tool !== undefined && { tool }) }));
  }

  private note(note: Note): void {
    const { span } = this;
    if (span) quietly(() => note(span));
    else this.waiting.push(note);
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A failing tracer must not make the request fail.
  }
}
