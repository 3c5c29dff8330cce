import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { chooseModel } from "./choose-model.ts";
import { TITLE_PROMPT } from "./prompt.ts";
import { titleFrom } from "./title-from.ts";

/** Enough of the prompt to know the topic. */
const MAX_PROMPT = 2_000;
const MAX_TOKENS = 60;

export default function (pi: ExtensionAPI): void {
  const stop = new AbortController();
  pi.on("session_shutdown", () => stop.abort());
  pi.on("before_agent_start", (event, ctx) => {
    if (event.messageType !== "user") return;
    // Runs in the background, so that the user's request does not wait for a name. On failure the session stays unnamed.
    nameSession(pi, ctx, event.prompt, stop.signal).catch(() => undefined);
  });
}

async function nameSession(
  pi: ExtensionAPI,
  ctx: ExtensionContext,
  prompt: string,
  signal: AbortSignal,
): Promise<void> {
  const { model, modelRegistry } = ctx;
  if (!model || modelRegistry.isFree(model.provider)) return;
  await modelRegistry.loadUsable();
  const small = chooseModel(model, modelRegistry.getAvailable(), pi.getSettings().modelRoles?.smol);
  const question = { role: "user" as const, content: prompt.slice(0, MAX_PROMPT), timestamp: Date.now() };
  const context = { systemPrompt: TITLE_PROMPT, messages: [question] };
  const answer = await modelRegistry.complete(small, context, { maxTokens: MAX_TOKENS, signal });
  if (answer.stopReason === "error" || signal.aborted) return;
  const title = titleFrom(answer.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""));
  // The user or an extension may have set a name in the meantime.
  if (title !== undefined && pi.getSessionName() === undefined) pi.setSessionName(title);
}
