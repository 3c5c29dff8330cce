import type { ToolManifest } from "@tau/coding-agent";

interface Arguments {
  readonly path: string;
  readonly images?: readonly string[];
}

/** The tool definition for the model, which finds it through the tool search. */
export const generateImage = {
  name: "generate_image",
  label: "Generate image",
  description:
    "Draws an image from a description, or changes existing ones, with an image model, and saves it as a file.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      prompt: { type: "string", description: "What to draw, or how to change the images" },
      path: { type: "string", description: "Where to save it, such as art/logo.png" },
      images: { type: "array", items: { type: "string" }, description: "Image files to start from" },
    },
    required: ["prompt", "path"],
  },
  executionMode: "sequential",
  describe: (args: unknown) => {
    const { path, images = [] } = args as Arguments;
    return { effect: "write" as const, paths: [path, ...images] };
  },
} satisfies ToolManifest;
