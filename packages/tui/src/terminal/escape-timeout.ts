const LOCAL_MS = 10;
/** Over a network the two bytes of an Alt key may come apart by a packet. */
const REMOTE_MS = 100;

/** How long to wait after a lone ESC. `TAU_ESCAPE_TIMEOUT_MS` overrides, or `PI_TUI_ESC_TIMEOUT`. */
export function resolveEscapeTimeoutMs(env: NodeJS.ProcessEnv = process.env): number {
  const configured = Number(env.TAU_ESCAPE_TIMEOUT_MS ?? env.PI_TUI_ESC_TIMEOUT);
  if (Number.isFinite(configured) && configured > 0) return configured;
  return env.SSH_CONNECTION || env.SSH_TTY || env.MOSH_CONNECTION ? REMOTE_MS : LOCAL_MS;
}
