import type { ToolManifest } from "@tau/coding-agent";
import { CODEMODE } from "./declarations/declare-tool.ts";
import { DESCRIPTION, SNIPPET } from "./description.ts";

/** The tool definition for the model. The tool itself has no effects: each call that a script makes is checked on its own. */
export const codemode = {
  name: CODEMODE,
  label: "Run a script",
  description: DESCRIPTION,
  promptSnippet: SNIPPET,
  exposure: "model-only",
  loadout: "found",
  parameters: {
    type: "object",
    properties: { code: { type: "string", description: "JavaScript, without a Markdown fence" } },
    required: ["code"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
} satisfies ToolManifest;
