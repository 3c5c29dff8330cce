import { join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory, readBeside, writeBeside } from "@tau/agent/node";
import { isImageContent } from "../../images/image-content.ts";
import { isObject } from "../../json-file/index.ts";
import type { PromptQueue, TakenBack } from "../input/prompt-queue.ts";
import type { AgentSessionEvent } from "../session-event.ts";
import { removeLive } from "./live-lines.ts";

/**
 * Keeps the messages that wait for their turn in a file beside the log. It is written when one is added, and not before the log has a
 * message that left the queue: a crash at any moment finds each of them in one place at least.
 */
export class QueueJournal {
  private readonly path: string | undefined;
  private readonly queue: Pick<PromptQueue, "length" | "waiting">;
  private length = 0;
  /** What a crash left waiting, until somebody takes it. */
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

  /** What a crash left waiting, once. It stays in the file until it is somewhere else. */
  recover(): TakenBack | undefined {
    const { left } = this;
    this.left = undefined;
    return left;
  }

  /** Messages that still wait are kept for the next start. */
  close(): void {
    this.write();
  }

  /** Writes what waits now. Whoever takes messages back calls it when they are safe elsewhere. */
  write(): void {
    const { left, queue } = this;
    if (this.path === undefined || (queue.length === 0 && !this.isKept)) return;
    this.isKept = queue.length > 0 || left !== undefined;
    try {
      const waiting = left ? joined(left, queue.waiting) : queue.waiting;
      if (this.isKept) writeBeside(this.path, JSON.stringify(waiting));
      else removeLive(this.path);
    } catch {
      // A disk that is full is told of when the log is written. Until then the run goes on.
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

/** None for a session in memory, or one that belongs to another process. */
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
    // One that cannot be read is no reason not to start.
    return undefined;
  }
}
