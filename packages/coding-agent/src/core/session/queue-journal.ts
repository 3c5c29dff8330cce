import { join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory, readBeside, writeBeside } from "@tau/agent/node";
import type { ImageContent } from "@tau/ai";
import { isObject } from "../json-file/index.ts";
import { removeLive } from "./live-lines.ts";
import type { PromptQueue, TakenBack } from "./prompt-queue.ts";
import type { AgentSessionEvent } from "./session-event.ts";

/**
 * Keeps the messages that wait for their turn in a file beside the log. It is written when one is added, and not before the log has a
 * message that left the queue: a crash at any moment finds each of them in one place at least.
 */
export class QueueJournal {
  private readonly path: string | undefined;
  private readonly queue: Pick<PromptQueue, "length" | "waiting">;
  private length = 0;
  private isKept = false;

  constructor(log: SessionLog, queue: Pick<PromptQueue, "length" | "waiting">) {
    this.path = queuePath(log);
    this.queue = queue;
  }

  readonly handle = (event: AgentSessionEvent): void => {
    if (event.type === "message_end" && event.message.role === "user") this.write();
    if (event.type !== "queue_update") return;
    const length = event.steering.length + event.followUp.length;
    if (length > this.length) this.write();
    this.length = length;
  };

  /** What a crash left waiting. It stays in the file until it is somewhere else. */
  recover(): TakenBack | undefined {
    const left = this.path === undefined ? undefined : readWaiting(this.path);
    this.isKept = left !== undefined;
    return left;
  }

  /** Messages that still wait are kept for the next start. */
  close(): void {
    this.write();
  }

  /** Writes what waits now. Whoever takes messages back calls it when they are safe elsewhere. */
  write(): void {
    if (this.path === undefined || (this.queue.length === 0 && !this.isKept)) return;
    this.isKept = this.queue.length > 0;
    try {
      if (this.isKept) writeBeside(this.path, JSON.stringify(this.queue.waiting));
      else removeLive(this.path);
    } catch {
      // A disk that is full is told of when the log is written. Until then the run goes on.
      this.isKept = true;
    }
  }
}

/** None for a session in memory, or one that belongs to another process. */
function queuePath(log: SessionLog): string | undefined {
  const file = log.getSessionFile();
  return file === undefined || log.getReadOnlyReason() ? undefined : join(artifactDirectory(file), "queue.json");
}

function readWaiting(path: string): TakenBack | undefined {
  const value = readValue(path);
  if (!isObject(value)) return undefined;
  const texts = (list: unknown) => (Array.isArray(list) ? list.filter((text) => typeof text === "string") : []);
  const images = Array.isArray(value.images) ? value.images.filter(isImage) : [];
  return { steering: texts(value.steering), followUp: texts(value.followUp), ...(images.length > 0 ? { images } : {}) };
}

function readValue(path: string): unknown {
  try {
    return JSON.parse(readBeside(path) ?? "null");
  } catch {
    // One that cannot be read is no reason not to start.
    return undefined;
  }
}

export function isImage(value: unknown): value is ImageContent {
  return (
    isObject(value) && value.type === "image" && typeof value.data === "string" && typeof value.mimeType === "string"
  );
}
