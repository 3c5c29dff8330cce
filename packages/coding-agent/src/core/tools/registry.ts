import type { AgentTool } from "@tau/agent";
import type { PermissionEffect } from "../permission/index.ts";
import { description as bashDescription, prompt as bashPrompt } from "./bash/description.ts";
import { parameters as bashParameters, jobParameters } from "./bash/parameters.ts";
import type { BashToolOptions } from "./bash/shell-tool.ts";
import type { ToolPrompt } from "./builtin-tool.ts";
import { description as editDescription, prompt as editPrompt } from "./edit/description.ts";
import { parameters as editParameters } from "./edit/parameters.ts";
import { prepareEditArguments } from "./edit/prepare-arguments.ts";
import type { EditToolOptions } from "./edit/tool.ts";
import { description as findDescription, prompt as findPrompt } from "./find/description.ts";
import { parameters as findParameters } from "./find/parameters.ts";
import type { FindToolOptions } from "./find/tool.ts";
import { description as grepDescription, prompt as grepPrompt } from "./grep/description.ts";
import { parameters as grepParameters } from "./grep/parameters.ts";
import type { GrepToolOptions } from "./grep/tool.ts";
import { description as lsDescription, prompt as lsPrompt } from "./ls/description.ts";
import { parameters as lsParameters } from "./ls/parameters.ts";
import type { LsToolOptions } from "./ls/tool.ts";
import { description as powershellDescription, prompt as powershellPrompt } from "./powershell/description.ts";
import type { PowerShellToolOptions } from "./powershell/tool.ts";
import { description as readDescription, prompt as readPrompt } from "./read/description.ts";
import { parameters as readParameters } from "./read/parameters.ts";
import type { ReadToolOptions } from "./read/tool.ts";
import { description as writeDescription, prompt as writePrompt } from "./write/description.ts";
import { parameters as writeParameters } from "./write/parameters.ts";
import type { WriteToolOptions } from "./write/tool.ts";

export interface ToolsOptions {
  read?: ReadToolOptions;
  bash?: BashToolOptions;
  powershell?: PowerShellToolOptions;
  edit?: EditToolOptions;
  write?: WriteToolOptions;
  grep?: GrepToolOptions;
  find?: FindToolOptions;
  ls?: LsToolOptions;
}

export type ToolName = keyof ToolsOptions;

export interface BuiltinTool {
  readonly name: ToolName;
  /** Active in a session by default. */
  readonly isDefault: boolean;
  /** The effect of a call on the machine. */
  readonly effect: PermissionEffect;
  /** The tool's path may be a URL: `skill://…`, `artifact://…`, or one of a registered scheme. */
  readonly takesUrls?: true;
  readonly prompt: ToolPrompt;
  create(cwd: string, options: ToolsOptions): AgentTool;
}

/** The built-in tools, in the order in which a model sees them. */
export const builtinTools: readonly BuiltinTool[] = [
  {
    name: "read",
    isDefault: true,
    effect: "read",
    takesUrls: true,
    prompt: readPrompt,
    create: (cwd, options) =>
      lazyTool({ name: "read", description: readDescription, parameters: readParameters, replay: "safe" }, async () =>
        (await import("./read/tool.ts")).createReadTool(cwd, options.read),
      ),
  },
  {
    name: "bash",
    isDefault: true,
    effect: "execute",
    prompt: bashPrompt,
    create: (cwd, options) =>
      lazyTool(
        {
          name: "bash",
          description: bashDescription,
          parameters: options.bash?.jobs ? jobParameters : bashParameters,
          prepareArguments: async (args) => (await import("./bash/fix-command.ts")).fixArguments(args),
        },
        async () => (await import("./bash/tool.ts")).createReportingBashTool(cwd, options.bash),
      ),
  },
  {
    name: "edit",
    isDefault: true,
    effect: "write",
    prompt: editPrompt,
    create: (cwd, options) =>
      lazyTool(
        {
          name: "edit",
          description: editDescription,
          parameters: editParameters,
          prepareArguments: prepareEditArguments,
        },
        async () => (await import("./edit/tool.ts")).createEditTool(cwd, options.edit),
      ),
  },
  {
    name: "write",
    isDefault: true,
    effect: "write",
    takesUrls: true,
    prompt: writePrompt,
    create: (cwd, options) =>
      lazyTool({ name: "write", description: writeDescription, parameters: writeParameters }, async () =>
        (await import("./write/tool.ts")).createWriteTool(cwd, options.write),
      ),
  },
  {
    name: "grep",
    isDefault: false,
    effect: "read",
    takesUrls: true,
    prompt: grepPrompt,
    create: (cwd, options) =>
      lazyTool({ name: "grep", description: grepDescription, parameters: grepParameters, replay: "safe" }, async () =>
        (await import("./grep/tool.ts")).createGrepTool(cwd, options.grep),
      ),
  },
  {
    name: "find",
    isDefault: false,
    effect: "read",
    prompt: findPrompt,
    create: (cwd, options) =>
      lazyTool({ name: "find", description: findDescription, parameters: findParameters, replay: "safe" }, async () =>
        (await import("./find/tool.ts")).createFindTool(cwd, options.find),
      ),
  },
  {
    name: "ls",
    isDefault: false,
    effect: "read",
    prompt: lsPrompt,
    create: (cwd, options) =>
      lazyTool({ name: "ls", description: lsDescription, parameters: lsParameters, replay: "safe" }, async () =>
        (await import("./ls/tool.ts")).createLsTool(cwd, options.ls),
      ),
  },
  {
    name: "powershell",
    isDefault: false,
    effect: "execute",
    prompt: powershellPrompt,
    create: (cwd, options) =>
      lazyTool({ name: "powershell", description: powershellDescription, parameters: bashParameters }, async () =>
        (await import("./powershell/tool.ts")).createReportingPowerShellTool(cwd, options.powershell),
      ),
  },
];

export const allToolNames: ReadonlySet<ToolName> = new Set(builtinTools.map((tool) => tool.name));

/** Creates a tool whose description is available at once and whose code is loaded on the first call. */
function lazyTool(face: Omit<AgentTool, "execute" | "label">, load: () => Promise<unknown>): AgentTool {
  let loaded: Promise<unknown> | undefined;
  return {
    label: face.name,
    ...face,
    execute: async (...call) => {
      loaded ??= load();
      return await ((await loaded) as AgentTool).execute(...call);
    },
  };
}
