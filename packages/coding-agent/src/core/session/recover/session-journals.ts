import type { SessionLog } from "@tau/agent";
import type { PromptQueue, TakenBack } from "../input/prompt-queue.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import type { LiveJournal } from "./live-journal.ts";
import type { QueueJournal } from "./queue-journal.ts";

/**
 * Preserves what a session shows before its log contains it: the answer that is being streamed, the output of running calls, and queued
 * messages. Opened when the session gets a visible subscriber; without one, none of this code is loaded.
 */
export class SessionJournals {
  private readonly log: SessionLog;
  private readonly queue: PromptQueue;
  private opening: Promise<void> | undefined;
  private opened: { readonly live: LiveJournal; readonly queued: QueueJournal } | undefined;
  private isClosed = false;

  constructor(log: SessionLog, queue: PromptQueue) {
    this.log = log;
    this.queue = queue;
  }

  open(): Promise<void> {
    this.opening ??= this.load();
    return this.opening;
  }

  /** Resolves once everything that is shown is preserved. Absent if that is already the case, or nothing is shown. */
  ready(): Promise<void> | undefined {
    return this.opened ? undefined : this.opening;
  }

  /** Called with each event before any subscriber. */
  readonly handle = (event: AgentSessionEvent): void => {
    this.opened?.live.handle(event);
    this.opened?.queued.handle(event);
  };

  /** Resolves to the messages that a crash left in the queue. They stay in their file until they are in the log or `writeQueue` is called. */
  async takeLeft(): Promise<TakenBack | undefined> {
    await this.open();
    return this.opened?.queued.recover();
  }

  /** Writes the current queue. Must be called when messages that were taken out of it are stored elsewhere. */
  writeQueue(): void {
    this.opened?.queued.write();
  }

  close(): void {
    this.isClosed = true;
    this.opened?.live.close();
    this.opened?.queued.close();
  }

  private async load(): Promise<void> {
    const [{ LiveJournal }, { QueueJournal }] = await Promise.all([
      import("./live-journal.ts"),
      import("./queue-journal.ts"),
    ]);
    if (this.isClosed) return;
    this.opened = { live: new LiveJournal(this.log), queued: new QueueJournal(this.log, this.queue) };
    this.opened.queued.write();
  }
}
