import type { ToolManifest } from "@tau/coding-agent";

const cells = { type: "number" };

/** The tool definition for the model, which finds it through the tool search. */
export const renderMermaid = {
  name: "render_mermaid",
  label: "Render Mermaid",
  description:
    "Draws a Mermaid diagram as text: flowchart, state, sequence, class or pie. The drawing is kept as an artifact of the session, too.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      mermaid: { type: "string", description: "The source of the diagram" },
      config: {
        type: "object",
        properties: {
          useAscii: { type: "boolean", description: "Plain characters instead of lines and arrows" },
          paddingX: { ...cells, description: "Cells between boxes" },
          paddingY: { ...cells, description: "Rows between boxes" },
          boxBorderPadding: { ...cells, description: "Cells between a label and its box" },
        },
      },
    },
    required: ["mermaid"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  replay: "safe",
} satisfies ToolManifest;
