import type { BashToolDetails } from "../bash/details.ts";
import type { parameters } from "../bash/parameters.ts";
import { type BashTool, type BashToolOptions, createShellTool, throwingFailures } from "../bash/shell-tool.ts";
import { type BuiltinToolDefinition, defineBuiltinTool } from "../builtin-tool.ts";
import { description, prompt } from "./description.ts";
import { createLocalPowerShellOperations } from "./operations.ts";

export type PowerShellToolOptions = Omit<BashToolOptions, "commandPrefix" | "shellPath">;

export function createPowerShellTool(cwd: string, options: PowerShellToolOptions = {}): BashTool {
  return throwingFailures(createReportingPowerShellTool(cwd, options));
}

/** Creates the tool for the agent loop: a command that fails returns a result with details. */
export function createReportingPowerShellTool(cwd: string, options: PowerShellToolOptions = {}): BashTool {
  const operations = options.operations ?? createLocalPowerShellOperations(options.processes);
  return createShellTool(cwd, { name: "powershell", description }, operations, options);
}

export function createPowerShellToolDefinition(
  cwd: string,
  options?: PowerShellToolOptions,
): BuiltinToolDefinition<typeof parameters, BashToolDetails | undefined> {
  return defineBuiltinTool(createPowerShellTool(cwd, options), prompt);
}
