import type { AuthEvent, AuthInteraction, AuthPrompt, OAuthLoginCallbacks } from "@tau/ai";

/** Adapts login callbacks to the interaction that a provider object's login expects. */
export function loginInteraction(callbacks: OAuthLoginCallbacks): AuthInteraction & { signal: AbortSignal } {
  return {
    signal: callbacks.signal ?? new AbortController().signal,
    prompt: (prompt) => ask(callbacks, prompt),
    notify: (event) => tell(callbacks, event),
  };
}

async function ask(callbacks: OAuthLoginCallbacks, prompt: AuthPrompt): Promise<string> {
  const { message, placeholder } = prompt;
  if (prompt.type === "manual_code" && callbacks.onManualCodeInput) return await callbacks.onManualCodeInput();
  if (prompt.type !== "select") return await callbacks.onPrompt({ message, ...(placeholder ? { placeholder } : {}) });
  const options = prompt.options.map(({ id, label }) => ({ id, label }));
  const chosen = await callbacks.onSelect({ message, options });
  if (chosen === undefined) throw new DOMException("The sign-in was cancelled.", "AbortError");
  return chosen;
}

function tell(callbacks: OAuthLoginCallbacks, event: AuthEvent): void {
  if (event.type === "auth_url") callbacks.onAuth(event);
  else if (event.type === "device_code") callbacks.onDeviceCode(event);
  else if (event.type === "progress") callbacks.onProgress?.(event.message);
  else callbacks.onProgress?.([event.message, ...(event.links ?? []).map(({ url }) => url)].join(" "));
}
