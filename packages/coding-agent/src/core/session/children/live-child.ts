import type { AgentMessage, CustomMessage } from "@tau/agent";
import type { AssistantMessage, ImageContent, Usage } from "@tau/ai";
import { errorText } from "../../error-text.ts";
import { answerText } from "../run/answer-text.ts";
import type { Session } from "../session.ts";
import { AgentSessionError } from "../session-error.ts";
import type { AgentSessionEvent, AgentSessionEventListener } from "../session-event.ts";
import { type LimitWatch, watchChildLimits } from "./child-limits.ts";
import type { ChildLimits, ChildResult, ChildState, ChildStatus, ChildUsage } from "./child-state.ts";

export interface ChildPromptOptions {
  readonly images?: readonly ImageContent[];
  /** Stops this run. */
  readonly signal?: AbortSignal;
}

export interface LiveChildParts {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly depth: number;
  readonly session: Session;
  readonly limits: ChildLimits;
  /** Earlier usage, if the child's log already existed. */
  readonly spent?: Partial<ChildUsage> | undefined;
  /** Aborted when the parent's run is stopped; this stops the child's run too. */
  readonly signal?: AbortSignal | undefined;
  readonly onChange: () => void;
  readonly onRun: () => void;
  readonly onEnd: (result: ChildResult) => void;
  /** Called for each answer of a model that the child requested. */
  readonly onSpent: (provider: string, model: string, usage: Usage) => void;
  readonly onDispose: () => void;
}

/** A live child session. It runs one prompt at a time, within its limits. */
export class LiveChild {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly depth: number;
  readonly session: Session;
  /** The result of the last run. */
  result: ChildResult | undefined;
  private readonly parts: LiveChildParts;
  private readonly running = new Map<string, { readonly tool: string; readonly detail: string }>();
  private spent: Omit<ChildUsage, "seconds">;
  private readonly secondsBefore: number;
  private ranMs = 0;
  private runningSince: number | undefined;
  private watch: LimitWatch | undefined;
  private isAborted = false;
  /** The text of the last answer in this run that had any. */
  private text = "";
  private disposing: Promise<void> | undefined;

  constructor(parts: LiveChildParts) {
    const { id, name, parentId, depth, session } = parts;
    this.parts = parts;
    this.id = id;
    this.name = name;
    this.parentId = parentId;
    this.depth = depth;
    this.session = session;
    const { seconds = 0, ...spent } = parts.spent ?? {};
    this.secondsBefore = seconds;
    this.spent = { ...NOTHING_SPENT, ...spent };
    session.subscribe((event) => this.follow(event), { isShown: false });
    parts.signal?.addEventListener("abort", this.onParentAbort, { once: true });
  }

  get status(): ChildStatus {
    if (this.runningSince !== undefined) return "running";
    return this.result?.status ?? "idle";
  }

  get usage(): ChildUsage {
    const running = this.runningSince === undefined ? 0 : performance.now() - this.runningSince;
    return { ...this.spent, seconds: this.secondsBefore + (this.ranMs + running) / 1000 };
  }

  get messages(): readonly AgentMessage[] {
    return this.session.messages;
  }

  /** The answer that is being written. */
  get answer(): AgentMessage | undefined {
    return this.session.agent.state.streamingMessage;
  }

  /** The names of the tools that the child is offered. */
  get offeredTools(): readonly string[] {
    return this.session.tools.activeNames();
  }

  get state(): ChildState {
    const { id, name, parentId, depth, status, usage, session, result } = this;
    const activity = [...this.running.values()].at(-1);
    const file = session.sessionFile;
    return {
      ...{ id, name, depth, status, usage },
      model: `${session.model.provider}/${session.model.id}`,
      sessionId: session.sessionId,
      ...(parentId === undefined ? {} : { parentId }),
      ...(activity === undefined ? {} : { activity: activity.tool }),
      ...(activity?.detail ? { activityDetail: activity.detail } : {}),
      ...(file === undefined ? {} : { file }),
      ...(result?.reason === undefined || status === "running" ? {} : { reason: result.reason }),
    };
  }

