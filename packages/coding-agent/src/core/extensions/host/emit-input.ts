import type { InputEvent, InputEventResult, UserBashEvent, UserBashEventResult } from "../contract/index.ts";
import { ask, type Dispatch } from "./dispatch.ts";

/** Chains the handlers' transformations. The first handler that returns `handled` ends the chain. */
export async function emitInput(dispatch: Dispatch, input: Omit<InputEvent, "type">): Promise<InputEventResult> {
  let current: Omit<InputEvent, "type"> = input;
  let changed = false;
  for (const registration of dispatch.handlersOf("input")) {
    const event: InputEvent = { type: "input", ...current };
    const answer = await ask<"input">(dispatch, registration, event, dispatch.createContext());
    if (answer?.action === "handled") return answer;
    if (answer?.action !== "transform") continue;
    changed = true;
    current = { ...current, text: answer.text, ...(answer.images ? { images: answer.images } : {}) };
  }
  if (!changed) return { action: "continue" };
  const { text, images } = current;
  return { action: "transform", text, ...(images ? { images } : {}) };
}

/** Returns the first answer. Throws if a handler fails, so that the command does not run: the handler may be a guard. */
export async function emitUserBash(dispatch: Dispatch, event: UserBashEvent): Promise<UserBashEventResult | undefined> {
  for (const { extensionPath, handler } of dispatch.handlersOf("user_bash")) {
    try {
      const answer = (await handler(event, dispatch.createContext())) as UserBashEventResult | undefined;
      if (answer?.operations || answer?.result) return answer;
    } catch (error) {
      dispatch.report(extensionPath, event.type, error);
      throw error;
    }
  }
  return undefined;
}
