import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model, which finds it through the tool search. */
export const inspectImage = {
  name: "inspect_image",
  label: "Inspect image",
  description:
    "Answers a question about an image file (PNG, JPEG, GIF, WebP) by asking a model that sees. Only its answer is returned; to look at the image yourself, read it.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The image file" },
      question: { type: "string", description: "What to find out, precisely" },
    },
    required: ["path", "question"],
  },
  annotations: { readOnlyHint: true, openWorldHint: true },
  describe: (args: unknown) => ({ effect: "read" as const, paths: [(args as { path: string }).path] }),
} satisfies ToolManifest;