  /** Runs a prompt to its end. Does not reject if the run fails: the result says so. */
  async prompt(text: string, { images = [], signal }: ChildPromptOptions = {}): Promise<ChildResult> {
    if (this.disposing !== undefined) throw new AgentSessionError("closed", `The child session ${this.id} has ended.`);
    if (this.runningSince !== undefined)
      throw new AgentSessionError("busy", `The child session ${this.id} is at work. Steer it, or wait.`);
    const stop = () => void this.abort();
    signal?.addEventListener("abort", stop, { once: true });
    const isLate = signal?.aborted || this.parts.signal?.aborted;
    try {
      return isLate ? this.ended({ status: "aborted", text: "" }) : await this.run(text, images);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Delivers the text within the current run. If there is none, the text waits for the next prompt. */
  async steer(text: string): Promise<void> {
    await this.session.steer(text, [], { source: "extension" });
  }

  /** Adds a message to the conversation: after the tool calls of the current turn, or at once if no run is active. */
  send(draft: Omit<CustomMessage, "role" | "timestamp">): void {
    const { session } = this;
    if (this.disposing !== undefined) throw new AgentSessionError("closed", `The child session ${this.id} has ended.`);
    const message: CustomMessage = { ...draft, role: "custom", timestamp: session.log.now() };
    if (session.isIdle) session.appendCustomMessage(message);
    else session.agent.steer(message);
  }

  async abort(): Promise<void> {
    if (this.runningSince === undefined) return;
    this.isAborted = true;
    await this.session.abort();
  }

  /** Calls the listener with each event of the child, including deltas. */
  subscribe(listener: AgentSessionEventListener): () => void {
    return this.session.subscribe(listener, { isShown: false });
  }

  /** Ends the child and closes its log. */
  dispose(): Promise<void> {
    this.disposing ??= this.end();
    return this.disposing;
  }

  private async end(): Promise<void> {
    this.parts.signal?.removeEventListener("abort", this.onParentAbort);
    this.isAborted = true;
    try {
      await this.session.dispose();
    } finally {
      this.parts.onDispose();
    }
  }

  private async run(text: string, images: readonly ImageContent[]): Promise<ChildResult> {
    const { session, parts } = this;
    parts.onRun();
    this.text = "";
    this.isAborted = false;
    this.runningSince = performance.now();
    this.watch = watchChildLimits(
      parts.limits,
      () => this.usage,
      () => void session.abort(),
    );
    parts.onChange();
    let failure: string | undefined;
    try {
      await session.prompt(text, { images, source: "extension", expandPromptTemplates: false });
    } catch (error) {
      failure = errorText(error);
    }
    const limit = this.watch.reason;
    this.watch.release();
    this.ranMs += performance.now() - this.runningSince;
    this.runningSince = undefined;
    this.running.clear();
    return this.ended({ ...this.outcome(limit, failure), text: this.text });
  }

  private outcome(limit: string | undefined, failure: string | undefined): Pick<ChildResult, "status" | "reason"> {
    if (limit !== undefined) return { status: "limit", reason: limit };
    if (this.isAborted) return { status: "aborted", reason: "Stopped." };
    const reason = failure ?? this.session.lastFailure()?.errorMessage;
    if (reason !== undefined) return { status: "failed", reason };
    return this.session.lastFailure() ? { status: "failed", reason: "The run failed." } : { status: "completed" };
  }

  private ended(outcome: Omit<ChildResult, "usage">): ChildResult {
    this.result = { ...outcome, usage: this.usage };
    this.parts.onEnd(this.result);
    this.parts.onChange();
    return this.result;
  }

  private readonly onParentAbort = () => void this.abort();

  private follow(event: AgentSessionEvent): void {
    const { session } = this;
    if (event.type === "message_end" && event.message.role === "assistant") this.answered(event.message);
    // Usage of the child's own children, and of models that were asked outside the conversation.
    else if (event.type === "entry_appended" && event.entry.type === "usage")
      this.add(event.entry.provider, event.entry.model, event.entry.usage);
    else if (event.type === "compaction_end" && event.result?.usage)
      this.add(session.model.provider, session.model.id, event.result.usage);
    else if (event.type === "tool_execution_start" || event.type === "tool_execution_end") this.followTool(event);
    else if (event.type === "turn_end" && !isAborted(event.message)) {
      this.spent = { ...this.spent, turns: this.spent.turns + 1 };
      this.parts.onChange();
      this.watch?.turnEnded(event.toolResults.length > 0);
    }
  }

  private followTool(event: Extract<AgentSessionEvent, { type: `tool_execution_${"start" | "end"}` }>): void {
    // Calls that tools make to other tools are not shown as activity.
    if (event.parentToolCallId !== undefined) return;
    if (event.type === "tool_execution_start")
      this.running.set(event.toolCallId, { tool: event.toolName, detail: firstText(event.args) });
    else this.running.delete(event.toolCallId);
    this.parts.onChange();
  }

  private answered(message: AssistantMessage): void {
    this.text = answerText(message) || this.text;
    this.add(message.provider, message.model, message.usage);
  }

  private add(provider: string, model: string, usage: Usage): void {
    const { spent } = this;
    const { input, output, cacheRead, cacheWrite } = usage;
    const tokens = input + output + cacheRead + cacheWrite;
    if (tokens === 0 && usage.cost.total === 0) return;
    this.spent = {
      turns: spent.turns,
      input: spent.input + input,
      output: spent.output + output,
      cacheRead: spent.cacheRead + cacheRead,
      cacheWrite: spent.cacheWrite + cacheWrite,
      tokens: spent.tokens + tokens,
      cost: spent.cost + usage.cost.total,
    };
    this.parts.onSpent(provider, model, usage);
  }
}

const NOTHING_SPENT = { turns: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, tokens: 0, cost: 0 };

/** Whether the answer was aborted. A run that is stopped between two requests ends with such an answer. */
function isAborted(message: AgentMessage): boolean {
  return message.role === "assistant" && message.stopReason === "aborted";
}

const DETAIL_LENGTH = 80;

/** Returns the first text among the arguments of a tool, in one line; empty if there is none. */
function firstText(args: unknown): string {
  const values: unknown[] = typeof args === "object" && args !== null ? Object.values(args) : [];
  const text = values.find((value) => typeof value === "string") ?? "";
  const line = (text as string)
    .slice(0, 4 * DETAIL_LENGTH)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > DETAIL_LENGTH ? `${line.slice(0, DETAIL_LENGTH - 1)}…` : line;
}
