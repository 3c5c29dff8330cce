import { basename } from "node:path";
import type { InteractiveContext } from "../interactive-context.ts";
import { TerminalNotices } from "./terminal-notices.ts";

/** The notices of the terminal for the present session, as the settings of the moment want them. */
export function createNotices(context: InteractiveContext): TerminalNotices {
  const { tui } = context.screen;
  const notices = new TerminalNotices({
    terminal: tui.terminal,
    settings: () => {
      const { settings } = context.services;
      return {
        title: settings.getShowTerminalTitle(),
        progress: settings.getShowTerminalProgress(),
        notifications: settings.getNotifications(),
      };
    },
    subject: () => {
      const { sessionManager } = context.session;
      return sessionManager.getSessionName() ?? basename(sessionManager.getCwd());
    },
  });
  tui.onTerminalFocusChange((focused) => notices.focusChanged(focused));
  return notices;
}
