import type { ModelRequest, OfferedTool, ScriptedToolCall } from "@tau/testkit";
import { fillerText } from "@tau/testkit";

/** Returns a call of the shell tool that the program offers, with the parameters that its schema requires. */
export function shellCall(request: ModelRequest, command: string): ScriptedToolCall | undefined {
  const tool = firstOffered(request, SHELLS);
  if (tool === undefined) return undefined;
  const key = parameter(tool, ["command", "cmd", "script"]);
  const isList = typeOf(properties(tool)[key]) === "array";
  return { name: tool.name, arguments: complete(tool, { [key]: isList ? ["bash", "-lc", command] : command }) };
}

/** Returns a call that reads a small file with the program's own tool. */
export function readCall(request: ModelRequest, file: string): ScriptedToolCall | undefined {
  const tool = firstOffered(request, READERS);
  if (tool === undefined) return undefined;
  const path = parameter(tool, ["path", "file_path", "filePath"]);
  return { name: tool.name, arguments: complete(tool, { [path]: file }) };
}

/** Returns a call that writes `kilobytes` KiB to a new file, with the tool that the program offers. */
export function writeCall(request: ModelRequest, file: string, kilobytes: number): ScriptedToolCall | undefined {
  const tool = firstOffered(request, WRITERS);
  if (tool === undefined) return undefined;
  const content = fillerText(kilobytes);
  if (tool.custom) return { name: tool.name, arguments: patch(file, content), custom: true };
  const path = parameter(tool, ["path", "file_path", "filePath"]);
  const body = parameter(tool, ["content", "contents", "text"]);
  return { name: tool.name, arguments: complete(tool, { [path]: file, [body]: content }) };
}

const SHELLS = ["bash", "shell", "exec_command", "shell_command", "run_shell_command"];
const READERS = ["read", "read_file"];
const WRITERS = ["write", "write_file", "apply_patch"];

function firstOffered({ tools }: ModelRequest, names: readonly string[]): OfferedTool | undefined {
  return names.map((name) => tools.find((tool) => tool.name.toLowerCase() === name)).find((tool) => tool !== undefined);
}

type Schema = Readonly<Record<string, unknown>>;

function properties(tool: OfferedTool): Readonly<Record<string, Schema>> {
  return (tool.schema.properties ?? {}) as Readonly<Record<string, Schema>>;
}

function parameter(tool: OfferedTool, names: readonly string[]): string {
  return names.find((name) => name in properties(tool)) ?? names[0]!;
}

function typeOf(schema: Schema | undefined): string {
  const type = schema?.type;
  return String(Array.isArray(type) ? type[0] : type).toLowerCase();
}

/** Adds a harmless value for every other parameter that is required. */
function complete(tool: OfferedTool, known: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const required = (tool.schema.required ?? []) as readonly string[];
  const missing = required.filter((name) => !(name in known));
  return { ...known, ...Object.fromEntries(missing.map((name) => [name, harmless(properties(tool)[name])])) };
}

function harmless(schema: Schema | undefined): unknown {
  const options = schema?.enum;
  if (Array.isArray(options)) return options[0];
  const values: Readonly<Record<string, unknown>> = {
    boolean: false,
    number: 10_000,
    integer: 10_000,
    array: [],
    object: {},
  };
  return values[typeOf(schema)] ?? "bench";
}

function patch(file: string, content: string): string {
  const lines = content.split("\n").map((line) => `+${line}`);
  const name = file.slice(file.lastIndexOf("/") + 1);
  return ["*** Begin Patch", `*** Add File: ${name}`, ...lines, "*** End Patch", ""].join("\n");
}
