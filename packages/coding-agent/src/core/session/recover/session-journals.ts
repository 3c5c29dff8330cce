import type { SessionLog } from "@tau/agent";
import type { PromptQueue, TakenBack } from "../input/prompt-queue.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import type { LiveJournal } from "./live-journal.ts";
import type { QueueJournal } from "./queue-journal.ts";

/**
 * What a session shows before its log has it, kept beside the log: the answer that is being written, the output of calls that run, and
 * messages that wait. Opened when the session is shown to somebody; a run that nothing is shown of loads none of it.
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

  /** Resolves once nothing can be shown that is not kept. Absent where that is so already, or nothing is shown. */
  ready(): Promise<void> | undefined {
    return this.opened ? undefined : this.opening;
  }

  /** Called with each event before anybody is told of it. */
  readonly handle = (event: AgentSessionEvent): void => {
    this.opened?.live.handle(event);
    this.opened?.queued.handle(event);
  };

  /** The messages that a crash left waiting. They stay in their file until they are in the log, or `writeQueue` is called. */
  async takeLeft(): Promise<TakenBack | undefined> {
    await this.open();
    return this.opened?.queued.recover();
  }

  /** Writes what waits now. To be called when messages that were taken back are safe elsewhere. */
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
