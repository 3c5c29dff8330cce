import type { BeforeCompactAnswer } from "@tau/agent";
import type { CompactionRequest } from "../../../session/session-hooks.ts";
import { emitBefore } from "../../host/emit-session.ts";
import type { ExtendedSession } from "./session-hooks.ts";

/** Lets extensions cancel a compaction or provide its summary. If they do neither, they may change the request for the summary. */
export async function beforeCompact(
  { generation, session }: ExtendedSession,
  request: CompactionRequest,
): Promise<BeforeCompactAnswer | undefined> {
  const { customInstructions, ...rest } = request;
  const instructions = customInstructions === undefined ? {} : { customInstructions };
  const willRetry = request.reason === "overflow";
  const event = { type: "session_before_compact", ...rest, ...instructions, willRetry } as const;
  const answer = await emitBefore<"session_before_compact">(generation.dispatch, event);
  if (answer?.cancel || answer?.compaction || !generation.hasHandlers("session.compacting")) return answer;
  const { messagesToSummarize, turnPrefixMessages } = request.preparation;
  const { prompt, context, preserveData } =
    (await emitBefore<"session.compacting">(generation.dispatch, {
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
