import { LONGEST_TIMER_MS } from "@tau/ai";
import type { SettingsStore } from "../../settings/index.ts";
import type { Session } from "../session.ts";
import type { AgentSessionEvent } from "../session-event.ts";

export interface IdleCompactionParts {
  readonly session: () => Pick<Session, "isIdle" | "compaction">;
  readonly settings: () => Pick<SettingsStore, "get">;
}

/** Compacts a conversation that has been idle for a while, so that the next prompt does not have to wait for it. Used by interactive modes. */
export class IdleCompaction {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly parts: IdleCompactionParts;

  constructor(parts: IdleCompactionParts) {
    this.parts = parts;
  }

  handle({ type }: AgentSessionEvent): void {
    if (type === "agent_start") this.stop();
    if (type === "agent_settled") this.wait();
  }

  /** Called when the user is active: stops an idle compaction and restarts the timer. */
  touched(): void {
    this.parts.session().compaction.abortIdle();
    // Before the first run there is nothing to shorten and no timer.
    if (this.timer !== undefined) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private wait(): void {
    this.stop();
    const settings = this.parts.settings();
    if (!settings.get("compaction.idleEnabled")) return;
    const idleMs = settings.get("compaction.idleTimeoutSeconds") * 1000;
    this.timer = setTimeout(() => void this.compact(), Math.min(idleMs, LONGEST_TIMER_MS));
    // Do not keep a finished program running for this.
    this.timer.unref();
  }

  private async compact(): Promise<void> {
    const { isIdle, compaction } = this.parts.session();
    if (isIdle) await compaction.whileIdle();
  }
}
