import { resolve } from "node:path";
import type { HookSubject } from "./match-hook.ts";

/** A call as hooks see it: with the tool names and fields of Claude Code. */
export interface HookedCall extends HookSubject {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Input = Readonly<Record<string, unknown>>;

interface ToolMapping {
  /** The name that hooks are given, then the others that a matcher may use. */
  readonly names: readonly string[];
  toHook(input: Input, cwd: string): Input;
  /** Returns our input, or `undefined` if the hook's input lacks something. */
  toOwn(input: Input, before: Input): Input | undefined;
  /** The field that a condition is about. */
  readonly field?: string;
}

const MAPPINGS: Readonly<Record<string, ToolMapping>> = {
  bash: shell("Bash"),
  powershell: shell("PowerShell"),
  read: file("Read"),
  write: file("Write", ["content"]),
  edit: {
    names: ["Edit", "MultiEdit"],
    field: "file_path",
    toHook: editToHook,
    toOwn: editToOwn,
  },
  grep: {
    names: ["Grep"],
    toHook: ({ ignoreCase, ...input }, cwd) => ({
      ...absolute("path", input, cwd),
      ...(ignoreCase === true ? { "-i": true } : {}),
      output_mode: "content",
    }),
    toOwn: ({ "-i": ignoreCase, output_mode: _mode, ...input }) =>
      typeof input.pattern === "string" ? { ...input, ...(ignoreCase === true ? { ignoreCase } : {}) } : undefined,
  },
  find: {
    names: ["Glob"],
    toHook: (input, cwd) => absolute("path", input, cwd),
    toOwn: (input) => (typeof input.pattern === "string" ? input : undefined),
  },
  ls: { names: ["LS"], toHook: (input, cwd) => absolute("path", input, cwd), toOwn: (input) => input },
  fetch: { ...named("WebFetch"), field: "url" },
  web_search: named("WebSearch"),
  task: named("Agent", "Task"),
  todo: named("TodoWrite"),
  ask: named("AskUserQuestion"),
  submit_plan: named("ExitPlanMode"),
};

/** Returns a call of ours as hooks see it. A tool that Claude Code does not have keeps its name and input. */
export function toHookedCall(tool: string, input: unknown, cwd: string): HookedCall {
  const given = (input ?? {}) as Input;
  const mapping = Object.hasOwn(MAPPINGS, tool) ? MAPPINGS[tool] : undefined;
  if (!mapping) return { name: tool, names: [tool], input: given };
  const converted = mapping.toHook(given, cwd);
  const field = mapping.field === undefined ? undefined : converted[mapping.field];
  const [name = tool] = mapping.names;
  return {
    name,
    names: [...mapping.names, tool],
    input: converted,
    ...(typeof field === "string" ? { field } : {}),
  };
}

/** Changes the input of a call in place to what a hook returned. Returns false if the tool cannot be called with it. */
export function applyInput(tool: string, current: unknown, updated: Input): boolean {
  const target = current as Record<string, unknown>;
  const mapping = Object.hasOwn(MAPPINGS, tool) ? MAPPINGS[tool] : undefined;
  const own = mapping ? mapping.toOwn(updated, target) : updated;
  if (!own) return false;
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, own);
  return true;
}

/** Returns the result of a call as hooks see it. */
export function toolResponse(tool: string, { input }: HookedCall, text: string): unknown {
  if (tool === "bash" || tool === "powershell") return { stdout: text, stderr: "", interrupted: false, isImage: false };
  if (tool === "write" || tool === "edit") return { filePath: input.file_path, success: true };
  return { content: text };
}

function named(...names: string[]): ToolMapping {
  return { names, toHook: (input) => input, toOwn: (input) => input };
}

/** Timeouts are in seconds here and in milliseconds there. */
function shell(name: string): ToolMapping {
  return {
    names: [name],
    field: "command",
    toHook: ({ timeout, async: isAsync, ...input }) => ({
      ...input,
      ...(typeof timeout === "number" ? { timeout: timeout * 1000 } : {}),
      ...(isAsync === true ? { run_in_background: true } : {}),
    }),
    toOwn: ({ command, timeout, run_in_background: isAsync }) =>
      typeof command === "string"
        ? {
            command,
            ...(typeof timeout === "number" ? { timeout: timeout / 1000 } : {}),
            ...(isAsync === true ? { async: true } : {}),
          }
        : undefined,
  };
}

/** `required`: further fields that must be texts. */
function file(name: string, required: readonly string[] = []): ToolMapping {
  return {
    names: [name],
    field: "file_path",
    toHook: withFilePath,
    toOwn: ({ file_path: path, ...input }) =>
      [path, ...required.map((key) => input[key])].every((value) => typeof value === "string")
        ? { path, ...input }
        : undefined,
  };
}

function withFilePath({ path, ...input }: Input, cwd: string): Input {
  return typeof path === "string" ? { file_path: resolve(cwd, path), ...input } : input;
}

function absolute(key: string, input: Input, cwd: string): Input {
  const path = input[key];
  return typeof path === "string" ? { ...input, [key]: resolve(cwd, path) } : input;
}

/** Several replacements in one call are listed as `edits`, besides the first one. Other forms of editing keep their fields. */
function editToHook(input: Input, cwd: string): Input {
  const { edits, ...rest } = withFilePath(withPatchedPath(input), cwd);
  if (!isReplacement(edits)) return edits === undefined ? rest : { ...rest, edits };
  const converted = edits.map(({ oldText, newText }) => ({ old_string: oldText, new_string: newText }));
  return {
    ...rest,
    ...converted[0],
    replace_all: false,
    ...(converted.length > 1 ? { edits: converted } : {}),
  };
}

/** A patch names its files itself: hooks are given the first as the path. */
function withPatchedPath(input: Input): Input {
  const [, path] = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(String(input.input ?? "")) ?? [];
  return path === undefined ? input : { path, ...input };
}

function isReplacement(edits: unknown): edits is { oldText: string; newText: string }[] {
  return Array.isArray(edits) && edits.every((each) => typeof (each as Input | null)?.oldText === "string");
}

function editToOwn(updated: Input, { edits: before, ...fields }: Input): Input | undefined {
  const { file_path: path, old_string, new_string, edits } = updated;
  if (typeof path !== "string" || !isReplacement(before)) return undefined;
  const given: unknown[] = Array.isArray(edits) ? edits : [{ old_string, new_string }];
  const own = given.map((each) => {
    const { old_string: oldText, new_string: newText } = (each ?? {}) as Input;
    return { oldText, newText };
  });
  const isUsable = own.every((each) => typeof each.oldText === "string" && typeof each.newText === "string");
  return isUsable ? { ...fields, path, edits: own } : undefined;
}
