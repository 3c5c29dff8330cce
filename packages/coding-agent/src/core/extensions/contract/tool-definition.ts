import type { AgentTool, AgentToolResult, AgentToolUpdateCallback, ToolExecutionMode } from "@tau/agent";
import type { ConstrainedSampling } from "@tau/ai";
import type { Component } from "@tau/tui";
import type { Static, TSchema } from "typebox";
import type { Theme } from "../../themes/index.ts";
import type { ExtensionToolContext } from "./context.ts";
import type { KeybindingHints } from "./ui.ts";

export interface ToolRenderResultOptions {
  expanded: boolean;
  isPartial: boolean;
}

/** Of one row on the screen; the same for its call and its result. */
export interface ToolRenderContext<TState = unknown, TArgs = unknown> extends KeybindingHints {
  args: TArgs;
  toolCallId: string;
  /** Draws this row again. */
  invalidate: () => void;
  /** What this slot showed before. */
  lastComponent: Component | undefined;
  /** The renderer's own. */
  state: TState;
  cwd: string;
  executionStarted: boolean;
  argsComplete: boolean;
  isPartial: boolean;
  expanded: boolean;
  showImages: boolean;
  isError: boolean;
  durationMs: number | undefined;
  outputPad: number;
}

/**
 * How a tool is reached. `direct`: offered to the model and to other tools while active. `model-only`: to the model alone.
 * `codemode`: to other tools whenever registered. `deferred`: like `codemode`, but found only by searching. `hidden`: not at all.
 */
export type ToolExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";

/** When the model is told of a tool: `direct`, from the first request on; `found`, once a search has returned it. */
export type ToolLoading = "direct" | "found";

/** Hints by the tool's author, not checked; absent ones mean: writes, may destroy, reaches the open world. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** What a call would do, for the permission policy to decide on. Paths may be relative to the working directory. */
export interface ToolEffects {
  effect: "read" | "write" | "execute" | "network";
  paths?: readonly string[];
  command?: string;
  host?: string;
}

export interface ToolNamespace {
  name: string;
  aliases?: readonly string[];
  description?: string;
  instructions?: string;
}

export interface ToolLoadout {
  readonly declared: readonly AgentTool[];
  readonly callable: readonly AgentTool[];
  readonly registered: readonly AgentTool[];
  getExposure(name: string): ToolExposure;
  getNamespace(name: string): ToolNamespace | undefined;
  getPromptGuidelines(name: string): readonly string[];
}

export interface ToolLoadoutChanges {
  descriptions?: Readonly<Record<string, string>>;
  /** Active tools that requests leave out. */
  hiddenDeclarations?: readonly string[];
}

/** A tool as an extension registers it. Methods, not function properties: one with narrower parameters stays assignable. */
export interface ToolDefinition<TParams extends TSchema = TSchema, TDetails = unknown, TState = unknown> {
  name: string;
  label: string;
  description: string;
  /** Its line in the system prompt; without one the prompt does not name the tool. */
  promptSnippet?: string;
  promptGuidelines?: string[];
  parameters: TParams;
  constrainedSampling?: false | ConstrainedSampling;
  /** `self`: the renderer draws frame and padding too. */
  renderShell?: "default" | "self";
  /** Brings old or sloppy arguments into shape before they are validated. */
  prepareArguments?(args: unknown): Static<TParams> | Promise<Static<TParams>>;
  outputSchema?: TSchema;
  /** Default `direct`. */
  exposure?: ToolExposure;
  namespace?: ToolNamespace;
  /** For tools that call others: which ones a call may reach, by words of its input. */
  reachesTools?(input: Record<string, unknown>): "all" | readonly string[];
  annotations?: ToolAnnotations;
  /** Asked before each call, with its validated arguments. Without it the user is asked, unless a battery only reads. */
  describe?(args: Static<TParams>): ToolEffects;
  /** Is it active from the start? */
  defaultActive?: boolean;
  /** Default `direct`. */
  loadout?: ToolLoading;
  prepareLoadout?(loadout: ToolLoadout): ToolLoadoutChanges | undefined;
  executionMode?: ToolExecutionMode;
  /** May the call be run again after a crash that hid its outcome? */
  replay?: "never" | "safe";
  execute(
    toolCallId: string,
    params: Static<TParams>,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback<TDetails> | undefined,
    ctx: ExtensionToolContext,
  ): Promise<AgentToolResult<TDetails>>;
  renderCall?(args: Static<TParams>, theme: Theme, context: ToolRenderContext<TState, Static<TParams>>): Component;
  renderResult?(
    result: AgentToolResult<TDetails>,
    options: ToolRenderResultOptions,
    theme: Theme,
    context: ToolRenderContext<TState, Static<TParams>>,
  ): Component;
}

export type ToolRenderers = Pick<ToolDefinition, "renderShell" | "renderCall" | "renderResult">;

/** Chooses how calls of a tool are drawn, registered or not. `next` is what would be used otherwise. */
export type ToolRendererResolver = (
  toolName: string,
  next: () => ToolRenderers | undefined,
) => ToolRenderers | undefined;

/** Keeps the type of the parameters where a definition stands on its own. */
export function defineTool<TParams extends TSchema, TDetails = unknown, TState = unknown>(
  tool: ToolDefinition<TParams, TDetails, TState>,
): ToolDefinition<TParams, TDetails, TState> {
  return tool;
}
