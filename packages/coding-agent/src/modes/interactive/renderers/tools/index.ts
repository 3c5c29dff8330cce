import { bashRenderer } from "./bash.ts";
import { editRenderer } from "./edit.ts";
import { genericRenderer } from "./generic.ts";
import { readRenderer } from "./read.ts";
import type { ToolRenderer } from "./tool-renderer.ts";
import { writeRenderer } from "./write.ts";

const builtIn: Readonly<Record<string, ToolRenderer>> = {
  bash: bashRenderer,
  edit: editRenderer,
  read: readRenderer,
  write: writeRenderer,
};

export function rendererFor(toolName: string): ToolRenderer {
  return (Object.hasOwn(builtIn, toolName) ? builtIn[toolName] : undefined) ?? genericRenderer(toolName);
}
