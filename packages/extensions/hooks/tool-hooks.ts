import type {
  ExtensionContext,
  PermissionRequestEvent,
  PermissionRequestEventResult,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@tau/coding-agent";
import { type HookRunner, tell } from "./hook-runner.ts";
import type { HookResult } from "./read-answer.ts";
import { applyInput, type HookedCall, toHookedCall, toolResponse } from "./tool-names.ts";

/** Texts of PreToolUse hooks for the model, by call: they are added to its result. */
type Notes = Map<string, string>;

/** Hooks before and after a tool call, and those that answer permission questions. */
export class ToolHooks {
  private readonly runner: HookRunner;
  private readonly notes: Notes = new Map();

  constructor(runner: HookRunner) {
    this.runner = runner;
  }

  /** The strictest decision counts: deny, then ask, then allow. */
  async beforeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const { toolName, toolCallId } = event;
    const call = toHookedCall(toolName, event.input, ctx.cwd);
    const results = await this.runner.run(
      {
        event: "PreToolUse",
        ...call,
        input: { ...callInput(call, event), tool_use_id: toolCallId },
        signal: ctx.signal,
      },
      ctx,
    );
    const denial = results.find(({ block, permission }) => block !== undefined || permission === "deny");
    const stop = results.find((result) => result.stop !== undefined)?.stop;
    if (stop !== undefined) tell(ctx, stop, "info");
    if (denial || stop !== undefined)
      return {
        block: true,
        reason: denial?.block ?? denial?.permissionReason ?? stop ?? "A hook denied the call.",
        ...(stop === undefined ? {} : { terminate: true }),
      };
    for (const { updatedInput } of results)
      if (updatedInput && !applyInput(toolName, event.input, updatedInput))
        return { block: true, reason: `A hook changed the input of ${toolName} to one that the tool cannot take.` };
    const context = results.flatMap((result) => result.context ?? []).join("\n");
    if (context !== "") this.notes.set(toolCallId, context);
    return opinionOf(results);
  }

  async onQuestion(
    event: PermissionRequestEvent,
    ctx: ExtensionContext,
  ): Promise<PermissionRequestEventResult | undefined> {
    const call = toHookedCall(event.toolName, event.input, ctx.cwd);
    const results = await this.runner.run(
      { event: "PermissionRequest", ...call, input: callInput(call, event), signal: ctx.signal },
      ctx,
    );
    const denial = results.find(({ permission }) => permission === "deny");
    if (denial) return { decision: "deny", reason: denial.permissionReason ?? "A hook denied the call." };
    if (results.some(({ permission }) => permission === "allow")) return { decision: "allow" };
    void this.notify("permission_prompt", `Tau needs your permission to use ${call.name}`, ctx);
    return undefined;
  }

  async notify(type: string, message: string, ctx: ExtensionContext): Promise<void> {
    const input = { message, notification_type: type };
    await this.runner.run({ event: "Notification", names: [type], input }, ctx);
  }

  /** Adds what hooks say to the result. They cannot undo the call any more. */
  async afterCall(event: ToolResultEvent, ctx: ExtensionContext): Promise<ToolResultEventResult | undefined> {
    const { toolName, toolCallId, isError, content } = event;
    const call = toHookedCall(toolName, event.input, ctx.cwd);
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    const outcome = isError ? { error: text } : { tool_response: toolResponse(toolName, call, text) };
    const results = await this.runner.run(
      {
        event: isError ? "PostToolUseFailure" : "PostToolUse",
        ...call,
        input: { ...callInput(call, event), tool_use_id: toolCallId, ...outcome },
        signal: ctx.signal,
      },
      ctx,
    );
    const note = this.notes.get(toolCallId);
    this.notes.delete(toolCallId);
    const stop = results.find((result) => result.stop !== undefined)?.stop;
    if (stop !== undefined) {
      tell(ctx, stop, "info");
      ctx.abort();
    }
    const said = [note, ...results.flatMap(({ block, context }) => [block, context])].filter(
      (each) => each !== undefined,
    );
    const output = results.findLast(({ updatedOutput }) => updatedOutput !== undefined)?.updatedOutput;
    if (said.length === 0 && output === undefined) return undefined;
    const kept = output === undefined ? content : [{ type: "text" as const, text: output }];
    return { content: [...kept, ...said.map((each) => ({ type: "text" as const, text: `Hook: ${each}` }))] };
  }
}

function callInput({ name, input }: HookedCall, { childId }: { childId?: string }): object {
  return { tool_name: name, tool_input: input, ...(childId === undefined ? {} : { agent_id: childId }) };
}

function opinionOf(results: readonly HookResult[]): ToolCallEventResult | undefined {
  const asking = results.find(({ permission }) => permission === "ask");
  const allowing = results.find(({ permission }) => permission === "allow");
  const decided = asking ?? allowing;
  if (!decided) return undefined;
  const reason = decided.permissionReason ?? (asking ? "A hook asks." : undefined);
  return { permission: { decision: asking ? "ask" : "allow", ...(reason === undefined ? {} : { reason }) } };
}
