import type { AgentTool, AgentToolResult, AgentToolUpdateCallback, ToolExecutionMode } from "@tau/agent";
import type { ConstrainedSampling } from "@tau/ai";
import type { Component } from "@tau/tui";
import type { Static, TSchema } from "typebox";
import type { Settings } from "../../settings/index.ts";
import type { Theme } from "../../themes/index.ts";
import type { ExtensionToolContext } from "./context.ts";
import type { KeybindingHints } from "./ui.ts";

export interface ToolRenderResultOptions {
  expanded: boolean;
  isPartial: boolean;
}

/** The context of one row on screen; a call and its result share it. */
export interface ToolRenderContext<TState = unknown, TArgs = unknown> extends KeybindingHints {
  args: TArgs;
  toolCallId: string;
  /** Draws this row again. */
  invalidate: () => void;
  /** The component that this slot showed before. */
  lastComponent: Component | undefined;
  /** State that belongs to the renderer. */
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
  /** Returns the lines of code in the theme's colours, by the name of a language such as `python`. Absent where nothing is coloured. */
  highlight?(code: string, language: string): string[];
}

/**
 * How a tool is reached. `direct`: the model and other tools can call it while it is active. `model-only`: only the model can. `codemode`:
 * other tools can, whenever it is registered. `deferred`: like `codemode`, but it must be found by a search. `hidden`: nothing can.
 */
export type ToolExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";

/** When a tool is declared to the model: `direct`, from the first request on; `found`, once a search has returned it. */
export type ToolLoading = "direct" | "found";

/** Hints by the tool's author, which are not verified. Absent hints mean that the tool writes, may destroy data and reaches the open world. */
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** The effects of a call, on which the permission policy decides. Paths may be relative to the working directory. */
export interface ToolEffects {
  effect: "read" | "write" | "execute" | "network";
  paths?: readonly string[];
  command?: string;
  host?: string;
  /**
   * For `execute`: the program runs in the sandbox of the model's commands (`sandbox` of `pi.processes`) and is permitted as they are.
   * `paths` then lists what the tool itself writes. Without it, a command counts as one that runs with the user's rights.
   */
  isConfined?: boolean;
  /** For `execute` with a command: it reaches a program outside of the sandbox. */
  isUnconfined?: boolean;
}

/** Where a call is about to run. */
export interface ToolPlace {
  readonly cwd: string;
  /** Returns the URLs of the git remotes of the repository that contains the folder. */
  gitRemotes(): readonly string[];
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
  /** Returns the settings, like `pi.getSettings()`. */
  getSettings(): Settings;
}

export interface ToolLoadoutChanges {
  descriptions?: Readonly<Record<string, string>>;
  /** Active tools that are left out of requests. */
  hiddenDeclarations?: readonly string[];
}

/**
 * A tool as an extension registers it. Its members are methods, not function properties,
 * so that a tool with narrower parameters stays assignable.
 */
export interface ToolDefinition<TParams extends TSchema = TSchema, TDetails = unknown, TState = unknown> {
  name: string;
  label: string;
  description: string;
  /** The tool's line in the system prompt; without it the prompt does not name the tool. */
  promptSnippet?: string;
  promptGuidelines?: string[];
  parameters: TParams;
  constrainedSampling?: false | ConstrainedSampling;
  /** `self`: the renderer also draws the frame and the padding. */
  renderShell?: "default" | "self";
  /** Converts outdated or malformed arguments before they are validated. */
  prepareArguments?(args: unknown): Static<TParams> | Promise<Static<TParams>>;
  outputSchema?: TSchema;
  /** Default `direct`. */
  exposure?: ToolExposure;
  namespace?: ToolNamespace;
  /** For tools that call other tools: returns which ones a call may reach, judged by its input. */
  reachesTools?(input: Record<string, unknown>): "all" | readonly string[];
  annotations?: ToolAnnotations;
  /**
   * Returns the effects of a call. Called before each call with the validated arguments. Without it the user is asked for permission,
   * unless the tool belongs to a battery and its annotations say that it only reads and does not reach the open world.
   */
  describe?(args: Static<TParams>, place: ToolPlace): ToolEffects;
  /** Whether the tool is active from the start. */
  defaultActive?: boolean;
  /** Default `direct`. */
  loadout?: ToolLoading;
  prepareLoadout?(loadout: ToolLoadout): ToolLoadoutChanges | undefined;
  executionMode?: ToolExecutionMode;
  /** Whether the call may be run again if a crash left its outcome unknown. */
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

/** Chooses the renderers of a tool, whether it is registered or not. `next` returns the renderers that would be used otherwise. */
export type ToolRendererResolver = (
  toolName: string,
  next: () => ToolRenderers | undefined,
) => ToolRenderers | undefined;

/** Returns the tool unchanged. Lets TypeScript infer the type of the parameters for a definition outside `registerTool`. */
export function defineTool<TParams extends TSchema, TDetails = unknown, TState = unknown>(
  tool: ToolDefinition<TParams, TDetails, TState>,
): ToolDefinition<TParams, TDetails, TState> {
  return tool;
}
