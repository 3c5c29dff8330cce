import type { ToolManifest } from "@tau/coding-agent";

const OURS = { readOnlyHint: true, openWorldHint: false } as const;

export const goal = {
  name: "goal",
  label: "Goal",
  description:
    "Ends the work on the user's goal: reached, with the evidence, which is verified; or stuck, if it cannot be reached, with the reason.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      status: { type: "string", enum: ["reached", "stuck"] },
      evidence: { type: "string", description: "Files, commands and outputs that show it" },
    },
    required: ["status", "evidence"],
  },
  executionMode: "sequential",
  annotations: OURS,
} satisfies ToolManifest;

export const compact = {
  name: "compact",
  label: "Compact",
  description:
    "Replaces the conversation so far by your summary, to make room. Write all that is needed to continue: the task, decisions, files with lines, what is done and what is next.",
  loadout: "found",
  parameters: { type: "object", properties: { summary: { type: "string" } }, required: ["summary"] },
  executionMode: "sequential",
  annotations: OURS,
} satisfies ToolManifest;
