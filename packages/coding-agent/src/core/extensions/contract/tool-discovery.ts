import type { ToolDefinition } from "./tool-definition.ts";

/** A tool that a search may return. */
export type FindableTool = Pick<ToolDefinition, "name" | "label" | "description" | "parameters" | "namespace"> & {
  /** Whether the tool has already been declared to the model. */
  isDeclared: boolean;
};

export interface DeclareOptions {
  /** The tool call that asked for the declaration. If the model accepts new tools within a conversation, they are declared after its result. */
  toolCallId?: string;
}

/** `pi.tools`: the tools that are declared to the model only when it needs them. */
export interface ToolDiscovery {
  /** Returns all of these tools, declared or not, except those that are switched off. */
  findable(): FindableTool[];
  /**
   * Declares tools to the model from the next request on, after the tools it already knows. The session keeps the declaration across
   * resumes and compactions. Returns the names that are new to the model.
   */
  declare(names: readonly string[], options?: DeclareOptions): string[];
}
