import type { ToolManifest } from "@tau/coding-agent";

/** The tool definition for the model, which finds it through the tool search. */
export const recipe = {
  name: "recipe",
  label: "Recipe",
  description:
    "Runs a task of the project: of just, package.json scripts, cargo, make or Task. The first word of op names the task, the rest is passed on. Where several runners have the name, put one before it, as in make:test. Without op it lists the tasks.",
  loadout: "found",
  parameters: {
    type: "object",
    properties: { op: { type: "string", description: "Such as test --watch, make:build, my-package/test" } },
  },
  executionMode: "sequential",
  // The tool acts by calling bash, and permissions are checked for that call.
  describe: () => ({ effect: "read" as const }),
} satisfies ToolManifest;
