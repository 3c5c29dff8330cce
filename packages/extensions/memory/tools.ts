import type { ExtensionManifest } from "@tau/coding-agent";
import { RECALL_DESCRIPTION, REFLECT_DESCRIPTION, RETAIN_DESCRIPTION } from "./description.ts";

type ToolManifest = NonNullable<ExtensionManifest["tools"]>[number];

// Memories are kept in Tau's home or on the server that the user has configured, never in the project.
const READS = { annotations: { readOnlyHint: true, openWorldHint: false } } as const;

export const retain = {
  name: "retain",
  label: "Retain",
  description: RETAIN_DESCRIPTION,
  parameters: {
    type: "object",
    properties: {
      items: {
        type: "array",
        minItems: 1,
        maxItems: 50,
        items: {
          type: "object",
          properties: {
            content: { type: "string", minLength: 1, description: "The fact, in one or two sentences" },
            context: { type: "string", description: "Where it comes from, or why it matters" },
            scope: {
              type: "string",
              enum: ["project", "global"],
              description: "global: also true in other projects. Default: project",
            },
          },
          required: ["content"],
          additionalProperties: false,
        },
      },
    },
    required: ["items"],
    additionalProperties: false,
  },
  ...READS,
} satisfies ToolManifest;

export const recall = {
  name: "recall",
  label: "Recall",
  description: RECALL_DESCRIPTION,
  parameters: {
    type: "object",
    properties: { query: { type: "string", minLength: 1, description: "What to look for" } },
    required: ["query"],
    additionalProperties: false,
  },
  replay: "safe",
  ...READS,
} satisfies ToolManifest;

export const reflect = {
  name: "reflect",
  label: "Reflect",
  description: REFLECT_DESCRIPTION,
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, description: "The question" },
      context: { type: "string", description: "What the answer is for" },
    },
    required: ["query"],
    additionalProperties: false,
  },
  replay: "safe",
  ...READS,
} satisfies ToolManifest;
