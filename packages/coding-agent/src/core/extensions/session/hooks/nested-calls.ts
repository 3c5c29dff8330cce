import type { AgentToolCallOutcome, AgentToolResult } from "@tau/agent";
import type { JsonObject, NestedToolCallRecord, NestedToolCalls, Usage } from "@tau/ai";

const MOST_CALLS = 256;
const MOST_BYTES_PER_CALL = 8 * 1024;
const MOST_BYTES = 32 * 1024;
const MOST_ERROR = 500;

interface Caller {
  count: number;
  bytes: number;
  isComplete: boolean;
  readonly calls: NestedToolCallRecord[];
  readonly usage: Usage[];
}

/**
 * Calls that tools make to other tools. They are not part of the conversation: only the calling tool receives their results, and a
 * size-limited record of them is stored with its own result.
 */
export class NestedCalls {
  private readonly callers = new Map<string, Caller>();

  /** Records the start of a nested call. Its id is `<caller>/1`, `<caller>/2`, … */
  begin(callerId: string, name: string, args: unknown): NestedToolCallRecord {
    const caller = this.callerOf(callerId);
    caller.count += 1;
    const json = JSON.stringify(args ?? {});
    const bytes = Buffer.byteLength(json);
    const fits = bytes <= MOST_BYTES_PER_CALL && caller.bytes + bytes <= MOST_BYTES;
    if (fits) caller.bytes += bytes;
    const record: NestedToolCallRecord = {
      id: `${callerId}/${caller.count}`,
      name,
      ...(fits ? { arguments: JSON.parse(json) as JsonObject } : { argumentsBytes: bytes }),
      status: "unfinished",
    };
    const isKept = caller.calls.length < MOST_CALLS;
    if (isKept) caller.calls.push(record);
    if (!fits || !isKept) caller.isComplete = false;
    return record;
  }

  end(callerId: string, record: NestedToolCallRecord, { result, isError, durationMs }: AgentToolCallOutcome): void {
    record.status = isError ? "error" : "ok";
    if (durationMs !== undefined) record.durationMs = durationMs;
    if (isError) record.error = textOf(result).slice(0, MOST_ERROR);
    if (result.usage) this.callerOf(callerId).usage.push(result.usage);
  }

  /** Returns the id of the call that made a nested call. */
  parentOf(toolCallId: string): string | undefined {
    const parent = toolCallId.slice(0, Math.max(0, toolCallId.lastIndexOf("/")));
    return this.callers.has(parent) ? parent : undefined;
  }

  /** Adds the nested calls and their usage to the result of the tool that made them. */
  addTo<T extends AgentToolResult>(callerId: string, result: T): T & { nestedCalls?: NestedToolCalls } {
    const caller = this.callers.get(callerId);
    if (!caller) return result;
    const isDone = caller.calls.every(({ status }) => status !== "unfinished");
    const spent = caller.usage.reduce(addUp, result.usage);
    return {
      ...result,
      ...(spent ? { usage: spent } : {}),
      nestedCalls: { calls: structuredClone(caller.calls), complete: caller.isComplete && isDone },
    };
  }

  private callerOf(id: string): Caller {
    const known = this.callers.get(id) ?? { count: 0, bytes: 0, isComplete: true, calls: [], usage: [] };
    this.callers.set(id, known);
    return known;
  }
}

function addUp(sum: Usage | undefined, usage: Usage): Usage {
  if (!sum) return usage;
  const { cost } = usage;
  return {
    ...sum,
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    cacheRead: sum.cacheRead + usage.cacheRead,
    cacheWrite: sum.cacheWrite + usage.cacheWrite,
    totalTokens: sum.totalTokens + usage.totalTokens,
    cost: {
      input: sum.cost.input + cost.input,
      output: sum.cost.output + cost.output,
      cacheRead: sum.cost.cacheRead + cost.cacheRead,
      cacheWrite: sum.cost.cacheWrite + cost.cacheWrite,
      total: sum.cost.total + cost.total,
    },
  };
}

function textOf({ content }: AgentToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
