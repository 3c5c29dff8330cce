import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";
import { effectsOf } from "./effects.ts";

export const ACTION_NAMES = [
  "launch",
  "attach",
  "set_breakpoint",
  "remove_breakpoint",
  "set_instruction_breakpoint",
  "remove_instruction_breakpoint",
  "data_breakpoint_info",
  "set_data_breakpoint",
  "remove_data_breakpoint",
  "continue",
  "step_over",
  "step_in",
  "step_out",
  "pause",
  "evaluate",
  "stack_trace",
  "threads",
  "scopes",
  "variables",
  "disassemble",
  "read_memory",
  "write_memory",
  "modules",
  "loaded_sources",
  "custom_request",
  "output",
  "terminate",
  "sessions",
] as const;

export type ActionName = (typeof ACTION_NAMES)[number];

export interface DebugParams {
  readonly action: ActionName;
  readonly program?: string;
  readonly args?: readonly string[];
  readonly adapter?: string;
  readonly cwd?: string;
  readonly stop_on_entry?: boolean;
  readonly pid?: number;
  readonly port?: number;
  readonly host?: string;
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
  readonly exceptions?: readonly string[];
  readonly condition?: string;
  readonly hit_condition?: string;
  readonly log_message?: string;
  readonly name?: string;
  readonly data_id?: string;
  readonly access_type?: "read" | "write" | "readWrite";
  readonly expression?: string;
  readonly value?: string;
  readonly context?: string;
  readonly thread_id?: number;
  readonly frame_id?: number;
  readonly scope_id?: number;
  readonly variable_ref?: number;
  readonly levels?: number;
  readonly memory_reference?: string;
  readonly instruction_reference?: string;
  readonly instruction_count?: number;
  readonly instruction_offset?: number;
  readonly resolve_symbols?: boolean;
  readonly offset?: number;
  readonly count?: number;
  readonly data?: string;
  readonly allow_partial?: boolean;
  readonly start_module?: number;
  readonly module_count?: number;
  readonly command?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly timeout?: number;
}

const text = (description?: string) => ({ type: "string", ...(description ? { description } : {}) });
const number = (description?: string) => ({ type: "number", ...(description ? { description } : {}) });
const flag = (description?: string) => ({ type: "boolean", ...(description ? { description } : {}) });
const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });

/** The tool definition for the model, which finds it through the tool search. */
export const debug = {
  name: "debug",
  label: "Debug",
  description: DESCRIPTION,
  loadout: "found",
  executionMode: "sequential",
  parameters: {
    type: "object",
    required: ["action"],
    properties: {
      action: { type: "string", enum: ACTION_NAMES },
      program: text("launch: file or package to debug"),
      args: texts("launch: the program's arguments"),
      adapter: text("Default: by the program's language"),
      cwd: text("launch: the program's folder"),
      stop_on_entry: flag("launch: default true"),
      pid: number("attach"),
      port: number("attach"),
      host: text("attach: default 127.0.0.1"),
      file: text("Breakpoints: the source file"),
      line: number("From 1"),
      function: text("Breakpoints: instead of file and line"),
      exceptions: texts("set_breakpoint: stop at these kinds of exceptions instead; [] for none"),
      condition: text("Breakpoints: an expression"),
      hit_condition: text("Breakpoints: such as 5 or >= 5"),
      log_message: text("set_breakpoint: print this instead of stopping; {expression} is evaluated"),
      name: text("data_breakpoint_info: the variable"),
      data_id: text("Data breakpoints: from data_breakpoint_info"),
      access_type: { type: "string", enum: ["read", "write", "readWrite"] },
      expression: text("evaluate"),
      value: text("evaluate: assign this to the expression"),
      context: text("evaluate: repl (default), watch, hover, variables"),
      thread_id: number("Default: the thread that stopped"),
      frame_id: number("Default: the frame where it stopped"),
      scope_id: number("variables: from scopes"),
      variable_ref: number("variables: from scopes, variables or evaluate"),
      levels: number("stack_trace: frames; default 20"),
      memory_reference: text("An address, from variables or evaluate"),
      instruction_reference: text("An address, from stack_trace or disassemble"),
      instruction_count: number("disassemble"),
      instruction_offset: number("disassemble: in instructions"),
      resolve_symbols: flag("disassemble"),
      offset: number("In bytes"),
      count: number("read_memory: bytes"),
      data: text("write_memory: base64"),
      allow_partial: flag("write_memory"),
      start_module: number("modules"),
      module_count: number("modules"),
      command: text("custom_request: such as setVariable, exceptionInfo, goto"),
      arguments: {
        type: "object",
        description: "custom_request: its arguments; launch, attach: fields of the adapter's own",
      },
      timeout: number("Seconds, 5 to 300; default 30"),
    },
  },
  describe: (args) => effectsOf(args as DebugParams),
} satisfies ToolManifest;
