import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** The tool definition for the model. It is short, because every request carries it. */
export const task = {
  name: "task",
  label: "Task",
  description: DESCRIPTION,
  loadout: "direct",
  parameters: {
    type: "object",
    properties: {
      agent: { type: "string" },
      context: { type: "string" },
      files: { type: "array", items: { type: "string" } },
      schema: { type: "object", description: "JSON Schema of outputs" },
      async: { type: "boolean", description: "In the background" },
      isolated: { type: "boolean", description: "Each in a copy of the files, merged after" },
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
  // A repeated call takes finished tasks from the log.
  replay: "safe",
} satisfies ToolManifest;
