import { commandRenderer } from "./bash.ts";
import { editRenderer } from "./edit.ts";
import { genericRenderer } from "./generic.ts";
import { findRenderer, grepRenderer, lsRenderer } from "./listing.ts";
import { readRenderer } from "./read.ts";
import type { ToolRenderer } from "./tool-renderer.ts";
import { toolSearchRenderer } from "./tool-search.ts";
import { writeRenderer } from "./write.ts";

const builtIn: ReadonlyMap<string, ToolRenderer> = new Map([
  ["bash", commandRenderer("$", "bash")],
  ["powershell", commandRenderer("PS>", "powershell")],
  ["edit", editRenderer],
  ["find", findRenderer],
  ["grep", grepRenderer],
  ["ls", lsRenderer],
  ["read", readRenderer],
  ["tool_search", toolSearchRenderer],
  ["write", writeRenderer],
]);

export function rendererFor(toolName: string): ToolRenderer {
  return builtIn.get(toolName) ?? genericRenderer(toolName);
}
