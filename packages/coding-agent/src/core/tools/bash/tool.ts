import { type BuiltinToolDefinition, defineBuiltinTool } from "../builtin-tool.ts";
import { description, prompt } from "./description.ts";
import type { BashToolDetails } from "./details.ts";
import { createLocalBashOperations } from "./operations.ts";
import type { parameters } from "./parameters.ts";
import { type BashTool, type BashToolOptions, createShellTool } from "./shell-tool.ts";

export function createBashTool(cwd: string, options: BashToolOptions = {}): BashTool {
  const operations = options.operations ?? createLocalBashOperations(options);
  return createShellTool(cwd, { name: "bash", description }, operations, options);
}

export function createBashToolDefinition(
  cwd: string,
  options?: BashToolOptions,
): BuiltinToolDefinition<typeof parameters, BashToolDetails | undefined> {
  return defineBuiltinTool(createBashTool(cwd, options), prompt);
}
