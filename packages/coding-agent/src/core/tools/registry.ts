import type { AgentTool } from "@tau/agent";
import { prompt as bashPrompt } from "./bash/description.ts";
import { type BashToolOptions, createBashTool } from "./bash/tool.ts";
import { type BuiltinToolDefinition, defineBuiltinTool, type ToolPrompt } from "./builtin-tool.ts";
import { prompt as editPrompt } from "./edit/description.ts";
import { createEditTool, type EditToolOptions } from "./edit/tool.ts";
import { prompt as findPrompt } from "./find/description.ts";
import { createFindTool, type FindToolOptions } from "./find/tool.ts";
import { prompt as grepPrompt } from "./grep/description.ts";
import { createGrepTool, type GrepToolOptions } from "./grep/tool.ts";
import { prompt as lsPrompt } from "./ls/description.ts";
import { createLsTool, type LsToolOptions } from "./ls/tool.ts";
import { prompt as readPrompt } from "./read/description.ts";
import { createReadTool, type ReadToolOptions } from "./read/tool.ts";
import { ToolError } from "./tool-error.ts";
import { prompt as writePrompt } from "./write/description.ts";
import { createWriteTool, type WriteToolOptions } from "./write/tool.ts";

export interface ToolsOptions {
  read?: ReadToolOptions;
  bash?: BashToolOptions;
  edit?: EditToolOptions;
  write?: WriteToolOptions;
  grep?: GrepToolOptions;
  find?: FindToolOptions;
  ls?: LsToolOptions;
}

export type ToolName = keyof ToolsOptions;

export interface BuiltinTool {
  readonly name: ToolName;
  /** In a session that asks for nothing else. */
  readonly isDefault: boolean;
  /** Changes nothing on the machine. */
  readonly isReadOnly: boolean;
  readonly prompt: ToolPrompt;
  create(cwd: string, options: ToolsOptions): AgentTool;
}

/** In the order in which a model sees them. */
export const builtinTools: readonly BuiltinTool[] = [
  {
    name: "read",
    isDefault: true,
    isReadOnly: true,
    prompt: readPrompt,
    create: (cwd, options) => createReadTool(cwd, options.read),
  },
  {
    name: "bash",
    isDefault: true,
    isReadOnly: false,
    prompt: bashPrompt,
    create: (cwd, options) => createBashTool(cwd, options.bash),
  },
  {
    name: "edit",
    isDefault: true,
    isReadOnly: false,
    prompt: editPrompt,
    create: (cwd, options) => createEditTool(cwd, options.edit),
  },
  {
    name: "write",
    isDefault: true,
    isReadOnly: false,
    prompt: writePrompt,
    create: (cwd, options) => createWriteTool(cwd, options.write),
  },
  {
    name: "grep",
    isDefault: false,
    isReadOnly: true,
    prompt: grepPrompt,
    create: (cwd, options) => createGrepTool(cwd, options.grep),
  },
  {
    name: "find",
    isDefault: false,
    isReadOnly: true,
    prompt: findPrompt,
    create: (cwd, options) => createFindTool(cwd, options.find),
  },
  {
    name: "ls",
    isDefault: false,
    isReadOnly: true,
    prompt: lsPrompt,
    create: (cwd, options) => createLsTool(cwd, options.ls),
  },
];

export const allToolNames: ReadonlySet<ToolName> = new Set(builtinTools.map((tool) => tool.name));

export function createTool(name: ToolName, cwd: string, options: ToolsOptions = {}): AgentTool {
  return lookUp(name).create(cwd, options);
}

export function createToolDefinition(
  name: ToolName,
  cwd: string,
  options: ToolsOptions = {},
): BuiltinToolDefinition<object, unknown> {
  const tool = lookUp(name);
  return defineBuiltinTool(tool.create(cwd, options), tool.prompt);
}

export function createCodingTools(cwd: string, options: ToolsOptions = {}): AgentTool[] {
  return builtinTools.filter((tool) => tool.isDefault).map((tool) => tool.create(cwd, options));
}

export function createReadOnlyTools(cwd: string, options: ToolsOptions = {}): AgentTool[] {
  return builtinTools.filter((tool) => tool.isReadOnly).map((tool) => tool.create(cwd, options));
}

export function createAllTools(cwd: string, options: ToolsOptions = {}): Record<ToolName, AgentTool> {
  const entries = builtinTools.map((tool) => [tool.name, tool.create(cwd, options)]);
  return Object.fromEntries(entries) as Record<ToolName, AgentTool>;
}

function lookUp(name: ToolName): BuiltinTool {
  const tool = builtinTools.find((candidate) => candidate.name === name);
  if (!tool) throw new ToolError("unavailable", `There is no built-in tool ${name}.`);
  return tool;
}
