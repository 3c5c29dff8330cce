import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model. */
export const calc = {
  name: "calc",
  label: "Calculate",
  description:
    "Calculates arithmetic expressions. Numbers: decimal (.5, 1e3), 0x, 0b, 0o. Operators: + - * / % ** and parentheses; ** binds tightest and to the right. No functions, no variables. One bad expression fails the whole call.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      calculations: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            expression: { type: "string", description: "Such as (2 + 3) * 4" },
            prefix: { type: "string", description: "Text before the value" },
            suffix: { type: "string", description: "Text after the value" },
          },
          required: ["expression"],
        },
      },
    },
    required: ["calculations"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  replay: "safe",
} satisfies ToolManifest;
