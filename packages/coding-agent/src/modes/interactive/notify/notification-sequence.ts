import { stripTerminalSequences } from "@tau/tui";

/** `auto` sends a message to terminals that show it, and rings the bell in others. */
export type NotificationStyle = "auto" | "message" | "bell" | "off";

const SHOWS_MESSAGES = /^(?:iterm\.app|ghostty|wezterm|kitty)$/i;
const MAX_LENGTH = 120;

/** Returns the sequence that makes the terminal notify its user. Empty for none. */
export function notificationSequence(
  message: string,
  style: NotificationStyle,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (style === "off") return "";
  if (style === "bell" || (style === "auto" && !showsMessages(env))) return "\x07";
  const text = stripTerminalSequences(message).replace(/\s+/g, " ").slice(0, MAX_LENGTH);
  return `\x1b]9;${text}\x07`;
}

/** Returns whether the terminal shows messages. A multiplexer passes on the bell but no messages. */
function showsMessages(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.TMUX || env.STY) return false;
  return SHOWS_MESSAGES.test(env.TERM_PROGRAM ?? "") || Boolean(env.KITTY_WINDOW_ID);
}
