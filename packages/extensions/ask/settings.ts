const DEFAULT_TIMEOUT = 30;
/** A larger value must be meant in milliseconds. */
const MOST_SECONDS = 1000;

/** Returns the current settings of the tool. */
export function askSettings(settings: object): { readonly timeout: number; readonly notify: boolean } {
  const { ask = {}, permissionMode } = settings as {
    ask?: { timeout?: number; notify?: string };
    permissionMode?: string;
  };
  const { timeout = DEFAULT_TIMEOUT, notify } = ask;
  const seconds = timeout > MOST_SECONDS ? timeout / 1000 : timeout;
  // In plan mode there is no timeout: the user's answer is worth waiting for.
  return { timeout: permissionMode === "plan" ? 0 : seconds, notify: notify !== "off" };
}
