import { errorText } from "../../error-text.ts";
import type {
  PermissionRequestEvent,
  PermissionRequestEventResult,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

/**
 * Returns the first answer that blocks the call, or else the strictest opinion on its permission. A handler that fails blocks the call
 * too: a broken guard must not let it pass.
 */
export async function emitToolCall(dispatch: Dispatch, event: ToolCallEvent): Promise<ToolCallEventResult | undefined> {
  let permission: ToolCallEventResult["permission"];
  for (const { extensionPath, handler } of dispatch.handlersOf("tool_call")) {
    try {
      const answer = (await handler(event, dispatch.createContext())) as ToolCallEventResult | undefined;
      if (answer?.block) return answer;
      if (permission?.decision !== "ask") permission = answer?.permission ?? permission;
    } catch (error) {
      dispatch.report(extensionPath, event.type, error);
      const why = errorText(error);
      return { block: true, reason: `${extensionPath} failed while checking this call (${why}), so it was not made.` };
    }
  }
  return permission && { permission };
}

/** Returns the first answer. */
export async function emitPermissionRequest(
  dispatch: Dispatch,
  event: PermissionRequestEvent,
): Promise<PermissionRequestEventResult | undefined> {
  for (const registration of dispatch.handlersOf("permission_request")) {
    const answer = await ask<"permission_request">(dispatch, registration, event, dispatch.createContext());
    if (answer) return answer;
  }
  return undefined;
}

/** Calls the handlers in order; each sees the result with the changes of the previous one. Resolves to `undefined` if nothing changed. */
export async function emitToolResult(
  dispatch: Dispatch,
  event: ToolResultEvent,
): Promise<ToolResultEventResult | undefined> {
  const current = { ...event };
  const changes: ToolResultEventResult = {};
  for (const registration of dispatch.handlersOf("tool_result")) {
    const answer = await ask<"tool_result">(dispatch, registration, current, dispatch.createContext());
    if (!answer) continue;
    const patch = patchOf(answer);
    if (patch.content && !patch.structuredContent) {
      // The structured content may no longer match the new content.
      delete current.structuredContent;
      delete changes.structuredContent;
    }
    Object.assign(current, patch);
    Object.assign(changes, patch);
  }
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function patchOf(answer: ToolResultEventResult): ToolResultEventResult {
  const { content, details, structuredContent, isError, usage } = answer;
  return {
    ...(content === undefined ? {} : { content }),
    ...(details === undefined ? {} : { details }),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(usage === undefined ? {} : { usage }),
  };
}
