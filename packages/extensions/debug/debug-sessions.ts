import { DebugError } from "./debug-error.ts";
import type { DebuggedProgram } from "./effects.ts";
import type { DebugSession } from "./session/debug-session.ts";

const MOST_KEPT = 10;

/** The debug sessions of one Tau session: at most one of them is live. */
export class DebugSessions {
  /** Those that have ended too, oldest first. */
  readonly all: DebugSession[] = [];
  /** A session that is not used for this long is ended. Zero: never. */
  idleMs = 0;
  private idle: NodeJS.Timeout | undefined;
  private count = 0;

  get live(): DebugSession | undefined {
    const last = this.all.at(-1);
    return last?.isLive ? last : undefined;
  }

  /** The program of the live session, for permissions. */
  get debugged(): DebuggedProgram | undefined {
    const { live } = this;
    return live && { command: live.target.title, isConfined: live.target.isConfined };
  }

  nextId(): string {
    this.count++;
    return `debug-${this.count}`;
  }

  add(session: DebugSession): void {
    this.all.push(session);
    if (this.all.length > MOST_KEPT) this.all.shift();
    this.keepAwake();
  }

  /** Returns the live session, or throws. */
  require(): DebugSession {
    const { live } = this;
    if (live) {
      this.keepAwake();
      return live;
    }
    const { problem } = this.all.at(-1) ?? {};
    const why = problem === undefined ? "" : ` The last one ended: ${problem}`;
    throw new DebugError("no-session", `No active debug session. Launch or attach first.${why}`);
  }

  async end(): Promise<void> {
    clearTimeout(this.idle);
    await this.live?.end();
  }

  private keepAwake(): void {
    clearTimeout(this.idle);
    if (this.idleMs <= 0) return;
    const minutes = this.idleMs / 60_000;
    this.idle = setTimeout(() => {
      const { live } = this;
      if (live) live.problem = `it was not used for ${minutes} minutes.`;
      void live?.end();
    }, this.idleMs);
    this.idle.unref();
  }
}
