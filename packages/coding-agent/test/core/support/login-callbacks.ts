import type { OAuthLoginCallbacks } from "@tau/ai";

/** A user who answers nothing but what a test says. */
export function loginCallbacks(answers: Partial<OAuthLoginCallbacks> = {}): OAuthLoginCallbacks {
  const unasked = () => {
    throw new Error("nobody was to be asked");
  };
  return { onAuth: unasked, onDeviceCode: unasked, onPrompt: unasked, onSelect: unasked, ...answers };
}
