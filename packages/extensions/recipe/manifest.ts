import type { ExtensionManifest } from "@tau/coding-agent";
import { recipe } from "./tool.ts";

/** `recipe`: the tasks that a project has written down for just, npm and its kin, cargo, make and Task. */
export const manifest: ExtensionManifest = {
  name: "recipe",
  description: "Runs the tasks of a project",
  tools: [recipe],
  load: () => import("./index.ts"),
};
