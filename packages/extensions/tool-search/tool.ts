import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model. It is short, because every request carries it. */
export const toolSearch = {
  name: "tool_search",
  label: "Search tools",
  description: "Finds more tools by name or purpose. What it returns can be called from your next step on.",
  promptSnippet: "find and load more tools",
  loadout: "direct",
  exposure: "model-only",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "Such as: render diagram" },
      limit: { type: "integer", minimum: 1, description: "Default 8" },
    },
    required: ["query"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  replay: "safe",
} satisfies ToolManifest;
