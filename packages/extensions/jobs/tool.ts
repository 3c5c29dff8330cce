import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

const ids = { type: "array", items: { type: "string" } } as const;

/** The tool definition for the model. It is offered once there is a job, or found through the tool search. */
export const job = {
  name: "job",
  label: "Job",
  description: DESCRIPTION,
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      list: { type: "boolean" },
      poll: ids,
      seconds: { type: "number", minimum: 1, maximum: 3600 },
      output: ids,
      cancel: ids,
      input: {
        type: "object",
        properties: { id: { type: "string" }, text: { type: "string" }, end: { type: "boolean" } },
        required: ["id"],
      },
    },
  },
  annotations: { readOnlyHint: false, openWorldHint: false },
  // Input asks for permission when it is known whether the job is in the sandbox.
  describe: () => ({ effect: "read" }),
} satisfies ToolManifest;
