import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { runInTerminal } from "./run-in-terminal.ts";
import { type TerminalParams, terminal } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...terminal,
    parameters: terminal.parameters as object as TSchema,
    execute: async (_id, params, signal, onUpdate, ctx) => {
      // The arguments were already validated against the schema.
      const { command, timeout } = params as TerminalParams;
      if (ctx.mode !== "tui") throw new Error("There is no screen on which the user could see a terminal. Use bash.");
      onUpdate?.({ content: [{ type: "text", text: "Waits for the user in the terminal." }], details: undefined });
      const { text, isError } = await runInTerminal(pi, ctx, { command, timeout, signal });
      if (isError) throw new Error(text);
      return { content: [{ type: "text", text }], details: undefined };
    },
  });
}
