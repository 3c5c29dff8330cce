import { basename } from "node:path";
import type { InteractiveContext } from "../interactive-context.ts";
import { reportStatusOf, StatusReporter, statusMode } from "./status-reporter.ts";
import { TerminalNotices } from "./terminal-notices.ts";

/** Creates the terminal notices of the current session. They follow the current settings. */
export function createNotices(context: InteractiveContext): TerminalNotices {
  const { tui } = context.screen;
  const subject = () => {
    const { log } = context.session;
    return log.getSessionName() ?? basename(log.getCwd());
  };
  const write = (data: string) => tui.terminal.write(data);
  const status = new StatusReporter({ write, subject, mode: statusMode(process.env) });
  const notices = new TerminalNotices({
    terminal: tui.terminal,
    settings: () => {
      const { settings } = context.services;
      return {
        title: settings.get("terminal.title"),
        progress: settings.get("terminal.showTerminalProgress"),
        notifications: settings.get("terminal.notifications"),
      };
    },
    subject,
    status,
  });
  reportStatusOf(tui, status);
  tui.addInputListener((data) => (status.hear(data) ? { consume: true } : undefined));
  tui.onTerminalFocusChange((focused) => notices.focusChanged(focused));
  return notices;
}
