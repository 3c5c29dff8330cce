import type { ToolEffects, ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION, SNIPPET } from "./description.ts";

export const EVAL = "eval";

export interface EvalParams {
  readonly input: string;
}

/** The tool definition for the model. Calls of tools in a cell are judged one by one, like the model's own. */
export const evalTool = {
  name: EVAL,
  label: "Eval",
  description: DESCRIPTION,
  promptSnippet: SNIPPET,
  exposure: "model-only",
  loadout: "found",
  executionMode: "sequential",
  parameters: {
    type: "object",
    properties: {
      input: { type: "string", description: "The code of a cell, or several cells with *** Cell headers" },
    },
    required: ["input"],
  },
  describe: (): ToolEffects => ({ effect: "execute", isConfined: true }),
} satisfies ToolManifest;
