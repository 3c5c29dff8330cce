import type { Context } from "@tau/ai";
import type { SessionLog } from "../session/session-log.ts";
import { CompactionError } from "./compaction-error.ts";
import { HANDOFF_NOTE, HANDOFF_PROMPT } from "./prompts/handoff.ts";
import { completeSummarization, optionsFor, type SummaryRequest, textOf } from "./summarize.ts";

export interface HandoffRequest extends SummaryRequest {
  /** The context of the last turn: with the same beginning the vendor's cache applies. */
  readonly context: Context;
  readonly focus?: string | undefined;
}

/** Asks the model for a document from which a new session can continue. Returns `undefined` if the model wrote nothing. */
export async function generateHandoff(request: HandoffRequest): Promise<string | undefined> {
  const { context, focus, model, signal, streamFn, retry, callbacks } = request;
  if (context.messages.length < 2) {
    throw new CompactionError("nothing-to-hand-off", "Nothing to hand off (no messages yet)");
  }
  if (signal?.aborted) throw new CompactionError("aborted", "Handoff cancelled");
  const text = focus ? `${HANDOFF_PROMPT}\n\nPay special attention to this: ${focus}` : HANDOFF_PROMPT;
  const asked: Context = {
    ...context,
    messages: [...context.messages, { role: "user", content: [{ type: "text", text }], timestamp: Date.now() }],
  };
  const { cacheRetention: _used, ...options } = optionsFor(request);
  const response = await completeSummarization(
    model,
    asked,
    { ...options, toolChoice: "none" },
    streamFn,
    retry,
    callbacks,
  );
  if (response.stopReason === "aborted") throw new CompactionError("aborted", "Handoff cancelled");
  if (response.stopReason === "error") {
    throw new CompactionError("failed", `Handoff failed: ${response.errorMessage ?? "the model gave no reason"}`);
  }
  return textOf(response) || undefined;
}

/** Creates a new session that starts with the document. The old session stays unchanged. */
export function startHandoffSession(session: SessionLog, document: string): SessionLog {
  const parentSession = session.getSessionFile();
  const next = session.createNext(parentSession === undefined ? {} : { parentSession });
  next.appendCustomMessageEntry("handoff", wrapHandoff(document), true);
  return next;
}

export function wrapHandoff(document: string): string {
  return `<handoff-context>\n${document}\n</handoff-context>\n\n${HANDOFF_NOTE}`;
}
