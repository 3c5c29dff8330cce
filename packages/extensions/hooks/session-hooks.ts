import type {
  AgentBeforeSettleEvent,
  BoundaryResult,
  ChildEvent,
  ExtensionAPI,
  ExtensionContext,
  InputEvent,
  InputEventResult,
  SessionBeforeCompactEvent,
  SessionCompactEvent,
  SessionShutdownEvent,
  SessionStartEvent,
} from "@tau/coding-agent";
import { type HookRunner, tell } from "./hook-runner.ts";
import type { HookResult } from "./read-answer.ts";

const START_SOURCES = { startup: "startup", new: "clear", resume: "resume", fork: "fork" } as const;
const END_REASONS = { quit: "prompt_input_exit", new: "clear", resume: "resume", fork: "other" } as const;
/** How often in a row Stop hooks may continue a run. */
const MOST_CONTINUATIONS = 8;
/** Hooks of the end of a session have this long, unless they ask for more, and never longer than the maximum. */
const END_MS = 1500;
const MOST_END_MS = 60_000;

/** Hooks for everything but tool calls. */
export class SessionHooks {
  private readonly pi: ExtensionAPI;
  private readonly runner: HookRunner;
  /** The hooks of the session's start, which the first prompt waits for. */
  private starting: Promise<void> = Promise.resolve();
  private continuations = 0;

  constructor(pi: ExtensionAPI, runner: HookRunner) {
    this.pi = pi;
    this.runner = runner;
  }

  /** Starts the hooks and does not wait for them, so that the screen appears at once. */
  start({ reason }: SessionStartEvent, ctx: ExtensionContext): void {
    if (reason !== "reload") this.starting = this.runStart(START_SOURCES[reason], ctx);
  }

  async onInput({ text, source, streamingBehavior }: InputEvent, ctx: ExtensionContext): Promise<InputEventResult> {
    await this.starting;
    if (source === "extension") return { action: "continue" };
    this.continuations = 0;
    const results = await this.runner.run({ event: "UserPromptSubmit", names: [], input: { prompt: text } }, ctx);
    const refusal = results.find(({ block, stop }) => block !== undefined || stop !== undefined);
    if (refusal) {
      tell(ctx, `A hook refused the prompt: ${refusal.block ?? refusal.stop}`, "warning");
      return { action: "handled" };
    }
    this.name(results);
    this.addContext(results, streamingBehavior === undefined ? "nextTurn" : "steer");
    return { action: "continue" };
  }

  async beforeSettle(
    { outcome, context, entries }: AgentBeforeSettleEvent,
    ctx: ExtensionContext,
  ): Promise<BoundaryResult | undefined> {
    if (outcome !== "completed" || this.continuations >= MOST_CONTINUATIONS) return undefined;
    const input = {
      stop_hook_active: this.continuations > 0,
      last_assistant_message: lastAnswer(context.contextMessages),
    };
    const results = await this.runner.run({ event: "Stop", names: [], input, signal: ctx.signal }, ctx);
    const stop = results.find((result) => result.stop !== undefined)?.stop;
    if (stop !== undefined) {
      tell(ctx, stop, "info");
      return undefined;
    }
    const content = results.flatMap(({ block, context: said }) => [block, said]).filter((text) => text !== undefined);
    if (content.length === 0) return undefined;
    this.continuations += 1;
    const entry = {
      type: "custom_message" as const,
      customType: "hook-context",
      content: `A hook says that the work is not finished: ${content.join("\n")}`,
      display: true,
    };
    return { entries: [...entries, entry], continue: true };
  }

  async beforeCompact(
    { reason, customInstructions, signal }: SessionBeforeCompactEvent,
    ctx: ExtensionContext,
  ): Promise<{ cancel: true } | undefined> {
    const trigger = triggerOf(reason);
    const input = { trigger, custom_instructions: customInstructions ?? "" };
    const results = await this.runner.run({ event: "PreCompact", names: [trigger], input, signal }, ctx);
    const refusal = results.find(({ block }) => block !== undefined);
    if (!refusal) return undefined;
    tell(ctx, `A hook stopped the compaction: ${refusal.block}`, "warning");
    return { cancel: true };
  }

  async afterCompact({ reason, compactionEntry }: SessionCompactEvent, ctx: ExtensionContext): Promise<void> {
    const trigger = triggerOf(reason);
    const input = { trigger, compact_summary: compactionEntry.summary };
    await this.runner.run({ event: "PostCompact", names: [trigger], input }, ctx);
    await this.runStart("compact", ctx);
  }

  async end({ reason }: SessionShutdownEvent, ctx: ExtensionContext): Promise<void> {
    if (reason === "reload") return;
    const said = reason === "quit" && ctx.mode !== "tui" ? "other" : END_REASONS[reason];
    const mostMs = Math.min(MOST_END_MS, Math.max(END_MS, this.runner.longestMs("SessionEnd")));
    await this.runner.run({ event: "SessionEnd", names: [said], input: { reason: said }, mostMs }, ctx);
  }

  /** Agents have ended when these hooks run, so that they cannot continue them. */
  async onChild({ type, child }: ChildEvent, ctx: ExtensionContext): Promise<void> {
    const { id, name, file = "" } = child;
    const input = { agent_id: id, agent_type: name };
    if (type === "child_start") await this.runner.run({ event: "SubagentStart", names: [name], input }, ctx);
    if (type !== "child_end") return;
    const last = lastAnswer(this.pi.children.get(id)?.messages ?? []);
    const ended = { stop_hook_active: false, agent_transcript_path: file, last_assistant_message: last };
    await this.runner.run({ event: "SubagentStop", names: [name], input: { ...input, ...ended } }, ctx);
  }

  private async runStart(source: string, ctx: ExtensionContext): Promise<void> {
    const model = ctx.model?.id;
    const input = { source, ...(model === undefined ? {} : { model }) };
    const results = await this.runner.run({ event: "SessionStart", names: [source], input }, ctx);
    this.name(results);
    this.addContext(results, "nextTurn");
  }

  private name(results: readonly HookResult[]): void {
    const title = results.findLast(({ sessionTitle }) => sessionTitle !== undefined)?.sessionTitle;
    if (title !== undefined) this.pi.setSessionName(title);
  }

  private addContext(results: readonly HookResult[], deliverAs: "nextTurn" | "steer"): void {
    const content = results.flatMap(({ context }) => context ?? []).join("\n");
    if (content !== "") this.pi.sendMessage({ customType: "hook-context", content, display: false }, { deliverAs });
  }
}

function triggerOf(reason: SessionBeforeCompactEvent["reason"]): "manual" | "auto" {
  return reason === "manual" ? "manual" : "auto";
}

function lastAnswer(messages: readonly { role: string; content?: unknown }[]): string {
  const content = messages.findLast(({ role }) => role === "assistant")?.content;
  const blocks: { type?: string; text?: string }[] = Array.isArray(content) ? content : [];
  return blocks.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n");
}
