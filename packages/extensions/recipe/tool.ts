import type { ToolManifest } from "@tau/coding-agent";

/** What the model is told of the tool, once it has found it. */
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
  // It acts by calling bash, and the user is asked about that call.
  describe: () => ({ effect: "read" as const }),
} satisfies ToolManifest;
