import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

const items = { type: "array", items: { type: "string" } };

/** The tool definition for the model. */
export const todo = {
  name: "todo",
  label: "Todo",
  description: DESCRIPTION,
  loadout: "direct",
  parameters: {
    type: "object",
    properties: {
      ops: {
        type: "array",
        items: {
          type: "object",
          properties: {
            op: { enum: ["init", "start", "done", "drop", "rm", "append"] },
            list: {
              type: "array",
              items: { type: "object", properties: { phase: { type: "string" }, items }, required: ["phase", "items"] },
            },
            task: { type: "string" },
            phase: { type: "string" },
            items,
          },
          required: ["op"],
        },
      },
    },
    required: ["ops"],
  },
  executionMode: "sequential",
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
