import type { SessionEntry } from "../entries/entry.ts";

/** Settings recorded on a path that apply when the session continues. */
export interface ContextState {
  thinkingLevel: string;
  model: { provider: string; modelId: string } | null;
}

export const DEFAULT_THINKING_LEVEL = "off";

export function contextStateOf(path: readonly SessionEntry[]): ContextState {
  let thinkingLevel: string | undefined;
  let model: ContextState["model"] = null;
  for (let index = path.length - 1; index >= 0 && (thinkingLevel === undefined || model === null); index--) {
    const entry = path[index] as SessionEntry;
    thinkingLevel ??= thinkingLevelOf(entry);
    model ??= modelOf(entry);
  }
  return { thinkingLevel: thinkingLevel ?? DEFAULT_THINKING_LEVEL, model };
}

export function thinkingLevelOf(entry: SessionEntry): string | undefined {
  return entry.type === "thinking_level_change" ? (entry.thinkingLevel ?? undefined) : undefined;
}

export function modelOf(entry: SessionEntry): ContextState["model"] {
  if (entry.type === "model_change") return modelOfChange(entry);
  if (entry.type !== "message" || entry.message.role !== "assistant") return null;
  const { provider, model } = entry.message;
  return typeof provider === "string" && typeof model === "string" ? { provider, modelId: model } : null;
}

/** Some programs write `model: "provider/id"`, with a role if it is not the model of the conversation. */
function modelOfChange(entry: { provider?: string; modelId?: string; model?: string; role?: string }) {
  if (entry.provider !== undefined && entry.modelId !== undefined) {
    return { provider: entry.provider, modelId: entry.modelId };
  }
  if (entry.model === undefined || (entry.role !== undefined && entry.role !== "default")) return null;
  const slash = entry.model.indexOf("/");
  return slash < 0 ? null : { provider: entry.model.slice(0, slash), modelId: entry.model.slice(slash + 1) };
}
