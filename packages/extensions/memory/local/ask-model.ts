import type { ExtensionContext } from "@tau/coding-agent";
import { MemoryError } from "../memory.ts";

/** Asks the session's model one question and resolves to the text of its answer. Rejects if there is none. */
export async function askModel(
  { model, modelRegistry }: ExtensionContext,
  systemPrompt: string,
  question: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!model) throw new MemoryError("No model is selected.", { code: "server" });
  const messages = [{ role: "user" as const, content: question, timestamp: Date.now() }];
  const answer = await modelRegistry.complete(model, { systemPrompt, messages }, signal ? { signal } : {});
  if (answer.stopReason === "aborted") throw new MemoryError("The request was stopped.", { code: "server" });
  if (answer.stopReason === "error")
    throw new MemoryError(answer.errorMessage ?? "The request failed.", { code: "server" });
  return answer.content
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n")
    .trim();
}
