import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** The tool definition for the model. */
export const ask = {
  name: "ask",
  label: "Ask",
  description: DESCRIPTION,
  loadout: "direct",
  parameters: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: { type: "string" },
            question: { type: "string" },
            options: {
              type: "array",
              items: { type: "object", properties: { label: { type: "string" } }, required: ["label"] },
            },
            multi: { type: "boolean" },
            recommended: { type: "integer", description: "Index" },
          },
          required: ["id", "question", "options"],
        },
      },
    },
    required: ["questions"],
  },
  executionMode: "sequential",
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
