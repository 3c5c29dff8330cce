import type { AgentRequestUpdate, PrepareRequest, PrepareRequestContext } from "../contract/config.ts";
import type { AgentState } from "../contract/state.ts";

/**
 * Lets a running run pick up changes of its agent: a model, level, prompt or tool list set during the run applies from the next request.
 * Only changes since the last request count, so values that a hook chose for the run stay. The agent's own `prepareRequest` overrides them.
 */
export function followState(state: AgentState, prepareRequest: PrepareRequest | undefined): PrepareRequest {
  let known = snapshot(state);
  return async (request, signal) => {
    const latest = snapshot(state);
    const changes = changesBetween(known, latest, request);
    known = latest;
    const own = await prepareRequest?.({ ...request, ...changes }, signal);
    return { ...changes, ...own };
  };
}

type Snapshot = Pick<AgentState, "model" | "thinkingLevel" | "systemPrompt" | "tools">;

function snapshot({ model, thinkingLevel, systemPrompt, tools }: AgentState): Snapshot {
  return { model, thinkingLevel, systemPrompt, tools: [...tools] };
}

function changesBetween(before: Snapshot, after: Snapshot, { context }: PrepareRequestContext): AgentRequestUpdate {
  const changes: AgentRequestUpdate = {};
  if (after.model !== before.model) changes.model = after.model;
  if (after.thinkingLevel !== before.thinkingLevel) changes.thinkingLevel = after.thinkingLevel;
  const promptChanged = after.systemPrompt !== before.systemPrompt;
  const toolsChanged = !sameItems(after.tools, before.tools);
  if (promptChanged || toolsChanged) {
    changes.context = {
      ...context,
      ...(promptChanged && { systemPrompt: after.systemPrompt }),
      ...(toolsChanged && { tools: after.tools }),
    };
  }
  return changes;
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
