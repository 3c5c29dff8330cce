import type { ToolManifest } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";

/** The tool definition for the model. The user's session is offered it when agents work in the background. */
export const irc = {
  name: "irc",
  label: "IRC",
  description: DESCRIPTION,
  loadout: "found",
  // Without a tool search, found tools are declared in every request; this one is of no use before agents are at work.
  defaultActive: false,
  parameters: {
    type: "object",
    properties: {
      op: { type: "string", enum: ["list", "send"] },
      to: { type: "string" },
      message: { type: "string" },
      awaitReply: { type: "boolean", description: "Default: true, for all false" },
    },
    required: ["op"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
