import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** What the model is told of the tool: short, because every request carries it. */
export const task = {
  name: "task",
  label: "Task",
  description: DESCRIPTION,
  loadout: "direct",
  parameters: {
    type: "object",
    properties: {
      agent: { type: "string" },
      context: { type: "string", description: "For all tasks" },
      schema: { type: "object", description: "JSON Schema of outputs" },
      async: { type: "boolean", description: "In the background" },
      tasks: {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "string" }, task: { type: "string" } },
          required: ["id", "task"],
        },
      },
    },
    required: ["agent", "tasks"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  // A call that is run again takes finished tasks from the log.
  replay: "safe",
} satisfies ToolManifest;
