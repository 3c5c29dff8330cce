import type { TUI } from "@tau/tui";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import { isStatusAnswer, type ProgramStatus, STATUS_QUERY, statusSequence } from "./program-status.ts";

export interface StatusReporterOptions {
  readonly write: (data: string) => void;
  /** Returns the name of the session. */
  readonly subject: () => string;
  /** `ask`: report only to a terminal that confirms its support. */
  readonly mode: "ask" | "always" | "never";
}

/** Tells the terminal whether Tau is working, waiting for the user, done or has failed. */
export class StatusReporter {
  private readonly options: StatusReporterOptions;
  private isHeard: boolean;
  private isAsked = false;
  private isRunning = false;
  private isCompacting = false;
  private failure: string | undefined;
  private resting: ProgramStatus = { state: "idle" };
  private readonly blocked: ProgramStatus[] = [];
  private last = "";

  constructor(options: StatusReporterOptions) {
    this.options = options;
    this.isHeard = options.mode === "always";
  }

  /** Called when Tau has taken over the terminal. */
  start(): void {
    if (this.options.mode === "ask" && !this.isAsked) this.options.write(STATUS_QUERY);
    this.isAsked = true;
    this.report();
  }

  /** Returns whether the input was the terminal's answer, which may arrive at any time. */
  hear(data: string): boolean {
    if (!isStatusAnswer(data)) return false;
    this.isHeard = this.options.mode !== "never";
    this.report();
    return true;
  }

  handle(event: AgentSessionEvent): void {
    switch (event.type) {
      case "agent_start":
        this.isRunning = true;
        this.failure = undefined;
        break;
      case "message_end":
        if (event.message.role !== "assistant") return;
        this.failure = event.message.stopReason === "error" ? (event.message.errorMessage ?? "") : undefined;
        return;
      case "agent_settled":
        this.isRunning = false;
        this.resting = this.outcome(event.aborted);
        break;
      case "compaction_start":
      case "compaction_end":
        this.isCompacting = event.type === "compaction_start";
        break;
      default:
        return;
    }
    this.report();
  }

  /** Reports that Tau waits for the user. Returns a function that ends this state. */
  block(status: Omit<ProgramStatus, "state">): () => void {
    const blocked: ProgramStatus = { ...status, state: "blocked" };
    this.blocked.push(blocked);
    this.report();
    return () => {
      this.blocked.splice(this.blocked.indexOf(blocked), 1);
      this.report();
    };
  }

  private outcome(aborted: boolean): ProgramStatus {
    if (aborted) return { state: "idle" };
    if (this.failure === undefined) return { state: "done", message: this.options.subject() };
    return { state: "error", message: this.failure.split("\n", 1)[0] ?? "" };
  }

  private report(): void {
    if (!this.isHeard || !this.isAsked) return;
    const working: ProgramStatus = { state: "working", message: this.options.subject() };
    const status = this.blocked.at(-1) ?? (this.isRunning || this.isCompacting ? working : this.resting);
    const sequence = statusSequence(status);
    if (sequence !== this.last) this.options.write(sequence);
    this.last = sequence;
  }
}

const reporters = new WeakMap<TUI, StatusReporter>();

export function reportStatusOf(tui: TUI, reporter: StatusReporter): void {
  reporters.set(tui, reporter);
}

/** Reports that Tau waits for the user while a question is open. */
export async function whileBlocked<T>(
  tui: TUI,
  status: Omit<ProgramStatus, "state">,
  ask: () => Promise<T>,
): Promise<T> {
  const unblock = reporters.get(tui)?.block(status);
  try {
    return await ask();
  } finally {
    unblock?.();
  }
}

/** Reads the mode from the environment. Never asks a console that would print the query. */
export function statusMode(env: Readonly<Record<string, string | undefined>>): StatusReporterOptions["mode"] {
  const value = env.TAU_PROGRAM_STATUS ?? env.PI_PROGRAM_STATUS;
  if (value === "1") return "always";
  return value === "0" || env.TERM === "linux" || env.TERM === "dumb" ? "never" : "ask";
}
