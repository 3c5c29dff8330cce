import type { AgentTool } from "@tau/agent";
import { type BuiltinToolDefinition, defineBuiltinTool } from "./builtin-tool.ts";
import { type BuiltinTool, builtinTools, type ToolName, type ToolsOptions } from "./registry.ts";
import { ToolError } from "./tool-error.ts";

type AnyToolDefinition = BuiltinToolDefinition<object, unknown>;

export function createTool(name: ToolName, cwd: string, options: ToolsOptions = {}): AgentTool {
  return lookUp(name).create(cwd, options);
}

export function createToolDefinition(name: ToolName, cwd: string, options: ToolsOptions = {}): AnyToolDefinition {
  const tool = lookUp(name);
  return defineBuiltinTool(tool.create(cwd, options), tool.prompt);
}

export function createCodingTools(cwd: string, options: ToolsOptions = {}): AgentTool[] {
  return builtinTools.filter((tool) => tool.isDefault).map((tool) => tool.create(cwd, options));
}

export function createReadOnlyTools(cwd: string, options: ToolsOptions = {}): AgentTool[] {
  return builtinTools.filter((tool) => tool.effect === "read").map((tool) => tool.create(cwd, options));
}

export function createAllTools(cwd: string, options: ToolsOptions = {}): Record<ToolName, AgentTool> {
  const entries = builtinTools.map((tool) => [tool.name, tool.create(cwd, options)]);
  return Object.fromEntries(entries) as Record<ToolName, AgentTool>;
}

export function createCodingToolDefinitions(cwd: string, options: ToolsOptions = {}): AnyToolDefinition[] {
  return builtinTools.filter((tool) => tool.isDefault).map((tool) => createToolDefinition(tool.name, cwd, options));
}

export function createReadOnlyToolDefinitions(cwd: string, options: ToolsOptions = {}): AnyToolDefinition[] {
  return builtinTools
    .filter((tool) => tool.effect === "read")
    .map((tool) => createToolDefinition(tool.name, cwd, options));
}

export function createAllToolDefinitions(cwd: string, options: ToolsOptions = {}): Record<ToolName, AnyToolDefinition> {
  const entries = builtinTools.map((tool) => [tool.name, createToolDefinition(tool.name, cwd, options)]);
  return Object.fromEntries(entries) as Record<ToolName, AnyToolDefinition>;
}

function lookUp(name: ToolName): BuiltinTool {
  const tool = builtinTools.find((candidate) => candidate.name === name);
  if (!tool) throw new ToolError("unavailable", `There is no built-in tool ${name}.`);
  return tool;
}
