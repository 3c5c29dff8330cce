import type { ExtensionAPI } from "@tau/coding-agent";
import { Type } from "typebox";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "greet",
    label: "Greet",
    description: "Greets a person by name.",
    parameters: Type.Object({ name: Type.String() }),
    async execute(_id, { name }) {
      return { content: [{ type: "text", text: `Hello, ${name}!` }], details: {} };
    },
  });

  pi.registerCommand("hello", {
    description: "Say hello",
    handler: async (args, ctx) => ctx.ui.notify(`Hello ${args}`),
  });

  pi.on("tool_call", async (event) => {
    const isRemoval = event.toolName === "bash" && String(event.input.command).includes("rm -rf");
    return isRemoval ? { block: true, reason: "rm -rf is not allowed here." } : undefined;
  });
}
