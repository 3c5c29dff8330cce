import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model, which finds it through the tool search. */
export const repoMap = {
  name: "repo_map",
  label: "Repository map",
  description:
    "Shows the definitions that the most other files of the repository refer to, by file and with their lines: a first look at unknown code.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "A folder. Default: the working directory" },
      tokens: { type: "number", description: "How long the map may be, in tokens. Default 2000" },
      focus: {
        type: "array",
        items: { type: "string" },
        description: "Names, or parts of paths, that matter now: they come first",
      },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  replay: "safe",
  describe: (args: unknown) => {
    const { path } = args as { path?: unknown };
    return { effect: "read" as const, paths: [typeof path === "string" && path.trim() !== "" ? path : "."] };
  },
} satisfies ToolManifest;
