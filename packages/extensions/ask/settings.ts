const DEFAULT_TIMEOUT = 30;
/** Longer than anybody would wait: the value was meant in milliseconds. */
const MOST_SECONDS = 1000;

/** The settings of the tool as they hold now. */
export function askSettings(settings: object): { readonly timeout: number; readonly notify: boolean } {
  const { ask = {}, permissionMode } = settings as {
    ask?: { timeout?: number; notify?: string };
    permissionMode?: string;
  };
  const { timeout = DEFAULT_TIMEOUT, notify } = ask;
  const seconds = timeout > MOST_SECONDS ? timeout / 1000 : timeout;
  // A plan is worth an answer, however long it takes.
  return { timeout: permissionMode === "plan" ? 0 : seconds, notify: notify !== "off" };
}
