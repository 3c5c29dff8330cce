import type { ImageContent, JsonValue, NestedToolCalls, TextContent, Tool, Usage } from "@tau/ai";
import type { Static, TSchema } from "typebox";

export type ToolExecutionMode = "sequential" | "parallel";

export interface AgentToolResult<TDetails = unknown> {
  /** The content for the model. */
  content: (TextContent | ImageContent)[];
  /** Data for the screen or the log; never sent to the model. */
  details: TDetails;
  /** Data for programs that fits the tool's `outputSchema`; never sent to the model. */
  structuredContent?: JsonValue;
  /** What the tool itself spent on model requests. */
  usage?: Usage;
  /** The calls that the tool made itself, for the record. */
  nestedCalls?: NestedToolCalls;
  /** A failure the model should read. Throwing has the same effect. */
  isError?: boolean;
  /** Asks the loop to stop. The loop stops only if every result of the batch asks for it. */
  terminate?: boolean;
}

/** Each partial result replaces the one before. Calls after the tool has settled are dropped. */
export type AgentToolUpdateCallback<TDetails = unknown> = (partialResult: AgentToolResult<TDetails>) => void;

/** TypeBox schemas carry the type of their value; any other JSON Schema gives `unknown`. */
export type AgentToolParams<TParameters> = TParameters extends TSchema ? Static<TParameters> : unknown;

/**
 * A tool the loop can run. It has methods instead of function properties, so that a tool with narrower parameters stays assignable to
 * `AgentTool`.
 */
export interface AgentTool<TParameters extends object = object, TDetails = unknown> extends Tool<TParameters> {
  label: string;
  /** Converts old or malformed arguments before they are validated. */
  prepareArguments?(args: unknown): AgentToolParams<TParameters> | Promise<AgentToolParams<TParameters>>;
  /** JSON Schema of `structuredContent`. */
  outputSchema?: object;
  execute(
    toolCallId: string,
    params: AgentToolParams<TParameters>,
    signal?: AbortSignal,
    onUpdate?: AgentToolUpdateCallback<TDetails>,
  ): Promise<AgentToolResult<TDetails>>;
  /** A call of a `sequential` tool makes its whole batch sequential. */
  executionMode?: ToolExecutionMode;
  /** Whether the call may run again after a crash that hid its outcome. Default `never`. */
  replay?: "never" | "safe";
}
