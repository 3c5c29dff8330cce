import type { JsonObject } from "../contract/json.ts";
import type { Tool } from "../contract/tool.ts";
import { BUGGY_LINE, FIXED_LINE, PROGRAM } from "./program.ts";

export type TourStep = "list" | "scratch" | "write" | "run" | "read" | "edit" | "rerun";

/** Tools that can perform a step, best first. */
const TOOLS: Record<TourStep, readonly string[]> = {
  list: ["ls", "bash"],
  scratch: ["bash"],
  write: ["write"],
  run: ["bash"],
  read: ["read"],
  edit: ["edit"],
  rerun: ["bash"],
};

/** Returns the tool for a step, or the name of the missing tool. */
export function toolFor(step: TourStep, tools: readonly Tool[]): Tool | string {
  const names = TOOLS[step];
  for (const name of names) {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool) return tool;
  }
  return names.map((name) => `\`${name}\``).join(" or ");
}

export function stepCall(step: TourStep, tool: Tool, file: string): { name: string; arguments: JsonObject } {
  return { name: tool.name, arguments: stepArguments(step, tool, file) };
}

function stepArguments(step: TourStep, tool: Tool, file: string): JsonObject {
  switch (step) {
    case "list":
      return tool.name === "bash" ? { command: "ls -A" } : { path: "." };
    case "scratch":
      return { command: "mktemp -d -t tau-tour-XXXXXX" };
    case "write":
      return { path: file, content: PROGRAM };
    case "run":
    case "rerun":
      return { command: `node '${file}'` };
    case "read":
      return { path: file };
    case "edit":
      return { path: file, ...replacement(tool) };
  }
}

/** Edit tools accept one replacement or a list; the schema shows which. */
function replacement(tool: Tool): JsonObject {
  const change = { oldText: BUGGY_LINE, newText: FIXED_LINE };
  const { properties = {} } = tool.parameters as { properties?: object };
  return "oldText" in properties && !("edits" in properties) ? change : { edits: [change] };
}
