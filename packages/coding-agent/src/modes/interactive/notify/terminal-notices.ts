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
  /** Asked each time: the user may change them. */
  readonly settings: () => NoticeSettings;
  /** What the session is called, or its folder. */
  readonly subject: () => string;
  /** For terminals that show what their programs do. */
  readonly status?: StatusReporter;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Tells whoever looks elsewhere how a run goes: by the window's title, its progress mark, and a notification at the end. */
export class TerminalNotices {
  private readonly options: TerminalNoticesOptions;
  private isRunning = false;
  /** A terminal that never says is taken to be looked at. */
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

  /** An extension chose the title; `undefined` brings the usual one back. */
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

  /** The terminal is ours; the session, its name or its folder is another. */
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
    // Who stopped it was looking.
    if (!aborted) this.notify(this.failed ? "stopped with an error" : "done");
  }

  /** Tells a user who looks at another window. */
  notify(what: string): void {
    const { terminal, settings, subject, env = process.env } = this.options;
    if (this.isFocused) return;
    const message = `${subject()}: ${what}`;
    const sequence = notificationSequence(message, settings().notifications, env);
    if (sequence !== "") terminal.write(sequence);
  }
}
