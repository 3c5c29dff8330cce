import type { ToolManifest } from "@tau/coding-agent";

const OURS = { readOnlyHint: true, openWorldHint: false } as const;

/** The tool definitions for the model, which finds them through the tool search. */
export const checkpoint = {
  name: "checkpoint",
  label: "Checkpoint",
  description:
    "Marks this point of the conversation before an exploration whose details you will not need. End it with rewind: all that came after this point then leaves your context, and only your report stays. Files are not restored.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: { goal: { type: "string", description: "What you want to find out" } },
    required: ["goal"],
  },
  executionMode: "sequential",
  annotations: OURS,
} satisfies ToolManifest;

export const rewind = {
  name: "rewind",
  label: "Rewind",
  description:
    "Goes back to the checkpoint. Only the report is kept of what came after it: name files, lines and facts.",
  loadout: "found",
  parameters: { type: "object", properties: { report: { type: "string" } }, required: ["report"] },
  executionMode: "sequential",
  annotations: OURS,
} satisfies ToolManifest;
