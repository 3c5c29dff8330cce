import { closeSync, ftruncateSync, writeSync } from "node:fs";
import type { AgentToolResult, SessionLog } from "@tau/agent";
import { appendBeside } from "@tau/agent/node";
import type { AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import type { AgentSessionEvent } from "../session-event.ts";
import { type LiveLine, livePath, removeLive } from "./live-lines.ts";

/** How much of the end of a growing output is kept. */
const OUTPUT_CHARACTERS = 16 * 1024;
/** An output is written again each time it grows. When the file exceeds this size, it is rewritten from the start. */
const MOST_CHARACTERS = 1024 * 1024;

type EventOf<TType extends AgentSessionEvent["type"]> = Extract<AgentSessionEvent, { type: TType }>;
type Handlers = { readonly [TType in AgentSessionEvent["type"]]?: (event: EventOf<TType>) => void };

/**
 * Preserves what is on screen but not in the log yet: the answer that is being streamed and the output of running calls. It is kept in a
 * file next to the log until the log contains it. A file found at the next start holds what a crash interrupted.
 */
export class LiveJournal {
  private readonly log: SessionLog;
  private file: { readonly path: string; readonly fd: number } | undefined;
  private lines: LiveLine[] = [];
  /** Whether the file could not be written since the present answer or call began. */
  private hasFailed = false;
  private isClosed = false;
  private written = 0;
  private isDue = false;
  private readonly outputs = new Map<string, string>();
  /** Calls whose output has grown since the last write. */
  private readonly grown = new Set<string>();
  private readonly handlers: Handlers = {
    message_start: ({ message }) => {
      if (message.role === "assistant") this.begin(message);
    },
    message_update: ({ assistantMessageEvent }) => this.addDelta(assistantMessageEvent),
    message_end: ({ message }) => {
      if (message.role === "assistant") this.forget();
    },
    tool_execution_update: ({ toolCallId, partialResult }) => this.addOutput(toolCallId, partialResult),
    tool_execution_end: ({ toolCallId }) => {
      this.outputs.delete(toolCallId);
      this.grown.delete(toolCallId);
      if (this.outputs.size === 0) this.forget();
    },
  };

  constructor(log: SessionLog) {
    this.log = log;
  }

  readonly handle = (event: AgentSessionEvent): void => {
    const handler = this.handlers[event.type] as ((event: AgentSessionEvent) => void) | undefined;
    handler?.(event);
  };

  /** Closes the file. Keeps it if something is unfinished, because the process may end before it is completed. */
  close(): void {
    const isUnfinished = this.written > 0 || this.lines.length > 0;
    if (isUnfinished) this.write();
    this.isClosed = true;
    if (!this.file) return;
    const { fd, path } = this.file;
    this.file = undefined;
    closeSync(fd);
    if (!isUnfinished) removeEmptied(path);
  }

  private begin({ content: _, ...message }: AssistantMessage): void {
    this.forget();
    this.lines.push({ after: this.log.getLeafId(), message });
  }

  private addDelta(event: AssistantMessageEvent): void {
    if (event.type !== "text_delta" && event.type !== "thinking_delta" && event.type !== "toolcall_delta") return;
    const { contentIndex: block, delta } = event;
    const last = this.lines.at(-1);
    if (last && "block" in last && last.block === block) last.delta += delta;
    else this.lines.push({ block, ...kindOf(event), delta });
    this.writeSoon();
  }

  private addOutput(toolCallId: string, { content }: AgentToolResult): void {
    const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    if (text === "") return;
    this.outputs.set(toolCallId, text.slice(-OUTPUT_CHARACTERS));
    this.grown.add(toolCallId);
    this.writeSoon();
  }

  /** Schedules one write for everything that arrives in this tick, before it is drawn on screen. */
  private writeSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    process.nextTick(() => this.write());
  }

  private write(): void {
    this.isDue = false;
    if (this.hasFailed || this.isClosed) return;
    this.attempt(() => this.append());
  }

  /** A full disk is reported when the log is written. Until then the screen keeps working, and the next answer is tried anew. */
  private attempt(change: () => void): void {
    try {
      change();
    } catch {
      this.hasFailed = true;
    }
  }

  private append(): void {
    this.file ??= open(this.log);
    if (!this.file) return;
    const isFull = this.outputs.size > 0 && this.written > MOST_CHARACTERS;
    if (isFull) this.empty(this.file.fd);
    for (const call of isFull ? this.outputs.keys() : this.grown)
      this.lines.push({ call, output: this.outputs.get(call) ?? "" });
    const text = this.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    this.lines = [];
    this.grown.clear();
    this.written += text.length;
    if (text !== "") writeSync(this.file.fd, text);
  }

  private forget(): void {
    this.lines = [];
    this.outputs.clear();
    this.grown.clear();
    this.hasFailed = false;
    const { file } = this;
    if (file && this.written > 0) this.attempt(() => this.empty(file.fd));
  }

  private empty(fd: number): void {
    ftruncateSync(fd, 0);
    this.written = 0;
  }
}

/** Returns `undefined` for an in-memory session and for one that another process holds. */
function open(log: SessionLog): { path: string; fd: number } | undefined {
  const path = livePath(log);
  if (path === undefined || log.getReadOnlyReason()) return undefined;
  return { path, fd: appendBeside(path) };
}

function kindOf(event: Extract<AssistantMessageEvent, { delta: string }>) {
  if (event.type !== "toolcall_delta") return { type: event.type === "text_delta" ? "text" : "thinking" } as const;
  const block = event.partial.content[event.contentIndex];
  const { id, name } = block?.type === "toolCall" ? block : { id: "", name: "" };
  return { type: "toolCall", id, name } as const;
}

/** Removes the file if possible: an empty one that stays says nothing at the next start, and must not keep the session from closing. */
function removeEmptied(path: string): void {
  try {
    removeLive(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
