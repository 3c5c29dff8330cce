import type { BeforeCompactAnswer } from "@tau/agent";
import type { CompactionRequest } from "../../session/session-hooks.ts";
import { emitBefore } from "../runner/emit-session.ts";
import type { SessionWithExtensions } from "./session-hooks.ts";

/** Extensions may stop a compaction or bring its summary; if they do neither, they may change what is asked for. */
export async function beforeCompact(
  { runner, session }: SessionWithExtensions,
  request: CompactionRequest,
): Promise<BeforeCompactAnswer | undefined> {
  const { customInstructions, ...rest } = request;
  const instructions = customInstructions === undefined ? {} : { customInstructions };
  const willRetry = request.reason === "overflow";
  const event = { type: "session_before_compact", ...rest, ...instructions, willRetry } as const;
  const answer = await emitBefore<"session_before_compact">(runner.dispatch, event);
  if (answer?.cancel || answer?.compaction || !runner.hasHandlers("session.compacting")) return answer;
  const { messagesToSummarize, turnPrefixMessages } = request.preparation;
  const { prompt, context, preserveData } =
    (await emitBefore<"session.compacting">(runner.dispatch, {
      type: "session.compacting",
      sessionId: session.log.getSessionId(),
      messages: [...messagesToSummarize, ...turnPrefixMessages],
    })) ?? {};
  const heed = [customInstructions ?? "", ...(context ?? [])].filter(Boolean).join("\n");
  return {
    ...(prompt ? { prompt } : {}),
    ...(heed ? { customInstructions: heed } : {}),
    ...(preserveData ? { preserveData } : {}),
  };
}
