import type { ExtensionAPI, ExtensionContext, PermissionMode } from "@tau/coding-agent";
import { neutralizeLine } from "@tau/tui";
import type { Hook, HookEvent } from "./hook.ts";
import { fitsSubject, type HookSubject } from "./match-hook.ts";
import { type HookResult, readAnswer } from "./read-answer.ts";
import { runHook } from "./run-hook.ts";

const MODES: Readonly<Record<PermissionMode, string>> = {
  plan: "plan",
  ask: "default",
  auto: "acceptEdits",
  yolo: "bypassPermissions",
};
const DEFAULT_SECONDS = 600;
const PROMPT_SECONDS = 30;

/** One event to run hooks for. */
export interface HookOccasion extends HookSubject {
  readonly event: HookEvent;
  /** The fields of this event, added to those that every hook is given. */
  readonly input: object;
  readonly signal?: AbortSignal | undefined;
  /** Most time for each hook, if it is less than the hook's own limit. */
  readonly mostMs?: number;
}

/** Runs the hooks of a session. */
export class HookRunner {
  private readonly pi: ExtensionAPI;
  private readonly hooks: readonly Hook[];
  /** The last problem of a hook, for `/hooks`. */
  readonly problems = new Map<Hook, string>();
  /** How often each hook ran, for `/hooks`. */
  readonly runs = new Map<Hook, number>();

  constructor(pi: ExtensionAPI, hooks: readonly Hook[]) {
    this.pi = pi;
    this.hooks = hooks;
  }

  has(event: HookEvent): boolean {
    return this.hooks.some((hook) => hook.event === event);
  }

  /** The longest time limit of the hooks for an event. */
  longestMs(event: HookEvent): number {
    return Math.max(0, ...this.hooks.filter((hook) => hook.event === event).map(({ timeoutMs = 0 }) => timeoutMs));
  }

  /** Runs all hooks that fit, at the same time. Resolves to their results in the order of the files, without asynchronous hooks. */
  async run(occasion: HookOccasion, ctx: ExtensionContext): Promise<HookResult[]> {
    const fitting = this.hooks.filter((hook) => hook.event === occasion.event && fitsSubject(hook, occasion));
    if (fitting.length === 0) return [];
    const input = { ...(await this.commonInput(occasion.event, ctx)), ...occasion.input };
    const [later, now] = [fitting.filter(({ isAsync }) => isAsync), fitting.filter(({ isAsync }) => !isAsync)];
    for (const hook of later) void this.runOne(hook, input, occasion, ctx).then((result) => this.deliver(hook, result));
    const status = now.find(({ statusMessage }) => statusMessage !== undefined)?.statusMessage;
    if (status !== undefined) ctx.ui.setStatus("hooks", neutralizeLine(status));
    try {
      return await Promise.all(now.map((hook) => this.runOne(hook, input, occasion, ctx)));
    } finally {
      if (status !== undefined) ctx.ui.setStatus("hooks", undefined);
    }
  }

  private async runOne(
    hook: Hook,
    input: object,
    { event, signal, mostMs = Number.POSITIVE_INFINITY }: HookOccasion,
    ctx: ExtensionContext,
  ): Promise<HookResult> {
    const ownMs = hook.timeoutMs ?? (event === "UserPromptSubmit" ? PROMPT_SECONDS : DEFAULT_SECONDS) * 1000;
    const env = { CLAUDE_PROJECT_DIR: ctx.cwd, ...hook.env };
    const timeoutMs = Math.min(ownMs, mostMs);
    this.runs.set(hook, (this.runs.get(hook) ?? 0) + 1);
    const answer = await runHook({ hook, input, cwd: ctx.cwd, env, timeoutMs, signal }, this.pi);
    const result = readAnswer(event, answer);
    if (result.problem === undefined) this.problems.delete(hook);
    else {
      this.problems.set(hook, result.problem);
      tell(ctx, `${event} hook ${neutralizeLine(hook.target)}: ${neutralizeLine(result.problem)}`, "warning");
    }
    if (result.systemMessage !== undefined) tell(ctx, result.systemMessage, "info");
    return result;
  }

  /** Hands over what an asynchronous hook has to say. It cannot decide any more. */
  private deliver(hook: Hook, { context, block }: HookResult): void {
    const content = [context, block].filter((text) => text !== undefined).join("\n");
    if (content === "") return;
    const triggerTurn = hook.wakes && block !== undefined;
    this.pi.sendMessage(
      { customType: "hook-context", content, display: false },
      triggerTurn ? { triggerTurn, deliverAs: "followUp" } : { deliverAs: "nextTurn" },
    );
  }

  private async commonInput(event: HookEvent, { sessionManager, cwd }: ExtensionContext): Promise<object> {
    return {
      session_id: sessionManager.getSessionId(),
      transcript_path: sessionManager.getSessionFile() ?? "",
      cwd,
      permission_mode: MODES[await this.pi.permissions.getMode()],
      hook_event_name: event,
    };
  }
}

/** Shows a text to the user: on the screen, through the client, or on stderr. */
export function tell({ hasUI, ui }: ExtensionContext, text: string, type: "info" | "warning"): void {
  if (hasUI) ui.notify(text, type);
  else process.stderr.write(`${text}\n`);
}
