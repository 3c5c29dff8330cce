import { type BuiltinToolDefinition, defineBuiltinTool } from "../builtin-tool.ts";
import { description, prompt } from "./description.ts";
import type { BashToolDetails } from "./details.ts";
import { createLocalBashOperations } from "./operations.ts";
import type { parameters } from "./parameters.ts";
import { type BashTool, type BashToolOptions, createShellTool, throwingFailures } from "./shell-tool.ts";

/**
 * Creates the tool for programs that call it directly: a command that fails, is aborted or times out throws an error
 * with its output.
 */
export function createBashTool(cwd: string, options: BashToolOptions = {}): BashTool {
  return throwingFailures(createReportingBashTool(cwd, options));
}

/** Creates the tool for the agent loop: such a command returns a result with details. */
export function createReportingBashTool(cwd: string, options: BashToolOptions = {}): BashTool {
  const operations = options.operations ?? createLocalBashOperations(options);
  return createShellTool(cwd, { name: "bash", description }, operations, options);
}

export function createBashToolDefinition(
  cwd: string,
  options?: BashToolOptions,
): BuiltinToolDefinition<typeof parameters, BashToolDetails | undefined> {
  return defineBuiltinTool(createBashTool(cwd, options), prompt);
}
