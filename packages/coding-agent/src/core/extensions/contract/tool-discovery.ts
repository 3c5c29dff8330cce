import type { ToolDefinition } from "./tool-definition.ts";

/** A tool that a search may return. */
export type FindableTool = Pick<ToolDefinition, "name" | "label" | "description" | "parameters" | "namespace"> & {
  /** The model has been told of it already. */
  isDeclared: boolean;
};

export interface DeclareOptions {
  /** The call that asks for it. A model that takes new tools within a conversation is told of them behind its result. */
  toolCallId?: string;
}

/** `pi.tools`: the tools that the model is told of only when it needs them. */
export interface ToolDiscovery {
  /** All of them, declared or not. Tools that are off are not among them. */
  findable(): FindableTool[];
  /**
   * Tells the model of tools from the next request on, behind those it knows. The session remembers it, through a resume and a
   * compaction. Returns the names that are new to the model.
   */
  declare(names: readonly string[], options?: DeclareOptions): string[];
}
