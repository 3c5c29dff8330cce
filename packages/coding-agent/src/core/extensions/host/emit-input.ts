import type {
  InputEvent,
  InputEventResult,
  UserBashEvent,
  UserBashEventResult,
  UserPythonEvent,
  UserPythonEventResult,
} from "../contract/index.ts";
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

export async function emitUserBash(dispatch: Dispatch, event: UserBashEvent): Promise<UserBashEventResult | undefined> {
  return await firstAnswer<UserBashEventResult>(dispatch, event, ({ operations, result }) => !!(operations ?? result));
}

export async function emitUserPython(
  dispatch: Dispatch,
  event: UserPythonEvent,
): Promise<UserPythonEventResult | undefined> {
  return await firstAnswer<UserPythonEventResult>(dispatch, event, ({ result }) => result !== undefined);
}

/** Returns the first answer. Throws if a handler fails, so that nothing runs: the handler may be a guard. */
async function firstAnswer<T>(
  dispatch: Dispatch,
  event: UserBashEvent | UserPythonEvent,
  isAnswer: (answer: T) => boolean,
): Promise<T | undefined> {
  for (const { extensionPath, handler } of dispatch.handlersOf(event.type)) {
    try {
      const answer = (await handler(event, dispatch.createContext())) as T | undefined;
      if (answer && isAnswer(answer)) return answer;
    } catch (error) {
      dispatch.report(extensionPath, event.type, error);
      throw error;
    }
  }
  return undefined;
}
