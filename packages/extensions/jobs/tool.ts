import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

const ids = { type: "array", items: { type: "string" } } as const;

/** What the model is told of the tool, once there is a job or it has searched for it. */
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
  // What is written to a shell runs there: it is judged as a command.
  describe: (args) => {
    const { input } = args as { readonly input?: { readonly text?: string } };
    return input ? { effect: "execute", command: input.text ?? "" } : { effect: "read" };
  },
} satisfies ToolManifest;
