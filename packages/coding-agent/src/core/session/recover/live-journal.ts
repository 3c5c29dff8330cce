import { closeSync, ftruncateSync, writeSync } from "node:fs";
import type { AgentToolResult, SessionLog } from "@tau/agent";
import { appendBeside } from "@tau/agent/node";
import type { AssistantMessage, AssistantMessageEvent } from "@tau/ai";
import type { AgentSessionEvent } from "../session-event.ts";
import { type LiveLine, livePath, removeLive } from "./live-lines.ts";

/** Of an output that is still growing, this much of its end. */
const OUTPUT_CHARACTERS = 16 * 1024;
/** An output is written anew each time it grows; above this the file begins anew. */
const MOST_CHARACTERS = 1024 * 1024;

type EventOf<TType extends AgentSessionEvent["type"]> = Extract<AgentSessionEvent, { type: TType }>;
type Handlers = { readonly [TType in AgentSessionEvent["type"]]?: (event: EventOf<TType>) => void };

/**
 * Keeps what is on the screen and not in the log yet: the answer that is being written, and the output of calls that run. It lies in a
 * file beside the log until the log has it; one that is found at the next start is what a crash cut off.
 */
export class LiveJournal {
  private readonly log: SessionLog;
  private file: { readonly path: string; readonly fd: number } | undefined;
  private lines: LiveLine[] = [];
  private isGivenUp = false;
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

  /** Where the session is left in the middle of something, it is kept: the process may not live to see the end of it. */
  close(): void {
    const isUnfinished = this.written > 0 || this.lines.length > 0;
    if (isUnfinished) this.write();
    if (!this.file) return;
    const { fd, path } = this.file;
    this.file = undefined;
    this.isGivenUp = true;
    closeSync(fd);
    if (!isUnfinished) removeLive(path);
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

  /** Once for all that has come at a time, and before the frame that shows it. */
  private writeSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    process.nextTick(() => this.write());
  }

  private write(): void {
    this.isDue = false;
    if (this.isGivenUp) return;
    try {
      this.append();
    } catch {
      // A disk that is full is told of when the log is written. Until then the screen goes on.
      this.isGivenUp = true;
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
    if (this.file && this.written > 0) this.empty(this.file.fd);
  }

  private empty(fd: number): void {
    ftruncateSync(fd, 0);
    this.written = 0;
  }
}

/** None for a session in memory, or one that belongs to another process. */
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
