import type { Terminal } from "@tau/tui";
import { stripTerminalSequences } from "@tau/tui";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { type NotificationStyle, notificationSequence } from "./notification-sequence.ts";
import type { StatusReporter } from "./status-reporter.ts";

export interface NoticeSettings {
  readonly title: boolean;
  readonly progress: boolean;
  readonly notifications: NotificationStyle;
}

export interface TerminalNoticesOptions {
  readonly terminal: Pick<Terminal, "setTitle" | "setProgress" | "write">;
  /** Called each time, because the user may change the settings. */
  readonly settings: () => NoticeSettings;
  /** Returns the name of the session or, without one, of its folder. */
  readonly subject: () => string;
  /** For terminals that show the status of programs. */
  readonly status?: StatusReporter;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Informs a user who is looking elsewhere about a run: by the window title, its progress indicator, and a notification at the end. */
export class TerminalNotices {
  private readonly options: TerminalNoticesOptions;
  private isRunning = false;
  /** A terminal that does not report its focus counts as focused. */
  private isFocused = true;
  private failed = false;
  private title = "";
  private ownTitle: string | undefined;

  constructor(options: TerminalNoticesOptions) {
    this.options = options;
  }

  focusChanged(isFocused: boolean): void {
    this.isFocused = isFocused;
  }

  /** Sets the title that an extension chose. `undefined` restores the usual title. */
  setTitle(title: string | undefined): void {
    this.ownTitle = title;
    this.refresh();
  }

  handle(event: AgentSessionEvent): void {
    this.options.status?.handle(event);
    if (event.type === "agent_start") this.began();
    if (event.type === "message_end" && event.message.role === "assistant")
      this.failed = event.message.stopReason === "error";
    if (event.type === "agent_settled") this.ended(event.aborted);
    if (event.type === "session_info_changed") this.refresh();
  }

  /** Updates the title. Called when Tau takes over the terminal, and when the session, its name or its folder changes. */
  refresh(): void {
    this.options.status?.start();
    const { terminal, settings, subject } = this.options;
    if (!settings().title) return;
    const usual = `${this.isRunning ? "● " : ""}${subject()} — tau`;
    const title = stripTerminalSequences(this.ownTitle ?? usual).replace(/\s+/g, " ");
    if (title === this.title) return;
    this.title = title;
    terminal.setTitle(title);
  }

  stop(): void {
    this.options.terminal.setProgress(false);
  }

  private began(): void {
    this.isRunning = true;
    this.failed = false;
    if (this.options.settings().progress) this.options.terminal.setProgress(true);
    this.refresh();
  }

  private ended(aborted: boolean): void {
    const { terminal } = this.options;
    this.isRunning = false;
    terminal.setProgress(false);
    this.refresh();
    // A user who stopped the run is already looking.
    if (!aborted) this.notify(this.failed ? "stopped with an error" : "done");
  }

  /** Notifies a user whose terminal is not focused. */
  notify(what: string): void {
    const { terminal, settings, subject, env = process.env } = this.options;
    if (this.isFocused) return;
    const message = `${subject()}: ${what}`;
    const sequence = notificationSequence(message, settings().notifications, env);
    if (sequence !== "") terminal.write(sequence);
  }
}
