import { join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory, readBeside, writeBeside } from "@tau/agent/node";
import { isImageContent } from "../../images/image-content.ts";
import { isObject } from "../../json-file/index.ts";
import type { PromptQueue, TakenBack } from "../input/prompt-queue.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import { removeLive } from "./live-lines.ts";

/**
 * Keeps queued messages in a file next to the log. The file is written when a message is added; a message that left the queue is removed
 * from it only after the log contains the message. So at any moment a crash finds each message in at least one place.
 */
export class QueueJournal {
  private readonly path: string | undefined;
  private readonly queue: Pick<PromptQueue, "length" | "waiting">;
  private length = 0;
  /** Messages that a crash left in the queue, until they are taken. */
  private left: TakenBack | undefined;
  private isKept: boolean;

  constructor(log: SessionLog, queue: Pick<PromptQueue, "length" | "waiting">) {
    this.path = queuePath(log);
    this.queue = queue;
    this.left = this.path === undefined ? undefined : readWaiting(this.path);
    this.isKept = this.left !== undefined;
  }

  readonly handle = (event: AgentSessionEvent): void => {
    if (event.type === "message_end" && event.message.role === "user") this.write();
    if (event.type !== "queue_update") return;
    const length = event.steering.length + event.followUp.length;
    if (length > this.length) this.write();
    this.length = length;
  };

  /** Returns the messages that a crash left in the queue, once. They stay in the file until they are stored elsewhere. */
  recover(): TakenBack | undefined {
    const { left } = this;
    this.left = undefined;
    return left;
  }

  /** Writes the messages that are still queued, for the next start. */
  close(): void {
    this.write();
  }

  /** Writes the current queue. Code that takes messages out of the queue must call this when they are stored elsewhere. */
  write(): void {
    const { left, queue } = this;
    if (this.path === undefined || (queue.length === 0 && !this.isKept)) return;
    this.isKept = queue.length > 0 || left !== undefined;
    try {
      const waiting = left ? joined(left, queue.waiting) : queue.waiting;
      if (this.isKept) writeBeside(this.path, JSON.stringify(waiting));
      else removeLive(this.path);
    } catch {
      // A full disk is reported when the log is written. Until then the run continues.
      this.isKept = true;
    }
  }
}

function joined(first: TakenBack, second: TakenBack): TakenBack {
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return {
    steering: [...first.steering, ...second.steering],
    followUp: [...first.followUp, ...second.followUp],
    ...(images.length > 0 ? { images } : {}),
  };
}

/** Returns `undefined` for an in-memory session and for one that another process holds. */
function queuePath(log: SessionLog): string | undefined {
  const file = log.getSessionFile();
  return file === undefined || log.getReadOnlyReason() ? undefined : join(artifactDirectory(file), "queue.json");
}

function readWaiting(path: string): TakenBack | undefined {
  const value = readValue(path);
  if (!isObject(value)) return undefined;
  const texts = (list: unknown) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);
  const images = Array.isArray(value.images) ? value.images.filter(isImageContent) : [];
  return { steering: texts(value.steering), followUp: texts(value.followUp), ...(images.length > 0 ? { images } : {}) };
}

function readValue(path: string): unknown {
  try {
    return JSON.parse(readBeside(path) ?? "null");
  } catch {
    // An unreadable file must not prevent the start.
    return undefined;
  }
}
