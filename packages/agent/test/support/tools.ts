import { Type } from "typebox";
import type { AgentTool, AgentToolResult } from "../../src/index.ts";

export function textResult(text: string, fields: Partial<AgentToolResult> = {}): AgentToolResult {
  return { content: [{ type: "text", text }], details: undefined, ...fields };
}

/** A tool without parameters that does what the test says. */
export function tool(
  name: string,
  execute: AgentTool["execute"] = async () => textResult(`${name} done`),
  fields: Partial<AgentTool> = {},
): AgentTool {
  return { name, label: name, description: name, parameters: Type.Object({}), execute, ...fields };
}

/** A tool that ends when the test lets it, and says when it has started. */
export function gatedTool(name: string, fields: Partial<AgentTool> = {}) {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const gated = tool(
    name,
    async () => {
      started.resolve();
      await gate.promise;
      return textResult(`${name} done`);
    },
    fields,
  );
  return { tool: gated, started: started.promise, open: () => gate.resolve() };
}
