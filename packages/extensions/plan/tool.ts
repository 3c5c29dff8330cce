import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** What the model is told of the tool, once plan mode is on or it has searched for it. */
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
  // It writes a file of its own, and the user decides on the rest.
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
