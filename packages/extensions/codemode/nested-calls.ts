import type { AgentTool, AgentToolCallOutcome } from "@tau/agent";
import type { ExtensionToolContext } from "@tau/coding-agent";

/** A call of a script, for the screen and for clients. */
export interface NestedCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON, shortened. */
  readonly args: string;
  readonly status: "running" | "ok" | "error" | "cancelled";
  readonly durationMs?: number;
  readonly error?: string;
}

export interface NestedCallList {
  /** The latest calls. */
  readonly calls: readonly NestedCall[];
  /** How many calls there were in all. */
  readonly count: number;
  readonly failed: number;
}

const MOST_AT_ONCE = 16;
const MOST_SHOWN = 100;
const MOST_ARGUMENTS = 200;
const MOST_ERROR = 300;

/** Makes the calls of one script: a limited number at once, and calls of sequential tools one after another. */
export class NestedCalls {
  private readonly ctx: Pick<ExtensionToolContext, "executeTool">;
  private readonly tools: ReadonlyMap<string, AgentTool>;
  private readonly callerId: string;
  private readonly onChange: () => void;
  private readonly abort = new AbortController();
  private readonly shown: NestedCall[] = [];
  private readonly running = new Set<Promise<unknown>>();
  private readonly queue: (() => void)[] = [];
  private sequence: Promise<unknown> = Promise.resolve();
  private active = 0;
  private count = 0;
  private failed = 0;

  constructor(
    ctx: Pick<ExtensionToolContext, "executeTool">,
    tools: readonly AgentTool[],
    callerId: string,
    onChange: () => void,
  ) {
    this.ctx = ctx;
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.callerId = callerId;
    this.onChange = onChange;
  }

  /** Resolves to the value of the result for the script, as a JSON text. Rejects if the call fails or is refused. */
  async call(name: string, args: unknown): Promise<string> {
    const tool = this.tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const making = tool.executionMode === "sequential" ? this.inSequence(name, args) : this.make(name, args);
    this.running.add(making);
    try {
      const { result, isError } = await making;
      if (isError && result.structuredContent === undefined) throw new Error(textOf(result) || `${name} failed.`);
      return JSON.stringify(resultValue(result));
    } finally {
      this.running.delete(making);
    }
  }

  /** Stops the calls that are still running. Resolves to their number once they have ended. */
  async stop(): Promise<number> {
    const left = this.running.size;
    this.abort.abort();
    await Promise.allSettled(this.running);
    return left;
  }

  list(): NestedCallList {
    return { calls: [...this.shown], count: this.count, failed: this.failed };
  }

  private async inSequence(name: string, args: unknown): Promise<AgentToolCallOutcome> {
    const before = this.sequence;
    const making = before.then(
      () => this.make(name, args),
      () => this.make(name, args),
    );
    this.sequence = making;
    return await making;
  }

  private async make(name: string, args: unknown): Promise<AgentToolCallOutcome> {
    if (this.active >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.active++;
    try {
      return await this.execute(name, args);
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.active--;
    }
  }

  private async execute(name: string, args: unknown): Promise<AgentToolCallOutcome> {
    const { signal } = this.abort;
    signal.throwIfAborted();
    this.count++;
    const id = `${this.callerId}/${this.count}`;
    const call = { id, name, args: shortened(JSON.stringify(args), MOST_ARGUMENTS) };
    this.shown.push({ ...call, status: "running" });
    if (this.shown.length > MOST_SHOWN) this.shown.shift();
    this.onChange();
    const outcome = await this.ctx.executeTool(name, args, { signal });
    const { isError, durationMs, result } = outcome;
    if (isError && !signal.aborted) this.failed++;
    this.update({
      ...call,
      status: signal.aborted ? "cancelled" : isError ? "error" : "ok",
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(isError ? { error: shortened(textOf(result), MOST_ERROR) } : {}),
    });
    return outcome;
  }

  private update(call: NestedCall): void {
    const index = this.shown.findLastIndex(({ id }) => id === call.id);
    if (index >= 0) this.shown[index] = call;
    this.onChange();
  }
}

type Result = AgentToolCallOutcome["result"];

/** Returns what a script receives: the structured value, one image, or the text. */
function resultValue(result: Result): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const images = result.content.filter((block) => block.type === "image");
  const [image] = images;
  if (!image) return textOf(result);
  return images.length > 1 ? result.content : { ...image, note: textOf(result) };
}

function textOf({ content }: Result): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
