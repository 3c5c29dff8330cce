import type { AgentMessage } from "@tau/agent";

/** In place: the loop, and everyone who has been shown the message, hold this very object. Resolves to whether it was replaced. */
export async function replaceMessage(message: AgentMessage, by: Promise<AgentMessage | undefined>): Promise<boolean> {
  const replacement = await by;
  if (!replacement) return false;
  for (const key of Object.keys(message)) if (!(key in replacement)) Reflect.deleteProperty(message, key);
  Object.assign(message, replacement);
  return true;
}
