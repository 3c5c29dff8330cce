import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** The tool definition for the model. It is offered once plan mode is on, or found through the tool search. */
export const submitPlan = {
  name: "submit_plan",
  label: "Plan",
  description: DESCRIPTION,
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string" },
      plan: { type: "string" },
      steps: { type: "array", items: { type: "string" } },
    },
    required: ["title", "plan", "steps"],
  },
  executionMode: "sequential",
  // The tool writes only its own plan file; the user decides on everything else.
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
